package theme

import (
	"image/color"

	"konduktor/render/geometry"
)

// night is the sky over end cards.
var night = RGB(0x131B30)

// Night is the theme by night: its areas and scenery are dark, and what is written on them light.
func (t *Theme) Night() Theme {
	n := *t
	dim := func(c color.RGBA, part float64) color.RGBA { return mix(night, c, part) }
	n.Ground, n.Water = dim(t.Ground, 0.12), dim(t.Water, 0.12)
	n.Land, n.Park = dim(t.Land, 0.24), dim(t.Park, 0.18)
	if t.Shore.A == 0 {
		n.Ground = dim(t.Ground, 0.17)
	}
	n.Quay, n.Border, n.Relief = dim(t.Quay, 0.34), dim(t.Border, 0.36), dim(t.Relief, 0.44)
	if n.Shore.A != 0 {
		n.Shore = n.Quay
	}
	n.Glow, n.Card, n.Bed = dim(t.Glow, 0.6), dim(t.Card, 0.42), dim(t.Bed, 0.55)
	n.Paper, n.Line = night, dim(t.Quay, 0.3)
	n.Ink, n.Faint, n.Accent = RGB(0xFBF6E6), RGB(0xB9C2D6), RGB(0xF2CF77)
	return n
}

func mix(a, b color.RGBA, part float64) color.RGBA {
	one := func(a, b uint8) uint8 { return uint8(float64(a) + (float64(b)-float64(a))*part + 0.5) }
	return color.RGBA{one(a.R, b.R), one(a.G, b.G), one(a.B, b.B), 0xFF}
}

// glowSteps is how many tones a light fades in.
const glowSteps = 16

// Shine lights up what lies around what draw draws, as far as reach pixels.
func (s *Sketch) Shine(c color.RGBA, reach float64, draw func(*Sketch)) {
	w, h := s.Img.Rect.Dx(), s.Img.Rect.Dy()
	lamp := NewSketch(s.Theme, w, h)
	draw(lamp)
	far := distances(w, h, func(x, y int) bool { return lamp.Img.Pix[4*(y*w+x)+3] > 0x7F })
	most := reach * chamfer
	for i, d := range far {
		if float64(d) >= most {
			continue
		}
		step := float64(int(glowSteps*(1-float64(d)/most))) / glowSteps
		x, y := i%w, i/w
		s.Img.SetRGBA(x, y, mix(s.Img.RGBAAt(x, y), c, 0.8*step*step))
	}
}

// Dusk is a colour in the shade of the night.
func Dusk(c color.RGBA) color.RGBA { return mix(night, c, 0.62) }

// Stars draws stars on an area of the sky.
func (s *Sketch) Stars(a geometry.Area) {
	p := pen{dice: 7}
	for range 150 {
		x, y := a.X0+p.chance()*(a.X1-a.X0), a.Y0+p.chance()*(a.Y1-a.Y0)
		s.Disc(x, y, 0.7+1.3*p.chance()*p.chance(), s.Faint)
	}
}
