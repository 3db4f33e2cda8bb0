package geometry

import (
	"math"

	"konduktor/engine/railmap"
)

// Place converts a point of the map, 0 to 1, into pixels.
func Place(p railmap.Point, w, h float64) Point { return Point{p.X * w, p.Y * h} }

// Curve is a smooth line through points of the map.
func (l *Layout) Curve(points []railmap.Point) []Point {
	through := make([]Point, len(points))
	for i, p := range points {
		through[i] = Place(p, l.W, l.H)
	}
	return Smooth(through)
}

// Smooth is a finely stepped curve through points (Catmull-Rom).
func Smooth(through []Point) []Point {
	const steps = 24
	at := func(i int) Point { return through[min(max(i, 0), len(through)-1)] }
	way := []Point{through[0]}
	for i := range len(through) - 1 {
		p0, p1, p2, p3 := at(i-1), at(i), at(i+1), at(i+2)
		for s := 1; s <= steps; s++ {
			t := float64(s) / steps
			way = append(way, p1.Times(2).Plus(p2.Minus(p0).Times(t)).
				Plus(p0.Times(2).Minus(p1.Times(5)).Plus(p2.Times(4)).Minus(p3).Times(t*t)).
				Plus(p1.Times(3).Minus(p0).Minus(p2.Times(3)).Plus(p3).Times(t*t*t)).Times(0.5))
		}
	}
	return way
}

func shift(way []Point, by float64) []Point {
	if by == 0 {
		return way
	}
	out := make([]Point, len(way))
	for i := range way {
		dir := way[min(i+1, len(way)-1)].Minus(way[max(i-1, 0)]).unit()
		out[i] = way[i].Plus(dir.Left().Times(by))
	}
	return out
}

func reverse(way []Point) []Point {
	out := make([]Point, len(way))
	for i := range way {
		out[len(way)-1-i] = way[i]
	}
	return out
}

func length(way []Point) float64 {
	l := 0.0
	for i := 1; i < len(way); i++ {
		l += way[i].Distance(way[i-1])
	}
	return l
}

// trim is the distance along the way at which a slot clears the city where the way begins.
func trim(way []Point, city Point, mt Sizes) float64 {
	whole := length(way)
	for d := 0.0; d < whole/2; d++ {
		p, angle := along(way, d)
		sin, cos := math.Sincos(angle)
		off := city.Minus(p)
		across := off.Y*cos - off.X*sin
		across -= max(-mt.Slot/2, min(mt.Slot/2, across)) // distance of the city from the slot's side
		if math.Hypot(across, off.X*cos+off.Y*sin) >= mt.Dot+mt.clear {
			return d
		}
	}
	return whole / 2
}

// evenly appends the points every 4 pixels between two distances along the way.
func evenly(out, way []Point, from, to float64) []Point {
	begin, i := 0.0, 1 // of the step that ends at way[i]
	for d := from; d < to; d += 4 {
		for l := way[i].Distance(way[i-1]); d-begin > l && i < len(way)-1; l = way[i].Distance(way[i-1]) {
			begin += l
			i++
		}
		out = append(out, way[i-1].Plus(way[i].Minus(way[i-1]).unit().Times(d-begin)))
	}
	return out
}

// along is the point at a distance from the way's beginning, and the angle there.
func along(way []Point, d float64) (Point, float64) {
	for i := 1; i < len(way); i++ {
		step := way[i].Minus(way[i-1])
		l := step.length()
		if d <= l || i == len(way)-1 {
			return way[i-1].Plus(step.unit().Times(d)), math.Atan2(step.Y, step.X)
		}
		d -= l
	}
	return way[0], 0
}
