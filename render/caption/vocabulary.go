// Package caption puts what a view shows into words: the texts in pictures, their alternative texts, the same as plain text
// for people who read with a screen reader, and what messages call cities, cards, tickets and players.
package caption

import (
	"slices"
	"strings"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// Words turns the id of a text ("render.…") into the reader's language. The args are key, value, key, value, …; the key
// "Count", an int, also chooses the plural form. The ids stand in bot/locale.
type Words func(id string, args ...any) string

// Vocabulary words what the games on one map show: cities, routes, cards, payments, tickets, points and players. Pictures,
// texts and messages take their words from it. It is safe for concurrent use.
type Vocabulary struct {
	Map    *railmap.Map
	Words  Words
	lang   string                 // of the names that cities have beside the board's; "": none are shown
	name   func(string) string    // makes a player's name harmless for the medium
	inFull bool                   // with two decks, cards are named with what they are for
	ids    *Phrases               // nil: ids are put together as they come
	hints  func(engine.Seat) bool // whether a viewer gets hints about their tickets; nil: all do
}

// WithoutHints leaves out, for some viewers, what looks ahead for their tickets: how far each is, and by which routes.
func (w *Vocabulary) WithoutHints(seats ...engine.Seat) {
	w.hints = func(viewer engine.Seat) bool { return !slices.Contains(seats, viewer) }
}

// HintsIf is WithoutHints for the viewers of whom wanted is false. It is asked only where there is something to hint at.
func (w *Vocabulary) HintsIf(wanted func(viewer engine.Seat) bool) { w.hints = wanted }

// Hints reports whether the viewer is told what looks ahead for their tickets.
func (w *Vocabulary) Hints(v *engine.View) bool { return w.hints == nil || w.hints(v.Viewer) }

// New returns the vocabulary of texts, in the language of the words.
func New(m *railmap.Map, w Words) *Vocabulary {
	return &Vocabulary{Map: m, Words: w, lang: w("render.language"), name: ShortName}
}

// ForMessages returns the vocabulary of messages in a language, where name makes a player's name harmless.
func ForMessages(m *railmap.Map, w Words, lang string, name func(string) string) *Vocabulary {
	return &Vocabulary{Map: m, Words: w, lang: lang, name: name, inFull: true}
}

// Of returns the caption of a view. It names cards as pictures do.
func (w *Vocabulary) Of(v *engine.View) *Caption {
	s := &Caption{Vocabulary: *w, View: v}
	s.inFull = false
	return s
}

// Phrases holds text ids and codes that the texts of a map's pictures need again and again, so that they are built once.
type Phrases struct {
	m                 *railmap.Map
	cardIDs, pieceIDs []string // of words, by card and kind of piece
	Codes             []string // by route
	pen               Pen
}

// NewPhrases builds the phrases of a map.
func NewPhrases(m *railmap.Map, lex *engine.Lexicon, pen Pen) *Phrases {
	p := &Phrases{m: m, pen: pen, Codes: make([]string, len(m.Routes))}
	for i := range lex.Faces {
		p.cardIDs = append(p.cardIDs, "render.card."+lex.Faces[i].Name)
	}
	for _, kind := range lex.Pieces {
		p.pieceIDs = append(p.pieceIDs, "render.pieces."+kind)
	}
	for r := range m.Routes {
		p.Codes[r] = Code(m, engine.RouteID(r))
	}
	return p
}

// OnPicture returns the caption of a view in a picture, which calls cities what they are called on the board.
func (p *Phrases) OnPicture(v *engine.View, w Words) *Caption {
	return &Caption{Vocabulary: Vocabulary{Map: p.m, Words: w, name: ShortName, ids: p}, View: v}
}

// InText returns the caption of a view in a text beside a picture, in the language of the words.
func (p *Phrases) InText(v *engine.View, w Words) *Caption {
	s := p.OnPicture(v, w)
	s.lang = w("render.language")
	return s
}

// Card is the word for a kind of card.
func (p *Phrases) Card(w Words, card engine.Card) string { return w(p.cardIDs[card]) }

// MapName is what the reader calls the map.
func (w *Vocabulary) MapName() string { return w.Words("render.map", "Name", w.Map.Name) }

// Seat is the name of who sits in a seat, harmless for the medium.
func (w *Vocabulary) Seat(v *engine.View, seat engine.Seat) string {
	if seat == engine.Public || int(seat) > len(v.Seats) {
		return w.Words("names.nobody")
	}
	return w.name(v.Seat(seat).Name)
}

// Seats are names in a row: "Ala, Bartek and Celina".
func (w *Vocabulary) Seats(v *engine.View, list []engine.Seat) string {
	if len(list) == 1 {
		return w.Seat(v, list[0])
	}
	names := make([]string, len(list))
	for i, seat := range list {
		names[i] = w.Seat(v, seat)
	}
	return w.Join(names)
}

// Join makes a list of words: "a, b and c", "none" of none.
func (w *Vocabulary) Join(words []string) string {
	switch len(words) {
	case 0:
		return w.Words("names.none")
	case 1:
		return words[0]
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + w.Words("render.and") + words[last]
}

// Points is a number of points with a true minus where it is less than 0 (W11).
func (w *Vocabulary) Points(n int) string { return trueMinus(w.Words("render.points", "Count", n), n) }

// Pieces is a number of pieces of a kind: "3 trains".
func (w *Vocabulary) Pieces(v *engine.View, kind, n int) string {
	return w.Words(w.pieceID(v, kind), "Count", n)
}

// pieceID is the id of the word for a kind of piece.
func (w *Vocabulary) pieceID(v *engine.View, kind int) string {
	if w.ids != nil {
		return w.ids.pieceIDs[kind]
	}
	return "render.pieces." + v.Lexicon().Pieces[kind]
}

// Fleet names pieces by kind: "20 trains and 40 ships".
func (w *Vocabulary) Fleet(v *engine.View, numbers ...int) string {
	var list []string
	for kind := range v.Lexicon().Pieces[:min(len(numbers), len(v.Lexicon().Pieces))] {
		list = append(list, w.Pieces(v, kind, numbers[kind]))
	}
	return w.Join(list)
}
