package render

import (
	"image"
	"sync/atomic"

	"github.com/konduktor-bot/konduktor/engine"
)

// plate is what a painter keeps of a board: the board with nothing on it, and what has come to lie on it so far. Most games
// see few of the pieces that could lie on a map, so each is made when it is first asked for.
type plate struct {
	lay    *layout
	theme  *Theme
	pal    *palette
	w, h   int
	slack  int
	base   []uint8  // a canvas' pixels
	pieces [][]kept // by seat, route
	closed []kept   // by route
	marks  []kept   // by route
	tapes  []kept   // by route, of tunnels
	rings  []kept   // by city
	ports  [][]kept // by seat and city
}

// kept are sprites that are made when they are first asked for. Two who ask at once may both make them: they come out the
// same, since nothing goes into them but the layout, the theme, the palette and the base.
type kept struct{ made atomic.Pointer[[]sprite] }

func (k *kept) get(make func() []sprite) []sprite {
	if all := k.made.Load(); all != nil {
		return *all
	}
	all := make()
	k.made.Store(&all)
	return all
}

// newPlate draws a board on a sketch of w × h pixels. It is left in the returned sketch until the palette is chosen.
func (ws *workshop) newPlate(l *layout, w, h int) (*plate, *Sketch) {
	p := &plate{lay: l, theme: ws.theme, w: w, h: h}
	base := newSketch(ws.theme, w, h)
	base.ground(l)
	base.network(l)
	tally(ws.board, base.img)
	for c, n := range ws.board {
		ws.seen[c] += n
	}
	ws.sample(l.mt.scale)

	for range ws.theme.Seats {
		p.pieces = append(p.pieces, make([]kept, len(l.lanes)))
		p.ports = append(p.ports, make([]kept, len(l.cities)))
	}
	p.closed, p.marks, p.tapes = make([]kept, len(l.lanes)), make([]kept, len(l.lanes)), make([]kept, len(l.lanes))
	p.rings = make([]kept, len(l.cities))
	return p, base
}

// paint turns the board with nothing on it into what can be packed, well enough.
func (p *plate) paint(pal *palette, base *Sketch) error {
	p.pal, p.slack = pal, firstSlack
	for {
		c := pal.settled(base.img, p.slack)
		file, err := c.png()
		if err != nil {
			return err
		}
		over := len(file) - baseSize
		if p.base = c.pix; over <= 0 || p.slack == mostSlack {
			return nil
		}
		p.slack = min(p.slack+max(slackStep, over/slackSaves), mostSlack)
	}
}

// cut draws on a part of the board and takes what has changed there as a sprite.
func (p *plate) cut(a area, draw func(*Sketch)) sprite {
	r := a.pixels().Intersect(image.Rect(0, 0, p.w, p.h))
	into := sprite{x: r.Min.X, y: r.Min.Y, w: r.Dx(), h: r.Dy()}
	board := canvas{w: p.w, h: p.h, pix: p.base}
	under, out := newSketch(p.theme, into.w, into.h), make([]uint8, 0, into.w*into.h)
	for y := range into.h {
		for x, i := range board.row(into.y + y)[into.x : into.x+into.w] {
			under.img.SetRGBA(x, y, p.pal.rgb[i])
		}
		out = append(out, board.row(into.y + y)[into.x:into.x+into.w]...)
	}
	s := copySketch(under)
	s.dc.Translate(-float64(into.x), -float64(into.y))
	draw(s)
	truth := colorsOf(s.img)
	for i, c := range colorsOf(under.img) {
		if truth[i] == c {
			truth[i].A = 0
		}
	}
	p.pal.thrift(p.slack).settle(into.w, truth, out)
	for i := range out {
		if truth[i].A == 0 {
			out[i] = transparent
		}
	}
	into.pix = out
	return into
}

