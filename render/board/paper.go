package board

import (
	"image/color"

	"konduktor/engine"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// The measures of a sheet of paper: hands and scores are written on one.
const (
	paperW    = 1200
	paperEdge = 40
)

// papers are the sprites of hands and scores.
type papers struct {
	badge   raster.Sprite    // a dark disc for a number
	tickets [4]raster.Sprite // the frame of a ticket, by theme.Standing
	signs   [4]raster.Sprite // by theme.Standing
	winner  raster.Sprite    // the ground of a winner's row
}

// Measures of a ticket, in pixels.
const (
	ticketEdge = 14
	ticketW    = miniW + 2*ticketEdge
	ticketText = 96
	tourText   = 22 // what a tour is worth
	ticketGap  = 20
	rowH       = 64
)

func newPapers(ws *theme.Builder, mini *miniature) *papers {
	p := &papers{}
	t := ws.Theme
	ws.Make(&p.badge, 52, 52, t.Paper, func(s *theme.Sketch) {
		s.Disc(26, 26, 25, t.Card)
		s.Disc(26, 26, 23, t.Ink)
	})
	h := ticketH(mini)
	edges := [4]color.RGBA{theme.Offered: t.Accent, theme.Underway: t.Line, theme.Done: t.Good, theme.Lost: t.Bad}
	for i, edge := range edges {
		ws.Make(&p.tickets[i], ticketW, h, t.Paper, func(s *theme.Sketch) {
			s.Box(2, 2, ticketW-4, float64(h)-4, 14, t.Card, edge, 4)
		})
		ws.Make(&p.signs[i], 30, 30, t.Card, func(s *theme.Sketch) { s.StandingSign(theme.Standing(i), edge) })
	}
	ws.Make(&p.winner, paperW-2*paperEdge, rowH, t.Paper, func(s *theme.Sketch) {
		s.Box(2, 2, paperW-2*paperEdge-4, rowH-4, 12, t.Mark, t.Ink, 3)
	})
	return p
}

func ticketH(mini *miniature) int { return mini.base.H + 2*ticketEdge + mini.text }

// blankSheet is an empty sheet of paper.
func (p *Painter) blankSheet(h int) *raster.Canvas {
	c := raster.Borrow(p.pal, paperW, h)
	c.Fill(0, 0, paperW, h, p.theme.Paper)
	return c
}

// cards are the faces of a title's cards.
type cards struct {
	small []raster.Sprite // by card
	none  raster.Sprite   // an empty slot of the market
	large []raster.Sprite // by card, with room for the word below the symbol
}

func newCards(ws *theme.Builder, lex *engine.Lexicon) *cards {
	c := &cards{small: make([]raster.Sprite, len(lex.Faces)), large: make([]raster.Sprite, len(lex.Faces))}
	for i := range lex.Faces {
		f := &lex.Faces[i]
		ws.Make(&c.small[i], theme.SmallW, theme.SmallH, ws.Theme.Paper, func(s *theme.Sketch) { s.Face(f, theme.SmallW, theme.SmallH, 7) })
		ws.Make(&c.large[i], theme.CardW, theme.CardH, ws.Theme.Paper, func(s *theme.Sketch) { s.Face(f, theme.CardW, theme.CardH, 14) })
	}
	ws.Make(&c.none, theme.SmallW, theme.SmallH, ws.Theme.Paper, func(s *theme.Sketch) {
		s.SetDash(5, 4)
		s.Box(1.5, 1.5, theme.SmallW-3, theme.SmallH-3, 7, s.Theme.Paper, s.Theme.Faint, 1.5)
	})
	return c
}
