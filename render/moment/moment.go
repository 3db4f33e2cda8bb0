// Package moment draws an event of a turn, in the size in which a phone shows it above the buttons
// that answer it.
package moment

import (
	"fmt"
	"image/color"
	"math"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// Sizes in pixels, twice as large as on a phone.
const (
	width, height = 600, 280
	edge          = 14
	headH, footH  = 60, 62
	signX, signY  = 518, headH + (height-headH-footH)/2
	cardsW        = 420
	cardW         = 110 // at most
	gap           = 8
	text, least   = 34, 22
)

// Draw draws the moment of a view and its news in the look of a title; false if there is none.
func Draw(look *theme.Theme, say *caption.Phrases, v *engine.View, o *caption.Options,
) (raster.Picture, bool, error) {
	c := say.Caption(say.Drawn(v, o), o.Words)
	m, ok := c.Moment(o.News)
	if !ok {
		return raster.Picture{}, false, nil
	}
	s := theme.NewSketch(look, width, height)
	s.Least = least
	s.FillArea(geometry.Box(0, 0, width, height), s.Border)
	s.FillArea(geometry.Box(0, 0, width, headH), s.Ink)
	drawCards(s, c.View.Lexicon(), &m)
	drawSign(s, &m)
	s.FillArea(geometry.Box(0, height-footH, width, height), s.Mark)
	s.FillArea(geometry.Box(0, height-footH, width, height-footH+3), s.Ink)
	s.Piece(geometry.NewSlot(geometry.Pt(edge+36, headH/2), 0, 66, 38), 1, int(m.Seat-1))
	write(s, 2*edge+72, headH/2, s.Card, m.Head)
	write(s, edge, height-footH/2+1, s.Ink, m.Verdict)
	ws := raster.NewBuilder()
	ws.CountBackdrop(s.Sketch)
	pic, err := ws.Finish(nil, nil).Quantize(s.Sketch).Picture(say.Caption(v, o.Words).MomentAlt(o))
	if err != nil {
		return raster.Picture{}, true, fmt.Errorf("draw a moment: %w", err)
	}
	return pic, true, nil
}

// write writes a line from x to the edge, with its middle at y.
func write(s *theme.Sketch, x, y float64, ink color.RGBA, said string) {
	f := raster.Narrow(text).Shrunk(least, width-edge-x, said)
	s.Text(f, x, y+0.36*f.Size, 0, ink, f.Fit(width-edge-x, said))
}

// drawCards draws the cards, more than four in two rows, with what those cost that were turned up.
func drawCards(s *theme.Sketch, lex *engine.Lexicon, m *caption.Moment) {
	rows := 1
	if len(m.Cards) > 4 {
		rows = 2
	}
	each := max(1, (len(m.Cards)+rows-1)/rows)
	w := math.Floor(min(cardW, cardsW/float64(each)-gap))
	h := math.Floor(0.62 * w)
	top := signY - (float64(rows)*(h+gap)-gap)/2
	for i, card := range m.Cards {
		x, y := edge+float64(i%each)*(w+gap), top+float64(i/each)*(h+gap)
		s.Push()
		s.Translate(x, y)
		if card == engine.NoCard {
			s.Box(1, 1, w-2, h-2, gap, s.Line, s.Ink, 2)
		} else {
			s.Face(&lex.Faces[card], w, h, gap)
		}
		s.Pop()
		if i < len(m.Costs) && m.Costs[i] {
			x, y := x+w-14, y+h-14
			s.Disc(x, y, 23, s.Card)
			s.Disc(x, y, 20, s.Bad)
			s.Centred(raster.Bold(26), x, y, 0, s.Card, "+1")
		}
	}
}

// drawSign draws what the event is: the mouth of a tunnel, open or full of rocks, the robbed seat's
// piece struck through, or a port.
func drawSign(s *theme.Sketch, m *caption.Moment) {
	switch m.Kind {
	case engine.EventDug:
		drawMouth(s, m.N == 0)
	case engine.EventRobbed:
		sl := geometry.NewSlot(geometry.Pt(signX, signY), 0, 124, 70)
		s.PieceBody(sl, 1.6, int(m.Victim-1))
		for _, side := range []float64{-1, 1} {
			s.DrawLine(signX-56, signY-side*48, signX+56, signY+side*48)
		}
		s.SetLineCapRound()
		s.StrokePreserveWith(s.Card, 14)
		s.StrokeWith(s.Bad, 8)
		s.PieceNumber(sl, 1.6, 48, int(m.Victim-1))
	default:
		s.Disc(signX, signY, 66, s.Ink)
		s.Disc(signX, signY, 61, s.Seats[m.Seat-1].Body)
		s.Disc(signX, signY, 44, s.Card)
		s.Anchor(signX, signY, 36)
		s.Paint(s.Harbor)
	}
}

func drawMouth(s *theme.Sketch, open bool) {
	const base, r = height - footH, 58.0
	arch := func(r float64) {
		s.DrawArc(signX, base-52, r, math.Pi, 2*math.Pi)
		s.LineTo(signX+r, base)
		s.LineTo(signX-r, base)
		s.ClosePath()
	}
	arch(r + 12)
	s.PaintEdged(s.Card, s.Ink, 3)
	arch(r)
	s.Paint(s.Ink)
	if open {
		arch(16)
		s.Paint(s.Mark)
		s.SetLineCapButt()
		for _, side := range []float64{-1, 1} {
			s.DrawLine(signX+10*side, base-30, signX+36*side, base)
		}
		s.StrokeWith(s.Card, 5)
		return
	}
	for _, rock := range [][3]float64{
		{4, 88, 18}, {-36, 60, 18}, {34, 58, 17}, {-4, 52, 24}, {-30, 18, 25}, {24, 20, 27}, {-4, 14, 12},
	} {
		s.Disc(signX+rock[0], base-rock[1], rock[2], s.Ink)
		s.Disc(signX+rock[0], base-rock[1], rock[2]-3, s.Gray.Fill)
	}
}
