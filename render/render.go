// Package render draws a game: the board, a hand, the final sheet, each as a PNG picture with its alternative text, and
// the same as plain text for people who read with a screen reader.
//
// It sees a game only through an engine.View (design D4), so a picture cannot show what its viewer may not know. It knows
// no clock, no files and no network; the same view and options give the same bytes. A board is drawn from a railmap.Map
// and a Theme: no title is named outside its own theme file.
package render

import (
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// Words turns the id of a text ("render.…") into the reader's language. The args are key, value, key, value, …; the key
// "Count", an int, also chooses the plural form. The ids stand in bot/locale/en/render.toml.
type Words func(id string, args ...any) string

// Options are what a picture shows besides its view.
type Options struct {
	Words   Words            // must be set
	Marked  []engine.RouteID // routes to outline: those of the last moves
	News    []engine.Event   // what the last moves brought about, as the viewer may know it; a table marks it
	Focus   string           // id of a city to zoom to; "" is the whole board
	Private bool             // ring the cities of the viewer's own tickets
}

// Picture is a finished picture.
type Picture struct {
	PNG           []byte
	Alt           string // alternative text, at most MaxAlt characters
	Width, Height int    // pixels
}

// MaxAlt is the largest number of characters of an alternative text; Discord refuses more.
const MaxAlt = 1024

// Painter draws the pictures of one map. It is safe for concurrent use. It fails only if the view is of another map or
// Options.Words is missing.
type Painter interface {
	// Board is the map with its claimed routes, beside it the seats, the market and the piles.
	Board(v engine.View, o Options) (Picture, error)
	// Hand is the viewer's own cards, tickets and offer. It fails for a bystander.
	Hand(v engine.View, o Options) (Picture, error)
	// Sheet is the final scoring. It fails while the game is not over.
	Sheet(v engine.View, o Options) (Picture, error)
}

// mapName is what the reader calls a map.
func mapName(w Words, m *railmap.Map) string { return w("render.map", "Name", m.Name) }