// on makes a sprite for every space of a route.
func (p *plate) on(r engine.RouteID, draw func(*Sketch, slot)) []sprite {
	slots := p.lay.lanes[r].slots
	all := make([]sprite, len(slots))
	for i, sl := range slots {
		all[i] = p.cut(sl.bounds(6*p.lay.mt.scale), func(s *Sketch) { draw(s, sl) })
	}
	return all
}

// piecesOn are a seat's pieces on a route, by space.
func (p *plate) piecesOn(seat int, r engine.RouteID) []sprite {
	return p.pieces[seat][r].get(func() []sprite {
		return p.on(r, func(s *Sketch, sl slot) { s.piece(sl, p.lay.mt.scale, seat) })
	})
}

// closedOn are the signs on a route that it is closed, by space.
func (p *plate) closedOn(r engine.RouteID) []sprite {
	return p.closed[r].get(func() []sprite {
		return p.on(r, func(s *Sketch, sl slot) { s.closed(sl, p.lay.mt.scale) })
	})
}

// mark is the mark of a route that was claimed last.
func (p *plate) mark(r engine.RouteID) []sprite {
	return p.marks[r].get(func() []sprite {
		ln := &p.lay.lanes[r]
		a := ln.bounds(p.lay.mt.slot/2 + 12*p.lay.mt.scale) // the ends of the band are round
		return []sprite{p.cut(a, func(s *Sketch) { s.marked(p.lay, ln); s.tops(p.lay, r) })}
	})
}

// tape is the tape around a tunnel that is being dug.
func (p *plate) tape(r engine.RouteID) []sprite {
	return p.tapes[r].get(func() []sprite {
		a := p.lay.lanes[r].bounds(p.lay.mt.slot/2 + 18*p.lay.mt.scale)
		return []sprite{p.cut(a, func(s *Sketch) { s.dug(p.lay, r) })}
	})
}

// ring is the ring around a city.
func (p *plate) ring(i int) []sprite {
	return p.rings[i].get(func() []sprite {
		c := p.lay.cities[i]
		a := area{c.x, c.y, c.x, c.y}.grown(p.lay.mt.dot + 20*p.lay.mt.scale)
		return []sprite{p.cut(a, func(s *Sketch) { s.ring(p.lay, engine.CityID(i)) })}
	})
}

// port is a seat's port at a city.
func (p *plate) port(seat int, city engine.CityID) []sprite {
	return p.ports[seat][city].get(func() []sprite {
		c := p.lay.cities[city]
		a := area{c.x, c.y, c.x, c.y}.grown((portSize + 4) * p.lay.mt.scale)
		return []sprite{p.cut(a, func(s *Sketch) { s.port(c, p.lay.mt.scale, seat) })}
	})
}

// tops draws again what lies above the mark of a route: its cities and the names.
func (s *Sketch) tops(l *layout, r engine.RouteID) {
	route := &l.m.Routes[r]
	for i := range l.lanes[r].slots {
		s.space(l, r, i)
	}
	s.city(l, route.A)
	s.city(l, route.B)
	s.namesOver(l, l.lanes[r].reaches(2*l.mt.slot))
}

// put lays onto the canvas what the view has on the board, and rings the cities that ringed says.
func (p *plate) put(c *canvas, v *engine.View, o *Options, ringed []bool) {
	if t := v.Tunnel; t != nil {
		c.putAll(p.tape(t.Route))
		c.put(&p.piecesOn(int(t.Seat-1), t.Route)[p.lay.lanes[t.Route].digger()])
	}
	for _, r := range v.Closed {
		c.putAll(p.closedOn(r))
	}
	for _, r := range o.Marked {
		c.putAll(p.mark(r))
	}
	for i := range v.Seats {
		for _, r := range v.Seats[i].Routes {
			c.putAll(p.piecesOn(i, r))
		}
	}
	for i := range ringed {
		if ringed[i] {
			c.putAll(p.ring(i))
		}
	}
	for i := range v.Seats {
		for _, city := range v.Seats[i].Ports {
			c.putAll(p.port(i, city))
		}
	}
}
