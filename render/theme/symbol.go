package theme

import (
	"image/color"
	"math"

	"github.com/fogleman/gg"

	"konduktor/render/raster"
)

// A harbour has an anchor instead of a city's dot (W10). A built port is an octagon over the city
// with the owner's colour, pattern and number.

// Anchor adds the path of an anchor around (x, y), within radius r.
func (s *Sketch) Anchor(x, y, r float64) {
	s.Push()
	s.Translate(x, y)
	s.Scale(r, r)
	s.DrawCircle(0, -0.7, 0.3)
	s.NewSubPath()
	s.DrawRectangle(-0.13, -0.5, 0.26, 1.4) // shank
	s.NewSubPath()
	s.DrawRectangle(-0.55, -0.32, 1.1, 0.24) // stock
	s.NewSubPath()
	// the arms: a crescent with pointed ends
	s.MoveTo(-0.98, 0.1)
	s.QuadraticTo(-0.8, 0.98, 0, 0.98)
	s.QuadraticTo(0.8, 0.98, 0.98, 0.1)
	s.LineTo(0.62, 0.34)
	s.QuadraticTo(0.5, 0.66, 0, 0.68)
	s.QuadraticTo(-0.5, 0.66, -0.62, 0.34)
	s.ClosePath()
	s.Pop()
}

// PairMark fills two cards side by side, 2r wide: a space that takes two cards (W6).
func (s *Sketch) PairMark(x, y, r float64) {
	for _, card := range []float64{-0.92, 0.1} {
		s.DrawRoundedRectangle(x+card*r, y-0.78*r, 0.82*r, 1.56*r, 0.16*r)
		s.NewSubPath()
	}
	s.Fill()
}

// LocomotiveMark fills a locomotive, 2r wide: a ferry's symbol (N5).
func (s *Sketch) LocomotiveMark(x, y, r float64) {
	s.Push()
	s.Translate(x, y)
	s.Scale(r, r)
	for _, part := range [][]float64{
		{-0.95, -0.3, 0.4, -0.3, 0.4, 0.42, -0.95, 0.42},       // boiler
		{-0.82, -0.85, -0.36, -0.85, -0.46, -0.2, -0.72, -0.2}, // chimney
		{0.3, -0.8, 0.95, -0.8, 0.95, 0.42, 0.3, 0.42},         // cab
		{0.2, -0.95, 1.05, -0.95, 1.05, -0.75, 0.2, -0.75},     // roof
	} {
		s.Polygon(part...)
		s.Fill()
	}
	for _, wheel := range []float64{-0.62, 0, 0.62} {
		s.DrawCircle(wheel, 0.6, 0.29)
		s.Fill()
	}
	s.Pop()
}

// Symbol is the sign of a card colour wherever the colour is shown.
type Symbol uint8

// The symbols.
const (
	NoSymbol Symbol = iota
	Heart
	Moon
	Drop
	Leaf
	Square
	Diamond
	Sun
	Triangle
	Hexagon
	Star
)

