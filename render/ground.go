package render

import (
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
	through := make([]point, len(sh.Points))
	for i, p := range sh.Points {
		through[i] = place(p, l.w, l.h)
	}
	for _, p := range smooth(through) {
		s.dc.LineTo(p.x, p.y)
	}
	s.dc.SetColor(c)
	s.dc.SetLineCapRound()
	s.dc.SetLineJoinRound()
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
