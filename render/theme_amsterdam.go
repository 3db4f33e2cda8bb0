package render

// amsterdamTheme is a calm town of sand and canals between green fields, so that the cards are the brightest.
func amsterdamTheme() Theme {
	t := plainTheme()
	t.Ground = rgb(0xDFE9C8)
	t.Land = rgb(0xF3E8CF)
	t.Park = rgb(0xCBDFAC)
	t.Water = rgb(0xA9D2DD)
	t.Quay = rgb(0x86B4C4)
	t.Seats = t.Seats[:4]
	t.Adorn = adornAmsterdam
	return t
}

// adornAmsterdam draws boats on the water and trees on the fields, away from the network.
func adornAmsterdam(s *Sketch, w, h float64) {
	k := w / 1280
	for _, at := range []point{{0.075, 0.034}, {0.665, 0.03}, {0.925, 0.045}} {
		s.boat(at.x*w, at.y*h, 20*k)
	}
	for _, at := range []point{
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
	} {
		s.tree(at.x*w, at.y*h, 11*k)
	}
}

// boat draws a small boat under sail, its water line at (x, y), about 2r wide.
func (s *Sketch) boat(x, y, r float64) {
	s.dc.Push()
	s.dc.Translate(x, y)
	s.dc.Scale(r, r)
	polygon(s.dc, 0.02, -1.15, 0.75, -0.12, 0.02, -0.12)
	s.dc.NewSubPath()
	polygon(s.dc, -0.08, -0.95, -0.08, -0.12, -0.62, -0.12)
	s.fill(s.theme.Paper)
	s.dc.NewSubPath()
	s.dc.MoveTo(-0.95, 0)
	s.dc.LineTo(0.95, 0)
	s.dc.QuadraticTo(0.75, 0.38, 0.45, 0.38)
	s.dc.LineTo(-0.5, 0.38)
	s.dc.QuadraticTo(-0.85, 0.35, -0.95, 0)
	s.dc.ClosePath()
	s.fill(s.theme.Bed)
	s.dc.Pop()
}

// tree draws a round tree of radius r on a short trunk.
func (s *Sketch) tree(x, y, r float64) {
	s.dc.DrawRectangle(x-0.14*r, y, 0.28*r, 1.5*r)
	s.fill(s.theme.Bed)
	s.dc.DrawCircle(x, y, r)
	s.fill(rgb(0xA9C785))
	s.dc.DrawCircle(x-0.25*r, y-0.25*r, 0.5*r)
	s.fill(s.theme.Park)
}
