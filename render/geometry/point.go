package geometry

import (
	"image"
	"math"
)

// Point is a point of a picture, in pixels.
type Point struct{ X, Y float64 }

func Pt(x, y float64) Point { return Point{x, y} }

// Plus adds two points.
func (p Point) Plus(q Point) Point { return Point{p.X + q.X, p.Y + q.Y} }

// Minus is the vector from q to p.
func (p Point) Minus(q Point) Point { return Point{p.X - q.X, p.Y - q.Y} }

// Times scales the vector by k.
func (p Point) Times(k float64) Point { return Point{p.X * k, p.Y * k} }

// Left turns the vector to the left by 90°.
func (p Point) Left() Point { return Point{p.Y, -p.X} }

// Distance is the distance of two points.
func (p Point) Distance(q Point) float64 { return p.Minus(q).length() }

func (p Point) length() float64 { return math.Hypot(p.X, p.Y) }

func (p Point) unit() Point {
	l := p.length()
	if l == 0 {
		return Point{1, 0}
	}
	return p.Times(1 / l)
}

// Around is the square that reaches margin to each side of the point.
func (p Point) Around(margin float64) Area { return Area{p.X, p.Y, p.X, p.Y}.Grown(margin) }

type Area struct{ X0, Y0, X1, Y1 float64 }

func Box(x0, y0, x1, y1 float64) Area { return Area{x0, y0, x1, y1} }

// Overlap is how many pixels two areas share.
func (a Area) Overlap(b Area) float64 {
	if a.X1 <= b.X0 || b.X1 <= a.X0 || a.Y1 <= b.Y0 || b.Y1 <= a.Y0 { // nearly always
		return 0
	}
	w, h := min(a.X1, b.X1)-max(a.X0, b.X0), min(a.Y1, b.Y1)-max(a.Y0, b.Y0)
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h
}

func (a Area) Holds(b Area) bool {
	return b.X0 >= a.X0 && b.X1 <= a.X1 && b.Y0 >= a.Y0 && b.Y1 <= a.Y1
}

// With is the bounding box of both.
func (a Area) With(b Area) Area {
	return Area{min(a.X0, b.X0), min(a.Y0, b.Y0), max(a.X1, b.X1), max(a.Y1, b.Y1)}
}

// Moved shifts the area.
func (a Area) Moved(x, y float64) Area { return Area{a.X0 + x, a.Y0 + y, a.X1 + x, a.Y1 + y} }

// Distance is how far a point is from the area, 0 inside it.
func (a Area) Distance(p Point) float64 {
	x, y := max(a.X0-p.X, p.X-a.X1, 0), max(a.Y0-p.Y, p.Y-a.Y1, 0)
	return math.Sqrt(x*x + y*y) // math.Hypot takes four times as long
}

// Grown adds a margin.
func (a Area) Grown(by float64) Area { return Area{a.X0 - by, a.Y0 - by, a.X1 + by, a.Y1 + by} }

// Pixels are the pixels that the area touches.
func (a Area) Pixels() image.Rectangle {
	return image.Rect(int(math.Floor(a.X0)), int(math.Floor(a.Y0)), int(math.Ceil(a.X1)),
		int(math.Ceil(a.Y1)))
}

// Around is the bounding box of a way, grown by a margin.
func Around(way []Point, margin float64) Area {
	a := Area{way[0].X, way[0].Y, way[0].X, way[0].Y}
	for _, p := range way[1:] {
		a = Area{min(a.X0, p.X), min(a.Y0, p.Y), max(a.X1, p.X), max(a.Y1, p.Y)}
	}
	return a.Grown(margin)
}
