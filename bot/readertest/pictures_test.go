package readertest_test

import (
	"testing"

	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/engine/titles"
	"konduktor/render"
	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

// drawn is a picture that a painter has drawn.
type drawn func(name string, pic render.Picture, err error)

// In no language, also in one that is 40 % longer, does a text of a picture lie over another or run
// off it.
func TestNoTextOfAPictureLiesOverAnother(t *testing.T) {
	t.Parallel()
	catalog := longLanguage(t)
	for _, title := range titles.All() {
		t.Run(title.ID(), func(t *testing.T) {
			t.Parallel()
			m := titles.MapOf(title)
			p, err := render.New(m, title.Lexicon())
			if err != nil {
				t.Fatal(err)
			}
			for _, language := range []string{longer, "pl", "en"}[:enginetest.Size(1, 3)] {
				o := render.Options{Words: speech.New(catalog.Texts(language), m).Words}
				draw := func(name string, pic render.Picture, err error) {
					if err != nil || pic.Crossed != "" {
						t.Errorf("%s, %s: %s (error: %v)", language, name, pic.Crossed, err)
					}
				}
				counts := title.SeatCounts()
				for i := range enginetest.Size(1, len(counts)) {
					drawGame(t, p, title, counts[len(counts)-1-i], o, draw)
				}
			}
		})
	}
}

// drawGame draws the pictures of one game.
func drawGame(t *testing.T, p render.Painter, title engine.Title, seats int, o render.Options,
	draw drawn,
) {
	g, policy := rendertest.Begun(t, title, seats)
	o.Names = []string{
		"Ola", "Maksymilian Wielopolski-Zamoyski", "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "Bo", "i", "Celina",
	}[:seats]
	var course engine.Course
	for ply := 0; !g.Over(); ply++ {
		seat := g.ToMove()[0]
		if ply%enginetest.Size(41, 7) == 0 {
			v := g.View(seat)
			pic, err := p.Hand(v, o)
			draw("hand", pic, err)
			pic, err = p.Board(v, o)
			draw("board", pic, err)
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
	pic, err := p.Sheet(v, o)
	draw("sheet", pic, err)
	pic, err = p.(render.EndCarder).EndCard(v, o)
	draw("end card", pic, err)
	sides := make([]int, len(caption.Sides(&v)))
	for range course.Turns {
		o.Chances = append(o.Chances, sides)
	}
	pic, err = p.(render.Chancer).Chances(v, o)
	draw("chances", pic, err)
	if legend, ok := p.(render.Legender); ok {
		pic, err = legend.Legend(o)
		draw("legend", pic, err)
	}
}
