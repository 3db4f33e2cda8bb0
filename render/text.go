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
	lines := []string{w("render.board", "Map", m.Name) + ". " + s.state(), "", w("render.seats") + ":"}
	for i := range v.Seats {
		lines = append(lines, s.seatLine(i))
	}
	lines = append(lines, "", s.market(), s.piles(), "", w("render.routes")+":")
	for r := range m.Routes {
		id := engine.RouteID(r)
		lines = append(lines, s.routeLine(id, slices.Contains(v.Closed, id)))
	}
	return strings.Join(lines, "\n")
}

// HandText says in lines what a hand picture shows; it is empty for a bystander.
func HandText(v engine.View, m *railmap.Map, w Words) string {
	own := v.Own()
	if own == nil {
		return ""
	}
	s := newSayer(&v, m, w)
	lines := []string{
		w("render.hand", "Name", shortName(own.Name)) + ". " + w("render.points", "Count", own.Score) + ", " +
			strings.Join(s.pieces(nil, own), ", "),
		w("render.hand-cards") + ": " + s.hand(own),
	}
	lines = append(lines, s.tickets(own)...)
	return strings.Join(lines, "\n")
}

// hand lists own cards: "2 red, 1 wild".
func (s *sayer) hand(own *engine.SeatView) string {
	var parts []string
	for c, n := range own.Hand.Cards {
		if n > 0 {
			parts = append(parts, itoa(int(n))+" "+s.card(engine.Card(c)))
		}
	}
	if len(parts) == 0 {
		return s.words("render.no-cards")
	}
	return strings.Join(parts, ", ")
}

// tickets lists own tickets and those on offer, with how the seat stands with them.
func (s *sayer) tickets(own *engine.SeatView) []string {
	r := newReach(s.m, s.v, own)
	var lines []string
	for _, part := range []struct {
		id  string
		ids []engine.TicketID
	}{{"render.hand-offer", own.Offer.IDs}, {"render.hand-tickets", own.Tickets.IDs}} {
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
	lines := []string{w("render.sheet", "Map", m.Name) + ". " + s.state()}
	for _, seat := range ranking(&v) {
		lines = append(lines, "", s.finalLine(seat))
		f := v.Seat(seat).Final
		for _, t := range f.Completed {
			lines = append(lines, "+ "+s.ticket(t)+": "+w("render.complete"))
		}
		for _, t := range f.Failed {
			lines = append(lines, "− "+s.ticket(t)+": "+w("render.failed"))
		}
	}
	return strings.Join(lines, "\n")
}

// finalLine is the sum of a seat: "1. Ala: Routes 31, Tickets +12, Goods +8, Total 51 (winner)".
func (s *sayer) finalLine(seat engine.Seat) string {
	e := s.v.Seat(seat)
	f := e.Final
	parts := []string{
		s.words("render.sheet-routes") + " " + itoa(f.Routes),
		s.words("render.sheet-tickets") + " " + signed(f.Tickets),
	}
	for _, b := range f.Bonuses {
		parts = append(parts, s.bonus(b.Name)+" "+signed(b.Points))
	}
	parts = append(parts, s.words("render.sheet-total")+" "+itoa(f.Total))
	if s.v.Uses(engine.UsesLongest) {
		parts = append(parts, s.words("render.longest")+" "+itoa(f.Longest))
	}
	line := itoa(int(seat)) + ". " + shortName(e.Name) + ": " + strings.Join(parts, ", ")
	if slices.Contains(s.v.Winners, seat) {
		line += " ★ " + s.words("render.winner-mark")
	}
	return line
}

// ranking are the seats with a final score, winners first, then by total, then in turn order.
func ranking(v *engine.View) []engine.Seat {
	var seats []engine.Seat
	for i := range v.Seats {
		if v.Seats[i].Final != nil {
			seats = append(seats, engine.Seat(i+1))
		}
	}
	slices.SortStableFunc(seats, func(a, b engine.Seat) int {
		wa, wb := slices.Contains(v.Winners, a), slices.Contains(v.Winners, b)
		if wa != wb {
			if wa {
				return -1
			}
			return 1
		}
		return v.Seat(b).Final.Total - v.Seat(a).Final.Total
	})
	return seats
}
