package render

import (
	"strings"

	"github.com/konduktor-bot/konduktor/engine"
)

// tableState says where a game at a table stands, with its pass.
func (s *sayer) tableState() string {
	text := s.state()
	if s.v.Passes > 1 && s.v.Phase != engine.IsOver {
		text += " " + s.words("render.journey", "Number", s.v.Pass, "Of", s.v.Passes) + "."
	}
	return text
}

// tableText says in lines all that the picture of a table shows.
func (s *sayer) tableText() string {
	lines := []string{s.words("render.table", "Map", s.m.Name) + ". " + s.tableState(), "", s.words("render.seats") + ":"}
	for i := range s.v.Seats {
		lines = append(lines, s.tableSeat(&s.v.Seats[i])...)
	}
	lines = append(lines, "", s.tableMarket(), s.tablePiles())
	return strings.Join(append(lines, s.bigCities()...), "\n")
}

// tableSeat is all that is public of a seat: "1. Ala: 7 cards, 4 tickets, 3 cards on the track", then its railyard and the
// tickets set aside.
func (s *sayer) tableSeat(e *engine.SeatView) []string {
	var parts []string
	if scored(s.v) {
		parts = append(parts, s.words("render.points", "Count", e.Points()))
	}
	parts = append(parts, s.words("render.cards", "Count", e.Hand.N), s.words("render.tickets", "Count", e.Tickets.N),
		s.words("render.on-track", "Count", e.Track.N))
	line := itoa(int(e.Seat)) + ". " + shortName(e.Name) + ": " + strings.Join(parts, ", ")
	if s.v.Moves(e.Seat) {
		line += " ← " + s.words("render.turn-mark")
	}
	lines := []string{line, "• " + s.yard(e)}
	if len(e.Completed) > 0 {
		lines = append(lines, "• "+s.completed(e))
	}
	return lines
}

// yard lists the rows of a railyard: "Railyard: 3 yellow (1 wild), 2 red".
func (s *sayer) yard(e *engine.SeatView) string {
	if len(e.Yard) == 0 {
		return s.words("render.yard") + ": " + s.words("render.yard-empty")
	}
	list := make([]string, len(e.Yard))
	for i, r := range e.Yard {
		list[i] = s.row(r)
	}
	return s.words("render.yard") + ": " + strings.Join(list, ", ")
}

// row is a row of cards: "3 yellow (1 wild)".
func (s *sayer) row(r engine.Row) string {
	text := itoa(r.N) + " " + s.card(r.Card)
	if r.Wilds > 0 {
		text += " (" + itoa(r.Wilds) + " " + s.wild() + ")"
	}
	return text
}

// wild is the word for the title's wild card.
func (s *sayer) wild() string {
	for i, f := range s.v.Lexicon().Faces {
		if f.Wild {
			return s.card(engine.Card(i))
		}
	}
	return s.words("render.card.wild")
}

// completed lists the tickets that a seat has completed and set aside (K9).
func (s *sayer) completed(e *engine.SeatView) string {
	list := make([]string, len(e.Completed))
	for i, t := range e.Completed {
		list[i] = s.ticket(t)
	}
	return s.words("render.sheet-completed") + ": " + strings.Join(list, ", ")
}

// tableMarket lists the market's slots: "Market: 1 red, 2 wild, 3 empty".
func (s *sayer) tableMarket() string {
	list := make([]string, len(s.v.Market))
	for i, card := range s.v.Market {
		list[i] = itoa(i+1) + " " + s.card(card)
	}
	return s.words("render.market") + ": " + strings.Join(list, ", ")
}

// tablePiles lists how many cards the piles have.
func (s *sayer) tablePiles() string {
	var parts []string
	for _, d := range s.v.Decks {
		parts = append(parts, s.words("render.deck")+": "+itoa(d.Cards), s.words("render.discards")+": "+itoa(d.Discards))
	}
	return strings.Join(append(parts, s.words("render.tickets-left")+": "+itoa(s.v.TicketsLeft)), ", ")
}

// bigCities lists the big cities with their points; at the end with who has their cards (K10).
func (s *sayer) bigCities() []string {
	var list []string
	for i := range s.m.Cities {
		c := &s.m.Cities[i]
		if c.Bonus == 0 {
			continue
		}
		text := s.city(engine.CityID(i)) + " " + signed(c.Bonus)
		if s.v.Phase == engine.IsOver {
			if holders := holdersOf(s.v, c.ID); len(holders) > 0 {
				text += " " + s.seatNames(holders)
			} else {
				text += " –"
			}
		}
		list = append(list, text)
	}
	if len(list) == 0 {
		return nil
	}
	return []string{s.words("render.big-cities") + " (" + s.words("render.big-cities-rule") + "): " + strings.Join(list, ", ")}
}

