package board

import (
	"image/color"
	"math"
	"strconv"

	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// drawClosed draws a space that nobody can claim any more (C8), pale and hatched.
func drawClosed(s *theme.Sketch, sl geometry.Slot, k float64) {
	s.Rim(sl, k, 2*k)
	s.Space(sl, 0, s.Theme.Border)
	s.Space(sl, -1.3*k, s.Theme.Land)
	s.Inside(sl, func() { drawHatch(s, sl, k) })
}

func drawHatch(s *theme.Sketch, sl geometry.Slot, k float64) {
	s.Push()
	s.Translate(sl.At.X, sl.At.Y)
	s.Rotate(sl.Angle)
	x, y := sl.Length/2-3*k, sl.Width/2-2*k
	for d := -x + y; d <= x-y; d += 9 * k {
		s.DrawLine(d-y, y, d+y, -y)
	}
	s.Pop()
	s.SetLineCapButt()
	s.StrokeWith(s.Theme.Faint, 2*k)
}

// drawMarked draws the band behind the pieces of the last moves.
func drawMarked(s *theme.Sketch, l *geometry.Layout, ln *geometry.Lane) {
	spacesPath(s, ln)
	s.SetLineCapRound()
	s.SetLineJoinRound()
	for _, line := range []struct {
		w float64
		c color.RGBA
	}{{18, s.Theme.Ink}, {14, s.Theme.Mark}} {
		s.StrokePreserveWith(line.c, l.Sizes.Slot+line.w*l.Sizes.Scale)
	}
	s.ClearPath()
}

// spacesPath lays a path along the spaces of a lane, in two parts where it leaves the board.
func spacesPath(s *theme.Sketch, ln *geometry.Lane) {
	for i, sl := range ln.Slots {
		if i == ln.Stretches[0].Spaces {
			s.NewSubPath()
		}
		sin, cos := math.Sincos(sl.Angle)
		s.LineTo(sl.At.X-cos*sl.Length/2, sl.At.Y-sin*sl.Length/2)
		s.LineTo(sl.At.X+cos*sl.Length/2, sl.At.Y+sin*sl.Length/2)
	}
}

func drawHarbor(s *theme.Sketch, l *geometry.Layout, c geometry.Point) {
	for _, ring := range []struct {
		r float64
		c color.RGBA
	}{{l.Sizes.Dot + 2*l.Sizes.Scale, s.Theme.Card}, {l.Sizes.Dot, s.Theme.Ink}, {0.87 * l.Sizes.Dot, s.Theme.Harbor}} {
		s.Disc(c.X, c.Y, ring.r, ring.c)
	}
	s.Anchor(c.X, c.Y, 0.66*l.Sizes.Dot)
	s.Paint(s.Theme.Card)
}

func drawPort(s *theme.Sketch, at geometry.Point, k float64, seat int) {
	v, r := s.Theme.Seats[seat], geometry.PortSize*k
	for _, ring := range []struct {
		r float64
		c color.RGBA
	}{{r + 1.2*k, s.Theme.Card}, {r, s.Theme.Ink}} {
		s.DrawRegularPolygon(8, at.X, at.Y, ring.r, math.Pi/8)
		s.Paint(ring.c)
	}
	body := geometry.Slot{At: at, Length: 1.68 * r, Width: 1.68 * r, Form: geometry.Rounded}
	s.Space(body, 0, v.Body)
	s.Inside(body, func() { s.Pattern(body, k, v) })
	size := max(0.76*r, s.Least)
	disc := max(0.46*r, 0.46*size)
	s.Disc(at.X, at.Y, disc+0.06*r, s.Theme.Ink)
	s.Disc(at.X, at.Y, disc, s.Theme.Card)
	s.Centred(raster.Bold(size), at.X, at.Y, 0, s.Theme.Ink, strconv.Itoa(seat+1))
}
