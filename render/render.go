// Package render draws a game: the board, a hand, the final sheet, a film, each with its
// alternative text.
//
// It sees a game only through an engine.View (design D4), so a picture cannot show what its viewer
// may not know. It knows no clock, files or network; the same view and options give the same bytes.
// Package caption words the texts, geometry finds places, theme is the look of titles; board and
// table put them together with raster.
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

// Card is what the card of a season or a lobby says.
type Card = caption.EndCard

// Picture is a finished picture; its alternative text has at most caption.MaxAlt characters.
type Picture = raster.Picture

// Film is a finished film.
type Film = film.Film

// Painter draws the pictures of one map. It is safe for concurrent use. Every method fails if the
// view is of another title or Options.Words is missing.
type Painter interface {
	// Board is the map with claimed routes, and the seats with their points below it.
	Board(v engine.View, o Options) (Picture, error)
	// Hand is the viewer's own picture, about square: the part of the map where its ways run, or the
	// whole map for a choice of tickets or with Options.Wide. It fails for a bystander.
	Hand(v engine.View, o Options) (Picture, error)
	// Sheet is the final scoring. It fails while the game is not over.
	Sheet(v engine.View, o Options) (Picture, error)
	// Film is the whole game as an animation: o.Turns are its turns, v is its public end. It takes
	// some tenths of a second and fails while the game is not over.
	Film(v engine.View, o Options) (Film, error)
	// Chances are the chances to win of a finished game (o.Chances). It fails while the game is not
	// over or if a side is missing.
	Chances(v engine.View, o Options) (Picture, error)
	// EndCard is the card that a finished game leaves, with o.Place below it. It fails while the game
	// is not over.
	EndCard(v engine.View, o Options) (Picture, error)
	// Season is the card of somebody's season on the map: the routes that they claimed shine, or
	// without routes a train runs between the cities of their best ticket, if they completed one.
	Season(card Card, routes []engine.RouteID, best []engine.CityID) (Picture, error)
	// Lobby is the card of a lobby: its seats, below the empty board.
	Lobby(card Card) (Picture, error)
	// Legend explains the signs of the pictures. It fails if o.Words is missing; the other options do
	// not matter.
	Legend(o Options) (Picture, error)
}

// Preparer is a painter with parts that are made when a picture first needs them. Those of New for
// a map with routes are.
type Preparer interface {
	// Prepare makes what private pictures need, which takes a second or two.
	Prepare() error
}

var _ Preparer = (*board.Painter)(nil)

// New makes the painter for a map in the look of its title: of a board, or of a table if the map
// has no routes. It takes a second or two, so keep it. It fails if the lexicon is not of the map.
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
	case len(m.Routes) != len(lex.Routes), len(m.Cities) != len(lex.Cities),
		len(m.Tickets) != len(lex.Tickets):
		return nil, errors.New("the lexicon has other routes, cities or tickets than the map")
	case !(m.Aspect > 0.2 && m.Aspect < 5):
		return nil, fmt.Errorf("an aspect of %g, not between 0.2 and 5", m.Aspect)
	case len(m.Routes) == 0:
		return table.New(m, lex, theme.For(m.Title))
	}
	return board.New(m, lex, theme.For(m.Title))
}
