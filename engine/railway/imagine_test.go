package railway

import (
	"slices"

	"konduktor/engine"
)

// HiddenOf tells all secrets of a game.
func HiddenOf(game engine.Game) engine.Hidden {
	g := game.(*Game)
	h := engine.Hidden{Went: g.went, Passed: g.Passed, Idle: g.Idle}
	for i := range g.title.rules.Decks {
		h.Decks = append(h.Decks, slices.Clone(g.decks[i].FaceDown()))
	}
	pile := g.tickets
	h.Tickets = pile.Draw(pile.Size())
	for i := range g.N {
		s := &g.seats[i]
		one := engine.HiddenSeat{
			Hand: s.hand, Tickets: s.tickets, Shared: minus(s.kept, s.tickets), Fresh: s.fresh,
			Offer: s.offer, Dealt: s.dealt,
			Chosen: s.chosen, Pledged: s.pledged, Drawn: engine.NoCard,
		}
		if g.Phase == engine.InSetup && g.title.rules.Fleet.Choose > 0 && s.fitted {
			one.Pieces = s.pieces[:]
		}
		if g.Turn == engine.Seat(i+1) {
			one.Drawn = g.drawn
		}
		h.Seats = append(h.Seats, one)
	}
	for first := 0; first < g.N && g.teamed(); first += g.teamSize() {
		t := g.team(engine.Seat(first + 1))
		h.Teams = append(h.Teams, engine.HiddenTeam{Rack: t.rack, Tickets: t.tickets})
	}
	return h
}
