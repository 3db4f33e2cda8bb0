package board

import (
	"image/color"

	"konduktor/engine"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

type papers struct {
	signs  [3]raster.Sprite // by theme.Standing
	winner raster.Sprite    // behind a winner's name on a final sheet
}

func newPapers(ws *theme.Builder) *papers {
	p := &papers{}
	t := ws.Theme
	edges := [...]color.RGBA{theme.Underway: t.Line, theme.Done: t.Good, theme.Lost: t.Bad}
	for i, edge := range edges {
		ws.Make(&p.signs[i], 30, 30, t.Card, func(s *theme.Sketch) { s.StandingSign(theme.Standing(i), edge) })
	}
	ws.Make(&p.winner, phoneRoom-12, headLine, t.Card, func(s *theme.Sketch) {
		s.Box(2, 2, phoneRoom-16, headLine-4, 12, t.Mark, t.Ink, 3)
	})
	return p
}

type cards struct {
	small []raster.Sprite // by card
	none  raster.Sprite   // an empty slot of the market
}

func newCards(ws *theme.Builder, lex *engine.Lexicon) *cards {
	c := &cards{small: make([]raster.Sprite, len(lex.Faces))}
	for i := range lex.Faces {
		f := &lex.Faces[i]
		ws.Make(&c.small[i], theme.SmallW, theme.SmallH, ws.Theme.Paper, func(s *theme.Sketch) { s.Face(f, theme.SmallW, theme.SmallH, 7) })
	}
	ws.Make(&c.none, theme.SmallW, theme.SmallH, ws.Theme.Paper, func(s *theme.Sketch) {
		s.SetDash(5, 4)
		s.Box(1.5, 1.5, theme.SmallW-3, theme.SmallH-3, 7, s.Theme.Paper, s.Theme.Faint, 1.5)
	})
	return c
}
