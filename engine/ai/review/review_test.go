package review_test

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/ai/review"
	"konduktor/engine/enginetest"
	"konduktor/engine/titles"
)

// played plays game i of a series by policies or levels and notes it.
func played(t *testing.T, title engine.Title, i int, levels ...string) review.Game {
	t.Helper()
	setup, _ := ai.Simulated(5, i, len(levels))
	players := make([]ai.Player, len(levels))
	for k, level := range levels {
		p, err := ai.NewPlayer(level, title, uint64(i*len(levels)+k))
		if err != nil {
			t.Fatal(err)
		}
		players[k] = p
	}
	tape := review.Tape{Game: review.Game{Title: title}}
	_, err := ai.PlayOut(t.Context(), title, setup, players, func(step *ai.Step) {
		tape.Add(step.Game, step.Seat, step.Move, step.Events)
	})
	if err != nil {
		t.Fatal(err)
	}
	return tape.Game
}

func TestReviewAddsUpToTheResult(t *testing.T) {
	for _, title := range titles.All() {
		t.Run(title.ID(), func(t *testing.T) {
			seats := title.SeatCounts()[0]
			levels := make([]string, seats)
			for i := range levels {
				levels[i] = "steady"
			}
			g := played(t, title, 0, levels...)
			g.Moments = g.Moments[:min(len(g.Moments), 4)] // a curve of the whole game takes seconds
			began := time.Now()
			budget := enginetest.Size(500, 3000)
			r, err := review.Of(t.Context(), g, budget)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d turns, %d judged in %s: %+v; costly %+v", len(g.Positions), len(r.Choices),
				time.Since(began), r.Seats, r.Costly)
			if len(r.Choices) == 0 || len(r.Costly) > 3 {
				t.Fatalf("got %d choices, %d costly ones", len(r.Choices), len(r.Costly))
			}
			for i, s := range r.Seats {
				if sum := s.First + s.Play + s.Came; math.Abs(sum-s.Share) > 1e-9 {
					t.Errorf("seat %d: %+v adds up to %g", i+1, s, sum)
				}
				if s.First < 0 || s.First > 1 {
					t.Errorf("seat %d began with a chance of %g", i+1, s.First)
				}
			}
			again, err := review.Of(t.Context(), g, budget)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(r, again); diff != "" {
				t.Errorf("a second review differs:\n%s", diff)
			}
		})
	}
}

func TestRandomPlayerLosesByItsChoices(t *testing.T) {
	title := titles.All()[0]
	g := played(t, title, 0, "steady", "random")
	g.Moments = nil
	r, err := review.Of(t.Context(), g, 40000)
	if err != nil {
		t.Fatal(err)
	}
	steady, random := r.Seats[0], r.Seats[1]
	if random.Play > -.15 || random.Play > -2*random.Doubt || steady.Play != 0 {
		t.Errorf("steady's choices cost %.2f±%.2f, those at random %.2f±%.2f", -steady.Play, steady.Doubt,
			-random.Play, random.Doubt)
	}
}

// A choice is judged by what its player could know: with the same view and the same words the
// verdict is the same, whatever the decks really hold.
func TestAChoiceIsJudgedByWhatItsPlayerCouldKnow(t *testing.T) {
	title := titles.All()[0]
	g := played(t, title, 0, "steady", "steady")
	other := g
	other.Positions = append([]review.Position(nil), g.Positions[:8]...)
	g.Positions = g.Positions[:8]
	other.Final.Winners = []engine.Seat{1, 2} // what came of it does not matter to any choice
	a, err := review.Of(t.Context(), g, 3000)
	if err != nil {
		t.Fatal(err)
	}
	b, err := review.Of(t.Context(), other, 3000)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(a.Choices, b.Choices); diff != "" {
		t.Errorf("the result changes what choices were worth:\n%s", diff)
	}
}

func TestAReviewEndsWithItsContext(t *testing.T) {
	g := played(t, titles.All()[0], 0, "steady", "steady")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := review.Of(ctx, g, 3000); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, want %v", err, context.Canceled)
	}
}

// With all cards on the table somebody wins: the chances of all sides sum to 1 at every turn, and
// end with the result.
func TestChancesWithAllCardsKnownSumToOne(t *testing.T) {
	for _, title := range titles.All() {
		t.Run(title.ID(), func(t *testing.T) {
			levels := make([]string, title.SeatCounts()[0])
			for i := range levels {
				levels[i] = []string{"steady", "random"}[i/2%2]
			}
			if len(levels) == 2 {
				levels[1] = "random"
			}
			g := played(t, title, 0, levels...)
			r, err := review.Of(t.Context(), g, enginetest.Size(300, 1000))
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Known) != len(g.Moments) || len(r.Known) < 10 {
				t.Fatalf("got %d turns, want %d", len(r.Known), len(g.Moments))
			}
			for turn, seats := range r.Known {
				sum := 0.
				for _, x := range seats {
					sum += x
				}
				if title.ID() == "asia" {
					sum /= 2 // partners have the same chance
				}
				if math.Abs(sum-1) > 1e-9 {
					t.Errorf("after turn %d the chances are %v", turn, seats)
				}
			}
			last := r.Known[len(r.Known)-1]
			for i, s := range r.Seats {
				if last[i] != s.Share {
					t.Errorf("seat %d ends with %g, its share is %g", i+1, last[i], s.Share)
				}
			}
			if middle := r.Known[len(r.Known)*3/4]; middle[0] < .8 {
				t.Errorf("steady's chance against chance itself is %v after three quarters", middle[0])
			}
		})
	}
}
