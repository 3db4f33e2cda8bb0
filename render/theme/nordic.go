package theme

import "konduktor/render/geometry"

// nordicTheme is a northern winter, snow and a cold sea, so that cards stand out. Its eight card
// colours go from black to white in grey too; where two are close, one has a dark symbol and the
// other a light one.
func nordicTheme() Theme {
	t := Default()
	t.Ground = RGB(0xBAD5E5) // the sea
	t.Water = RGB(0xC9DFEA)
	t.Quay = RGB(0x89ABC1)
	t.Land = RGB(0xEBEEE9)
	t.Park = RGB(0xD9E3D8)
	t.Border = RGB(0x8DB0C6)
	t.Paper = RGB(0xF7FAFB)
	t.Line = RGB(0xC9D5DC)
	t.Bed = RGB(0x87929C)
	t.Gray.Fill = RGB(0xC8CAC4)
	t.Wild.Fill = RGB(0xF9EBCF)
	t.Mark = RGB(0xFEEE3C)
	dark, light := t.Ink, t.Card
	t.Colors = map[string]Paint{
		"black":  {RGB(0x35343D), light, Square},
		"blue":   {RGB(0x27599D), light, Drop},
		"red":    {RGB(0xD43D33), light, Diamond},
		"green":  {RGB(0x228D54), light, Leaf},
		"purple": {RGB(0xB97BDE), dark, Moon},
		"orange": {RGB(0xED9037), dark, Sun},
		"yellow": {RGB(0xF8CF2B), dark, Triangle},
		"white":  {RGB(0xFFFFFF), dark, Hexagon},
	}
	t.Seats = []Livery{
		{"pink", RGB(0xFAABE5), dark, Plain},
		{"teal", RGB(0x07A7A2), dark, Bands},
		{"lime", RGB(0xD2F094), dark, Stripe},
	}
	t.Adorn = adornNordic
	return t
}

func adornNordic(s *Sketch, l *geometry.Layout) {
	k := l.W / 855
	s.scatter(l, is(s.Land), [][2]float64{
		{0.24, 0.305},
		{0.275, 0.32},
		{0.215, 0.33},
		{0.285, 0.432},
		{0.32, 0.446},
		{0.12, 0.725},
		{0.155, 0.737},
	}, 17*k, (*Sketch).fell)
	s.scatter(l, is(s.Land), [][2]float64{
		{0.30, 0.17},
		{0.325, 0.185},
		{0.285, 0.19},
		{0.68, 0.13},
		{0.705, 0.145},
		{0.66, 0.15},
		{0.33, 0.65},
		{0.355, 0.665},
		{0.31, 0.67},
		{0.75, 0.475},
		{0.775, 0.485},
		{0.62, 0.922},
		{0.645, 0.932},
	}, 11*k, (*Sketch).fir)
	s.scatter(l, is(s.Theme.Ground), [][2]float64{{0.06, 0.06}, {0.035, 0.32}, {0.86, 0.955}}, 15*k,
		(*Sketch).steamer)
}

// fell draws a mountain with a snowy top, its foot at (x, y), about 2r wide.
func (s *Sketch) fell(x, y, r float64) {
	s.Polygon(x-r, y, x-0.15*r, y-1.1*r, x+0.15*r, y-0.85*r, x+0.3*r, y-0.95*r, x+r, y)
	s.Paint(RGB(0xB4C2CA))
	s.Polygon(x-0.15*r, y-1.1*r, x-0.55*r, y-0.6*r, x-0.3*r, y-0.68*r, x-0.15*r, y-0.5*r, x+0.05*r,
		y-0.85*r)
	s.Paint(s.Paper)
}

// fir draws a fir tree, its foot at (x, y), about r wide.
func (s *Sketch) fir(x, y, r float64) {
	s.DrawRectangle(x-0.09*r, y-0.3*r, 0.18*r, 0.3*r)
	s.Paint(s.Bed)
	for _, tier := range []struct{ foot, half, top float64 }{
		{0.25, 0.55, 1.0},
		{0.65, 0.45, 1.35},
		{1.05, 0.34, 1.7},
	} {
		s.Polygon(x-tier.half*r, y-tier.foot*r, x, y-tier.top*r, x+tier.half*r, y-tier.foot*r)
		s.NewSubPath()
	}
	s.Paint(RGB(0xA3BDAE))
}

// steamer draws a small ship with a funnel, its water line at (x, y), about 2r wide.
func (s *Sketch) steamer(x, y, r float64) {
	s.DrawRectangle(x-0.5*r, y-0.45*r, 0.85*r, 0.3*r)
	s.NewSubPath()
	s.DrawRectangle(x-0.3*r, y-0.7*r, 0.4*r, 0.25*r)
	s.Paint(s.Paper)
	s.DrawRectangle(x-0.2*r, y-1.05*r, 0.22*r, 0.35*r)
	s.Paint(s.Bad)
	s.Polygon(x-r, y-0.15*r, x+r, y-0.15*r, x+0.7*r, y+0.3*r, x-0.75*r, y+0.3*r)
	s.Paint(s.Bed)
}
