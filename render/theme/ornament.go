package theme

import (
	"image/color"
	"slices"

	"konduktor/render/geometry"
)

// Ornaments are placed for the map of a title. A map of one's own has the look of that title, but other land and other towns: an
// ornament is left out where it would stand on other ground, on the network or behind a name.

// scatter draws an ornament r pixels wide to each side at places on a board, in units of its width and height, where the colour of the
// ground suits it and nothing else lies.
func (s *Sketch) scatter(l *geometry.Layout, suits func(color.RGBA) bool, places [][2]float64, r float64, draw func(s *Sketch, x, y, r float64)) {
	ground := s.Copy() // without the ornaments that are there already
	for _, at := range places {
		if x, y := at[0]*l.W, at[1]*l.H; suits(ground.Img.RGBAAt(int(x), int(y))) && free(l, geometry.Box(x-0.7*r, y-0.8*r, x+0.7*r, y+0.2*r)) {
			draw(s, x, y, r)
		}
	}
}

// free reports whether neither a space nor a name nor a city of a board touches an area.
func free(l *geometry.Layout, a geometry.Area) bool {
	return !slices.ContainsFunc(l.Labels, func(lb geometry.Label) bool { return lb.Overlap(a) > 0 }) &&
		!slices.ContainsFunc(l.Cities, func(p geometry.Point) bool { return p.Around(l.Sizes.Dot).Overlap(a) > 0 }) &&
		!slices.ContainsFunc(l.Lanes, func(ln geometry.Lane) bool {
			return slices.ContainsFunc(ln.Slots, func(sl geometry.Slot) bool { return (&geometry.Obstacle{Slot: sl}).Under(a) })
		})
}

// is suits what stands on a colour alone, isNot what stands anywhere else.
func is(on color.RGBA) func(color.RGBA) bool { return func(c color.RGBA) bool { return c == on } }

func isNot(on color.RGBA) func(color.RGBA) bool { return func(c color.RGBA) bool { return c != on } }
