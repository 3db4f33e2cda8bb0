package theme

// worldTheme is an unrolled globe: pale land in a clear sea, so that the six card colours stand out
// on both. They go from black to white in grey too, the darker three with light symbols, the
// lighter three with dark ones.
func worldTheme() Theme {
	t := Default()
	t.Ground = RGB(0xB5D9E6) // the sea
	t.Quay = RGB(0x86AFBF)
	t.Shore = t.Quay
	t.Relief = RGB(0xB8A678)
	t.Glow = RGB(0xD98F6A)
	t.Land = RGB(0xF1EAD3)
	t.Park = RGB(0xDDE5BF)
	t.Water = RGB(0xB5D9E6)
	t.Paper = RGB(0xFAFAF4)
	t.Line = RGB(0xCFD8D4)
	t.Bed = RGB(0x84857F)
	t.Harbor = RGB(0x1B3544)
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
		{"indigo", RGB(0x775FE0), dark, Plain},
		{"orange", RGB(0xF19027), dark, Bands},
		{"teal", RGB(0x22A59B), dark, Stripe},
		{"pink", RGB(0xF3A9CD), dark, Studs},
		{"olive", RGB(0xA0BE82), dark, Slants},
	}
	return t
}
