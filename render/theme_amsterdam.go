package render

// amsterdam is a calm town of sand and canals under the bright cards.
func amsterdam() Theme {
	t := plain()
	t.Ground = rgb(0xF1E6CE)
	t.Water = rgb(0xA9D2DD)
	t.Quay = rgb(0x86B4C4)
	t.Land = rgb(0xE8DABB)
	t.Park = rgb(0xCFE0B2)
	return t
}
