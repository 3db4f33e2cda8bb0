package board

import (
	"fmt"
	"math"
	"testing"

	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

// A final sheet has the shape of pictures on a desktop, where Discord shows it 550 wide, and can be
// read on a phone, where it is 300 wide.
func TestAFinalSheetCanBeReadOnAPhone(t *testing.T) {
	for name, title := range rendertest.Titles {
		p := painterOf(t, title)
		for _, seats := range title.SeatCounts() {
			t.Run(fmt.Sprintf("%s %d", name, seats), func(t *testing.T) {
				turns := rendertest.Course(t, title, seats)
				for i := range turns {
					turns[i].View.Seats[0].Name = "Wilhelmina Wojciechowska-Wawrzyniak"
				}
				for _, lang := range []string{"en", "pl"} {
					pic, err := p.Sheet(turns[len(turns)-1].View,
						caption.Options{Words: rendertest.Words(t, lang), Turns: turns})
					if err != nil {
						t.Fatal(err)
					}
					if got := pic.Least * shownWidth / float64(pic.Width); got < leastShown {
						t.Errorf("%s: the smallest lettering is %.1f pixels tall on a phone, want at least %d",
							lang, got, leastShown)
					}
					if shape := float64(pic.Width) / float64(pic.Height); math.Abs(shape-550./350) > 0.01 {
						t.Errorf("%s: got %d × %d pixels, want the shape of 550 × 350",
							lang, pic.Width, pic.Height)
					}
					if len(pic.PNG) > mostSize {
						t.Errorf("%s: got %d bytes, want at most %d", lang, len(pic.PNG), mostSize)
					}
				}
			})
		}
	}
}
