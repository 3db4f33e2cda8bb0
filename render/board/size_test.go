package board

import (
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

// Figures to reach: performance.md, section 2. The fullest pictures are those of the most seats, of a viewer whose cities
// are ringed.
func TestABoardIsSmall(t *testing.T) {
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			const want = 250_000
			p := painterOf(t, title)
			for _, plies := range []int{0, 40, 90, 10000} {
				g, last := rendertest.Simulated(t, title, slices.Max(title.SeatCounts()), plies, "")
				pic, err := p.Board(g.View(1), caption.Options{Words: rendertest.Words(t, "en"), Marked: last, Private: true})
				if err != nil {
					t.Fatal(err)
				}
				if got := len(pic.PNG); got > want {
					t.Errorf("ply %d: got %d bytes, want at most %d", plies, got, want)
				}
			}
		})
	}
}

func TestABoardTakesFewAllocations(t *testing.T) {
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			p := painterOf(t, title)
			g, last := rendertest.Simulated(t, title, slices.Max(title.SeatCounts()), 62, "")
			v, o := g.View(engine.Public), caption.Options{Words: rendertest.Terse, Marked: last}
			got := rendertest.Allocations(t, 100, func() error { _, err := p.Board(v, o); return err })
			if got > 100 {
				t.Errorf("got %.0f allocations, want at most 100", got)
			}
		})
	}
}
