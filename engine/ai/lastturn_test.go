package ai

import (
	"math/rand/v2"
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai/choice"
	"konduktor/engine/titles"
)

// A seat's last turn has no later one to plan for, so every claim is compared by what it brings:
// the routes that steady ranks first are not always those that count most (a ticket that it had
// given up, a goods card).
func TestStrongTriesEachClaimInItsLastTurn(t *testing.T) {
	for _, title := range titles.All() {
		m := title.(mapped).Map()
		if len(m.Routes) == 0 {
			continue
		}
		s := newSearcher(title, 1, 1).(*searcher)
		claims := 0
		look := func(v *engine.View, told []engine.Event) {
			if v.Owes != engine.OwesTurn || !v.LastRound || choice.TurnsLeft(v) > 1 {
				return
			}
			options, err := s.first.rank(v, told)
			if err != nil {
				t.Fatal(err)
			}
			next := s.worlds(v, told, rand.New(rand.NewPCG(3, uint64(v.Ply))))
			trials := shortList(v, m, options, s.further(v, next))
			for _, legal := range v.Legal() {
				if legal.Verb != engine.Claim {
					continue
				}
				claims++
				if !slices.ContainsFunc(trials, func(x trial) bool {
					return alike(v, m, &x.move, &legal)
				}) {
					t.Errorf("%s: %s is not tried at ply %d", title.ID(), m.Routes[legal.Route].ID, v.Ply)
				}
			}
		}
		seats := title.SeatCounts()[0]
		players := make([]Player, seats)
		for i := range players {
			steady, err := NewPlayer("steady", title, uint64(i))
			if err != nil {
				t.Fatal(err)
			}
			players[i] = looking{steady, look}
		}
		for i := range 4 {
			setup, _ := Simulated(23, i, seats)
			if _, err := PlayOut(t.Context(), title, setup, players); err != nil {
				t.Fatal(err)
			}
		}
		if claims == 0 {
			t.Errorf("%s: no claim was possible in a last turn", title.ID())
		}
	}
}
