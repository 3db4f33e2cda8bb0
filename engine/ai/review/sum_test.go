package review_test

import (
	"math"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/ai/review"
	"konduktor/engine/enginetest"
	"konduktor/engine/titles"
)

// sumInOtherWorlds is what the judged choices of a seat cost, beside steady's, in worlds that no
// review looks at.
func sumInOtherWorlds(t *testing.T, g *review.Game, r *review.Review, seat int) float64 {
	t.Helper()
	judge, err := ai.NewJudge(g.Title)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.
	for i := range g.Positions {
		p := &g.Positions[i]
		judged := false
		for k := range r.Choices {
			judged = judged || r.Choices[k].Turn == p.Turn
		}
		if !judged || int(p.View.Viewer) != seat {
			continue
		}
		steady, err := ai.Advise(g.Title, &p.View, p.Told)
		if err != nil {
			t.Fatal(err)
		}
		moves := []engine.Move{steady[0].Move, p.Made}
		of, err := judge.Chances(&p.View, p.Told, moves, 16, 99)
		if err != nil {
			t.Fatal(err)
		}
		for w := range of[0] {
			sum += (of[1][w] - of[0][w]) / float64(len(of[0]))
		}
	}
	return sum
}

// A closer look at the largest losses must not change the sum: it finds most of them smaller, and
// nobody looks again at the losses that chance made too small.
func TestSumOfChoicesIsTheSameInOtherWorlds(t *testing.T) {
	for i, title := range titles.All() {
		if i != enginetest.Size(1, i) { // nordic: the old sums were off most there
			continue
		}
		t.Run(title.ID(), func(t *testing.T) {
			levels := make([]string, title.SeatCounts()[0])
			for i := range levels {
				levels[i] = []string{"steady", "easy"}[i%2]
			}
			n, sum, squares := enginetest.Size(5, 24), 0., 0.
			for i := range n {
				g := played(t, title, i, levels...)
				g.Moments = nil // the curve takes time, and has no part in the sum
				r, err := review.Of(t.Context(), g, enginetest.Size(5000, review.Budget))
				if err != nil {
					t.Fatal(err)
				}
				for k := range r.Costly {
					if c := &r.Costly[k]; c.Loss < review.Clear*c.Doubt {
						t.Errorf("game %d, turn %d: a loss of %.3f (standard error %.3f) is told", i, c.Turn,
							c.Loss, c.Doubt)
					}
				}
				by := r.Seats[1].Play - sumInOtherWorlds(t, &g, &r, 2)
				sum, squares = sum+by, squares+by*by
			}
			mean := sum / float64(n)
			wrong := math.Sqrt((squares/float64(n) - mean*mean) / float64(n-1))
			t.Logf("%d games: off by %+.3f, standard error %.3f", n, mean, wrong)
			if math.Abs(mean) > 2*wrong {
				t.Errorf("the sums differ by %+.3f, standard error %.3f", mean, wrong)
			}
		})
	}
}
