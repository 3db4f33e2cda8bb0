package rendertest_test

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/engine/titles"
	"konduktor/render"
	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

// TestNoTextOfAPictureLiesOverAnother looks at all pictures of each title, in any language and in
// one that is 40 % longer: no text may run off its picture either. The quick size has that one, and
// a game of the most seats.
func TestNoTextOfAPictureLiesOverAnother(t *testing.T) {
	for _, title := range titles.All() {
		t.Run(title.ID(), func(t *testing.T) {
			t.Parallel()
			p, err := render.New(titles.MapOf(title), title.Lexicon())
			if err != nil {
				t.Fatal(err)
			}
			for _, language := range []string{rendertest.Longer, "pl", "en"}[:enginetest.Size(1, 3)] {
				counts := title.SeatCounts()
				for i := range enginetest.Size(1, len(counts)) {
					drawGame(t, p, title, counts[len(counts)-1-i], language)
				}
			}
		})
	}
}

// drawGame draws the pictures of one game.
func drawGame(t *testing.T, p render.Painter, title engine.Title, seats int, language string) {
	t.Helper()
	drawn := func(name string) func(render.Picture, error) {
		return func(pic render.Picture, err error) {
			t.Helper()
			if err != nil || pic.Crossed != "" {
				t.Errorf("%s, %d seats, %s: %s (error: %v)", language, seats, name, pic.Crossed, err)
			}
		}
	}
	g, policy := rendertest.Begun(t, title, seats)
	o := render.Options{Words: rendertest.Words(t, language), Names: []string{
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
	drawn("legend")(p.Legend(o))
}
