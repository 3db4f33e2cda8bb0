package render

import (
	"strings"

	"github.com/konduktor-bot/konduktor/engine"
)

// tellTableState tells where a game at a table stands, with its journey.
func (s *sayer) tellTableState(b *strings.Builder) {
	s.tellState(b)
	if s.v.Passes > 1 && s.v.Phase != engine.IsOver {
		write(b, " ", s.words("render.journey", "Number", s.v.Pass, "Of", s.v.Passes), ".")
	}
}

// tableText says in lines all that the picture of a table shows.
func (s *sayer) tableText() string {
	var b strings.Builder
	write(&b, s.about("render.table", "Map", mapName(s.words, s.m)), ". ")
	s.tellTableState(&b)
	write(&b, "\n\n", s.words("render.seats"), ":")
	s.tellTableSeats(&b)
	b.WriteString("\n\n")
	s.tellMarket(&b)
	b.WriteByte('\n')
	s.tellPiles(&b)
	s.tellBigCities(&b)
	return b.String()
}

// tellTableSeats tells all that is public of the seats: of each a line, "1. Ala: 7 cards, 4 tickets, 3 cards on the track",
// then its railyard and the tickets set aside. Each line begins with its break.
func (s *sayer) tellTableSeats(b *strings.Builder) {
	for i := range s.v.Seats {
		e := &s.v.Seats[i]
		write(b, "\n", itoa(int(e.Seat)), ". ", shortName(e.Name), ": ")
		if scored(s.v) {
			write(b, s.points(e.Points()), ", ")
		}
		write(b, s.count("render.cards", e.Hand.N), ", ", s.count("render.tickets", e.Tickets.N), ", ")
		b.WriteString(s.count("render.on-track", e.Track.N))
		if s.v.Moves(e.Seat) {
			write(b, " ← ", s.words("render.turn-mark"))
		}
		b.WriteString("\n• ")
		s.tellYard(b, e)
		if len(e.Completed) > 0 {
			b.WriteString("\n• ")
			s.tellCompleted(b, e)
		}
	}
}

// tellYard lists the rows of a railyard: "Railyard: 3 yellow (1 wild), 2 red".
func (s *sayer) tellYard(b *strings.Builder, e *engine.SeatView) {
	write(b, s.words("render.yard"), ": ")
	if len(e.Yard) == 0 {
		b.WriteString(s.words("render.yard-empty"))
	}
	for i, r := range e.Yard {
		if i > 0 {
			b.WriteString(", ")
		}
		s.tellRow(b, r)
	}
}

// tellRow tells a row of cards: "3 yellow (1 wild)".
func (s *sayer) tellRow(b *strings.Builder, r engine.Row) {
	b.WriteString(s.number(r.Card, r.N))
	if r.Wilds > 0 {
		write(b, " (", s.number(s.v.Lexicon().Wild(), r.Wilds), ")")
	}
}

// tellCompleted lists the tickets that a seat has completed and set aside (K9).
func (s *sayer) tellCompleted(b *strings.Builder, e *engine.SeatView) {
	write(b, s.words("render.sheet-completed"), ": ")
	for i, t := range e.Completed {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(s.ticket(t))
	}
}

// tellBigCities lists the big cities with their points; at the end with who has their cards (K10). The line begins with
// its break.
func (s *sayer) tellBigCities(b *strings.Builder) {
	between := "\n" + s.words("render.big-cities") + " (" + s.words("render.big-cities-rule") + "): "
	for i := range s.m.Cities {
		c := &s.m.Cities[i]
		if c.Bonus == 0 {
			continue
		}
		write(b, between, s.city(engine.CityID(i)), " ", signed(c.Bonus))
		between = ", "
		if s.v.Phase != engine.IsOver {
			continue
		}
		if holders := holdersOf(s.v, c.ID); len(holders) > 0 {
			write(b, " (", s.seatNames(holders), ")")
		} else {
			b.WriteString(" (–)")
		}
	}
}

// tellNews tells what the last moves brought about: what was laid and what was robbed. The line begins with its break.
func (s *sayer) tellNews(b *strings.Builder, events []engine.Event) {
	between := "\n" + s.words("render.just-now") + ": "
	for i := range events {
		e := &events[i]
		if e.Seat == engine.Public || int(e.Seat) > len(s.v.Seats) || int(e.Victim) > len(s.v.Seats) {
			continue
		}
		cards := e.Payment.Cards()
		switch {
		case e.Kind == engine.EventLaid:
			write(b, between, s.words("render.laid", "Name", s.seat(e.Seat), "Cards", s.cards(&cards, "render.no-cards")))
		case e.Kind == engine.EventRobbed && e.Victim != engine.Public:
			write(b, between, s.words("render.robbed", "Name", s.seat(e.Seat), "Victim", s.seat(e.Victim),
				"Cards", s.cards(&cards, "render.no-cards")))
		default:
			continue
		}
		between = "; "
	}
}

// tableAlt is the alternative text of a table: the state, the last moves, the seats, the market and the piles.
func (p *tablePainter) tableAlt(v *engine.View, o *Options) string {
	s := p.sayer(v, o)
	s.lang = o.Words("render.language")
	var b strings.Builder
	b.Grow(2 * MaxAlt) // bytes
	write(&b, s.about("render.table", "Map", mapName(o.Words, p.m)), ". ")
	s.tellTableState(&b)
	s.tellNews(&b, o.News)
	s.tellTableSeats(&b)
	b.WriteByte('\n')
	s.tellMarket(&b)
	b.WriteByte('\n')
	s.tellPiles(&b)
	return clip(b.String())
}

