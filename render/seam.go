package render

import (
	"image/color"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// The board can be the unrolled surface of a globe: its left and its right edge are one line. A lane that crosses it
// leaves the board at one edge and comes back at the other; where it does, a sign says which city it leads to.

// exit is where a connection leaves the board, with its sign.
type exit struct {
	at   point   // on the edge, in the middle of its lanes
	to   float64 // -1: to the left, 1: to the right
	name string  // of the city, and the number of the connection
	sign area
}

// A sign's writing is so much smaller than a code; its point is so long, in sizes of the writing.
const (
	signSize = 0.92
	tagPoint = 0.6
)

// layExits finds where connections leave the board and puts the signs there: at the edge, as near to the lanes as they
// cover nothing.
func (l *layout) layExits() {
	for i := range l.lanes {
		r := &l.m.Routes[i]
		if len(l.lanes[i].parts) == 1 || r.Lane > 0 {
			continue
		}
		l.exits = append(l.exits, l.exit(r, 0, r.B), l.exit(r, 1, r.A))
	}
	for range 3 { // they give way to each other
		for i := range l.exits {
			l.exits[i].sign = area{}
			l.exits[i].sign = l.freeSign(&l.exits[i])
		}
	}
}

// exit is where the lanes of a connection leave the board after their first part or, coming from the other end, after
// their last.
func (l *layout) exit(r *railmap.Route, part int, city engine.CityID) exit {
	e := exit{name: l.m.Cities[city].Name + " " + connection(r), to: -1}
	lanes := l.m.Group(r.Group)
	for _, id := range lanes {
		way := l.lanes[id].parts[part].way
		edge := way[0]
		if part == 0 {
			edge = way[len(way)-1]
		}
		e.at = e.at.plus(edge.times(1 / float64(len(lanes))))
	}
	if e.at.x > l.w/2 {
		e.to = 1
	}
	return e
}

// freeSign tries places for a sign along the edge.
func (l *layout) freeSign(e *exit) area {
	size := signSize * l.mt.code
	w := width(bold, size, e.name) + (tagPoint+0.7)*size
	x0, x1 := 3.0, 3+w
	if e.to > 0 {
		x0, x1 = l.w-3-w, l.w-3
	}
	best, cost := area{}, 0.0
	for _, step := range []float64{0, -1, 1} {
		for far := range 20 {
			y := e.at.y + step*(l.mt.slot/2+float64(far)*6*l.mt.scale+0.8*size)
			a := area{x0, y - 0.72*size, x1, y + 0.72*size}
			k := l.costOf(a) + 3*float64(far)
			for i := range l.exits {
				k += 50 * l.exits[i].sign.grown(2*l.mt.scale).overlap(a)
			}
			if best == (area{}) || k < cost {
				best, cost = a, k
			}
			if step == 0 {
				break
			}
		}
	}
	return best
}

// exit draws the sign of an exit and the heads of its lanes' arrows.
func (s *Sketch) exit(l *layout, e *exit) {
	size, k, a := signSize*l.mt.code, l.mt.scale, e.sign
	s.arrow(e.at, e.to, 11*k, s.theme.Card, 3*k)
	s.arrow(e.at, e.to, 11*k, s.theme.Ink, 0)
	for _, layer := range []struct {
		by float64
		c  color.RGBA
	}{{1.5 * k, s.theme.Card}, {0, s.theme.Ink}} {
		s.tag(a.grown(layer.by), e.to, tagPoint*size, layer.c)
	}
	s.centred(bold, size, (a.x0+a.x1)/2-e.to*tagPoint*size/3, (a.y0+a.y1)/2, 0, s.theme.Card, e.name)
}

// tag fills a rectangle with a point to the left (to < 0) or to the right.
func (s *Sketch) tag(a area, to, point float64, c color.RGBA) {
	mid := (a.y0 + a.y1) / 2
	if to < 0 {
		polygon(s.dc, a.x0, mid, a.x0+point, a.y0, a.x1, a.y0, a.x1, a.y1, a.x0+point, a.y1)
	} else {
		polygon(s.dc, a.x1, mid, a.x1-point, a.y0, a.x0, a.y0, a.x0, a.y1, a.x1-point, a.y1)
	}
	s.fill(c)
}

// arrow draws the head of an arrow whose tip lies at a point.
func (s *Sketch) arrow(tip point, to, long float64, c color.RGBA, edge float64) {
	polygon(s.dc, tip.x, tip.y, tip.x-to*long, tip.y-0.7*long, tip.x-to*long, tip.y+0.7*long)
	if edge > 0 {
		s.dc.SetColor(c)
		s.dc.SetLineWidth(2 * edge)
		s.dc.StrokePreserve()
	}
	s.fill(c)
}
