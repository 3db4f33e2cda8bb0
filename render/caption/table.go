package caption

import (
	"strings"

	"konduktor/engine"
)

func (s *Caption) tellTableState(b *strings.Builder) {
	s.tellState(b)
	if s.View.Passes > 1 && s.View.Phase != engine.IsOver {
		write(b, " ", s.Words("render.journey", "Number", s.View.Pass, "Of", s.View.Passes), ".")
	}
}

func (s *Caption) tableText() string {
	var b strings.Builder
	write(&b, s.about("render.table", "Map", s.MapName()), ". ")
	s.tellTableState(&b)
	write(&b, "\n\n", s.Words("render.seats"), ":")
	s.tellTableSeats(&b)
	b.WriteString("\n\n")
	s.tellMarket(&b)
	b.WriteByte('\n')
	s.tellPiles(&b)
	s.tellBigCities(&b)
	return b.String()
}

// TableAlt is the alternative text of a table: state, last moves, seats, market, piles.
func (p *Phrases) TableAlt(v *engine.View, o *Options) string {
	s := p.Caption(v, o.Words)
	var b strings.Builder
	b.Grow(2 * MaxAlt) // bytes
	write(&b, s.about("render.table", "Map", s.MapName()), ". ")
	s.tellTableState(&b)
	s.tellNews(&b, o.News)
	s.tellTableSeats(&b)
	b.WriteByte('\n')
	s.tellMarket(&b)
	b.WriteByte('\n')
	s.tellPiles(&b)
	return Clip(b.String())
}

// tellTableSeats writes each seat, "1. Ala: 7 cards, 4 tickets, 3 cards on the track", then its
// railyard and the tickets set aside. Each line begins with its break.
func (s *Caption) tellTableSeats(b *strings.Builder) {
	for i := range s.View.Seats {
		e := &s.View.Seats[i]
		b.WriteByte('\n')
		s.tellSeat(b, i)
		b.WriteString("\n• ")
		s.tellYard(b, e)
		if len(e.Completed) > 0 {
			b.WriteString("\n• ")
			s.tellCompleted(b, e)
		}
	}
}

// Yard is "Railyard: 3 yellow (1 wild), 2 red".
func (s *Caption) Yard(e *engine.SeatView) string {
	var b strings.Builder
	b.Grow(64) // bytes, enough for most
	s.tellYard(&b, e)
	return b.String()
}

func (s *Caption) tellYard(b *strings.Builder, e *engine.SeatView) {
	write(b, s.Words("render.yard"), ": ")
	if len(e.Yard) == 0 {
		b.WriteString(s.Words("render.yard-empty"))
	}
	for i, r := range e.Yard {
		if i > 0 {
			b.WriteString(", ")
		}
		s.tellRow(b, r)
	}
}

// Row is "3 yellow (1 wild)".
func (s *Caption) Row(r engine.Row) string {
	var b strings.Builder
	s.tellRow(&b, r)
	return b.String()
}

func (s *Caption) tellRow(b *strings.Builder, r engine.Row) {
	lex := s.View.Lexicon()
	if sign := s.numbered(lex.Faces[r.Card].Name, r.N); sign != "" {
		b.WriteString(sign)
		if r.Wilds > 0 {
			write(b, "(", s.numbered(lex.Faces[lex.Wild()].Name, r.Wilds), ")")
		}
		return
	}
	b.WriteString(s.Number(s.View, r.Card, r.N))
	if r.Wilds > 0 {
		write(b, " (", s.Wilds(r.Wilds), ")")
	}
}

// tellCompleted lists the tickets that a seat has completed and set aside (K9).
func (s *Caption) tellCompleted(b *strings.Builder, e *engine.SeatView) {
	write(b, s.Words("render.sheet-completed"), ": ")
	for i, t := range e.Completed {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(s.TicketInFull(t))
	}
}

// tellBigCities lists the big cities with their points, at the end their holders (K10).
func (s *Caption) tellBigCities(b *strings.Builder) {
	between := "\n" + s.Words("render.big-cities") + " (" + s.Words("render.big-cities-rule") + "): "
	for i := range s.Map.Cities {
		c := &s.Map.Cities[i]
		if c.Bonus == 0 {
			continue
		}
		write(b, between, s.City(engine.CityID(i)), " ", Signed(c.Bonus))
		between = ", "
		if s.View.Phase != engine.IsOver {
			continue
		}
		if holders := HoldersOf(s.View, c.ID); len(holders) > 0 {
			write(b, " (", s.seats(holders), ")")
		} else {
			b.WriteString(" (–)")
		}
	}
}

