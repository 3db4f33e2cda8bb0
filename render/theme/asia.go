package theme

import "konduktor/render/geometry"

// asiaTheme is a warm continent between quiet seas, with ochre mountains. Its eight card colours go
// from black to white in grey too, the darker four with light symbols, the lighter four with dark
// ones.
//
// Partners sit side by side (S1): seats 1 and 2, 3 and 4, 5 and 6. Each team has a hue that no card
// has and one family of patterns: plain or along the piece, across it, points at its ends. One
// partner is dark, the other light.
func asiaTheme() Theme {
	t := Default()
	t.Ground = RGB(0xF0E2C4)
	t.Land = RGB(0xF6ECD4)
	t.Park = RGB(0xE2CB9C)
	t.Water = RGB(0xA3D0D3)
	t.Quay = RGB(0x7FB3BA)
	t.Border = RGB(0xC6AE84)
	t.Paper = RGB(0xFCF7EA)
	t.Line = RGB(0xDCCDAD)
	t.Bed = RGB(0x9C8565)
	t.Gray.Fill = RGB(0xBFB8AD)
	t.Wild.Fill = RGB(0xF8EBD0)
	t.Mark = RGB(0xFFEC43)
	dark, light := t.Ink, t.Card
	t.Colors = map[string]Paint{
		"black":  {RGB(0x2D2C33), light, Square},
		"blue":   {RGB(0x184DA5), light, Drop},
		"red":    {RGB(0xE5473B), light, Diamond},
		"green":  {RGB(0x0F9A57), light, Leaf},
		"purple": {RGB(0xC789BF), dark, Moon},
		"orange": {RGB(0xF58C01), dark, Sun},
		"yellow": {RGB(0xFCD22B), dark, Triangle},
		"white":  {RGB(0xFFFFFF), dark, Hexagon},
	}
	t.Seats = []Livery{
		{"sage", RGB(0x678A80), dark, Plain},
		{"aqua", RGB(0x48EFFC), dark, Stripe},
		{"magenta", RGB(0xD149C1), dark, Bands},
		{"pink", RGB(0xFBA9D0), dark, Slants},
		{"olive", RGB(0xAABA6D), dark, Studs},
		{"lime", RGB(0xDDFDA3), dark, Notches},
	}
	t.Adorn = adornAsia
	return t
}

func adornAsia(s *Sketch, l *geometry.Layout) {
	k := l.W / 1280
	s.scatter(l, isNot(s.Water), [][2]float64{
		{0.267, 0.138},
		{0.289, 0.167},
		{0.367, 0.264},
		{0.395, 0.246},
		{0.357, 0.323},
		{0.428, 0.310},
		{0.397, 0.369},
		{0.456, 0.397},
		{0.500, 0.353},
		{0.534, 0.399},
		{0.495, 0.441},
		{0.543, 0.318},
		{0.223, 0.372},
		{0.261, 0.389},
		{0.321, 0.530},
		{0.356, 0.527},
	}, 17*k, (*Sketch).peak)
	s.scatter(l, is(s.Water), [][2]float64{
		{0.325, 0.955},
		{0.355, 0.865},
		{0.935, 0.895},
		{0.975, 0.96},
		{0.02, 0.94},
	}, 17*k, (*Sketch).boat)
}

// peak draws a snowy mountain, its foot at (x, y), about 2r wide.
func (s *Sketch) peak(x, y, r float64) {
	s.Push()
	s.Translate(x, y)
	s.Scale(r, r)
	s.Polygon(-1, 0, -0.1, -1.15, 0.1, -1.15, 1, 0)
	s.Paint(s.Border)
	s.Polygon(0.1, -1.15, 1, 0, 0.25, 0, 0, -0.6)
	s.Paint(RGB(0xA98F66))
	s.Polygon(-0.1, -1.15, 0.1, -1.15, 0.42, -0.74, 0.14, -0.62, 0, -0.8, -0.2, -0.58, -0.42, -0.74)
	s.Paint(s.Card)
	s.Pop()
}
