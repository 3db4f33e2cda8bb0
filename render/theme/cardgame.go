package theme

// cardgameTheme is a card table by daylight: a pale green cloth, gravel in the railyards, slate backs. Its eight card
// colours step evenly from black to white in grey too, the darker four with light symbols, the lighter four with dark ones.
func cardgameTheme() Theme {
	t := Default()
	t.Ground = RGB(0xD5E3D3) // the cloth
	t.Paper = RGB(0xFBF8F0)
	t.Card = RGB(0xFFFFFF)
	t.Line = RGB(0xBFCDBD)
	t.Land = RGB(0xF3EDE0) // gravel
	t.Park = RGB(0xE8F0DB)
	t.Water = RGB(0xBFDCE8)
	t.Quay = RGB(0x8FB6C6)
	t.Border = RGB(0xC9BDA3)
	t.Bed = RGB(0x46566B) // sleepers, backs of cards
	t.Gray.Fill = RGB(0xC3BFB8)
	dark, light := t.Ink, t.Card
	t.Colors = map[string]Paint{
		"black":  {RGB(0x2B2B33), light, Square},
		"blue":   {RGB(0x1B50A0), light, Drop},
		"red":    {RGB(0xD03B2B), light, Diamond},
		"green":  {RGB(0x2F9A55), light, Leaf},
		"purple": {RGB(0xBC85D0), dark, Moon},
		"orange": {RGB(0xF6A03A), dark, Sun},
		"yellow": {RGB(0xFAD645), dark, Triangle},
		"white":  {RGB(0xFFFFFF), dark, Hexagon},
	}
	t.Seats = t.Seats[:4]
	return t
}
