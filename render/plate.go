package render

import (
	"image"
	"image/color"
	"math"

	"github.com/konduktor-bot/konduktor/engine"
)

// plate is what a painter keeps of a board: the board with nothing on it, and everything that can come to lie on it.
type plate struct {
	lay    *layout
	w, h   int
	base   []uint8      // a canvas' pixels
	pieces [][][]sprite // by seat, route, space
	closed [][]sprite   // by route, space
	marks  []sprite     // by route
	tapes  []sprite     // by route, of tunnels
	rings  []sprite     // by city
	ports  [][]sprite   // by seat and city, of those with a harbour
}

// workshop makes sprites. They are drawn in full colour first, since the palette is chosen from what has been drawn.
type workshop struct {
	theme *Theme
	seen  seenColors
	jobs  []job
	pal   *palette
}

// job is a sprite that waits for the palette.
type job struct {
	into *sprite
	rgba []color.RGBA // A 0: transparent
}

// cut draws on the sketch, takes what has changed within the area as a sprite, and cleans up after itself: base is the
// sketch as it was.
func (ws *workshop) cut(into *sprite, s, base *Sketch, a area, draw func()) {
	draw()
	r := image.Rect(int(math.Floor(a.x0)), int(math.Floor(a.y0)), int(math.Ceil(a.x1)), int(math.Ceil(a.y1))).Intersect(s.img.Rect)
	*into = sprite{x: r.Min.X, y: r.Min.Y, w: r.Dx(), h: r.Dy()}
	rgba := make([]color.RGBA, 0, into.w*into.h)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from, to := s.img.PixOffset(r.Min.X, y), s.img.PixOffset(r.Max.X, y)
		for i := from; i < to; i += 4 {
			p, q := s.img.Pix[i:i+3], base.img.Pix[i:i+3]
			if p[0] == q[0] && p[1] == q[1] && p[2] == q[2] {
				rgba = append(rgba, color.RGBA{})
				continue
			}
			c := color.RGBA{p[0], p[1], p[2], 0xFF}
			ws.seen[c]++
			rgba = append(rgba, c)
		}
	}
	restore(s, base, r)
	ws.jobs = append(ws.jobs, job{into, rgba})
}

// restore makes the sketch what base is, in the rectangle and a good way around it.
func restore(s, base *Sketch, r image.Rectangle) {
	r = r.Inset(-40).Intersect(s.img.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from, to := s.img.PixOffset(r.Min.X, y), s.img.PixOffset(r.Max.X, y)
		copy(s.img.Pix[from:to], base.img.Pix[from:to])
	}
}

// make draws a sprite of its own, of w × h pixels, on a ground.
func (ws *workshop) make(into *sprite, w, h int, ground color.RGBA, draw func(*Sketch)) {
	s := newSketch(ws.theme, w, h)
	s.fillArea(area{0, 0, float64(w), float64(h)}, ground)
	base := copySketch(s)
	ws.cut(into, s, base, area{0, 0, float64(w), float64(h)}, func() { draw(s) })
}

// finish chooses the palette, unless there is one already, and turns all sprites into its indices.
func (ws *workshop) finish() {
	if ws.pal == nil {
		ws.pal = newPalette(ws.theme.colors(), ws.seen)
		for _, c := range ws.theme.colors() {
			ws.pal.index(c)
		}
		for _, c := range ws.theme.inks() {
			ws.pal.ink(c)
		}
	}
	for _, j := range ws.jobs {
		j.into.pix = make([]uint8, len(j.rgba))
		for i, c := range j.rgba {
			j.into.pix[i] = transparent
			if c.A != 0 {
				j.into.pix[i] = ws.pal.index(c)
			}
		}
	}
	ws.jobs = nil
}

// newPlate draws a board on a sketch of w × h pixels, with all its sprites. The base is left in the returned sketch until
// the palette is chosen.
func (ws *workshop) newPlate(l *layout, w, h int) (*plate, *Sketch) {
	p := &plate{lay: l, w: w, h: h}
	base := newSketch(ws.theme, w, h)
	base.ground(l)
	base.network(l)
	s := copySketch(base)

	p.pieces = make([][][]sprite, len(ws.theme.Seats))
	for seat := range p.pieces {
		p.pieces[seat] = ws.eachSpace(l, func(into *sprite, sl slot) {
			ws.cut(into, s, base, sl.bounds(6*l.mt.scale), func() { s.piece(sl, l.mt.scale, seat) })
		})
	}
	p.closed = ws.eachSpace(l, func(into *sprite, sl slot) {
		ws.cut(into, s, base, sl.bounds(6*l.mt.scale), func() { s.closed(sl, l.mt.scale) })
	})
	p.marks = make([]sprite, len(l.lanes))
	for r := range l.lanes {
		a := l.lanes[r].bounds(l.mt.slot/2 + 12*l.mt.scale) // the ends of the band are round
		ws.cut(&p.marks[r], s, base, a, func() { s.marked(l, &l.lanes[r]); s.tops(l, engine.RouteID(r)) })
	}
	p.tapes = ws.newTapes(l, s, base)
	p.rings = make([]sprite, len(l.cities))
	for i, c := range l.cities {
		a := area{c.x, c.y, c.x, c.y}.grown(l.mt.dot + 20*l.mt.scale)
		ws.cut(&p.rings[i], s, base, a, func() { s.ring(l, engine.CityID(i)) })
	}
	p.ports = ws.newPorts(l, s, base)
	tally(ws.seen, base.img, base.img.Rect)
	return p, base
}

// eachSpace makes a sprite for every space of every route.
func (ws *workshop) eachSpace(l *layout, cut func(*sprite, slot)) [][]sprite {
	all := make([][]sprite, len(l.lanes))
	for r := range l.lanes {
		all[r] = make([]sprite, len(l.lanes[r].slots))
		for i, sl := range l.lanes[r].slots {
			cut(&all[r][i], sl)
		}
	}
	return all
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

// indices turns a sketch into a canvas' pixels.
func (ws *workshop) indices(s *Sketch) []uint8 {
	c := canvas{pal: ws.pal}
	c.resize(s.img.Rect.Dx(), s.img.Rect.Dy())
	for y := range c.h {
		row := c.row(y)
		for x := range row {
			i := s.img.PixOffset(x, y)
			row[x] = ws.pal.index(color.RGBA{s.img.Pix[i], s.img.Pix[i+1], s.img.Pix[i+2], 0xFF})
		}
	}
	return c.pix
}

// put lays onto the canvas what the view has on the board, and rings the cities that ringed says.
func (p *plate) put(c *canvas, v *engine.View, o *Options, ringed []bool) {
	if t := v.Tunnel; t != nil {
		c.put(&p.tapes[t.Route])
		c.put(&p.pieces[t.Seat-1][t.Route][p.lay.lanes[t.Route].digger()])
	}
	for _, r := range v.Closed {
		c.putAll(p.closed[r])
	}
	for _, r := range o.Marked {
		c.put(&p.marks[r])
	}
	for i := range v.Seats {
		for _, r := range v.Seats[i].Routes {
			c.putAll(p.pieces[i][r])
		}
	}
	for i := range ringed {
		if ringed[i] {
			c.put(&p.rings[i])
		}
	}
	for i := range v.Seats {
		for _, city := range v.Seats[i].Ports {
			c.put(&p.ports[i][city])
		}
	}
}
