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

// leastClear is how much of the edges of a space is clear: along it, a neighbour's edge or a
// mountain may be as dark as its own.
const leastClear = 0.75

// WCAG 2.2, 1.4.11, measured on the empty board at the size at which Discord shows it: the edges of
// every space, grey ones and those with a code too, have a contrast of 3 to the ground beside them,
// whatever scenery is there.
func TestFreeRoutesStandOutFromTheSceneryWhereDiscordShowsThem(t *testing.T) {
	for name := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			p := painterOf(t, rendertest.Titles[name])
			l := p.board.lay
			s := p.board.drawEmpty(p.named, int(l.W), int(l.H))
			worst := 1.0
			for r := range l.Lanes {
				for i := range l.Lanes[r].Slots {
					clear := clearEdges(s, p.named, engine.RouteID(r), i)
					if !(clear >= leastClear) {
						t.Errorf("space %d of route %s (code: %t): %.0f %% of its edges have a contrast of 3",
							i+1, l.Map.Routes[r].ID, i == l.Lanes[r].CodeAt, 100*clear)
					}
					worst = min(worst, clear)
				}
			}
			t.Logf("at the worst %.0f %% of the edges are clear", 100*worst)
		})
	}
}

// clearEdges is the part of the long edges of a space, where they lie on open ground, that has a
// contrast of 3 to it.
func clearEdges(s *theme.Sketch, l *geometry.Layout, r engine.RouteID, i int) float64 {
	sl := l.Empty(r, i)
	sin, cos := math.Sincos(sl.Angle)
	clear, open := 0.0, 0.0
	for n := range 9 {
		along := (float64(n) - 4) / 10 * sl.Length
		for _, side := range []float64{-1, 1} {
			at := sl.At.Plus(geometry.Pt(cos, sin).Times(along)).
				Plus(geometry.Pt(-sin, cos).Times(side * (sl.Width/2 + groundOff)))
			if !openGround(l, r, i, at) {
				continue
			}
			if open++; acrossEdge(s, sl, along, side) >= 3 {
				clear++
			}
		}
	}
	return clear / open
}

// groundOff is how far from a space its ground is looked at, in pixels.
const groundOff = 9

// openGround reports whether nothing but scenery lies at a point beside a space.
func openGround(l *geometry.Layout, r engine.RouteID, i int, at geometry.Point) bool {
	const margin = 5
	for other := range l.Lanes {
		for n := range l.Lanes[other].Slots {
			if o := engine.RouteID(other); (o != r || n != i) && l.Empty(o, n).Beyond(at) < margin {
				return false
			}
		}
	}
	for c := range l.Cities {
		if l.Cities[c].Distance(at) < l.Sizes.Dot+margin || l.Labels[c].Overlap(at.Around(margin)) > 0 {
			return false
		}
	}
	return true
}

// acrossEdge is the best contrast between a long edge of a space and the ground beyond its rim.
func acrossEdge(s *theme.Sketch, sl geometry.Slot, along, side float64) float64 {
	sin, cos := math.Sincos(sl.Angle)
	at := func(far float64) color.RGBA {
		across := geometry.Pt(-sin, cos).Times(side * far)
		return asShown(s, sl.At.Plus(geometry.Pt(cos, sin).Times(along)).Plus(across))
	}
	ground, best := at(sl.Width/2+groundOff), 0.0
	for off := -3.0; off <= 1; off++ {
		best = max(best, rendertest.Contrast(at(sl.Width/2+off), ground))
	}
	return best
}
