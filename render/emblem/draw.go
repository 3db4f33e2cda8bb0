package emblem

import (
	"image/color"

	"github.com/fogleman/gg"

	"konduktor/engine"
	"konduktor/render/geometry"
	"konduktor/render/theme"
)

const middle = Size / 2

// tile draws a rounded tile with an edge for light ground and one for dark.
func tile(s *theme.Sketch, fill color.RGBA) {
	for _, layer := range []struct {
		edge float64
		c    color.RGBA
	}{{3, s.Ink}, {8, s.Card}, {15, fill}} {
		e := layer.edge
		s.DrawRoundedRectangle(e, e, Size-2*e, Size-2*e, 30-e)
		s.Paint(layer.c)
	}
}

// edged fills the path and gives it the edges of a tile.
func edged(s *theme.Sketch, fill color.RGBA) {
	s.SetLineJoinRound()
	s.StrokePreserveWith(s.Ink, 16)
	s.StrokePreserveWith(s.Card, 9)
	s.Paint(fill)
}

// face draws a card: its symbol on its colour, on a ship, on two hulls, or with an anchor (W1).
func face(s *theme.Sketch, f *engine.Face) {
	p := s.FacePaint(f)
	switch {
	case f.Wild:
		wild(s, p)
	case f.Twin:
		hull(s, p, 12, 44)
		hull(s, p, 72, 44)
	case f.Ship:
		s.DrawRectangle(46, 12, 17, 40) // funnel
		s.NewSubPath()
		s.DrawRectangle(26, 36, 60, 30) // deckhouse
		edged(s, s.Card)
		hull(s, p, 60, 56)
	default:
		tile(s, p.Fill)
		at, r := float64(middle), 42.0
		if f.Port {
			at, r = 53, 35
		}
		s.SymbolPath(p.Symbol, at, at, r)
		s.Paint(p.Ink)
		if f.Port {
			anchor(s, 93, 31)
		}
	}
}

// wild draws the star of the wild on stripes of all colours.
func wild(s *theme.Sketch, p theme.Paint) {
	tile(s, p.Fill)
	const from, to = 15.0, Size - 15.0
	var stripes []color.RGBA
	for sym := theme.Heart; sym <= theme.Hexagon; sym++ {
		for _, c := range s.Colors {
			if c.Symbol == sym {
				stripes = append(stripes, c.Fill)
			}
		}
	}
	step := (to - from) / float64(len(stripes))
	for i, c := range stripes {
		x := from + float64(i)*step
		s.FillArea(geometry.Box(x, from, x+step, to), c)
	}
	s.SymbolPath(p.Symbol, middle, middle+2, 50)
	s.PaintEdged(s.Mark, p.Ink, 7)
}

// hull draws a ship's hull with the symbol of its colour, h high and beginning at y.
func hull(s *theme.Sketch, p theme.Paint, y, h float64) {
	s.MoveTo(10, y)
	s.LineTo(118, y)
	s.QuadraticTo(112, y+0.9*h, 90, y+h)
	s.LineTo(28, y+h)
	s.QuadraticTo(14, y+0.9*h, 10, y)
	s.ClosePath()
	edged(s, p.Fill)
	s.SymbolPath(p.Symbol, 62, y+0.5*h, 0.46*h)
	s.Paint(p.Ink)
}

// anchor draws the mark of a port at (at, at).
func anchor(s *theme.Sketch, at, r float64) {
	s.Disc(at, at, r, s.Ink)
	s.Disc(at, at, 0.86*r, s.Card)
	s.Anchor(at, at, 0.7*r)
	s.Paint(s.Harbor)
}

func port(s *theme.Sketch) { anchor(s, middle, 61) }

func pair(s *theme.Sketch) {
	tile(s, s.Card)
	s.SetColor(s.Ink)
	s.PairMark(middle, middle, 42)
}

// piece draws a kind of pieces.
func piece(s *theme.Sketch, kind string) {
	tile(s, s.Card)
	s.Push()
	s.Translate(14, 14)
	s.Scale(4.2, 4.2)
	s.PieceIcon(kind)
	s.Pop()
}

// seat draws a seat's piece, with its pattern and number.
func seat(s *theme.Sketch, i int) {
	s.Piece(geometry.Slot{At: geometry.Pt(middle, middle), Length: 106, Width: 72}, 2.6, i)
}

// deck draws the backs of some cards.
func deck(s *theme.Sketch) {
	for _, by := range []float64{10, 23, 36} {
		s.DrawRoundedRectangle(by, by, 82, 82, 16)
		edged(s, s.Harbor)
	}
	s.SymbolPath(theme.Star, 77, 77, 26)
	s.Paint(s.Card)
}

// ticket draws a ticket with a way between two cities.
func ticket(s *theme.Sketch) {
	s.MoveTo(10, 28)
	s.LineTo(118, 28)
	s.DrawArc(118, middle, 14, gg.Radians(-90), gg.Radians(-270))
	s.LineTo(118, 100)
	s.LineTo(10, 100)
	s.DrawArc(10, middle, 14, gg.Radians(90), gg.Radians(-90))
	s.ClosePath()
	edged(s, s.Mark)
	s.DrawLine(42, 76, 86, 52)
	s.StrokeWith(s.Accent, 12)
	s.Disc(42, 76, 14, s.Ink)
	s.Disc(86, 52, 14, s.Ink)
}
