package board

import (
	"image/color"
	"math"

	"konduktor/engine"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

type phoneKit struct {
	arrows []raster.Sprite               // by direction, see towards
	foot   foot                          // of pictures of a part of the board
	choice foot                          // of a choice of tickets
	asks   [len(askWidths)]raster.Sprite // question marks, see askTag
	cards  [len(askWidths)][]raster.Sprite
}

func newPhoneKit(ws *theme.Builder, faces []engine.Face) *phoneKit {
	t := ws.Theme
	k := &phoneKit{foot: newFoot(ws, phoneName), choice: newFoot(ws, choiceText)}
	k.arrows = ws.Each(8, arrowSide, arrowSide, t.Paper, func(s *theme.Sketch, towards int) {
		s.RotateAbout(float64(towards)*math.Pi/4, 12, 12)
		drawTowards(s, 0, 0)
	})
	for i, wide := range askWidths {
		side := 2 * (wide / askPart)
		ws.Make(&k.asks[i], side, side, t.Card, func(s *theme.Sketch) { drawAskSign(s, float64(side)/2) })
		h := newHeld(wide)
		k.cards[i] = ws.Faces(faces, h.w, h.h, 0.15*float64(h.h), t.Paper)
	}
	return k
}

// drawDoneSample draws a city of a complete ticket.
func drawDoneSample(s *theme.Sketch) {
	for i, c := range []color.RGBA{s.Accent, s.Card, s.Ink, s.Card, s.Bad} {
		s.Disc(legendMid.X, legendMid.Y, []float64{15.5, 12, 9, 7, 3.8}[i], c)
	}
}

// drawTowards draws an arrow upwards in a square of 24 pixels with its corner at (x, y).
func drawTowards(s *theme.Sketch, x, y float64) {
	s.Polygon(x+12, y+1, x+22, y+22, x+12, y+17, x+2, y+22)
	s.Paint(s.Accent)
}

// drawAskSign draws a question mark on a disc that fills a square.
func drawAskSign(s *theme.Sketch, r float64) {
	s.Disc(r, r, r, s.Ink)
	s.Disc(r, r, 0.84*r, s.Mark)
	s.Centred(raster.Bold(1.5*r), r, r, 0, s.Ink, "?")
}

type papers struct {
	signs []raster.Sprite // by theme.Standing
}

func newPapers(ws *theme.Builder) *papers {
	t := ws.Theme
	inks := [...]color.RGBA{theme.Underway: t.Line, theme.Done: t.Good, theme.Lost: t.Bad}
	p := &papers{signs: ws.Each(len(inks), 30, 30, t.Card, func(s *theme.Sketch, i int) {
		s.StandingSign(theme.Standing(i), inks[i])
	})}
	return p
}
