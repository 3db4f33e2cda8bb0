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
	At     Point    // on the edge, between its lanes
	To     float64  // -1: left, 1: right
	Name   string   // of the city, with the connection's number
	Group  int      // of the connection's routes
	Sign   Area     // the zero value: a neighbour's sign stands for both
	Lines  []string // of the sign
	Size   float64  // of its lettering
	Weight int      // of its connections (Signs)

	by     int         // the exit whose sign stands for this one
	level  float64     // of the sign, at best
	places []signPlace // of the sign on a board, the best first
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
			e.Lines, e.Size, e.Sign = []string{e.Name}, l.Sizes.Sign, Area{}
			e.Sign = l.freeSign(e)
		}
	}
}

// oneSign is how far apart connections that lead to the same city may leave the board to share a
// sign, in sizes of its lettering.
const oneSign = 7

// signed are the exits with a sign: one stands between two that lie close together.
func (l *Layout) signed() []*Exit {
	var all []*Exit
	for i := range l.Exits {
		e := &l.Exits[i]
		e.by, e.level = i, e.At.Y
		near := slices.IndexFunc(all, func(o *Exit) bool {
			return o.To == e.To && o.Name == e.Name && math.Abs(o.At.Y-e.At.Y) < oneSign*l.Sizes.Sign
		})
		if near < 0 {
			all = append(all, e)
			continue
		}
		e.by, all[near].level = all[near].by, (all[near].At.Y+e.At.Y)/2
	}
	return all
}

// exit is where a connection leaves the board after its first part, or at the start of its last.
func (l *Layout) exit(r *railmap.Route, part int, city engine.CityID) Exit {
	e := Exit{Name: l.Text.Exit(city, r), Group: r.Group, To: -1}
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
	best, cost := Area{}, 0.0
	l.signPlaces(e, []string{e.Name}, e.Size, func(a Area, far float64) {
		k := l.Cost(a) + far/2
		for i := range l.Exits {
			k += 50 * l.Exits[i].Sign.Grown(2*l.Sizes.Scale).Overlap(a)
		}
		for i, c := range l.Cities {
			if l.Map.Cities[i].Port {
				k += 50 * c.Around(l.Port()).Overlap(a)
			}
		}
		if best == (Area{}) || k < cost {
			best, cost = a, k
		}
	})
	return best
}

// signHigh is the height of a sign with one line, in sizes of its lettering.
func (l *Layout) signHigh() float64 {
	if l.Sizes.Least > 0 { // private pictures have less room
		return 1.08
	}
	return 1.28
}

// signPlaces visits the places for a sign along the edge, with their distance from its lane in
// units of the scale.
func (l *Layout) signPlaces(e *Exit, lines []string, size float64, visit func(Area, float64)) {
	w, h := 0.0, (l.signHigh()+Leading*float64(len(lines)-1))*size
	for _, line := range lines {
		w = max(w, l.Text.Width(size, line))
	}
	w += (TagPoint + 0.7) * size
	x0, x1 := 3.0, 3+w
	if e.To > 0 {
		x0, x1 = l.W-3-w, l.W-3
	}
	visit(Area{x0, e.level - h/2, x1, e.level + h/2}, 0)
	for _, step := range []float64{-1, 1} {
		for i := range 24 {
			far := 6 * float64(i)
			y := e.level + step*(l.Sizes.Slot/2+far*l.Sizes.Scale+0.16*size+h/2)
			visit(Area{x0, y - h/2, x1, y + h/2}, far)
		}
	}
}
