package enginetest

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/ai/review"
)

// CheckPlayers lets computer players choose in random games and in scrambled copies that look the
// same to them. One that does not choose alike has seen a secret.
func (l Leaks) CheckPlayers(t *testing.T, title engine.Title) {
	t.Helper()
	rng := rand.New(rand.NewPCG(15, 2))
	asked, changed := map[string]int{}, 0
	for i := range fifth(l.Games) {
		g := l.Deal(t, i)
		told := make([][]engine.Event, len(g.View(engine.Public).Seats))
		for !g.Over() {
			s := g.ToMove()[0]
			v, other := g.View(s), g.Clone()
			l.Scramble(other, s, engine.Public, rng)
			w := other.View(s)
			a, b := g.Unveiled(), other.Unveiled()
			if viewText(t, &a) != viewText(t, &b) {
				changed++
			}
			for _, level := range ai.Levels() {
				if int(g.Ply())%askedEvery(level) != 0 {
					continue
				}
				asked[level]++
				m, same := chosenBy(t, level, title, &v, told[s-1]), chosenBy(t, level, title, &w, told[s-1])
				if !m.Equal(&same) {
					t.Fatalf("game %d, ply %d: %s chooses %+v, in the scrambled game %+v",
						i, g.Ply(), level, m, same)
				}
			}
			_, _, events := PlayRandomly(t, g, rng)
			for k := range told {
				for _, e := range events {
					told[k] = append(told[k], e.For(engine.Seat(k+1)))
				}
			}
		}
	}
	for _, level := range ai.Levels() {
		if asked[level] < fifth(200/askedEvery(level)) {
			t.Errorf("%s chose only %d times", level, asked[level])
		}
	}
	if changed < fifth(100) {
		t.Errorf("only %d scrambled games differ from the original: the test proves little", changed)
	}
}

// reviewBudget is small: a few worlds a move.
const reviewBudget = 4000

// CheckReviews reviews random games and their doubles. In a double each choice was made in a
// scrambled game that looked the same to its player, and the end is that of the last such game. The
// choices must be judged alike. Every pace-th turn is judged.
func (l Leaks) CheckReviews(t *testing.T, title engine.Title, pace int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(15, 3))
	judged, changed, ended := 0, 0, 0
	for i := range fifth(l.Games) {
		g := l.Deal(t, i)
		var double engine.Game
		a, b := review.Game{Title: title}, review.Game{Title: title}
		told, turn := make([][]engine.Event, len(g.View(engine.Public).Seats)), 0
		for !g.Over() {
			s := g.ToMove()[0]
			v, other := g.View(s), g.Clone()
			l.Scramble(other, s, engine.Public, rng)
			w := other.View(s)
			so, x, y := told[s-1], g.Unveiled(), other.Unveiled()
			_, m, events := PlayRandomly(t, g, rng)
			if v.Owes == engine.OwesTurn && v.Phase == engine.InPlay {
				if turn++; turn%pace == 0 && len(v.Legal()) > 1 {
					a.Positions = append(a.Positions, review.Position{Turn: turn, View: v, Told: so, Made: m})
					b.Positions = append(b.Positions, review.Position{Turn: turn, View: w, Told: so, Made: m})
					double = other
					if viewText(t, &x) != viewText(t, &y) {
						changed++
					}
				}
			}
			for k := range told {
				for _, e := range events {
					told[k] = append(told[k], e.For(engine.Seat(k+1)))
				}
			}
		}
		if double == nil {
			continue
		}
		for !double.Over() {
			PlayRandomly(t, double, rng)
		}
		a.Final, b.Final = g.View(engine.Public), double.View(engine.Public)
		if viewText(t, &a.Final) != viewText(t, &b.Final) {
			ended++
		}
		of, ofDouble := reviewed(t, a), reviewed(t, b)
		if diff := cmp.Diff(of, ofDouble); diff != "" {
			t.Fatalf("game %d: choices are judged by what their players could not know:\n%s", i, diff)
		}
		judged += len(of)
	}
	if judged < fifth(l.Games) || changed < judged/2 || ended == 0 {
		t.Errorf("%d choices judged, %d of them in another game, %d other ends: the test proves little",
			judged, changed, ended)
	}
}

func reviewed(t *testing.T, g review.Game) []review.Choice {
	t.Helper()
	r, err := review.Of(t.Context(), g, reviewBudget)
	if err != nil {
		t.Fatal(err)
	}
	return r.Choices
}

// askedEvery: one move in this many is asked of a level; few if it takes its time.
func askedEvery(level string) int {
	if ai.Searches(level) {
		return 61
	}
	return 2
}

// lessEffort is part of the usual time to think: players see the same, less often.
const lessEffort = .2

func chosenBy(t *testing.T, level string, title engine.Title, v *engine.View,
	told []engine.Event,
) engine.Move {
	t.Helper()
	p, err := ai.NewPlayerWithEffort(level, title, 9, lessEffort)
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.Choose(t.Context(), v, told)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
