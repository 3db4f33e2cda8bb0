package board

import (
	"strings"
	"testing"

	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

// The card is a square that Discord shows whole, says who won in its alternative text, and fits
// into a message beside the sheet.
func TestAnEndCardIsDrawnForEveryTitle(t *testing.T) {
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			p := painterOf(t, title)
			for _, seats := range title.SeatCounts() {
				turns := rendertest.Course(t, title, seats)
				over := turns[len(turns)-1].View
				pic, err := p.EndCard(over, caption.Options{
					Words: rendertest.Words(t, "en"), Place: "Game night · 1 August 2026",
				})
				if err != nil {
					t.Fatal(err)
				}
				if pic.Width != 1080 || pic.Height != 1080 || len(pic.PNG) > mostSize {
					t.Errorf("%d seats: got %d × %d pixels in %d bytes, want 1080 × 1080 in at most %d", seats,
						pic.Width, pic.Height, len(pic.PNG), mostSize)
				}
				for _, want := range []string{"Won by " + over.Seats[over.Winners[0]-1].Name, "Best ticket", "Game night"} {
					if !strings.Contains(pic.Alt, want) {
						t.Errorf("%d seats: the alternative text does not say %q:\n%s", seats, want, pic.Alt)
					}
				}
			}
		})
	}
}

func BenchmarkEndCard(b *testing.B) {
	for name, title := range rendertest.Titles {
		b.Run(name, func(b *testing.B) {
			counts := title.SeatCounts()
			turns := rendertest.Course(b, title, counts[len(counts)-1])
			p, over := painterOf(b, title), turns[len(turns)-1].View
			for b.Loop() {
				if _, err := p.EndCard(over, caption.Options{Words: rendertest.Terse}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
