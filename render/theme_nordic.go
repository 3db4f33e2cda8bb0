package render

// nordicTheme is a northern winter: snow-covered land in a cold sea under a low sun, so that the cards are the brightest.
// Its eight card colours differ in lightness or, where that is close, in the shape of their symbol.
func nordicTheme() Theme {
	t := plainTheme()
	t.Ground = rgb(0xB3CDDC) // the sea
	t.Water = rgb(0xC3D9E4)
	t.Quay = rgb(0x8FB0C4)
	t.Land = rgb(0xF3F3EE)
	t.Park = rgb(0xDCE5DF)
	t.Border = rgb(0x93B1C3)
	t.Paper = rgb(0xF8FAFB)
	t.Line = rgb(0xC9D5DC)
	t.Bed = rgb(0x8C98A3)
	t.Seats = t.Seats[:3]
	return t
}
