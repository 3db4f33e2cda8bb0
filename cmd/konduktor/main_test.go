package main

import (
	"os"
	"slices"
	"sync"
	"testing"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/engine/titles"
	"konduktor/render"
)

// TestMain lets all programs of these tests share the painters of the titles' own maps, which are
// made when they first draw: most programs draw nothing. A map that a test reads is another one
// each time, and so is its painter.
func TestMain(m *testing.M) {
	draw, made := drawn, sync.Map{}
	drawn = func(board *railmap.Map, words *engine.Lexicon) (render.Painter, error) {
		if !slices.ContainsFunc(titles.All(), func(t engine.Title) bool {
			return titles.MapOf(t) == board
		}) {
			return draw(board, words)
		}
		later := lazyPainter{sync.OnceValue(func() render.Painter {
			p, err := draw(board, words)
			if err != nil {
				panic(err)
			}
			return p
		})}
		shared, _ := made.LoadOrStore(board, later)
		return shared.(lazyPainter), nil
	}
	os.Exit(m.Run())
}

// lazyPainter is a painter that is made when it first draws.
type lazyPainter struct{ get func() render.Painter }

func (p lazyPainter) Board(v engine.View, o render.Options) (render.Picture, error) {
	return p.get().Board(v, o)
}

func (p lazyPainter) Hand(v engine.View, o render.Options) (render.Picture, error) {
	return p.get().Hand(v, o)
}

func (p lazyPainter) Sheet(v engine.View, o render.Options) (render.Picture, error) {
	return p.get().Sheet(v, o)
}

func (p lazyPainter) Film(v engine.View, o render.Options) (render.Film, error) {
	return p.get().Film(v, o)
}

func (p lazyPainter) Chances(v engine.View, o render.Options) (render.Picture, error) {
	return p.get().Chances(v, o)
}

func (p lazyPainter) EndCard(v engine.View, o render.Options) (render.Picture, error) {
	return p.get().EndCard(v, o)
}

func (p lazyPainter) Season(c render.Card, routes []engine.RouteID, best []engine.CityID,
) (render.Picture, error) {
	return p.get().Season(c, routes, best)
}

func (p lazyPainter) Lobby(c render.Card) (render.Picture, error) { return p.get().Lobby(c) }

func (p lazyPainter) Legend(o render.Options) (render.Picture, error) { return p.get().Legend(o) }
