// Package render draws a game: the board, a hand, the final sheet, each as a PNG picture with its alternative text.
//
// It sees a game only through an engine.View (design D4), so a picture cannot show what its viewer may not know. It knows
// no clock, no files and no network; the same view and options give the same bytes. What is said is worded in caption,
// where things lie is found in geometry, how a title looks stands in theme; board and table put them together with raster.
package render

import (
	"errors"
	"fmt"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/board"
	"konduktor/render/caption"
	"konduktor/render/film"
	"konduktor/render/raster"
	"konduktor/render/table"
	"konduktor/render/theme"
)

// Options are what a picture shows besides its view.
type Options = caption.Options

// Picture is a finished picture; its alternative text has at most caption.MaxAlt characters.
type Picture = raster.Picture

// Film is a finished film.
type Film = film.Film

// Painter draws the pictures of one map. It is safe for concurrent use. It fails only if the view is of another title or
// Options.Words is missing.
type Painter interface {
	// Board is the map with its claimed routes, beside it the seats, the market and the piles.
	Board(v engine.View, o Options) (Picture, error)
	// Hand is all that the viewer needs for a turn, for a phone: the board or what of it matters to the viewer, the market, the
	// own cards, tickets and offer, the seats; what Options.News tells of is marked and numbered. It fails for a bystander.
	Hand(v engine.View, o Options) (Picture, error)
	// Sheet is the final scoring. It fails while the game is not over.
	Sheet(v engine.View, o Options) (Picture, error)
	// Film is the whole game as a moving picture: o.Turns is its course, v what everybody may know of its end. It fails
	// while the game is not over. It takes some tenths of a second.
	Film(v engine.View, o Options) (Film, error)
}

// Chancer is a painter that draws how likely the sides of a finished game were to win, from turn to turn (o.Chances). Those of New are.
type Chancer interface {
	// Chances fails while the game is not over, and if it is not told of every side.
	Chances(v engine.View, o Options) (Picture, error)
}

var (
	_ Chancer = (*board.Painter)(nil)
	_ Chancer = (*table.Painter)(nil)
)

// New makes the painter that suits a map, in the look of its title: of a board, or where the map has no routes, of a
// table. It takes a second or two; make it once and keep it. It fails if the lexicon is not of the map.
func New(m *railmap.Map, lex *engine.Lexicon) (Painter, error) {
	p, err := painter(m, lex)
	if err != nil {
		return nil, fmt.Errorf("make a painter for the map %s: %w", m.Title, err)
	}
	return p, nil
}

func painter(m *railmap.Map, lex *engine.Lexicon) (Painter, error) {
	switch {
	case lex == nil:
		return nil, errors.New("no lexicon")
	case len(m.Routes) != len(lex.Routes), len(m.Cities) != len(lex.Cities), len(m.Tickets) != len(lex.Tickets):
		return nil, errors.New("the lexicon has other routes, cities or tickets than the map")
	case !(m.Aspect > 0.2 && m.Aspect < 5):
		return nil, fmt.Errorf("an aspect of %g, not between 0.2 and 5", m.Aspect)
	case len(m.Routes) == 0:
		return table.New(m, lex, theme.For(m.Title))
	}
	return board.New(m, lex, theme.For(m.Title))
}
