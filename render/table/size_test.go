package table

import (
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/cardgame"
	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

// The table has no close-up: all of it can be read as Discord shows it, without opening it.
func TestATableCanBeReadUnopened(t *testing.T) {
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
			if got := pic.Least * shownW / float64(pic.Width); got < 9 {
				t.Errorf("%s, ply %d: the smallest lettering is %.1f pixels tall, want at least 9",
					lang, plies, got)
			}
			if got := float64(pic.Width) / float64(pic.Height); got < 1.55 || got > 1.6 {
				t.Errorf("%s, ply %d: got %d × %d pixels, not the shape of %d × %d", lang, plies,
					pic.Width, pic.Height, shownW, shownH)
			}
			if len(pic.PNG) > 250_000 {
				t.Errorf("%s, ply %d: got %d bytes", lang, plies, len(pic.PNG))
			}
		}
	}
}
