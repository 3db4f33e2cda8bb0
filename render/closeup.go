package render

import (
	"fmt"

	"github.com/konduktor-bot/konduktor/engine"
)

// A close-up shows a part of the board between leastZoom and mostZoom times as large.
const (
	leastZoom, mostZoom = 1.4, 1.8
	closeUpW            = 1280
	closeUpH            = 960
)

// closeUp draws the surroundings of a city. It is asked for rarely and drawn anew each time.
func (p *painter) closeUp(v *engine.View, o *Options) (Picture, error) {
	city, ok := p.lex.City(o.Focus)
	if !ok {
		return Picture{}, fmt.Errorf("draw a board: there is no city %q", o.Focus)
	}
	seen := p.board.lay.surroundings(city)
	w, h := p.board.lay.w, p.board.lay.h
	zoom := max(leastZoom, min(mostZoom, closeUpW/(seen.x1-seen.x0), closeUpH/(seen.y1-seen.y0)))
	l := newLayout(p.m, w*zoom, h*zoom, zoom)
	at := l.cities[city]
	dx := window(zoom*seen.x0, zoom*seen.x1, at.x, closeUpW, l.w)
	dy := window(zoom*seen.y0, zoom*seen.y1, at.y, closeUpH, l.h)
	s := newSketch(&p.theme, closeUpW, closeUpH)
	s.dc.Translate(-float64(int(dx)), -float64(int(dy)))
	s.scene(l, v, o, p.ringed(v, o), p.stops(v, o))

	return p.finish(p.pal.settled(s.img, aloneSlack), p.boardAlt(v, o))
}

// surroundings are what a close-up of a city should show: the cities next to it, the ways there and the names.
func (l *layout) surroundings(city engine.CityID) area {
	const margin = 50
	around := func(c engine.CityID) area {
		at := l.cities[c]
		a := area{at.x, at.y, at.x, at.y}.grown(l.mt.dot)
		for _, line := range l.labels[c].areas {
			a = a.with(line)
		}
		return a
	}
	seen := around(city)
	for r := range l.m.Routes {
		e := &l.m.Routes[r]
		if (e.A != city && e.B != city) || len(l.lanes[r].parts) > 1 {
			continue
		}
		seen = seen.with(around(e.Far(city))).with(l.lanes[r].bounds(0))
	}
	return seen.grown(margin * l.mt.scale)
}

// window is where a view that is room long begins, on a board that is whole long: it shows from a to b, or if that is too
// much, the place at not too far from its middle.
func window(a, b, at, room, whole float64) float64 {
	from := (a + b - room) / 2
	if b-a > room {
		from = max(at-0.68*room, min(at-0.32*room, from))
	}
	return max(0, min(from, whole-room))
}

// scene draws a whole position in full colour.
func (s *Sketch) scene(l *layout, v *engine.View, o *Options, ringed []bool, stops []stop) {
	k := l.mt.scale
	s.ground(l)
	s.network(l)
	if t := v.Tunnel; t != nil {
		ln := &l.lanes[t.Route]
		s.dug(l, t.Route)
		s.piece(ln.slots[ln.digger()], k, int(t.Seat-1))
	}
	for _, r := range v.Closed {
		for _, sl := range l.lanes[r].slots {
			s.closed(sl, k)
		}
	}
	for _, r := range o.Marked {
		s.marked(l, &l.lanes[r])
		s.tops(l, r)
	}
	for i := range v.Seats {
		for _, r := range v.Seats[i].Routes {
			for _, sl := range l.lanes[r].slots {
				s.piece(sl, k, i)
			}
		}
	}
	for i := range ringed {
		if ringed[i] {
			s.ring(l, engine.CityID(i))
		}
	}
	for i := range v.Seats {
		for _, city := range v.Seats[i].Ports {
			s.port(l.cities[city], k, i)
		}
	}
	for _, st := range stops {
		s.tourStop(l, v, st)
	}
}
