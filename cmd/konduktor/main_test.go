package main

import (
	"os"
	"sync"
	"testing"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render"
)

// TestMain lets all programs of these tests share the painters of the titles' own maps. A map that
// a test reads is another one each time, and so is its painter.
func TestMain(m *testing.M) {
	draw, made := drawn, sync.Map{}
	drawn = func(board *railmap.Map, words *engine.Lexicon) (render.Painter, error) {
		once, _ := made.LoadOrStore(board, sync.OnceValues(func() (render.Painter, error) {
			return draw(board, words)
		}))
		return once.(func() (render.Painter, error))()
	}
	os.Exit(m.Run())
}
