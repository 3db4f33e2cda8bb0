package board

import (
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/railway"
	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

// mostSize is the most bytes of a picture.
const mostSize = 250_000

// Figures to reach: performance.md, section 2. The fullest pictures are those of the most seats, of
// a viewer whose cities are ringed, shortly before the end: afterwards nothing is ringed.
func TestABoardIsSmall(t *testing.T) {
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			p, words, all := painterOf(t, title), rendertest.Words(t, "en"), played(t, title)
			end := len(all) - 1
			for _, ply := range []int{0, 40, 90, end - 80, end - 60, end - 40, end - 20, end - 1, end} {
				pic, err := p.Board(all[ply].view, caption.Options{
					Words: words, Marked: all[ply].last,
					Private: true,
				})
				if err != nil {
					t.Fatal(err)
				}
				if got := len(pic.PNG); got > mostSize {
					t.Errorf("ply %d of %d: got %d bytes, want at most %d", ply, end, got, mostSize)
				}
			}
		})
	}
}

// position is what the first seat sees after a ply, and the last two routes claimed.
type position struct {
	view engine.View
	last []engine.RouteID
}

// played is a whole game of the most computer players, from before the first ply, the same at every
// call.
func played(t *testing.T, title *railway.Title) []position {
	t.Helper()
	setup, rng := ai.Simulated(7, 3, slices.Max(title.SeatCounts()))
	g, err := title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	policy, err := ai.New("greedy", rng)
	if err != nil {
		t.Fatal(err)
	}
	all := []position{{view: g.View(1)}}
	for !g.Over() {
		seat := g.ToMove()[0]
		m, _ := policy.Choose(g, seat)
		if _, err := g.Apply(seat, m); err != nil {
			t.Fatal(err)
		}
		now := position{g.View(1), all[len(all)-1].last}
		if m.Verb == engine.Claim && now.view.Owner(m.Route) != engine.Public { // a tunnel can fail
			now.last = append(slices.Clone(now.last[max(0, len(now.last)-1):]), m.Route)
		}
		all = append(all, now)
	}
	return all
}

// mostAllocations are those for the names that are written large and those that move for them.
const mostAllocations = 250

func TestABoardTakesFewAllocations(t *testing.T) {
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			p := painterOf(t, title)
			g, last := rendertest.Simulated(t, title, slices.Max(title.SeatCounts()), 62, "")
			v, o := g.View(engine.Public), caption.Options{Words: rendertest.Terse, Marked: last}
			got := rendertest.Allocations(t, mostAllocations, func() error {
				_, err := p.Board(v, o)
				return err
			})
			if got > mostAllocations {
				t.Errorf("got %.0f allocations, want at most %d", got, mostAllocations)
			}
		})
	}
}
