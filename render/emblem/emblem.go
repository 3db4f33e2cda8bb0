// Package emblem draws the small pictures that stand for cards, pieces and tickets in texts,
// buttons and menus. They are shown at 22 pixels, on light and dark ground: each is told by its
// shape as well as by its colour.
package emblem

import (
	"bytes"
	_ "embed"
	"image"
	"image/png"
	"strings"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/theme"
)

// Emblem is a picture for a sign of a title.
type Emblem struct {
	Sign string // as package caption calls it
	// Word is what a screen reader says: "red", "red_double". Different pictures may have the same.
	Word string
	Sum  string // names the picture: six hexadecimal digits

	look theme.Theme
	draw func(*theme.Sketch)
}

// Of returns the emblems of a title, those of its cards first. Titles that look alike in something
// have the same picture of it.
func Of(title string, lex *engine.Lexicon) []Emblem {
	own, shared := theme.For(title), theme.Default()
	var all []Emblem
	add := func(look theme.Theme, sign string, draw func(*theme.Sketch)) {
		word := strings.TrimSuffix(words.Replace(sign), "s")
		all = append(all, Emblem{sign, word, sumOf(title, sign), look, draw})
	}
	for i := range lex.Faces {
		f := &lex.Faces[i]
		add(own, f.Name, func(s *theme.Sketch) { face(s, f) })
	}
	add(shared, caption.DeckSign, deck)
	add(shared, caption.TicketSign, ticket)
	if lex.TwoDecks {
		add(shared, caption.PairSign, pair)
		add(shared, caption.PortSign, port)
	}
	for _, kind := range lex.Pieces {
		add(shared, kind, func(s *theme.Sketch) { piece(s, kind) })
	}
	for i := range own.Seats {
		add(own, caption.SeatSign(engine.Seat(i+1)), func(s *theme.Sketch) { seat(s, i) })
	}
	return all
}

// words makes signs words that are short, since each mention counts against Discord's limit:
// "red_port", "red_ship", "red_double", "seat1".
var words = strings.NewReplacer("-ships", "_double", "seat-", "seat", "-", "_")

// hashes has a line for each sign of each title: "amsterdam/red 1a2b3c". The hashes are written by
// a test and not taken from the pictures at hand, because another architecture rounds some pixels
// otherwise: its emoji would be other ones.
//
//go:embed hashes.txt
var hashes string

func sumOf(title, sign string) string {
	_, found, _ := strings.Cut("\n"+hashes, "\n"+title+"/"+sign+" ")
	sum, _, _ := strings.Cut(found, "\n")
	return sum
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