// tableHandText says in lines what the private picture of a table shows. Its first line is the seat's name, its second
// the cards: the bot says these in its own words.
func (s *sayer) tableHandText() string {
	own := s.v.Own()
	var b strings.Builder
	write(&b, s.about("render.hand", "Name", shortName(own.Name)), ". ")
	s.tellTableState(&b)
	write(&b, "\n", s.words("render.hand-cards"), ": ")
	s.tellCards(&b, &own.Hand.Cards, "render.no-cards")
	b.WriteByte('\n')
	s.tellYard(&b, own)
	write(&b, "\n", s.words("render.columns-track"), ": ")
	s.tellOwnTrack(&b, own)
	for i := range s.v.Seats {
		if e := &s.v.Seats[i]; e.Seat != own.Seat && len(e.Yard) > 0 {
			write(&b, "\n", shortName(e.Name), ": ")
			s.tellLoot(&b, e, own)
		}
	}
	b.WriteByte('\n')
	s.tellMarket(&b)
	b.WriteByte('\n')
	s.tellPiles(&b)
	s.tellNeeds(&b)
	if len(own.Completed) > 0 {
		b.WriteByte('\n')
		s.tellCompleted(&b, own)
	}
	return b.String()
}

// tellNeeds lists the viewer's tickets with the cards that they need. Each line begins with its break.
func (s *sayer) tellNeeds(b *strings.Builder) {
	choice := choiceOf(s.v)
	if len(choice.offer)+len(choice.rest) == 0 {
		write(b, "\n", s.words("render.no-tickets"))
	}
	for _, part := range []struct {
		id  string
		ids []engine.TicketID
	}{{choice.title, choice.offer}, {"render.hand-tickets", choice.rest}} {
		if len(part.ids) > 0 {
			write(b, "\n", s.words(part.id), ":")
		}
		for _, t := range part.ids {
			needs := needsOf(s.m, s.v.Lexicon(), t)
			write(b, "\n• ", s.ticket(t), ": ")
			s.tellCards(b, &needs, "render.no-cards")
		}
	}
}

// tellOwnTrack tells what lies on the viewer's own track, as far as the table lets it be seen (K3).
func (s *sayer) tellOwnTrack(b *strings.Builder, own *engine.SeatView) {
	if own.Track.Known || own.Track.N == 0 {
		s.tellCards(b, &own.Track.Cards, "render.rack-empty")
		return
	}
	b.WriteString(s.count("render.face-down", own.Track.N))
}

// tellCards lists cards as cards does, into a text.
func (s *sayer) tellCards(b *strings.Builder, cards *engine.Cards, none string) {
	between := ""
	for c, n := range cards {
		if n > 0 {
			write(b, between, s.number(engine.Card(c), int(n)))
			between = ", "
		}
	}
	if between == "" {
		b.WriteString(s.words(none))
	}
}

// tellLoot lists another seat's rows with how many cards would rob each, and how many the viewer has (K5).
func (s *sayer) tellLoot(b *strings.Builder, e, own *engine.SeatView) {
	for i, r := range e.Yard {
		if i > 0 {
			b.WriteString("; ")
		}
		need, _ := rowNeeds(s.v, own, r.Card)
		s.tellRow(b, r)
		write(b, " – ", s.words("render.to-rob", "Count", need, "Have", rowOf(&own.Hand.Cards, r.Card, s.v.Lexicon().Wild())))
	}
}

// tableSheetText says in lines what the final sheet of a table shows: every seat's points by their source, and every
// ticket with what paid for it, or what it cost.
func (s *sayer) tableSheetText() string {
	var b strings.Builder
	write(&b, s.about("render.sheet", "Map", mapName(s.words, s.m)), ". ")
	s.tellState(&b)
	for _, team := range ranking(s.v) {
		f := s.v.Seat(team[0]).Final
		write(&b, "\n\n", s.tableFinal(s.v.Seat(team[0])))
		for i, t := range f.Completed {
			write(&b, "\n+ ", s.ticket(t))
			if i < len(f.Spent) {
				write(&b, ": ", s.about("render.paid", "Cards", s.cards(&f.Spent[i], "render.no-cards")))
			}
		}
		for _, t := range f.Failed {
			write(&b, "\n− ", s.ticket(t), ": ", s.words("render.failed"))
		}
	}
	return b.String()
}

// tableFinal is the sum of a seat: "1. Ala: completed 61, not completed −12, Seattle +8, Total 57".
func (s *sayer) tableFinal(e *engine.SeatView) string {
	earned, missed, _ := tallyOf(e.Final)
	parts := []string{
		s.words("render.sheet-completed") + " " + number(earned), s.words("render.sheet-failed") + " " + number(missed),
	}
	for _, b := range e.Final.Bonuses {
		parts = append(parts, s.bonus(b.Name)+" "+signed(b.Points))
	}
	parts = append(parts, s.words("render.sheet-total")+" "+number(e.Final.Total))
	line := itoa(int(e.Seat)) + ". " + shortName(e.Name) + ": " + strings.Join(parts, ", ")
	if won(s.v, e.Seat) {
		line += " ★ " + s.words("render.winner-mark")
	}
	return line
}
