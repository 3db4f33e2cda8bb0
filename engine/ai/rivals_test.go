package ai

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/titles"
)

// looking is a steady player whose positions are looked at before it chooses.
type looking struct {
	Player
	at func(*engine.View, []engine.Event)
}

func (p looking) Choose(ctx context.Context, v *engine.View, told []engine.Event) (engine.Move,
	error,
) {
	p.at(v, told)
	return p.Player.Choose(ctx, v, told)
}

// What is denied to others is a legal claim, for which the seat has no use itself.
func TestStrongTriesClaimsThatOthersLack(t *testing.T) {
	for _, title := range titles.All() {
		if len(title.(mapped).Map().Routes) == 0 {
			continue
		}
		s := newSearcher(title, 1, 1).(*searcher)
		denied := 0
		look := func(v *engine.View, told []engine.Event) {
			if _, err := s.first.rank(v, told); err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(3, uint64(v.Ply)))
			for _, o := range s.further(v, s.worlds(v, told, rng)) {
				denied++
				if !slices.ContainsFunc(v.Legal(), func(m engine.Move) bool {
					return m.Verb == o.Move.Verb && m.Route == o.Move.Route
				}) {
					t.Errorf("%s: %v is not legal", title.ID(), o.Move)
				}
				if !v.LastRound && slices.Contains(s.first.mind.(builder).Network(), o.Move.Route) {
					t.Errorf("%s: route %d is in the seat's own plan", title.ID(), o.Move.Route)
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
			players[i] = steady
		}
		players[0] = looking{players[0], look}
		setup, _ := Simulated(19, 0, seats)
		if _, err := PlayOut(t.Context(), title, setup, players); err != nil {
			t.Fatal(err)
		}
		if denied == 0 {
			t.Errorf("%s: nothing was tried in a whole game", title.ID())
		}
	}
}
