package board

import (
	"fmt"
	"testing"

	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

// An opened sheet fills the width of a phone.
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
					if got := pic.Least * shownWidth / float64(pic.Width); got < 9 {
						t.Errorf("%s: the smallest lettering is %.1f pixels tall on a phone, want at least 9",
							lang, got)
					}
					if len(pic.PNG) > mostSize {
						t.Errorf("%s: got %d bytes, want at most %d", lang, len(pic.PNG), mostSize)
					}
				}
			})
		}
	}
}
