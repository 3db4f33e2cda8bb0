package ai

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai/choice"
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

// lookAt has each choice of some games of steady looked at, at the smallest table of a title.
func lookAt(t *testing.T, title engine.Title, games int, at func(*engine.View, []engine.Event)) {
	t.Helper()
	seats := title.SeatCounts()[0]
	for game := range games {
		players := make([]Player, seats)
		for i := range players {
			steady, err := NewPlayer("steady", title, uint64(i))
			if err != nil {
				t.Fatal(err)
			}
			players[i] = looking{steady, at}
		}
		setup, _ := Simulated(23, game, seats)
		if _, err := PlayOut(t.Context(), title, setup, players); err != nil {
			t.Fatal(err)
		}
	}
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
		lookAt(t, title, 1, look)
		if denied == 0 {
			t.Errorf("%s: nothing was tried in a whole game", title.ID())
		}
	}
}

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
			trials := shortList(v, m, options, s.further(v, next), policyOf(title.ID()))
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
		lookAt(t, title, 4, look)
		if claims == 0 {
			t.Errorf("%s: no claim was possible in a last turn", title.ID())
		}
	}
}
