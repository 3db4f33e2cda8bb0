package theme

import (
	"image/color"
	"strconv"

	"konduktor/render/geometry"
	"konduktor/render/raster"
)

// Piece draws a seat's piece on a space: larger than the space, edged in ink, with the seat's
// pattern and number. The pattern stays off the edge, so a piece has an outline wherever it lies.
func (s *Sketch) Piece(sl geometry.Slot, k float64, seat int) {
	s.PieceBody(sl, k, seat)
	s.PieceNumber(sl, k, max(0.74*sl.Width, s.Least), seat)
}

// PieceBody is Piece without the number.
func (s *Sketch) PieceBody(sl geometry.Slot, k float64, seat int) {
	s.PieceGround(sl, k, seat)
	v, within := s.Seats[seat], sl
	within.Length, within.Width = sl.Length-4.6*k, sl.Width-4.6*k
	s.Inside(within, func() { s.Pattern(within, k, v) })
}

// PieceGround is a piece without pattern and number.
func (s *Sketch) PieceGround(sl geometry.Slot, k float64, seat int) {
	if sl.Form == geometry.Toothed {
		s.Rim(sl, k, 0)
	}
	s.Space(sl, edge(sl, k), s.Ink)
	s.Space(sl, 0, s.Seats[seat].Body)
}

// PieceNumber writes the number of a piece's seat on a disc. A white piece needs none: where
// Discord shows it a third as large, the ring would only blur the digit. There the foot that 1 has
// in the bold typeface made it a 2, so the number has the narrow one.
func (s *Sketch) PieceNumber(sl geometry.Slot, k, size float64, seat int) {
	if s.Seats[seat].Body != s.Card {
		r := max(0.44*sl.Width, 0.46*size)
		s.Disc(sl.At.X, sl.At.Y, r+1.5*k, s.Ink)
		s.Disc(sl.At.X, sl.At.Y, r, s.Card)
	}
	s.Centred(raster.Narrow(1.1*size), sl.At.X, sl.At.Y, 0, s.Ink, strconv.Itoa(seat+1))
}

// edge is the width of a piece's edge; the teeth of a tunnel leave less room.
func edge(sl geometry.Slot, k float64) float64 {
	if sl.Form == geometry.Toothed {
		return 1.2 * k
	}
	return 3.5 * k
}

// Pattern draws a livery's pattern on a slot.
func (s *Sketch) Pattern(sl geometry.Slot, k float64, v Livery) {
	x, y := sl.Length/2, sl.Width/2
	s.Push()
	s.Translate(sl.At.X, sl.At.Y)
	s.Rotate(sl.Angle)
	for _, end := range []float64{-1, 1} {
		switch v.Pattern {
		case Bands:
			s.DrawRectangle(end*(x-0.3*y)-2*k, -y, 4*k, 2*y)
			s.DrawRectangle(end*(x-0.85*y)-2*k, -y, 4*k, 2*y)
		case Stripe:
			s.DrawRectangle(min(0, end*x), -3*k, x, 6*k)
		case Studs:
			for _, at := range []geometry.Point{
				geometry.Pt(x-0.38*y, -0.5*y), geometry.Pt(x-0.38*y, 0.5*y),
				geometry.Pt(x-0.95*y, 0),
			} {
				s.DrawCircle(end*at.X, at.Y, 3.7*k)
				s.NewSubPath()
			}
		case Slants:
			for _, at := range []float64{x - 0.5*y, x - 1.1*y} {
				s.Polygon(end*at-y*0.3, y, end*at-y*0.3+3.5*k, y, end*at+y*0.3, -y, end*at+y*0.3-3.5*k, -y)
				s.NewSubPath()
			}
		case Notches:
			s.Polygon(end*x, -0.8*y, end*x, 0.8*y, end*(x-0.9*y), 0)
			s.NewSubPath()
		case Plain:
		}
	}
	s.Pop()
	s.Paint(v.Trim)
}

const shipPieces = "ships"

const trainPieces = "trains"

// PieceIcon draws the sign of a kind of pieces: a wagon, a ship, or the piece itself.
func (s *Sketch) PieceIcon(kind string) {
	switch kind {
	case shipPieces:
		s.ship(12, 15, 10.5, Paint{Fill: s.Border})
	case trainPieces:
		s.carriage(11.5, 12, 10.5)
	default:
		sl := geometry.Slot{At: geometry.Pt(12, 12), Length: 22, Width: 12}
		s.Space(sl, 0, s.Ink)
		s.Space(sl, -2, s.Border)
	}
}

// carriage draws a wagon seen from the side, 2r long, around (x, y).
func (s *Sketch) carriage(x, y, r float64) {
	for _, layer := range []struct {
		by float64
		c  color.RGBA
	}{{0, s.Ink}, {0.16 * r, s.Border}} {
		b := layer.by
		s.DrawRectangle(x-r+b, y-0.75*r+b, 2*r-2*b, 1.2*r-2*b)
		s.Paint(layer.c)
	}
	for _, window := range []float64{-0.68, -0.18, 0.32} {
		s.DrawRectangle(x+window*r, y-0.42*r, 0.36*r, 0.38*r)
	}
	for _, wheel := range []float64{-0.5, 0.5} {
		s.NewSubPath()
		s.DrawCircle(x+wheel*r, y+0.55*r, 0.32*r)
	}
	s.Paint(s.Ink)
}
