package railway

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/engine/notation"
)

// everyMove lists all moves that there could be for a seat which neither keeps nor shares tickets,
// sensible or not: every part of the hand for every route and every port.
func everyMove(g *Game, s engine.Seat) []engine.Move {
	list := []engine.Move{{Verb: engine.Tickets}, {Verb: engine.Pass}, {Verb: engine.Withdraw}}
	for pile := range engine.Pile(4) {
		for n := range uint8(9) {
			list = append(list, engine.Move{Verb: engine.Draw, Slot: n, Pile: pile},
				engine.Move{Verb: engine.Exchange, N: n, Pile: pile})
		}
	}
	for first := range uint8(9) {
		for second := range uint8(9) {
			list = append(list, engine.Move{Verb: engine.Pieces, N: first, M: second})
		}
	}
	for _, part := range enginetest.Parts(g.seat(s).hand) {
		pay := engine.Payment{Hand: part}
		for r := range g.title.lanes {
			list = append(list, engine.Move{Verb: engine.Claim, Route: engine.RouteID(r), Payment: pay})
		}
		for c := range g.title.board.Cities {
			list = append(list, engine.Move{Verb: engine.Port, City: engine.CityID(c), Payment: pay})
		}
	}
	return list
}

// named names a move so that it can be compared.
func named(g *Game, m engine.Move) string {
	if m.Verb == engine.Draw && m.Pile > engine.Ships ||
		m.Verb == engine.Exchange && m.Pile != engine.Trains && m.Pile != engine.Ships {
		return "no deck"
	}
	return notation.PrintMove(g.title.lexicon, m)
}

// TestApplyTakesExactlyTheListedMovesWithShips tries, at many moments of games with trains
// and ships, every move that there could be.
func TestApplyTakesExactlyTheListedMovesWithShips(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 5))
	met := map[engine.Verb]int{}
	for game := range enginetest.Size(4, 12) {
		g := seasGame(t, uint64(game), 2+game%2)
		for !g.Over() {
			enginetest.PlayRandomly(t, g, rng)
			seats := g.ToMove()
			if len(seats) == 0 || g.owedBy(seats[0]) == engine.OwesKeep ||
				g.seat(seats[0]).hand.Total() > 9 || rng.IntN(3) > 0 {
				continue
			}
			s := seats[0]
			listed, taken := map[string]bool{}, map[string]bool{}
			for _, m := range g.AppendLegal(nil, s) {
				met[m.Verb]++
				if !m.Verb.Paid() {
					listed[named(g, m)] = true
				}
				for m.Payment = range g.Payments(s, m) {
					listed[named(g, m)] = true
				}
			}
			for _, m := range everyMove(g, s) {
				if _, err := g.Clone().Apply(s, m); err == nil {
					taken[named(g, m)] = true
				}
			}
			if diff := cmp.Diff(listed, taken); diff != "" {
				t.Fatalf("game %d, ply %d, seat %d (-listed +taken):\n%s", game, g.Ply(), s, diff)
			}
		}
	}
	for _, v := range []engine.Verb{
		engine.Pieces, engine.Draw, engine.Claim, engine.Port,
		engine.Exchange, engine.Tickets,
	} {
		if met[v] < enginetest.Size(2, 5) {
			t.Errorf("%s was listed %d times: hardly tried", v, met[v])
		}
	}
}
