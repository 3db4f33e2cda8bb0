package geometry

import (
	"konduktor/engine"
	"konduktor/engine/railmap"
)

// The board can be the unrolled surface of a globe: its left and its right edge are one line. A lane that crosses it
// leaves the board at one edge and comes back at the other; where it does, a sign says which city it leads to.

// Exit is where a connection leaves the board, with its sign.
type Exit struct {
	At   Point   // on the edge, in the middle of its lanes
	To   float64 // -1: to the left, 1: to the right
	Name string  // of the city, and the number of the connection
	Sign Area
}

// TagPoint is how long the point of a sign is, in sizes of its writing.
const TagPoint = 0.6

// layExits finds where connections leave the board and puts the signs there: at the edge, as near to the lanes as they
// cover nothing.
func (l *Layout) layExits() {
	for i := range l.Lanes {
		r := &l.Map.Routes[i]
		if len(l.Lanes[i].Stretches) == 1 || r.Lane > 0 {
			continue
		}
		l.Exits = append(l.Exits, l.exit(r, 0, r.B), l.exit(r, 1, r.A))
	}
	for range 3 { // they give way to each other
		for i := range l.Exits {
			l.Exits[i].Sign = Area{}
			l.Exits[i].Sign = l.freeSign(&l.Exits[i])
		}
	}
}

// exit is where the lanes of a connection leave the board after their first part or, coming from the other end, after
// their last.
func (l *Layout) exit(r *railmap.Route, part int, city engine.CityID) Exit {
	e := Exit{Name: l.Text.Exit(city, r), To: -1}
	lanes := l.Map.Group(r.Group)
	for _, id := range lanes {
		way := l.Lanes[id].Stretches[part].Way
		edge := way[0]
		if part == 0 {
			edge = way[len(way)-1]
		}
		e.At = e.At.Plus(edge.Times(1 / float64(len(lanes))))
	}
	if e.At.X > l.W/2 {
		e.To = 1
	}
	return e
}

// freeSign tries places for a sign along the edge.
func (l *Layout) freeSign(e *Exit) Area {
	size := l.Sizes.Sign
	w := l.Text.Width(size, e.Name) + (TagPoint+0.7)*size
	x0, x1 := 3.0, 3+w
	if e.To > 0 {
		x0, x1 = l.W-3-w, l.W-3
	}
	best, cost := Area{}, 0.0
	for _, step := range []float64{0, -1, 1} {
		for far := range 20 {
			y := e.At.Y + step*(l.Sizes.Slot/2+float64(far)*6*l.Sizes.Scale+0.8*size)
			a := Area{x0, y - 0.72*size, x1, y + 0.72*size}
			k := l.costOf(a) + 3*float64(far)
			for i := range l.Exits {
				k += 50 * l.Exits[i].Sign.Grown(2*l.Sizes.Scale).overlap(a)
			}
			if best == (Area{}) || k < cost {
				best, cost = a, k
			}
			if step == 0 {
				break
			}
		}
	}
	return best
}
