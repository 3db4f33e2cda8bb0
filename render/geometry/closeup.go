package geometry

import (
	"konduktor/engine"
)

// Surroundings are what a close-up of a city shows: its neighbours, the routes there, and the
// names.
func (l *Layout) Surroundings(city engine.CityID) Area {
	const margin = 50
	seen := l.CityArea(city)
	for r := range l.Map.Routes {
		e := &l.Map.Routes[r]
		if (e.A != city && e.B != city) || len(l.Lanes[r].Stretches) > 1 {
			continue
		}
		seen = seen.With(l.CityArea(e.Far(city))).With(l.Lanes[r].Bounds(0))
	}
	return seen.Grown(margin * l.Sizes.Scale)
}

// Window is where a view of length room begins on a board of length whole: it shows a to b, or if
// that is too long, the point at near its middle.
func Window(a, b, at, room, whole float64) float64 {
	from := (a + b - room) / 2
	if b-a > room {
		from = max(at-0.68*room, min(at-0.32*room, from))
	}
	return max(0, min(from, whole-room))
}

// AvoidSigns moves the left edge of a view, room pixels wide, so that it does not cut the signs at
// the edges of the board.
func (l *Layout) AvoidSigns(x, room float64) float64 {
	left, right := 0.0, l.W
	for i := range l.Exits {
		if a := l.Exits[i].Sign; a.X0 < l.W/2 {
			left = max(left, a.X1)
		} else {
			right = min(right, a.X0)
		}
	}
	switch {
	case x < left:
		return 0
	case x+room > right:
		return l.W - room
	}
	return x
}
