package theme

import (
	"image/color"
	"slices"

	"konduktor/render/geometry"
)

// Ornaments are placed for a title's map. A user's own map has the same look but other land and
// towns, so an ornament is left out on other ground, on the network or behind a name.

// scatter draws an ornament of radius r at places, in units of the board's size, where the ground
// suits it and is free.
func (s *Sketch) scatter(l *geometry.Layout, suits func(color.RGBA) bool, places [][2]float64, r float64, draw func(s *Sketch, x, y, r float64)) {
	ground := s.Copy() // without earlier ornaments
	for _, at := range places {
		if x, y := at[0]*l.W, at[1]*l.H; suits(ground.Img.RGBAAt(int(x), int(y))) && free(l, geometry.Box(x-0.7*r, y-0.8*r, x+0.7*r, y+0.2*r)) {
			draw(s, x, y, r)
		}
	}
}

// free reports whether no slot, name or city touches an area.
func free(l *geometry.Layout, a geometry.Area) bool {
	return !slices.ContainsFunc(l.Labels, func(lb geometry.Label) bool { return lb.Overlap(a) > 0 }) &&
		!slices.ContainsFunc(l.Cities, func(p geometry.Point) bool { return p.Around(l.Sizes.Dot).Overlap(a) > 0 }) &&
		!slices.ContainsFunc(l.Lanes, func(ln geometry.Lane) bool {
			return slices.ContainsFunc(ln.Slots, func(sl geometry.Slot) bool { return (&geometry.Obstacle{Slot: sl}).Under(a) })
		})
}

func is(on color.RGBA) func(color.RGBA) bool { return func(c color.RGBA) bool { return c == on } }

func isNot(on color.RGBA) func(color.RGBA) bool { return func(c color.RGBA) bool { return c != on } }
