package theme

import (
	"image/color"
	"slices"

	"konduktor/engine/railmap"
	"konduktor/render/geometry"
)

// Ground draws what lies under the network, with the ornaments.
func (s *Sketch) Ground(l *geometry.Layout) {
	s.Terrain(l, true)
	if s.Theme.Adorn != nil {
		s.Theme.Adorn(s, l)
	}
}

// Terrain draws the areas of the map and, if asked for, its lines. All banks come before all water,
// so that waters flow into each other.
func (s *Sketch) Terrain(l *geometry.Layout, lines bool) {
	s.FillArea(geometry.Box(0, 0, l.W, l.H), s.Theme.Ground)
	s.shores(l, lines)
	for i := range l.Map.Shapes {
		if sh := &l.Map.Shapes[i]; !watery(sh.Kind) && (lines || sh.Width == 0) {
			s.Shape(l, sh, 0)
		}
	}
	for _, bank := range []float64{2.5 * l.Sizes.Scale, 0} {
		for i := range l.Map.Shapes {
			if sh := &l.Map.Shapes[i]; watery(sh.Kind) && (lines || sh.Width == 0) {
				s.Shape(l, sh, bank)
			}
		}
	}
}

// shores draws the line around the land where the ground is a sea.
func (s *Sketch) shores(l *geometry.Layout, lines bool) {
	if s.Shore.A == 0 {
		return
	}
	for i := range l.Map.Shapes {
		sh := &l.Map.Shapes[i]
		if sh.Kind != "land" || sh.Width > 0 && !lines {
			continue
		}
		s.outline(l, sh)
		if sh.Width == 0 {
			s.ClosePath()
		}
		s.StrokeWith(s.Shore, sh.Width*l.W+5*l.Sizes.Scale)
	}
}

func watery(kind string) bool { return kind == "water" || kind == "canal" }

// Shape draws one shape, with its bank if that is wider than 0.
func (s *Sketch) Shape(l *geometry.Layout, sh *railmap.Shape, bank float64) {
	c := s.Land
	switch {
	case watery(sh.Kind) && bank > 0:
		c = s.Quay
	case watery(sh.Kind):
		c = s.Water
	case sh.Kind == "park":
		c = s.Park
	case sh.Kind == "border":
		c = s.Border
	}
	s.outline(l, sh)
	s.SetColor(c)
	if sh.Width > 0 {
		s.SetLineWidth(sh.Width*l.W + 2*bank)
		s.Stroke()
		return
	}
	s.ClosePath()
	if bank > 0 {
		s.SetLineWidth(2 * bank)
		s.StrokePreserve()
	}
	s.Fill()
}

func (s *Sketch) outline(l *geometry.Layout, sh *railmap.Shape) {
	through := make([]geometry.Point, len(sh.Points))
	for i, p := range sh.Points {
		through[i] = geometry.Place(p, l.W, l.H)
	}
	for _, p := range geometry.Smooth(through) {
		s.LineTo(p.X, p.Y)
	}
	s.SetLineCapRound()
	s.SetLineJoinRound()
}

// Ornaments are placed for a title's map. A user's own map has the same look but other land and
// towns, so an ornament is left out on other ground, on the network or behind a name.

// scatter draws an ornament of radius r at places, in units of the board's size, where the ground
// suits it and is free.
func (s *Sketch) scatter(l *geometry.Layout, suits func(color.RGBA) bool, places [][2]float64,
	r float64, draw func(s *Sketch, x, y, r float64),
) {
	ground := s.Copy() // without earlier ornaments
	for _, at := range places {
		if x, y := at[0]*l.W, at[1]*l.H; suits(ground.Img.RGBAAt(int(x), int(y))) &&
			free(l, geometry.Box(x-0.7*r, y-0.8*r, x+0.7*r, y+0.2*r)) {
			draw(s, x, y, r)
		}
	}
}

// free reports whether no slot, name or city touches an area.
func free(l *geometry.Layout, a geometry.Area) bool {
	return !slices.ContainsFunc(l.Labels, func(lb geometry.Label) bool { return lb.Overlap(a) > 0 }) &&
		!slices.ContainsFunc(l.Cities, func(p geometry.Point) bool {
			return p.Around(l.Sizes.Dot).Overlap(a) > 0
		}) &&
		!slices.ContainsFunc(l.Lanes, func(ln geometry.Lane) bool {
			return slices.ContainsFunc(ln.Slots, func(sl geometry.Slot) bool {
				return (&geometry.Obstacle{Slot: sl}).Under(a)
			})
		})
}

func is(on color.RGBA) func(color.RGBA) bool { return func(c color.RGBA) bool { return c == on } }

func isNot(on color.RGBA) func(color.RGBA) bool {
	return func(c color.RGBA) bool { return c != on }
}
