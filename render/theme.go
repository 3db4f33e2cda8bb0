package render

import (
	"image/color"
	"maps"
	"slices"
)

// Theme is how a title's pictures look. All colours are opaque: a picture has at most 256 of them, the theme's own and the
// blends between them, so shades instead of transparency keep it small.
type Theme struct {
	Ground, Water, Quay, Land, Park, Border color.RGBA // background: by Shape.Kind, Quay edges the water
	Shelf                                   color.RGBA // shallow water around the land, where the ground is a sea; A 0: none
	Paper, Card, Line                       color.RGBA // panels, boxes on them, hair lines
	Ink, Faint, Good, Bad                   color.RGBA // texts: plain, secondary, gains, losses
	Harbor                                  color.RGBA // a city where a port can be built; an anchor of Card stands on it
	Bed                                     color.RGBA // the way under the spaces of a route
	Accent, Mark                            color.RGBA // what concerns the viewer; the last moves
	Gray                                    Paint      // routes that any colour can pay for
	Colors                                  map[string]Paint
	Wild                                    Paint
	Seats                                   []Livery                      // by seat, for the most seats that a title has
	Adorn                                   func(s *Sketch, w, h float64) // draws on the ground of a board w × h pixels; nil: nothing
}

// Paint is a card colour with the symbol that says the same without colour.
type Paint struct {
	Fill, Ink color.RGBA
	Symbol    Symbol
}

// Livery is how the pieces of a seat look.
type Livery struct {
	Body, Trim color.RGBA
	Pattern    Pattern
}

// Pattern is the figure on a piece, the same for all pieces of a seat.
type Pattern uint8

// The patterns.
const (
	Plain   Pattern = iota
	Bands           // across, at both ends
	Stripe          // along the middle
	Studs           // dots in the corners
	Slants          // oblique lines
	Notches         // triangles at both ends
)

// themes are the looks made for one title each; a title without one has the plain theme.
var themes = map[string]func() Theme{
	"amsterdam": amsterdamTheme,
	"asia":      asiaTheme,
	"cardgame":  cardgameTheme,
	"nordic":    nordicTheme,
	"world":     worldTheme,
}

// ThemeFor returns the theme of a title: its own if it has one, else a plain one that suits any map.
func ThemeFor(title string) Theme {
	if t, ok := themes[title]; ok {
		return t()
	}
	return plainTheme()
}

func rgb(v uint32) color.RGBA {
	return color.RGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xFF}
}

// plainTheme is the theme of a map that has none of its own: every card colour of the family, no ornament.
func plainTheme() Theme {
	return Theme{
		Ground: rgb(0xF2E9D5), Water: rgb(0xB4D6E0), Quay: rgb(0x8DB9C8), Land: rgb(0xE9DDC2), Park: rgb(0xD3E2B8), Border: rgb(0xC9B998),
		Paper: rgb(0xFCF8EE), Card: rgb(0xFFFFFF), Line: rgb(0xD9CDB4),
		Ink: rgb(0x2A2933), Faint: rgb(0x6F695E), Good: rgb(0x1F7A3A), Bad: rgb(0xB3261E),
		Harbor: rgb(0x1D5C8C), Bed: rgb(0xA8957A), Accent: rgb(0xC9186B), Mark: rgb(0xFFF36B),
		Gray: Paint{rgb(0xC4BFB4), rgb(0x2A2933), NoSymbol},
		Colors: map[string]Paint{
			"pink":   {rgb(0xEE86B4), rgb(0x2A2933), Heart},
			"purple": {rgb(0xB06AC4), rgb(0xFFFFFF), Moon},
			"blue":   {rgb(0x2C69B0), rgb(0xFFFFFF), Drop},
			"green":  {rgb(0x3C9650), rgb(0xFFFFFF), Leaf},
			"black":  {rgb(0x35353E), rgb(0xFFFFFF), Square},
			"red":    {rgb(0xC8322B), rgb(0xFFFFFF), Diamond},
			"orange": {rgb(0xF2902B), rgb(0x2A2933), Sun},
			"yellow": {rgb(0xF7D038), rgb(0x2A2933), Triangle},
			"white":  {rgb(0xFFFFFF), rgb(0x2A2933), Hexagon},
		},
		Wild: Paint{rgb(0xFFF3C4), rgb(0x2A2933), Star},
		Seats: []Livery{
			{rgb(0xFFD42E), rgb(0x2A2933), Plain},
			{rgb(0x7A3CA6), rgb(0xFFFFFF), Bands},
			{rgb(0x17B3AD), rgb(0x2A2933), Stripe},
			{rgb(0xFFFFFF), rgb(0x2A2933), Studs},
			{rgb(0x8A5A33), rgb(0xFFFFFF), Slants},
			{rgb(0xB9D63A), rgb(0x2A2933), Notches},
		},
	}
}

// colors are all colours of the theme: a palette has them exactly.
func (t *Theme) colors() []color.RGBA {
	all := []color.RGBA{
		t.Ground, t.Water, t.Quay, t.Land, t.Park, t.Border, t.Paper, t.Card, t.Line, t.Ink, t.Faint, t.Good, t.Bad,
		t.Harbor, t.Bed, t.Accent, t.Mark, t.Gray.Fill, t.Gray.Ink, t.Wild.Fill, t.Wild.Ink,
	}
	if t.Shelf.A != 0 {
		all = append(all, t.Shelf)
	}
	for _, name := range slices.Sorted(maps.Keys(t.Colors)) {
		all = append(all, t.Colors[name].Fill, t.Colors[name].Ink)
	}
	for _, s := range t.Seats {
		all = append(all, s.Body, s.Trim)
	}
	return all
}

// inks are the colours in which texts are written at run time.
func (t *Theme) inks() []color.RGBA {
	return []color.RGBA{t.Ink, t.Faint, t.Good, t.Bad, t.Card, t.Accent}
}
