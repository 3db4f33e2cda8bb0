package theme

import "konduktor/render/geometry"

// amsterdamTheme is a calm town of sand and canals between green fields, so that cards stand out.
func amsterdamTheme() Theme {
	t := Default()
	t.Ground = RGB(0xDFE9C8)
	t.Land = RGB(0xF3E8CF)
	t.Park = RGB(0xCBDFAC)
	t.Water = RGB(0xA9D2DD)
	t.Quay = RGB(0x86B4C4)
	t.Gray.Fill = RGB(0xC9C7BC)
	t.Wild.Fill = RGB(0xF4E9B2)
	t.Mark = RGB(0xF8EF66)
	dark, light := t.Ink, t.Card
	t.Colors = map[string]Paint{
		"pink":   {RGB(0xFCA6DC), dark, Heart},
		"blue":   {RGB(0x0569C8), light, Drop},
		"green":  {RGB(0x358D5D), light, Leaf},
		"black":  {RGB(0x2E3039), light, Square},
		"red":    {RGB(0xBC2F1A), light, Diamond},
		"orange": {RGB(0xF09639), dark, Sun},
	}
	t.Seats = []Livery{
		{"teal", RGB(0x1BACAB), dark, Plain},
		{"tan", RGB(0xB97A27), dark, Bands},
		{"lilac", RGB(0xB57EDF), dark, Stripe},
		{"white", RGB(0xFFFFFF), dark, Studs},
	}
	t.Tokens = map[string]func(*Sketch){"goods": func(s *Sketch) {
		s.SetColor(s.Ink)
		s.CartMark(12, 13, 11)
	}}
	t.Adorn = adornAmsterdam
	return t
}

func adornAmsterdam(s *Sketch, l *geometry.Layout) {
	k := l.W / 1280
	s.scatter(l, is(s.Water), [][2]float64{{0.075, 0.034}, {0.665, 0.03}, {0.925, 0.045}}, 20*k,
		(*Sketch).boat)
	s.scatter(l, is(s.Park), [][2]float64{
		{0.025, 0.90},
		{0.05, 0.925},
		{0.02, 0.955},
		{0.075, 0.955},
		{0.11, 0.965},
		{0.045, 0.98},
		{0.975, 0.86},
		{0.95, 0.90},
		{0.98, 0.92},
		{0.925, 0.945},
		{0.955, 0.965},
		{0.905, 0.98},
	}, 11*k, (*Sketch).tree)
}

// boat draws a sailing boat, its water line at (x, y), about 2r wide.
func (s *Sketch) boat(x, y, r float64) {
	s.Push()
	s.Translate(x, y)
	s.Scale(r, r)
	s.Polygon(0.02, -1.15, 0.75, -0.12, 0.02, -0.12)
	s.NewSubPath()
	s.Polygon(-0.08, -0.95, -0.08, -0.12, -0.62, -0.12)
	s.Paint(s.Paper)
	s.NewSubPath()
	s.MoveTo(-0.95, 0)
	s.LineTo(0.95, 0)
	s.QuadraticTo(0.75, 0.38, 0.45, 0.38)
	s.LineTo(-0.5, 0.38)
	s.QuadraticTo(-0.85, 0.35, -0.95, 0)
	s.ClosePath()
	s.Paint(s.Bed)
	s.Pop()
}

func (s *Sketch) tree(x, y, r float64) {
	s.DrawRectangle(x-0.14*r, y, 0.28*r, 1.5*r)
	s.Paint(s.Bed)
	s.Disc(x, y, r, RGB(0xA9C785))
	s.Disc(x-0.25*r, y-0.25*r, 0.5*r, s.Park)
}
