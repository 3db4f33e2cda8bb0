package theme

// amsterdamTheme is a calm town of sand and canals between green fields, so that cards stand out.
func amsterdamTheme() Theme {
	t := Default()
	t.Ground = RGB(0xDFE9C8)
	t.Land = RGB(0xF3E8CF)
	t.Park = RGB(0xCBDFAC)
	t.Water = RGB(0xA9D2DD)
	t.Quay = RGB(0x86B4C4)
	t.Relief = RGB(0xB09B76)
	t.Glow = RGB(0xE2AE8C)
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
		{"white", RGB(0xFFFFFF), dark, Notches},
	}
	t.Tokens = map[string]func(*Sketch){"goods": func(s *Sketch) {
		s.SetColor(s.Ink)
		s.CartMark(12, 13, 11)
	}}
	return t
}
