package theme

// asiaTheme is a warm continent between quiet seas, with ochre mountains. Its eight card colours go
// from black to white in grey too, the darker four with light symbols, the lighter four with dark
// ones.
//
// Partners sit side by side (S1): seats 1 and 2, 3 and 4, 5 and 6. Each team has one hue, which no
// card has, and one family of patterns: plain or along the piece, across it, points at its ends.
// One partner is dark, the other light.
func asiaTheme() Theme {
	t := Default()
	t.Ground = RGB(0xA9D3D6) // the sea
	t.Land = RGB(0xF0E2C4)
	t.Park = RGB(0xE2CB9C)
	t.Water = t.Ground
	t.Quay = RGB(0x7FB3BA)
	t.Shore = t.Quay
	t.Relief = RGB(0xB99B6B)
	t.Glow = RGB(0xD98F6A)
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
		{"teal", RGB(0x577E81), dark, Plain},
		{"aqua", RGB(0x48EFFC), dark, Stripe},
		{"magenta", RGB(0xD149C1), dark, Bands},
		{"pink", RGB(0xFBA9D0), dark, Slants},
		{"olive", RGB(0xAABA6D), dark, Studs},
		{"lime", RGB(0xDDFDA3), dark, Notches},
	}
	return t
}
