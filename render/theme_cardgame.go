package render

// cardgameTheme is a card table by daylight: a pale green cloth, gravel in the railyards, slate backs. Its eight card
// colours step evenly from black to white in grey too, the darker four with light symbols, the lighter four with dark ones.
func cardgameTheme() Theme {
	t := plainTheme()
	t.Ground = rgb(0xD5E3D3) // the cloth
	t.Paper = rgb(0xFBF8F0)
	t.Card = rgb(0xFFFFFF)
	t.Line = rgb(0xBFCDBD)
	t.Land = rgb(0xF3EDE0) // gravel
	t.Park = rgb(0xE8F0DB)
	t.Water = rgb(0xBFDCE8)
	t.Quay = rgb(0x8FB6C6)
	t.Border = rgb(0xC9BDA3)
	t.Bed = rgb(0x46566B) // sleepers, backs of cards
	t.Gray.Fill = rgb(0xC3BFB8)
	dark, light := t.Ink, t.Card
	t.Colors = map[string]Paint{
		"black":  {rgb(0x2B2B33), light, Square},
		"blue":   {rgb(0x1B50A0), light, Drop},
		"red":    {rgb(0xD03B2B), light, Diamond},
		"green":  {rgb(0x2F9A55), light, Leaf},
		"purple": {rgb(0xBC85D0), dark, Moon},
		"orange": {rgb(0xF6A03A), dark, Sun},
		"yellow": {rgb(0xFAD645), dark, Triangle},
		"white":  {rgb(0xFFFFFF), dark, Hexagon},
	}
	t.Seats = t.Seats[:4]
	return t
}
