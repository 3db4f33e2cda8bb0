package render

import (
	"image/color"

	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// ground draws what lies under the network, and the theme's ornaments.
func (s *Sketch) ground(l *layout) {
	s.terrain(l, true)
	if s.theme.Adorn != nil {
		s.theme.Adorn(s, l.w, l.h)
	}
}

// terrain draws the areas and, if asked for, the lines of the map, in their order but all banks before all water, so that
// waters flow into each other.
func (s *Sketch) terrain(l *layout, lines bool) {
	s.fillArea(area{0, 0, l.w, l.h}, s.theme.Ground)
	s.shores(l, lines)
	for i := range l.m.Shapes {
		if sh := &l.m.Shapes[i]; !watery(sh.Kind) && (lines || sh.Width == 0) {
			s.shape(l, sh, 0)
		}
	}
	for _, bank := range []float64{2.5 * l.mt.scale, 0} {
		for i := range l.m.Shapes {
			if sh := &l.m.Shapes[i]; watery(sh.Kind) && (lines || sh.Width == 0) {
				s.shape(l, sh, bank)
			}
		}
	}
}

// shores draws the shallow water around the land and the line between them, where the theme has such: its ground is a sea.
func (s *Sketch) shores(l *layout, lines bool) {
	if s.theme.Shelf.A == 0 {
		return
	}
	for _, shore := range []struct {
		w float64
		c color.RGBA
	}{{13, s.theme.Shelf}, {2.5, s.theme.Quay}} {
		for i := range l.m.Shapes {
			sh := &l.m.Shapes[i]
			if sh.Kind != "land" || sh.Width > 0 && !lines {
				continue
			}
			s.outline(l, sh)
			if sh.Width == 0 {
				s.dc.ClosePath()
			}
			s.dc.SetColor(shore.c)
			s.dc.SetLineWidth(sh.Width*l.w + 2*shore.w*l.mt.scale)
			s.dc.Stroke()
		}
	}
}

func watery(kind string) bool { return kind == "water" || kind == "canal" }

// shape draws one shape, its bank when that is wider than 0.
func (s *Sketch) shape(l *layout, sh *railmap.Shape, bank float64) {
	c := s.theme.Land
	switch {
	case watery(sh.Kind) && bank > 0:
		c = s.theme.Quay
	case watery(sh.Kind):
		c = s.theme.Water
	case sh.Kind == "park":
		c = s.theme.Park
	case sh.Kind == "border":
		c = s.theme.Border
	}
	s.outline(l, sh)
	s.dc.SetColor(c)
	if sh.Width > 0 {
		s.dc.SetLineWidth(sh.Width*l.w + 2*bank)
		s.dc.Stroke()
		return
	}
	s.dc.ClosePath()
	if bank > 0 {
		s.dc.SetLineWidth(2 * bank)
		s.dc.StrokePreserve()
	}
	s.dc.Fill()
}

// outline lays the path of a shape.
func (s *Sketch) outline(l *layout, sh *railmap.Shape) {
	through := make([]point, len(sh.Points))
	for i, p := range sh.Points {
		through[i] = place(p, l.w, l.h)
	}
	for _, p := range smooth(through) {
		s.dc.LineTo(p.x, p.y)
	}
	s.dc.SetLineCapRound()
	s.dc.SetLineJoinRound()
}
