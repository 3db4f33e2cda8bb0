package table

import (
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/cardgame"
	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

// The table has no close-up: all of it can be read on a phone, which shows it 400 pixels wide.
func TestATableCanBeReadOnAPhone(t *testing.T) {
	p := cardTable(t)
	for _, lang := range []string{"en", "pl"} {
		for _, plies := range []int{0, 60, 200, 10000} {
			g, policy := rendertest.Begun(t, cardgame.Title, slices.Max(cardgame.Title.SeatCounts()))
			for i := 0; i < plies && !g.Over(); i++ {
				seat := g.ToMove()[0]
				m, _ := policy.Choose(g, seat)
				if _, err := g.Apply(seat, m); err != nil {
					t.Fatal(err)
				}
			}
			pic, err := p.Board(g.View(engine.Public), caption.Options{Words: rendertest.Words(t, lang)})
			if err != nil {
				t.Fatal(err)
			}
			if got := pic.Least * 400 / float64(pic.Width); got < 9 {
				t.Errorf("%s, ply %d: the smallest lettering is %.1f pixels tall on a phone, want at least 9",
					lang, plies, got)
			}
			if len(pic.PNG) > 250_000 {
				t.Errorf("%s, ply %d: got %d bytes", lang, plies, len(pic.PNG))
			}
		}
	}
}