// tableNews says what the last moves brought about: what was laid and what was robbed.
func (s *sayer) tableNews(events []engine.Event) string {
	var list []string
	for i := range events {
		e := &events[i]
		if e.Seat == engine.Public || int(e.Seat) > len(s.v.Seats) {
			continue
		}
		cards := e.Payment.Cards()
		switch e.Kind {
		case engine.EventLaid:
			list = append(list, s.words("render.laid", "Name", s.seat(e.Seat), "Cards", s.cards(&cards, "render.no-cards")))
		case engine.EventRobbed:
			if e.Victim != engine.Public && int(e.Victim) <= len(s.v.Seats) {
				list = append(list, s.words("render.robbed", "Name", s.seat(e.Seat), "Victim", s.seat(e.Victim),
					"Cards", s.cards(&cards, "render.no-cards")))
			}
		}
	}
	if len(list) == 0 {
		return ""
	}
	return s.words("render.just-now") + ": " + strings.Join(list, "; ")
}

// tableAlt is the alternative text of a table: the state, the last moves, the seats, the market and the piles.
func (p *tablePainter) tableAlt(v *engine.View, o *Options) string {
	s := newSayer(v, p.m, o.Words)
	lines := []string{o.Words("render.table", "Map", p.m.Name) + ". " + s.tableState()}
	if news := s.tableNews(o.News); news != "" {
		lines = append(lines, news)
	}
	for i := range v.Seats {
		lines = append(lines, s.tableSeat(&v.Seats[i])...)
	}
	return clip(strings.Join(append(lines, s.tableMarket(), s.tablePiles()), "\n"))
}

// tableHandText says in lines what the private picture of a table shows. Its first line is the seat's name, its second
// the cards.
func (s *sayer) tableHandText() string {
	own := s.v.Own()
	lines := []string{
		s.words("render.hand", "Name", shortName(own.Name)) + ". " + s.tableState(),
		s.words("render.hand-cards") + ": " + s.cards(&own.Hand.Cards, "render.no-cards"),
		s.yard(own), s.ownTrack(own),
	}
	for i := range s.v.Seats {
		if e := &s.v.Seats[i]; e.Seat != own.Seat && len(e.Yard) > 0 {
			lines = append(lines, shortName(e.Name)+": "+s.lootOf(e, own))
		}
	}
	lines = append(lines, s.tableMarket(), s.tablePiles())
	choice := choiceOf(s.v)
	for _, part := range []struct {
		id  string
		ids []engine.TicketID
	}{{choice.title, choice.offer}, {"render.hand-tickets", choice.rest}} {
		if len(part.ids) > 0 {
			lines = append(lines, s.words(part.id)+":")
		}
		for _, t := range part.ids {
			needs := needsOf(s.m, s.v.Lexicon(), t)
			lines = append(lines, "• "+s.ticket(t)+": "+s.cards(&needs, "render.no-cards"))
		}
	}
	if len(choice.offer)+len(choice.rest) == 0 {
		lines = append(lines, s.words("render.no-tickets"))
	}
	if len(own.Completed) > 0 {
		lines = append(lines, s.completed(own))
	}
	return strings.Join(lines, "\n")
}

// ownTrack says what lies on the viewer's own track, as far as the table lets it be seen (K3).
func (s *sayer) ownTrack(own *engine.SeatView) string {
	if own.Track.Known || own.Track.N == 0 {
		return s.words("render.columns-track") + ": " + s.cards(&own.Track.Cards, "render.rack-empty")
	}
	return s.words("render.columns-track") + ": " + s.words("render.face-down", "Count", own.Track.N)
}

// lootOf lists another seat's rows with how many cards would rob each, and how many the viewer has (K5).
func (s *sayer) lootOf(e, own *engine.SeatView) string {
	wild := s.v.Lexicon().Wild()
	list := make([]string, len(e.Yard))
	for i, r := range e.Yard {
		need, _ := rowNeeds(s.v, own, r.Card)
		list[i] = s.row(r) + " – " + s.words("render.to-rob", "Count", need, "Have", rowOf(&own.Hand.Cards, r.Card, wild))
	}
	return strings.Join(list, "; ")
}

// tableSheetText says in lines what the final sheet of a table shows: every seat's points by their source, and every
// ticket with what paid for it, or what it cost.
func (s *sayer) tableSheetText() string {
	lines := []string{s.words("render.sheet", "Map", s.m.Name) + ". " + s.state()}
	for _, team := range ranking(s.v) {
		f := s.v.Seat(team[0]).Final
		lines = append(lines, "", s.tableFinal(s.v.Seat(team[0])))
		for i, t := range f.Completed {
			line := "+ " + s.ticket(t)
			if i < len(f.Spent) {
				line += ": " + s.words("render.paid", "Cards", s.cards(&f.Spent[i], "render.no-cards"))
			}
			lines = append(lines, line)
		}
		for _, t := range f.Failed {
			lines = append(lines, "− "+s.ticket(t)+": "+s.words("render.failed"))
		}
	}
	return strings.Join(append(lines, ""), "\n") + strings.Join(s.bigCities(), "\n")
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
