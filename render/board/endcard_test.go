package board

import (
	"slices"
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
			turns := rendertest.Course(t, title, slices.Max(title.SeatCounts()))
			over := turns[len(turns)-1].View
			pic, err := p.EndCard(over, caption.Options{
				Words: rendertest.Words(t, "en"), Place: "Game night · 1 August 2026",
			})
			if err != nil {
				t.Fatal(err)
			}
			if pic.Width != 1080 || pic.Height != 1080 || len(pic.PNG) > mostSize {
				t.Errorf("got %d × %d pixels in %d bytes, want 1080 × 1080 in at most %d", pic.Width,
					pic.Height, len(pic.PNG), mostSize)
			}
			winner := over.Seats[over.Winners[0]-1].Name
			for _, want := range []string{"Won by " + winner, "Longest path", "Game night"} {
				if !strings.Contains(pic.Alt, want) {
					t.Errorf("the alternative text does not say %q:\n%s", want, pic.Alt)
				}
			}
		})
	}
}
