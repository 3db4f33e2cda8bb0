package theme

import (
	"image/color"
	"math"

	"konduktor/render/geometry"
)

// worldTheme is an unrolled globe: pale land in a clear sea, so that the six card colours stand out
// on both. They go from black to white in grey too, the darker three with light symbols, the
// lighter three with dark ones.
func worldTheme() Theme {
	t := Default()
	t.Ground = RGB(0xB5D9E6) // the sea
	t.Quay = RGB(0x86AFBF)
	t.Shore = t.Quay
	t.Land = RGB(0xF1EAD3)
	t.Park = RGB(0xDDE5BF)
	t.Water = RGB(0xB5D9E6)
	t.Paper = RGB(0xFAFAF4)
	t.Line = RGB(0xCFD8D4)
	t.Bed = RGB(0x84857F)
	t.Gray.Fill = RGB(0xBFBBAE)
	t.Wild.Fill = RGB(0xF9ECB7)
	t.Mark = RGB(0xFDF066)
	dark, light := t.Ink, t.Card
	t.Colors = map[string]Paint{
		"black":  {RGB(0x2D2E38), light, Square},
		"red":    {RGB(0xC0331E), light, Diamond},
		"green":  {RGB(0x3B8964), light, Leaf},
		"purple": {RGB(0xBF8FD0), dark, Moon},
		"yellow": {RGB(0xF8D230), dark, Triangle},
		"white":  {RGB(0xFFFFFF), dark, Hexagon},
	}
	t.Seats = []Livery{
		{"blue", RGB(0x5581FD), dark, Plain},
		{"orange", RGB(0xF19027), dark, Bands},
		{"teal", RGB(0x22A59B), dark, Stripe},
		{"pink", RGB(0xF3A9CD), dark, Studs},
		{"tan", RGB(0xB47E3C), dark, Slants},
	}
	t.Adorn = adornWorld
	return t
}

func adornWorld(s *Sketch, l *geometry.Layout) {
	k := l.W / 1680
	s.scatter(l, is(s.Theme.Ground), [][2]float64{{0.345, 0.70}}, 58*k, (*Sketch).windRose)
	s.scatter(l, is(s.Theme.Ground), [][2]float64{
		{0.355, 0.335},
		{0.075, 0.885},
		{0.705, 0.885},
		{0.925, 0.655},
	}, 22*k, (*Sketch).steamer)
}

// windRose draws an eight-pointed star with a ring, 2r wide, around (x, y).
func (s *Sketch) windRose(x, y, r float64) {
	pale := RGB(0xC9E5EE)
	s.SetColor(pale)
	s.SetLineWidth(0.07 * r)
	s.DrawCircle(x, y, 0.62*r)
	s.Stroke()
	for i := range 8 {
		long, a := r, float64(i)*math.Pi/4
		if i%2 == 1 {
			long = 0.55 * r
		}
		sin, cos := math.Sincos(a)
		for _, half := range []struct {
			side float64
			c    color.RGBA
		}{{1, pale}, {-1, s.Quay}} {
			in, ic := math.Sincos(a + half.side*math.Pi/8)
			s.Polygon(x, y, x+0.2*r*ic, y+0.2*r*in, x+long*cos, y+long*sin)
			s.Paint(half.c)
		}
	}
}
