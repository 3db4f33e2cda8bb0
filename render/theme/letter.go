package theme

import (
	"image/color"

	"konduktor/render/geometry"
	"konduktor/render/raster"
)

// A tick means a ticket that is complete or kept, in the pictures of all titles. Single cards and
// possible moves have other signs.

// tick are the corners of a tick in a square with the side 1, as high above its base line.
var tick = [...]geometry.Point{{X: 0.2, Y: 1. / 3}, {X: 0.4, Y: 0.1}, {X: 0.8, Y: 0.633}}

// TickWide is the width of a tick in sizes of the letters before it. The typeface has none.
const TickWide = 0.85

// Tick draws a tick behind letters of a size that end at x on a base line. It returns where the
// tick ends.
func Tick(c *raster.Canvas, size, x float64, base int, ink color.RGBA) float64 {
	at := func(corner geometry.Point) geometry.Point {
		return geometry.Pt(x+corner.X*size, float64(base)-corner.Y*size)
	}
	for i := range tick[1:] {
		from := at(tick[i])
		line := at(tick[i+1]).Minus(from)
		for step := range 20 {
			p := from.Plus(line.Times(float64(step) / 19))
			c.Pill(p.X, p.Y, 0.08*size, 0.08*size, ink)
		}
	}
	return x + TickWide*size
}

// Returned draws the letter of a ticket that goes back, struck through from corner to corner.
func (t *Theme) Returned(
	c *raster.Canvas, f raster.Font, at geometry.Point, half, r float64, letter string,
) {
	c.Pill(at.X, at.Y, half, r, t.Faint)
	c.Pill(at.X, at.Y, half-2, r-2, t.Card)
	c.TextAround(f, at.X, at.Y, t.Faint, letter)
	for step := -1.0; step <= 1; step += 0.05 {
		c.Pill(at.X+step*half, at.Y-step*r, 0.07*f.Size, 0.07*f.Size, t.Bad)
	}
}
