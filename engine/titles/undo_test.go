package titles_test

import (
	"crypto/sha256"
	"encoding/json"
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/enginetest"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

// hashOf is a game as all seats and bystanders see it, with all that they can do: two games with
// the same hash are the same game.
func hashOf(t *testing.T, g engine.Game) [sha256.Size]byte {
	t.Helper()
	h := sha256.New()
	v := g.Unveiled()
	for viewer := engine.Public; int(viewer) <= len(v.Seats); viewer++ {
		seen := g.View(viewer)
		shown, err := notation.MarshalView(&seen)
		if err != nil {
			t.Fatal(err)
		}
		legal, err := json.Marshal(seen.Legal())
		if err != nil {
			t.Fatal(err)
		}
		h.Write(shown)
		h.Write(legal)
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// TestUndoAndRedoGiveTheSameGame takes each move of random games back that may be, and makes it
// again: the game goes on as it was, and so does its future.
func TestUndoAndRedoGiveTheSameGame(t *testing.T) {
	for _, title := range titles.All() {
		t.Run(title.ID(), func(t *testing.T) {
			t.Parallel()
			undone := 0
			for i := range enginetest.Size(1, 3) {
				setup, rng := ai.Simulated(61, i, title.SeatCounts()[i%len(title.SeatCounts())])
				setup.Options = engine.UsualOptions(title)
				g, err := title.New(setup)
				if err != nil {
					t.Fatal(err)
				}
				type made struct {
					seat engine.Seat
					move engine.Move
				}
				var moves []made
				other := g.Clone() // goes back and forth
				for !g.Over() && len(moves) < 90 {
					before := g.Clone()
					seat, m, events := enginetest.PlayRandomly(t, g, rng)
					harmless := !slices.ContainsFunc(events, func(e engine.Event) bool {
						return e.Discloses(engine.Public) == engine.DisclosesHidden ||
							e.Discloses(seat) == engine.DisclosesHidden
					})
					if harmless {
						undone++
						// as a record with fewer moves
						if other, err = title.New(setup); err != nil {
							t.Fatal(err)
						}
						for _, one := range moves {
							if _, err := other.Apply(one.seat, one.move); err != nil {
								t.Fatal(err)
							}
						}
						if hashOf(t, other) != hashOf(t, before) {
							t.Fatalf("ply %d: the game that went back is another one", len(moves))
						}
					}
					moves = append(moves, made{seat, m})
					if _, err := other.Apply(seat, m); err != nil {
						t.Fatalf("ply %d: %v", len(moves), err)
					}
					if hashOf(t, other) != hashOf(t, g) {
						t.Fatalf("ply %d: undo and redo gave another game", len(moves))
					}
				}
			}
			if undone < enginetest.Size(10, 30) {
				t.Errorf("only %d moves were taken back", undone)
			}
		})
	}
}