// tellNews tells what the last moves laid and robbed.
func (s *Caption) tellNews(b *strings.Builder, events []engine.Event) {
	between := ": "
	for i := range events {
		text := s.inYards(&events[i])
		if text == "" {
			continue
		}
		if between == ": " {
			write(b, "\n", s.Words("render.just-now"))
		}
		write(b, between, text)
		between = "; "
	}
}

// inYards tells what a move laid or robbed; "" for any other event.
func (s *Caption) inYards(e *engine.Event) string {
	if e.Seat == engine.Public || int(max(e.Seat, e.Victim)) > len(s.View.Seats) {
		return ""
	}
	cards := e.Payment.Cards()
	switch {
	case e.Kind == engine.EventLaid:
		return s.Words("render.laid", "Name", s.Actor(s.View, e), "Cards", s.Counted(s.View, &cards))
	case e.Kind == engine.EventRobbed && e.Victim != engine.Public:
		return s.Words("render.robbed", "Name", s.Actor(s.View, e), "Victim", s.seat(e.Victim),
			"Cards", s.Counted(s.View, &cards))
	}
	return ""
}

// RobsViewer says who robbed the viewer; "" for any other event.
func (s *Caption) RobsViewer(e *engine.Event) string {
	own := s.View.Own()
	if e.Kind != engine.EventRobbed || own == nil || e.Victim != own.Seat ||
		e.Seat == engine.Public || int(e.Seat) > len(s.View.Seats) {
		return ""
	}
	return s.Words("render.robs-you", "Name", s.Actor(s.View, e))
}

func (s *Caption) tableHand(own *engine.SeatView) Hand {
	var b strings.Builder
	write(&b, s.about("render.hand", "Name", s.name(own.Name)), ". ")
	s.tellTableState(&b)
	h := Hand{Heading: taken(&b), Cards: make([]string, 0, len(s.View.Seats)+4)}
	line := func() {
		h.Cards = append(h.Cards, taken(&b))
		b.Grow(128) // bytes, enough for most lines
	}
	cards := s.Words("render.hand-cards") + ": " + s.list(s.View, &own.Hand.Cards, "render.no-cards")
	h.Cards = append(h.Cards, cards, s.Yard(own), s.Track(own))
	for i := range s.View.Seats {
		if e := &s.View.Seats[i]; e.Seat != own.Seat && len(e.Yard) > 0 {
			write(&b, s.name(e.Name), ": ")
			s.tellLoot(&b, e)
			line()
		}
	}
	s.tellMarket(&b)
	line()
	s.tellPiles(&b)
	line()
	h.Tickets = s.listed(func(t engine.TicketID) string {
		needs := NeedsOf(s.Map, s.View.Lexicon(), t)
		return bullet + Letter(s.View, t) + " " + s.TicketInFull(t) + ": " +
			s.list(s.View, &needs, "render.no-cards")
	})
	if len(own.Completed) > 0 {
		s.tellCompleted(&b, own)
		h.Tickets = append(h.Tickets, taken(&b))
	}
	return h
}

func taken(b *strings.Builder) string {
	defer b.Reset()
	return b.String()
}

// Track tells what lies on the viewer's track, as far as the table shows it (K3).
func (s *Caption) Track(own *engine.SeatView) string {
	cards := s.count("render.face-down", own.Track.N)
	switch {
	case own.Track.N == 0:
		cards = s.Words("render.rack-empty")
	case own.Track.Known:
		cards = s.Counted(s.View, &own.Track.Cards)
	}
	return s.Words("render.columns-track") + ": " + cards
}

// tellLoot lists another seat's rows with the cards needed to rob each, and how many the viewer has
// (K5).
func (s *Caption) tellLoot(b *strings.Builder, e *engine.SeatView) {
	for i, r := range e.Yard {
		if i > 0 {
			b.WriteString("; ")
		}
		s.tellRow(b, r)
		write(b, " – ", s.Words("render.to-rob",
			"Count", int(s.View.LeastRow[r.Card]), "Have", int(s.View.MostRow[r.Card])))
	}
}
