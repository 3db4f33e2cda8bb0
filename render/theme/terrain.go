package theme

import (
	"konduktor/engine/railmap"
	"konduktor/render/geometry"
)

// Ground draws what lies under the network, with the scenery.
func (s *Sketch) Ground(l *geometry.Layout) {
	s.Terrain(l, true)
	s.Scenery(l)
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
	for _, p := range l.Curve(sh.Points) {
		s.LineTo(p.X, p.Y)
	}
	s.SetLineCapRound()
	s.SetLineJoinRound()
}
