// Package emblem draws the small pictures that stand for cards, pieces and tickets in texts,
// buttons and menus. They are shown at 22 pixels, on light and dark ground: each is told by its
// shape as well as by its colour.
package emblem

import (
	"bytes"
	"image"
	"image/png"
	"strconv"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/theme"
)

// Emblem is a picture for a sign of a title.
type Emblem struct {
	Sign  string // as package caption calls it
	Words string // what a screen reader says, joined by underscores: "red_double_ship"

	look theme.Theme
	draw func(*theme.Sketch)
}

// Of returns the emblems of a title, those of its cards first. Titles that look alike in something
// have the same picture of it.
func Of(title string, lex *engine.Lexicon) []Emblem {
	own, shared := theme.For(title), theme.Default()
	var all []Emblem
	for i := range lex.Faces {
		f := &lex.Faces[i]
		all = append(all, Emblem{f.Name, words(f), own, func(s *theme.Sketch) { face(s, f) }})
	}
	all = append(all, Emblem{caption.DeckSign, "card_deck", shared, deck},
		Emblem{caption.TicketSign, "ticket", shared, ticket})
	if lex.TwoDecks {
		all = append(all, Emblem{caption.PairSign, "two_cards", shared, pair},
			Emblem{caption.PortSign, "port", shared, port})
	}
	for _, kind := range lex.Pieces {
		all = append(all, Emblem{kind, kind, shared, func(s *theme.Sketch) { piece(s, kind) }})
	}
	for i, l := range own.Seats {
		n := engine.Seat(i + 1)
		all = append(all, Emblem{
			caption.SeatSign(n), "seat_" + strconv.Itoa(i+1) + "_" + l.Name, own,
			func(s *theme.Sketch) { seat(s, i) },
		})
	}
	return all
}

// words are the words for a card: "red_card", "red_port_card", "red_double_ship", "wild_card".
func words(f *engine.Face) string {
	kind := map[string]string{
		caption.WildSort: "wild_card", caption.TrainSort: "_card", caption.PortSort: "_port_card",
		caption.ShipSort: "_ship", caption.TwinSort: "_double_ship",
	}[caption.SortOf(f)]
	return f.Color + kind
}

// Size is the width and height of an emblem in pixels.
const Size = 128

// Draw draws the emblem.
func (e *Emblem) Draw() *image.RGBA {
	s := theme.NewSketch(&e.look, Size, Size)
	e.draw(s)
	return s.Img
}

// Encode returns a picture as a PNG.
func Encode(img *image.RGBA) ([]byte, error) {
	var b bytes.Buffer
	err := png.Encode(&b, img)
	return b.Bytes(), err
}
