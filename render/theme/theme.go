// Package theme is the look of pictures: the colours of each title, and the cards, pieces, signs
// and ground drawn in them.
package theme

import (
	"image/color"
	"maps"
	"slices"

	"konduktor/engine/railmap"
)

// PaintOf is the look of a route's spaces.
func (t *Theme) PaintOf(color string) Paint {
	if p, ok := t.Colors[color]; ok && color != railmap.Gray {
		return p
	}
	return t.Gray
}

// Theme is the look of a title's pictures. All colours are opaque: a picture has at most 256 of
// them, so shades instead of transparency keep it small.
//
// Cards, bodies of pieces, Gray, Wild and Mark differ for every eye; eyes_test.go computes by how
// much. A colour changed by taste alone will probably fail there.
type Theme struct {
	// background, by Shape.Kind; Quay edges the water
	Ground, Water, Quay, Land, Park, Border color.RGBA
	// the coastline if the ground is a sea; A 0: none
	Shore color.RGBA
	// darkest tone of scenery on land, and the title's own colour in it; A 0: it has none
	Relief, Glow          color.RGBA
	Paper, Card, Line     color.RGBA // panels, boxes, hairlines
	Ink, Faint, Good, Bad color.RGBA // texts: plain, secondary, gains, losses
	Harbor                color.RGBA // a city where a port can be built
	Bed                   color.RGBA // the way under the spaces of a route
	Accent, Mark          color.RGBA // what concerns the viewer; the last moves
	Gray                  Paint      // routes that any colour can pay for
	Colors                map[string]Paint
	Wild                  Paint
	// for the most seats a title has
	Seats []Livery
	// signs of what the title counts (engine.Tokens), 24 × 24
	Tokens map[string]func(*Sketch)
}

// Paint is a card colour with its symbol.
type Paint struct {
	Fill, Ink color.RGBA
	Symbol    Symbol
}

// Livery is the look of a seat's pieces.
type Livery struct {
	Name       string // of the body's colour: "teal"
	Body, Trim color.RGBA
	Pattern    Pattern
}

// Pattern is the figure on all pieces of a seat.
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

// themes are the looks of single titles.
var themes = map[string]func() Theme{
	"amsterdam": amsterdamTheme,
	"asia":      asiaTheme,
	"cardgame":  cardgameTheme,
	"nordic":    nordicTheme,
	"world":     worldTheme,
}

// For returns the theme of a title, Default if it has none.
func For(title string) Theme {
	if t, ok := themes[title]; ok {
		return t()
	}
	return Default()
}

// RGB is the colour 0xRRGGBB.
func RGB(v uint32) color.RGBA {
	return color.RGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xFF}
}

// Default suits any map: every card colour of the family, no ornaments.
func Default() Theme {
	return Theme{
		Ground: RGB(0xF2E9D5), Water: RGB(0xB4D6E0), Quay: RGB(0x8DB9C8), Land: RGB(0xE9DDC2),
		Park: RGB(0xD3E2B8), Border: RGB(0xC9B998),
		Paper: RGB(0xFCF8EE), Card: RGB(0xFFFFFF), Line: RGB(0xD9CDB4),
		Ink: RGB(0x2A2933), Faint: RGB(0x6F695E), Good: RGB(0x1F7A3A), Bad: RGB(0xB3261E),
		Harbor: RGB(0x1D5C8C), Bed: RGB(0xA8957A), Accent: RGB(0xC9186B), Mark: RGB(0xFFF6AA),
		Gray: Paint{RGB(0xCDCEC1), RGB(0x2A2933), NoSymbol},
		Colors: map[string]Paint{
			"pink":   {RGB(0xEF91F9), RGB(0x2A2933), Heart},
			"purple": {RGB(0x946AA4), RGB(0xFFFFFF), Moon},
			"blue":   {RGB(0x075EC2), RGB(0xFFFFFF), Drop},
			"green":  {RGB(0x448D66), RGB(0xFFFFFF), Leaf},
			"black":  {RGB(0x31313A), RGB(0xFFFFFF), Square},
			"red":    {RGB(0xC73B2E), RGB(0xFFFFFF), Diamond},
			"orange": {RGB(0xEF7606), RGB(0x2A2933), Sun},
			"yellow": {RGB(0xD9C05E), RGB(0x2A2933), Triangle},
			"white":  {RGB(0xFFFFFF), RGB(0x2A2933), Hexagon},
		},
		Wild: Paint{RGB(0xF3E7B4), RGB(0x2A2933), Star},
		Seats: []Livery{
			{"lime", RGB(0xD5FC41), RGB(0x2A2933), Plain},
			{"lilac", RGB(0xBB72E0), RGB(0x2A2933), Bands},
			{"teal", RGB(0x3DBBB4), RGB(0x2A2933), Stripe},
			{"rose", RGB(0xC77693), RGB(0x2A2933), Studs},
			{"tan", RGB(0xBA9961), RGB(0x2A2933), Slants},
			{"aqua", RGB(0x7BEEF9), RGB(0x2A2933), Notches},
		},
	}
}

// SeatNames are the names of the seats' colours.
func (t *Theme) SeatNames() []string {
	names := make([]string, len(t.Seats))
	for i := range names {
		names[i] = t.Seats[i].Name
	}
	return names
}

// everyColor are the colours that a palette must have exactly.
func (t *Theme) everyColor() []color.RGBA {
	all := []color.RGBA{
		t.Ground, t.Water, t.Quay, t.Land, t.Park, t.Border, t.Paper, t.Card, t.Line, t.Ink, t.Faint,
		t.Good, t.Bad,
		t.Harbor, t.Bed, t.Accent, t.Mark, t.Gray.Fill, t.Gray.Ink, t.Wild.Fill, t.Wild.Ink,
	}
	if t.Shore.A != 0 {
		all = append(all, t.Shore)
	}
	all = append(all, t.sceneryColors()...)
	for _, name := range slices.Sorted(maps.Keys(t.Colors)) {
		all = append(all, t.Colors[name].Fill, t.Colors[name].Ink)
	}
	for _, s := range t.Seats {
		all = append(all, s.Body, s.Trim)
	}
	return all
}

// inks are the colours of texts written at run time.
func (t *Theme) inks() []color.RGBA {
	return []color.RGBA{t.Ink, t.Faint, t.Good, t.Bad, t.Card, t.Accent}
}
