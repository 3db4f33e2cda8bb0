package theme

// nordicTheme is a northern winter, snow and a cold sea, so that cards stand out. Its eight card
// colours go from black to white in grey too; where two are close, one has a dark symbol and the
// other a light one.
func nordicTheme() Theme {
	t := Default()
	t.Ground = RGB(0xBAD5E5) // the sea
	t.Water = RGB(0xC9DFEA)
	t.Quay = RGB(0x89ABC1)
	t.Shore = t.Quay
	t.Relief = RGB(0x9FB3BF)
	t.Glow = RGB(0x9ED8B8)
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
		{"olive", RGB(0x82AA78), dark, Stripe},
	}
	return t
}
