package render

import (
	"slices"
	"strings"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// BoardText says in lines all that a board picture shows: the state of the game, the seats, the market, the piles, and
// every route with its code, colour, length and owner. Names of players are on one line but not escaped for any medium.
func BoardText(v engine.View, m *railmap.Map, w Words) string {
	s := newSayer(&v, m, w)
	if v.Uses(engine.UsesYards) {
		return s.tableText()
	}
	var b strings.Builder
	write(&b, s.about("render.board", "Map", mapName(w, m)), ". ")
	s.tellState(&b)
	if dig := s.dig(); dig != "" {
		write(&b, "\n", dig)
	}
	write(&b, "\n\n", w("render.seats"), ":")
	s.tellSeats(&b)
	b.WriteString("\n\n")
	s.tellMarket(&b)
	b.WriteByte('\n')
	s.tellPiles(&b)
	if v.Uses(engine.UsesPorts) {
		s.tellPorts(&b)
	}
	write(&b, "\n\n", w("render.routes"), ":")
	for r := range m.Routes {
		id := engine.RouteID(r)
		write(&b, "\n", s.routeLine(id, slices.Contains(v.Closed, id)))
	}
	return b.String()
}

// HandText says in lines what a hand picture shows; it is empty for a bystander.
func HandText(v engine.View, m *railmap.Map, w Words) string {
	own := v.Own()
	if own == nil {
		return ""
	}
	s := newSayer(&v, m, w)
	if v.Uses(engine.UsesYards) {
		return s.tableHandText()
	}
	lines := []string{w("render.hand", "Name", shortName(own.Name)) + ". " + strings.Join(s.has(own), ", ")}
	if own.Box != nil {
		lines = append(lines, s.box(own))
	}
	lines = append(lines, s.heldCards(own)...)
	if v.Uses(engine.UsesTeams) {
		if own.Drawn != engine.NoCard {
			lines = append(lines, w("render.drawn")+": "+s.card(own.Drawn))
		}
		lines = append(lines, w("render.hand-rack")+": "+s.cards(&own.Rack.Cards, "render.rack-empty"))
	}
	lines = append(lines, s.tickets(own)...)
	return strings.Join(lines, "\n")
}

// number tells so many cards of a kind: "2 red", "1 wild", "3 black double ships".
func (s *sayer) number(c engine.Card, n int) string {
	if lex := s.v.Lexicon(); lex != nil && c != engine.NoCard && int(c) < len(lex.Faces) {
		switch f := &lex.Faces[c]; {
		case c == lex.Wild():
			return s.count("render.wild-number", n)
		case f.Twin:
			return s.words("render.double-ship-number", "Count", n, "Color", s.words("render.card."+f.Color))
		case f.Ship:
			return s.words("render.ship-number", "Count", n, "Color", s.words("render.card."+f.Color))
		}
	}
	s.args = [4]any{"Number", n, "Card", s.card(c)}
	return s.words("render.number", s.args[:]...)
}

// cards lists cards: "2 red, 1 wild"; none is the id of what is said if there are none.
func (s *sayer) cards(cards *engine.Cards, none string) string {
	var parts []string
	for c, n := range cards {
		if n > 0 {
			parts = append(parts, s.number(engine.Card(c), int(n)))
		}
	}
	if len(parts) == 0 {
		return s.words(none)
	}
	return strings.Join(parts, ", ")
}

// tickets lists tickets on offer, own ones and those of the team, with how the seat stands with them.
func (s *sayer) tickets(own *engine.SeatView) []string {
	r := newReach(s.m, s.v, own)
	choice := choiceOf(s.v)
	var lines []string
	for _, part := range []struct {
		id  string
		ids []engine.TicketID
	}{{choice.title, choice.offer}, {"render.hand-tickets", choice.rest}, {"render.hand-rack-tickets", own.RackTickets.IDs}} {
		if len(part.ids) == 0 {
			continue
		}
		lines = append(lines, s.words(part.id)+":")
		for _, t := range part.ids {
			lines = append(lines, "• "+s.ticket(t)+": "+s.standing(r.ticket(&s.m.Tickets[t])))
		}
	}
	if len(lines) == 0 {
		lines = append(lines, s.words("render.no-tickets"))
	}
	return lines
}

// SheetText says in lines what the final sheet shows: every seat's points by their source, and every ticket with what it
// brought or cost. It is empty while the game is not over.
func SheetText(v engine.View, m *railmap.Map, w Words) string {
	if v.Phase != engine.IsOver {
		return ""
	}
	s := newSayer(&v, m, w)
	if v.Uses(engine.UsesYards) {
		return s.tableSheetText()
	}
	lines := []string{w("render.sheet", "Map", mapName(w, m)) + ". " + s.state()}
	for _, team := range ranking(&v) {
		lines = append(lines, "", s.finalLine(team))
		f := v.Seat(team[0]).Final
		for i, t := range f.Completed {
			lines = append(lines, "+ "+s.ticket(t)+": "+s.standing(s.met(f, i)))
		}
		for _, t := range f.Failed {
			lines = append(lines, "− "+s.ticket(t)+": "+w("render.failed"))
		}
		for _, c := range v.Seat(team[0]).Ports {
			lines = append(lines, "• "+s.portLine(f, c))
		}
	}
	return strings.Join(lines, "\n")
}

// finalLine is the sum of a seat or a team: "1. Ala: Routes 31, Tickets +12, Goods +8, Total 51 (winner)".
func (s *sayer) finalLine(team party) string {
	e := s.v.Seat(team[0])
	f := e.Final
	parts := []string{
		s.words("render.sheet-routes") + " " + number(f.Routes),
		s.words("render.sheet-tickets") + " " + signed(f.Tickets),
	}
	for _, b := range f.Bonuses {
		parts = append(parts, s.bonus(b.Name)+" "+signed(b.Points))
	}
	parts = append(parts, s.words("render.sheet-total")+" "+number(f.Total))
	if s.v.Uses(engine.UsesLongest) {
		parts = append(parts, s.words("render.longest")+" "+itoa(f.Longest))
	}
	who := itoa(int(e.Seat)) + ". " + shortName(e.Name)
	if s.v.Uses(engine.UsesTeams) {
		who = s.words("render.team", "Number", e.Team+1) + " (" + s.seatNames(team) + ")"
	}
	line := who + ": " + strings.Join(parts, ", ")
	if won(s.v, e.Seat) {
		line += " ★ " + s.words("render.winner-mark")
	}
	return line
}

// ranking are the parties with a final score, winners first, then by total, then in turn order.
func ranking(v *engine.View) []party {
	all := slices.DeleteFunc(parties(v), func(p party) bool { return v.Seat(p[0]).Final == nil })
	slices.SortStableFunc(all, func(a, b party) int {
		wa, wb := won(v, a[0]), won(v, b[0])
		if wa != wb {
			if wa {
				return -1
			}
			return 1
		}
		return v.Seat(b[0]).Final.Total - v.Seat(a[0]).Final.Total
	})
	return all
}
