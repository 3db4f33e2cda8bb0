package enginetest

import (
	"math/rand/v2"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
)

// CheckPlayers lets computer players choose in random games and again in scrambled ones, which look and were told the same to
// them. They must choose alike: whoever does not has looked at a secret. A level is asked at every pace-th move.
func (l Leaks) CheckPlayers(t *testing.T, title engine.Title, paces map[string]int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(15, 2))
	asked, changed := map[string]int{}, 0
	for i := range Tries(l.Games) {
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
				if pace := paces[level]; pace == 0 || int(g.Ply())%pace != 0 {
					continue
				}
				asked[level]++
				m, same := chosenBy(t, level, title, &v, told[s-1]), chosenBy(t, level, title, &w, told[s-1])
				if !m.Equal(&same) {
					t.Fatalf("game %d, ply %d: %s chooses %+v, in the scrambled game %+v", i, g.Ply(), level, m, same)
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
	for level, pace := range paces {
		if asked[level] < Tries(200/pace) {
			t.Errorf("%s chose only %d times", level, asked[level])
		}
	}
	if changed < Tries(100) {
		t.Errorf("only %d scrambled games differ from the original: the test proves little", changed)
	}
}

// lessEffort lets strong think for a part of the usual time: it sees the same, only less often.
const lessEffort = .2

func chosenBy(t *testing.T, level string, title engine.Title, v *engine.View, told []engine.Event) engine.Move {
	t.Helper()
	p, err := ai.NewPlayer(level, title, 9)
	if level == "strong" {
		p, err = ai.NewStrong(title, 9, lessEffort)
	}
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.Choose(t.Context(), v, told)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
