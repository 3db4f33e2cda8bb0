package theme

// cardgameTheme is a card table by daylight: pale green cloth, gravel railyards, slate backs. Its
// eight card colours go from black to white in grey too, the darker four with light symbols, the
// lighter four with dark ones.
func cardgameTheme() Theme {
	t := Default()
	t.Ground = RGB(0xD5E3D3) // cloth
	t.Paper = RGB(0xFBF8F0)
	t.Card = RGB(0xFFFFFF)
	t.Line = RGB(0xBFCDBD)
	t.Land = RGB(0xF3EDE0) // gravel
	t.Park = RGB(0xE8F0DB)
	t.Water = RGB(0xBFDCE8)
	t.Quay = RGB(0x8FB6C6)
	t.Border = RGB(0xC9BDA3)
	t.Relief = RGB(0xC3B79F)
	t.Glow = RGB(0xF0D9A0)
	t.Bed = RGB(0x46566B) // sleepers, backs of cards
	t.Gray.Fill = RGB(0xBBCAC1)
	t.Wild.Fill = RGB(0xF8ECC8)
	t.Mark = RGB(0xFCEE52)
	dark, light := t.Ink, t.Card
	t.Colors = map[string]Paint{
		"black":  {RGB(0x35343D), light, Square},
		"blue":   {RGB(0x325D9A), light, Drop},
		"red":    {RGB(0xD53722), light, Diamond},
		"green":  {RGB(0x2E8952), light, Leaf},
		"purple": {RGB(0xBD7BE4), dark, Moon},
		"orange": {RGB(0xE68E39), dark, Sun},
		"yellow": {RGB(0xFDD520), dark, Triangle},
		"white":  {RGB(0xFFFFFF), dark, Hexagon},
	}
	t.Seats = []Livery{
		{"pink", RGB(0xFEBCFA), dark, Plain},
		{"teal", RGB(0x52A398), dark, Bands},
		{"lime", RGB(0xCBD583), dark, Stripe},
		{"aqua", RGB(0x0AC6CA), dark, Studs},
	}
	return t
}
