// Package crossedtest checks that no text of a picture lies over another. It is no part of
// rendertest, which the tests of captions use.
package crossedtest

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/render/caption"
	"konduktor/render/raster"
	"konduktor/render/rendertest"
)

// Painter is what the painters of boards and tables draw alike.
type Painter interface {
	Board(v engine.View, o caption.Options) (raster.Picture, error)
	Hand(v engine.View, o caption.Options) (raster.Picture, error)
	Sheet(v engine.View, o caption.Options) (raster.Picture, error)
	EndCard(v engine.View, o caption.Options) (raster.Picture, error)
	Chances(v engine.View, o caption.Options) (raster.Picture, error)
}

// Nothing fails the test if a text of a title's pictures lies over another or runs off its picture,
// in any language and in one that is 40 % longer. The quick size has that one, and a game of the
// most seats.
func Nothing(t *testing.T, p Painter, title engine.Title) {
	t.Helper()
	for _, language := range []string{rendertest.Longer, "pl", "en"}[:enginetest.Size(1, 3)] {
		counts := title.SeatCounts()
		for i := range enginetest.Size(1, len(counts)) {
			drawGame(t, p, title, counts[len(counts)-1-i], language)
		}
	}
}

// drawGame draws the pictures of one game.
func drawGame(t *testing.T, p Painter, title engine.Title, seats int, language string) {
	t.Helper()
	drawn := func(name string) func(raster.Picture, error) {
		return func(pic raster.Picture, err error) {
			t.Helper()
			if err != nil || pic.Crossed != "" {
				t.Errorf("%s, %d seats, %s: %s (error: %v)", language, seats, name, pic.Crossed, err)
			}
		}
	}
	g, policy := rendertest.Begun(t, title, seats)
	o := caption.Options{Words: rendertest.Words(t, language), Names: []string{
		"Ola", "Maksymilian Wielopolski-Zamoyski", "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "Bo", "i",
		"Celina",
	}[:seats]}
	var course engine.Course
	for ply, next := 0, 0; !g.Over(); ply++ {
		seat := g.ToMove()[0]
		if ply == next {
			next = enginetest.Size(41+3*ply, ply+7) // one at setup, two or three later
			v := g.View(seat)
			drawn("hand")(p.Hand(v, o))
			drawn("board")(p.Board(v, o))
		}
		move, _ := policy.Choose(g, seat)
		events, err := g.Apply(seat, move)
		if err != nil {
			t.Fatal(err)
		}
		course.Add(g, seat, events)
		o.News = events
	}
	v := g.View(engine.Public)
	o.Turns, o.Place = course.Turns, "Stowarzyszenie Miłośników Kolei · 26.11.2026"
	drawn("sheet")(p.Sheet(v, o))
	drawn("end card")(p.EndCard(v, o))
	sides := make([]int, len(caption.Sides(&v)))
	for range course.Turns {
		o.Chances = append(o.Chances, sides)
	}
	drawn("chances")(p.Chances(v, o))
	if legend, ok := p.(interface {
		Legend(caption.Options) (raster.Picture, error)
	}); ok {
		drawn("legend")(legend.Legend(o))
	}
}
