package geometry

import (
	"math"
	"slices"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// A board can be an unrolled globe whose left and right edges are one line. A lane across it leaves
// the board at one edge and returns at the other; signs at both say where it leads.

// Exit is where a connection leaves the board, with its sign.
type Exit struct {
	At   Point   // on the edge, between its lanes
	To   float64 // -1: left, 1: right
	Name string  // of the city, with the connection's number
	Sign Area    // the zero value: a neighbour's sign stands for both

	level float64 // of the sign, at best
}

// TagPoint is the length of a sign's point, in sizes of its lettering.
const TagPoint = 0.6

// layExits places the signs where connections leave the board, as near to the lanes as they cover
// nothing.
func (l *Layout) layExits() {
	for i := range l.Lanes {
		r := &l.Map.Routes[i]
		if len(l.Lanes[i].Stretches) == 1 || r.Lane > 0 {
			continue
		}
		l.Exits = append(l.Exits, l.exit(r, 0, r.B), l.exit(r, 1, r.A))
	}
	signed := l.signed()
	for range 3 { // given where the others are now
		for _, e := range signed {
			e.Sign = Area{}
			e.Sign = l.freeSign(e)
		}
	}
}

// oneSign is how far apart connections that lead to the same city may leave the board to share a
// sign, in sizes of its lettering.
const oneSign = 5

// signed are the exits with a sign: one stands between two that lie close together.
func (l *Layout) signed() []*Exit {
	var all []*Exit
	for i := range l.Exits {
		e := &l.Exits[i]
		e.level = e.At.Y
		near := slices.IndexFunc(all, func(o *Exit) bool {
			return o.To == e.To && o.Name == e.Name && math.Abs(o.At.Y-e.At.Y) < oneSign*l.Sizes.Sign
		})
		if near < 0 {
			all = append(all, e)
			continue
		}
		all[near].level = (all[near].At.Y + e.At.Y) / 2
	}
	return all
}

// exit is where a connection leaves the board after its first part, or at the start of its last.
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

// freeSign finds the cheapest place for a sign along the edge.
func (l *Layout) freeSign(e *Exit) Area {
	size := l.Sizes.Sign
	w := l.Text.Width(size, e.Name) + (TagPoint+0.7)*size
	x0, x1 := 3.0, 3+w
	if e.To > 0 {
		x0, x1 = l.W-3-w, l.W-3
	}
	best, cost := Area{}, 0.0
	for _, step := range []float64{0, -1, 1} {
		for far := range 24 {
			y := e.level + step*(l.Sizes.Slot/2+float64(far)*6*l.Sizes.Scale+0.8*size)
			a := Area{x0, y - 0.64*size, x1, y + 0.64*size}
			k := l.Cost(a) + 3*float64(far)
			for i := range l.Exits {
				k += 50 * l.Exits[i].Sign.Grown(2*l.Sizes.Scale).Overlap(a)
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
