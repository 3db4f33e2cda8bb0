package board

import (
	"testing"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

// A number alone beside a piece was taken for one of pieces.
func TestPointsInTheStripAreLabelled(t *testing.T) {
	for name, title := range rendertest.Titles {
		p := painterOf(t, title)
		g, _ := rendertest.Simulated(t, title, title.SeatCounts()[0], 100, "")
		v := g.View(engine.Public)
		for lang, unit := range map[string]string{"en": " pts", "pl": " pkt"} {
			o := caption.Options{Words: rendertest.Words(t, lang)}
			d := p.picture(p.say.Drawn(&v, &o), &o)
			for _, side := range caption.Sides(&v) {
				want := caption.Number(v.Seat(side[0]).Points()) + unit
				if got := d.score(side); got != want {
					t.Errorf("%s, %s: got %q for the seats %v, want %q", name, lang, got, side, want)
				}
			}
		}
	}
}
