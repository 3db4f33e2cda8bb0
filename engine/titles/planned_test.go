package titles_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"konduktor/engine"
)

// What a seat could plan is compared with what it can do when its turn comes, wherever nothing that
// matters happened in between: the seat before it only drew cards.
func TestPlannableMovesAreLegalWhenTheTurnComes(t *testing.T) {
	eachTable(t, func(t *rapid.T, title engine.Title, seats int) {
		p := begun(t, title, seats)
		checkPlan(t, p, engine.Seat(p.rng.IntN(seats)+1))
		for range 5 {
			if p.Over() || p.View(engine.Public).Phase == engine.InSetup {
				return
			}
			before := p.View(engine.Public)
			planned := map[engine.Seat][]engine.Move{}
			for s := engine.Seat(1); int(s) <= seats; s++ {
				if v, err := p.Planned(s); err == nil {
					planned[s] = unlike(v.Legal(), engine.Draw)
				}
			}
			p.step(t)
			after := p.View(engine.Public)
			last := p.moves[len(p.moves)-1]
			next := engine.Public
			if len(p.ToMove()) == 1 && p.ToMove()[0] != last.Seat {
				next = p.ToMove()[0]
			}
			drew := last.Move.Verb == engine.Draw && last.Move.Where == engine.Nowhere &&
				!before.Uses(engine.UsesTeams)
			if next == engine.Public || !drew || after.Pass != before.Pass || after.Phase != before.Phase {
				continue
			}
			v := p.View(next)
			if diff := cmp.Diff(unlike(v.Legal(), engine.Draw), planned[next]); diff != "" {
				t.Fatalf("seat %d after ply %d (-can do +could plan):\n%s", next, before.Ply, diff)
			}
		}
	})
}

// checkPlan wants that a seat can plan while others play, and only then, and that what it plans
// changes nothing.
func checkPlan(t *rapid.T, p *played, s engine.Seat) {
	before := p.Clone()
	planned, err := p.Planned(s)
	if now := slices.Contains(p.ToMove(), s); now && err == nil {
		t.Fatalf("seat %d can plan in its own turn", s)
	}
	if err != nil {
		return
	}
	for i, m := range planned.Legal() {
		if i%6 != p.rng.IntN(6) {
			continue
		}
		if m.Verb.Paid() {
			for m.Payment = range planned.Payments(m) {
				break
			}
		}
		second, err := p.Planned(s, m)
		if err != nil {
			t.Fatalf("seat %d cannot plan %+v, which it was offered: %v", s, m, err)
		}
		for _, n := range second.Legal() {
			if n.Verb != engine.Draw && n.Verb != engine.Place {
				t.Fatalf("after %+v seat %d can plan %+v", m, s, n)
			}
			if _, err := p.Planned(s, m, n); err != nil {
				t.Fatalf("seat %d cannot plan %+v after %+v: %v", s, n, m, err)
			}
		}
	}
	if !sameGame(before, p.Game) {
		t.Fatalf("seat %d: planning has changed the game", s)
	}
}

// unlike leaves out the moves of a verb.
func unlike(moves []engine.Move, verb engine.Verb) []engine.Move {
	return slices.DeleteFunc(slices.Clone(moves), func(m engine.Move) bool { return m.Verb == verb })
}
