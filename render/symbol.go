package render

import (
	"math"

	"github.com/fogleman/gg"
)

// Symbol is a small sign that stands for a card colour wherever the colour is shown.
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

// paths draw a symbol around the origin within a circle of radius 1.
var paths = [...]func(*gg.Context){
	NoSymbol: func(*gg.Context) {},
	Heart: func(dc *gg.Context) {
		dc.MoveTo(0, 0.9)
		dc.CubicTo(-0.55, 0.45, -1.0, 0.1, -0.95, -0.35)
		dc.CubicTo(-0.9, -0.9, -0.2, -0.95, 0, -0.4)
		dc.CubicTo(0.2, -0.95, 0.9, -0.9, 0.95, -0.35)
		dc.CubicTo(1.0, 0.1, 0.55, 0.45, 0, 0.9)
		dc.ClosePath()
	},
	Moon: func(dc *gg.Context) {
		dc.DrawArc(0, 0, 0.95, gg.Radians(50), gg.Radians(310))
		dc.QuadraticTo(-0.35, 0, 0.61, 0.73)
		dc.ClosePath()
	},
	Drop: func(dc *gg.Context) {
		dc.MoveTo(0, -1)
		dc.CubicTo(0.3, -0.5, 0.72, -0.1, 0.72, 0.3)
		dc.CubicTo(0.72, 0.75, 0.38, 1, 0, 1)
		dc.CubicTo(-0.38, 1, -0.72, 0.75, -0.72, 0.3)
		dc.CubicTo(-0.72, -0.1, -0.3, -0.5, 0, -1)
		dc.ClosePath()
	},
	Leaf: func(dc *gg.Context) { // three round leaves on a stalk
		for _, a := range []float64{-90, 30, 150} {
			x, y := 0.47*math.Cos(gg.Radians(a)), 0.47*math.Sin(gg.Radians(a))-0.08
			dc.NewSubPath()
			dc.DrawCircle(x, y, 0.47)
		}
		dc.NewSubPath()
		polygon(dc, 0, 0, 0.3, 1, -0.3, 1)
	},
	Square:  func(dc *gg.Context) { dc.DrawRectangle(-0.75, -0.75, 1.5, 1.5) },
	Diamond: func(dc *gg.Context) { polygon(dc, 0, -1, 0.75, 0, 0, 1, -0.75, 0) },
	Sun: func(dc *gg.Context) {
		dc.DrawCircle(0, 0, 0.5)
		for i := range 8 {
			s, c := math.Sincos(float64(i) * math.Pi / 4)
			dc.NewSubPath()
			polygon(dc, 0.62*c-0.17*s, 0.62*s+0.17*c, 1.02*c, 1.02*s, 0.62*c+0.17*s, 0.62*s-0.17*c)
		}
	},
	Triangle: func(dc *gg.Context) { polygon(dc, 0, -0.95, 0.95, 0.75, -0.95, 0.75) },
	Hexagon:  func(dc *gg.Context) { dc.DrawRegularPolygon(6, 0, 0, 0.95, 0) },
	Star: func(dc *gg.Context) {
		for i := range 10 {
			r := 1.0
			if i%2 == 1 {
				r = 0.42
			}
			s, c := math.Sincos(float64(i)*math.Pi/5 - math.Pi/2)
			dc.LineTo(r*c, r*s)
		}
		dc.ClosePath()
	},
}

func polygon(dc *gg.Context, xy ...float64) {
	for i := 0; i < len(xy); i += 2 {
		dc.LineTo(xy[i], xy[i+1])
	}
	dc.ClosePath()
}

// symbol lays the path of a symbol of radius r around (x, y).
func (s *Sketch) symbol(sym Symbol, x, y, r float64) {
	s.dc.Push()
	s.dc.Translate(x, y)
	s.dc.Scale(r, r)
	paths[sym](s.dc)
	s.dc.Pop()
}

// cart fills a small handcart seen from the side, 2r wide, around (x, y): the mark of goods (A4).
func (s *Sketch) cart(x, y, r float64) {
	dc := s.dc
	dc.Push()
	dc.Translate(x, y)
	dc.Scale(r, r)
	polygon(dc, -0.62, -0.6, 0.72, -0.6, 0.5, 0.18, -0.45, 0.18)
	dc.NewSubPath()
	polygon(dc, 0.5, -0.6, 1, -0.85, 1, -0.65, 0.62, -0.42)
	for _, wheel := range []float64{-0.3, 0.35} {
		dc.NewSubPath()
		dc.DrawCircle(wheel, 0.5, 0.3)
	}
	dc.Pop()
	dc.Fill()
}
