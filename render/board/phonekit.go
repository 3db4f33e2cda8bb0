package board

import (
	"image"
	"image/color"
	"math"

	"konduktor/render/raster"
	"konduktor/render/theme"
)

type phoneKit struct {
	pieces []raster.Sprite // by seat
	ring   raster.Sprite   // for the legend: a city of a complete ticket
	arrows []raster.Sprite // up, right, down, left
}

const (
	pieceW, pieceH = 64, 38
)

func newPhoneKit(ws *theme.Builder) *phoneKit {
	t := ws.Theme
	k := &phoneKit{pieces: ws.Pieces(pieceW, pieceH, 10, 10, 1, phoneText, t.Card)}
	k.arrows = ws.Each(4, arrowSide, arrowSide, t.Card, func(s *theme.Sketch, side int) {
		s.RotateAbout(float64(side)*math.Pi/2, 12, 12)
		s.Polygon(12, 2, 22, 20, 2, 20)
		s.Paint(t.Accent)
	})
	ws.Make(&k.ring, legendW, signH, t.Paper, func(s *theme.Sketch) {
		for i, c := range []color.RGBA{t.Accent, t.Card, t.Ink, t.Card, t.Bad} {
			s.Disc(legendW/2, signH/2, []float64{15.5, 12, 9, 7, 3.8}[i], c)
		}
	})
	return k
}

type papers struct {
	signs  []raster.Sprite // by theme.Standing
	winner raster.Sprite   // behind a winner's name on a final sheet
}

func newPapers(ws *theme.Builder) *papers {
	t := ws.Theme
	inks := [...]color.RGBA{theme.Underway: t.Line, theme.Done: t.Good, theme.Lost: t.Bad}
	p := &papers{signs: ws.Each(len(inks), 30, 30, t.Card, func(s *theme.Sketch, i int) {
		s.StandingSign(theme.Standing(i), inks[i])
	})}
	ws.Make(&p.winner, phoneRoom-12, headLine, t.Card, func(s *theme.Sketch) {
		s.Box(2, 2, phoneRoom-16, headLine-4, 12, t.Mark, t.Ink, 3)
	})
	return p
}

// outline draws the edges of a box, w pixels wide, inside it.
func outline(c *raster.Canvas, r image.Rectangle, w int, col color.RGBA) {
	c.Fill(r.Min.X, r.Min.Y, r.Dx(), w, col)
	c.Fill(r.Min.X, r.Max.Y-w, r.Dx(), w, col)
	c.Fill(r.Min.X, r.Min.Y, w, r.Dy(), col)
	c.Fill(r.Max.X-w, r.Min.Y, w, r.Dy(), col)
}
