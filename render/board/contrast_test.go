package board

import (
	"image/color"
	"math"
	"testing"

	"konduktor/engine"
	"konduktor/render/geometry"
	"konduktor/render/rendertest"
	"konduktor/render/theme"
)

// shrunkBy is how much smaller Discord shows a board than it is drawn.
const shrunkBy = 3

// asShown is the colour of a board around a point as Discord shows it.
func asShown(s *theme.Sketch, at geometry.Point) color.RGBA {
	var sum [3]int
	x0, y0 := int(at.X)-shrunkBy/2, int(at.Y)-shrunkBy/2
	for i := range shrunkBy * shrunkBy {
		c := s.Img.RGBAAt(x0+i%shrunkBy, y0+i/shrunkBy)
		for j, v := range [3]uint8{c.R, c.G, c.B} {
			sum[j] += int(v)
		}
	}
	mean := func(i int) uint8 { return uint8(sum[i] / (shrunkBy * shrunkBy)) }
	return color.RGBA{mean(0), mean(1), mean(2), 0xFF}
}

// WCAG 2.2, 1.4.11, measured on the empty board at the size at which Discord shows it: the edge of
// every space without a code, grey ones too, has a contrast of 3 to the ground beside it, whatever
// scenery is there.
func TestFreeRoutesStandOutFromTheSceneryWhereDiscordShowsThem(t *testing.T) {
	for name := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			p := painterOf(t, rendertest.Titles[name])
			l := p.board.lay
			s := p.board.drawEmpty(p.named, int(l.W), int(l.H))
			worst := math.Inf(1)
			for r := range l.Lanes {
				for i, sl := range l.Lanes[r].Slots {
					if i == l.Lanes[r].CodeAt {
						continue // its edge leaves room for the code
					}
					sl = l.Empty(sl)
					got := 0.0
					for _, along := range []float64{-0.3, 0.1, 0.3} { // signs stick out in the middle
						for _, side := range []float64{-1, 1} {
							got = max(got, acrossEdge(s, sl, along*sl.Length, side))
						}
					}
					if got < 3 {
						t.Errorf("space %d of route %s: got a contrast of %.1f, want at least 3", i+1,
							l.Map.Routes[engine.RouteID(r)].ID, got)
					}
					worst = min(worst, got)
				}
			}
			t.Logf("the worst contrast is %.1f", worst)
		})
	}
}

// acrossEdge is the best contrast between a long edge of a space and the ground beyond its rim.
func acrossEdge(s *theme.Sketch, sl geometry.Slot, along, side float64) float64 {
	sin, cos := math.Sincos(sl.Angle)
	at := func(far float64) color.RGBA {
		across := geometry.Pt(-sin, cos).Times(side * far)
		return asShown(s, sl.At.Plus(geometry.Pt(cos, sin).Times(along)).Plus(across))
	}
	ground, best := at(sl.Width/2+9), 0.0
	for off := -3.0; off <= 1; off++ {
		best = max(best, rendertest.Contrast(at(sl.Width/2+off), ground))
	}
	return best
}
