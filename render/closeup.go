package render

import (
	"fmt"
	"maps"

	"github.com/konduktor-bot/konduktor/engine"
)

// A close-up shows a part of the board zoom times as large.
const (
	zoom     = 2
	closeUpW = 1280
	closeUpH = 960
)

// closeUp draws the surroundings of a city. It is asked for rarely and drawn anew each time.
func (p *painter) closeUp(v *engine.View, o *Options) (Picture, error) {
	city, ok := p.lex.City(o.Focus)
	if !ok {
		return Picture{}, fmt.Errorf("draw a board: there is no city %q", o.Focus)
	}
	w, h := p.board.lay.w, p.board.lay.h
	l := newLayout(p.m, w*zoom, h*zoom, zoom)
	at := l.cities[city]
	dx := max(0, min(at.x-closeUpW/2, l.w-closeUpW))
	dy := max(0, min(at.y-closeUpH/2, l.h-closeUpH))
	s := newSketch(&p.theme, closeUpW, closeUpH)
	s.dc.Translate(-float64(int(dx)), -float64(int(dy)))
	s.scene(l, v, o, p.ringed(v, o), p.stops(v, o))

	ws := &workshop{theme: &p.theme, pal: &palette{rgb: p.pal.rgb, known: maps.Clone(p.pal.known), inks: p.pal.inks}}
	c := &canvas{w: closeUpW, h: closeUpH, pal: p.pal, pix: ws.indices(s)}
	return p.finish(c, p.boardAlt(v, o))
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
