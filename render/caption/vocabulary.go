// Package caption puts views into words: texts in pictures, alternative texts, and the names of
// cities, cards, tickets and players in messages.
package caption

import (
	"slices"
	"strconv"
	"strings"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// Words returns a text ("render.…", in bot/locale) in the reader's language. args are keys and
// values; the int "Count" selects the plural form.
type Words func(id string, args ...any) string

// Vocabulary words what the games on one map show. It is safe for concurrent use.
type Vocabulary struct {
	Map     *railmap.Map
	Words   Words
	lang    string                 // for city names besides the board's
	name    func(string) string    // makes a player's name harmless for the medium
	inFull  bool                   // name cards of two decks with their use
	ids     *Phrases               // nil: IDs are built as needed
	hints   func(engine.Seat) bool // whether a viewer gets hints; nil: all do
	standIn map[engine.Seat]string // who plays seats for their owners
	// Mark is written for a sign: before each kind of card of a list, by the name of its face. It ends
	// with a space; "" if the sign is unknown. nil: nothing is marked.
	Mark func(sign string) string
}

// WithoutHints hides from some viewers how far each ticket is, and along what routes.
func (w *Vocabulary) WithoutHints(seats ...engine.Seat) {
	w.hints = func(viewer engine.Seat) bool { return !slices.Contains(seats, viewer) }
}

// HintsIf gives hints only to viewers for whom wanted, asked where there is one, is true.
func (w *Vocabulary) HintsIf(wanted func(viewer engine.Seat) bool) { w.hints = wanted }

// Hints reports whether the viewer gets hints.
func (w *Vocabulary) Hints(v *engine.View) bool { return w.hints == nil || w.hints(v.Viewer) }

// New returns the vocabulary of texts, in the language of the words.
func New(m *railmap.Map, w Words) *Vocabulary {
	return &Vocabulary{Map: m, Words: w, lang: w("render.language"), name: ShortName}
}

// ForMessages returns the vocabulary of messages; name makes a player's name harmless.
func ForMessages(m *railmap.Map, w Words, lang string, name func(string) string) *Vocabulary {
	return &Vocabulary{Map: m, Words: w, lang: lang, name: name, inFull: true}
}

// Of returns the caption of a view. It names cards as pictures do.
func (w *Vocabulary) Of(v *engine.View) *Caption {
	s := &Caption{Vocabulary: *w, View: v}
	s.inFull = false
	return s
}

// Phrases caches text IDs and codes for the pictures of one map.
type Phrases struct {
	m                           *railmap.Map
	cardIDs, colorIDs, pieceIDs []string // by card and kind of piece
	Codes                       []string // by route
	pen                         Pen
}

func NewPhrases(m *railmap.Map, lex *engine.Lexicon, pen Pen) *Phrases {
	p := &Phrases{m: m, pen: pen, Codes: make([]string, len(m.Routes))}
	for i := range lex.Faces {
		p.cardIDs = append(p.cardIDs, "render.card."+lex.Faces[i].Name)
		p.colorIDs = append(p.colorIDs, "render.colors."+lex.Faces[i].Color)
	}
	for _, kind := range lex.Pieces {
		p.pieceIDs = append(p.pieceIDs, "render.pieces."+kind)
	}
	for r := range m.Routes {
		p.Codes[r] = Code(m, engine.RouteID(r))
	}
	return p
}

// Caption returns the caption of a view in a picture, and in the text beside it.
func (p *Phrases) Caption(v *engine.View, w Words) *Caption {
	return &Caption{Vocabulary: Vocabulary{
		Map: p.m, Words: w, lang: w("render.language"), name: ShortName, ids: p,
	}, View: v}
}

func (p *Phrases) Card(w Words, card engine.Card) string { return w(p.cardIDs[card]) }

// MapName is what the reader calls the map.
func (w *Vocabulary) MapName() string { return w.Words("render.map", "Name", w.Map.Name) }

// Seat is the name of a seat's player, harmless for the medium.
func (w *Vocabulary) Seat(v *engine.View, seat engine.Seat) string {
	if seat == engine.Public || int(seat) > len(v.Seats) {
		return w.Words("names.nobody")
	}
	return w.name(v.Seat(seat).Name)
}

// StandIn names who plays a seat for its owner, in words harmless for the medium.
func (w *Vocabulary) StandIn(seat engine.Seat, name string) {
	if w.standIn == nil {
		w.standIn = map[engine.Seat]string{}
	}
	w.standIn[seat] = name
}

// Actor names who acted in a seat: its player, or who did so for them.
func (w *Vocabulary) Actor(v *engine.View, e *engine.Event) string {
	who := w.Seat(v, e.Seat)
	var player string
	switch e.By {
	case engine.ByHouse:
		player = w.Words("render.house")
	case engine.ByStandIn:
		if player = w.standIn[e.Seat]; player == "" {
			player = w.Words("render.friend")
		}
	default:
		return who
	}
	if e.Seat == v.Viewer {
		return w.Words("render.acts-for-you", "Player", player)
	}
	return w.Words("render.acts-for", "Player", player, "Who", who)
}

// Seats joins names: "Ala, Bartek and Celina".
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

// Join is "a, b and c", or "none".
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

// Points is a number of points, with a true minus (W11).
func (w *Vocabulary) Points(n int) string {
	return trueMinus(w.Words("render.points", "Count", n), n)
}

// Pts is Points in few letters: "30 pts".
func (w *Vocabulary) Pts(n int) string {
	return trueMinus(w.Words("render.pts", "Count", n), n)
}

// Pieces is a number of pieces of a kind: "3 trains".
func (w *Vocabulary) Pieces(v *engine.View, kind, n int) string {
	return w.Words(w.pieceID(v, kind), "Count", n)
}

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

// Number formats a number with a true minus.
func Number(n int) string {
	if n < 0 {
		return Signed(n)
	}
	return strconv.Itoa(n)
}

// Signed formats a number with its sign.
func Signed(n int) string {
	if n < 0 {
		return "−" + strconv.Itoa(-n)
	}
	return "+" + strconv.Itoa(n)
}

func trueMinus(text string, n int) string {
	if n < 0 {
		return strings.Replace(text, "-", "−", 1)
	}
	return text
}