// paths draw a symbol around the origin, within radius 1.
var paths = [...]func(*raster.Sketch){
	NoSymbol: func(*raster.Sketch) {},
	Heart: func(s *raster.Sketch) {
		s.MoveTo(0, 0.9)
		s.CubicTo(-0.55, 0.45, -1.0, 0.1, -0.95, -0.35)
		s.CubicTo(-0.9, -0.9, -0.2, -0.95, 0, -0.4)
		s.CubicTo(0.2, -0.95, 0.9, -0.9, 0.95, -0.35)
		s.CubicTo(1.0, 0.1, 0.55, 0.45, 0, 0.9)
		s.ClosePath()
	},
	Moon: func(s *raster.Sketch) {
		s.DrawArc(0, 0, 0.95, gg.Radians(50), gg.Radians(310))
		s.QuadraticTo(-0.35, 0, 0.61, 0.73)
		s.ClosePath()
	},
	Drop: func(s *raster.Sketch) {
		s.MoveTo(0, -1)
		s.CubicTo(0.3, -0.5, 0.72, -0.1, 0.72, 0.3)
		s.CubicTo(0.72, 0.75, 0.38, 1, 0, 1)
		s.CubicTo(-0.38, 1, -0.72, 0.75, -0.72, 0.3)
		s.CubicTo(-0.72, -0.1, -0.3, -0.5, 0, -1)
		s.ClosePath()
	},
	Leaf: func(s *raster.Sketch) { // three round leaves on a stalk
		for _, a := range []float64{-90, 30, 150} {
			x, y := 0.47*math.Cos(gg.Radians(a)), 0.47*math.Sin(gg.Radians(a))-0.08
			s.NewSubPath()
			s.DrawCircle(x, y, 0.47)
		}
		s.NewSubPath()
		s.Polygon(0, 0, 0.3, 1, -0.3, 1)
	},
	Square:  func(s *raster.Sketch) { s.DrawRectangle(-0.75, -0.75, 1.5, 1.5) },
	Diamond: func(s *raster.Sketch) { s.Polygon(0, -1, 0.75, 0, 0, 1, -0.75, 0) },
	Sun: func(s *raster.Sketch) {
		s.DrawCircle(0, 0, 0.5)
		for i := range 8 {
			sin, cos := math.Sincos(float64(i) * math.Pi / 4)
			s.NewSubPath()
			s.Polygon(0.62*cos-0.17*sin, 0.62*sin+0.17*cos, 1.02*cos, 1.02*sin, 0.62*cos+0.17*sin,
				0.62*sin-0.17*cos)
		}
	},
	Triangle: func(s *raster.Sketch) { s.Polygon(0, -0.95, 0.95, 0.75, -0.95, 0.75) },
	Hexagon:  func(s *raster.Sketch) { s.DrawRegularPolygon(6, 0, 0, 0.95, 0) },
	Star: func(s *raster.Sketch) {
		for i := range 10 {
			r := 1.0
			if i%2 == 1 {
				r = 0.42
			}
			sin, cos := math.Sincos(float64(i)*math.Pi/5 - math.Pi/2)
			s.LineTo(r*cos, r*sin)
		}
		s.ClosePath()
	},
}

// SymbolPath adds the path of a symbol of radius r around (x, y).
func (s *Sketch) SymbolPath(sym Symbol, x, y, r float64) {
	s.Push()
	s.Translate(x, y)
	s.Scale(r, r)
	paths[sym](s.Sketch)
	s.Pop()
}

// CartMark fills a handcart, 2r wide: goods (A4).
func (s *Sketch) CartMark(x, y, r float64) {
	s.Push()
	s.Translate(x, y)
	s.Scale(r, r)
	s.Polygon(-0.62, -0.6, 0.72, -0.6, 0.5, 0.18, -0.45, 0.18)
	s.NewSubPath()
	s.Polygon(0.5, -0.6, 1, -0.85, 1, -0.65, 0.62, -0.42)
	for _, wheel := range []float64{-0.3, 0.35} {
		s.NewSubPath()
		s.DrawCircle(wheel, 0.5, 0.3)
	}
	s.Pop()
	s.Fill()
}

// Standing is how a ticket stands.
type Standing uint8

const (
	Underway Standing = iota
	Done
	Lost
)

// StandingSign draws a tick, a cross or three dots.
func (s *Sketch) StandingSign(m Standing, c color.RGBA) {
	s.SetLineCapRound()
	s.SetLineJoinRound()
	s.SetColor(c)
	s.SetLineWidth(5)
	switch m {
	case Done:
		for _, corner := range tick {
			s.LineTo(30*corner.X, 26-30*corner.Y)
		}
	case Lost:
		s.DrawLine(7, 7, 23, 23)
		s.DrawLine(23, 7, 7, 23)
	case Underway:
		s.SetColor(s.Faint)
		for x := 6.0; x < 30; x += 9 {
			s.DrawCircle(x, 16, 3)
			s.Fill()
		}
	}
	s.Stroke()
}
