package board

import (
	"fmt"
	"strings"
	"testing"

	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

// A chart of chances can be read on a phone, and all of it is in its alternative text.
func TestAChartOfChancesIsReadableOnAPhone(t *testing.T) {
	for name, title := range rendertest.Titles {
		if len(title.Lexicon().Routes) == 0 {
			continue
		}
		p := painterOf(t, title)
		for _, seats := range title.SeatCounts() {
			t.Run(fmt.Sprintf("%s %d", name, seats), func(t *testing.T) {
				turns := rendertest.Course(t, title, seats)
				v := turns[len(turns)-1].View
				sides := caption.Sides(&v)
				o := caption.Options{Words: rendertest.Words(t, "pl")}
				for turn := range 20 {
					row := make([]int, len(sides))
					for i := range row {
						row[i] = (37*turn*(i+1) + 11*i) % 101
					}
					o.Chances = append(o.Chances, row)
				}
				pic, err := p.Chances(v, o)
				if err != nil {
					t.Fatal(err)
				}
				if got := pic.Least * 400 / float64(pic.Width); got < 9 {
					t.Errorf("the smallest lettering is %.1f pixels tall on a phone, want at least 9", got)
				}
				for i := range sides {
					if want := fmt.Sprintf("%d%%", o.Chances[19][i]); !strings.Contains(pic.Alt, want) {
						t.Errorf("%q does not say %s", pic.Alt, want)
					}
				}
				o.Chances[3] = o.Chances[3][:1]
				if _, err := p.Chances(v, o); err == nil {
					t.Error("a chart with a hole in it was drawn")
				}
			})
		}
	}
}
