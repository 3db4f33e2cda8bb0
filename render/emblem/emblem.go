// Package emblem draws the small pictures that stand for cards, pieces and tickets in texts,
// buttons and menus. They are shown at 22 pixels, on light and dark ground: each is told by its
// shape as well as by its colour.
package emblem

import (
	"bytes"
	_ "embed"
	"image"
	"image/png"
	"strconv"
	"strings"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/theme"
)

// Emblem is a picture for a sign of a title.
type Emblem struct {
	Sign  string // as package caption calls it
	Words string // what a screen reader says, joined by underscores: "red_double_ship"
	Name  string // the words and a hash of the picture: "red_double_ship_1a2b3c"

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
		all = append(all, Emblem{
			Sign: f.Name, Words: words(f), look: own,
			draw: func(s *theme.Sketch) { face(s, f) },
		})
	}
	add := func(sign, words string, draw func(*theme.Sketch)) {
		all = append(all, Emblem{Sign: sign, Words: words, look: shared, draw: draw})
	}
	add(caption.DeckSign, "card_deck", deck)
	add(caption.TicketSign, "ticket", ticket)
	if lex.TwoDecks {
		add(caption.PairSign, "two_cards", pair)
		add(caption.PortSign, "port", port)
	}
	for _, kind := range lex.Pieces {
		add(kind, kind, func(s *theme.Sketch) { piece(s, kind) })
	}
	for i, l := range own.Seats {
		n := engine.Seat(i + 1)
		all = append(all, Emblem{
			Sign: caption.SeatSign(n), Words: "seat_" + strconv.Itoa(i+1) + "_" + l.Name, look: own,
			draw: func(s *theme.Sketch) { seat(s, i) },
		})
	}
	for i := range all {
		all[i].Name = all[i].Words + "_" + hashOf(title, all[i].Sign)
	}
	return all
}

// hashes has a line for each sign of each title: "amsterdam/red 1a2b3c". The hashes are written by
// a test and not taken from the pictures at hand, because another architecture rounds some pixels
// otherwise: its emoji would have other names.
//
//go:embed hashes.txt
var hashes string

func hashOf(title, sign string) string {
	_, found, _ := strings.Cut("\n"+hashes, "\n"+title+"/"+sign+" ")
	hash, _, _ := strings.Cut(found, "\n")
	return hash
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
