package board

import (
	"math"

	"konduktor/engine"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// What the viewer is asked about is not done yet, so it does not look done: the spaces stay empty
// in a frame of thick dashes, and a large question mark points at them. What is new is yellow, dug
// tunnels have a tape, and open ways have thin frames.

// question is the route, or for a port the city, that the viewer is asked about.
type question struct {
	route engine.RouteID
	city  engine.CityID
	port  bool
	dug   bool // a tunnel whose further cards are asked for
}

// question returns what the viewer is asked about, nil if nothing on the board.
func (d *private) question() *question {
	t := d.v.Tunnel
	switch {
	case d.own == nil:
	case d.o.Move.Verb == engine.Claim:
		return &question{route: d.o.Move.Route}
	case d.o.Move.Verb == engine.Port:
		return &question{city: d.o.Move.City, port: true}
	case t != nil && t.Seat == d.own.Seat && d.v.Moves(t.Seat):
		return &question{route: t.Route, dug: true}
	}
	return nil
}

// asked are the cities of what the viewer is asked about.
func (d *private) asked(q *question) []engine.CityID {
	if q.port {
		return []engine.CityID{q.city}
	}
	r := &d.m.Routes[q.route]
	return []engine.CityID{r.A, r.B}
}

// drawQuestion draws the frame around what the viewer is asked about.
func (d *private) drawQuestion(b *boardCache) {
	switch q := d.question(); {
	case q == nil, q.dug: // its tape is there
	case q.port:
		d.PutAll(b.framedCity(q.city))
	default:
		d.PutAll(b.framedRoute(q.route))
	}
}

func (p *boardCache) framedRoute(r engine.RouteID) []raster.Sprite {
	return p.overlay(askedRoute, int(r), func() []raster.Sprite {
		l := p.lay
		a := l.Lanes[r].Bounds(l.Sizes.Slot/2 + 21*l.Sizes.Scale)
		return []raster.Sprite{p.cut(a, func(s *theme.Sketch) {
			askedBand(s.Theme).around(s, l, &l.Lanes[r])
			drawGroup(s, l, r)
		})}
	})
}

func (p *boardCache) framedCity(city engine.CityID) []raster.Sprite {
	return p.overlay(askedPort, int(city), func() []raster.Sprite {
		l, at := p.lay, p.lay.Cities[city]
		return []raster.Sprite{p.cut(at.Around(l.Sizes.Dot+24*l.Sizes.Scale), func(s *theme.Sketch) {
			drawAskedCity(s, at, l.Sizes.Dot, l.Sizes.Scale)
			drawCity(s, l, city)
		})}
	})
}

// drawAskedCity draws the frame around a city with a dot of radius r.
func drawAskedCity(s *theme.Sketch, at geometry.Point, r, k float64) {
	s.Disc(at.X, at.Y, r+18*k, s.Card)
	s.DrawCircle(at.X, at.Y, r+11*k)
	s.SetLineCapButt()
	s.SetDash(12*k, 11*k)
	s.StrokeWith(s.Ink, 12*k)
	s.SetDash()
}

// A question mark points at what is asked about. It is larger than all other signs: 20 pixels on a
// phone.
const (
	askPart  = 28   // of the picture's width: half the mark
	askPoint = 0.35 // half the width of its pointer at the mark, in halves of the mark
)

// askWidths are the widths of the pictures with question marks.
var askWidths = [...]int{phoneW, geometry.BoardW}

// askTag is the question mark for a part of the board.
func (d *private) askTag(l *geometry.Layout, frame geometry.Area) (tag, bool) {
	q := d.question()
	if q == nil {
		return tag{}, false
	}
	t := tag{kind: askTag, sign: &d.kit.asks[0], question: q}
	if frame.X1-frame.X0 > phoneW {
		t.sign = &d.kit.asks[1]
	}
	t.r = float64(t.sign.W / 2)
	t.half = t.r
	for _, city := range d.asked(q) {
		t.ends = append(t.ends, l.Cities[city])
	}
	if q.port {
		t.asks = t.ends
		t.clear = l.Sizes.Dot
		return t, true
	}
	t.clear = l.Sizes.Slot / 2
	for _, s := range l.Lanes[q.route].Slots {
		if frame.Holds(s.At.Around(0)) {
			t.asks = append(t.asks, s.At)
		}
	}
	return t, len(t.asks) > 0
}

// pointer are the dots from a question mark to what it asks about, the thinnest first.
func (t *tag) pointer(at geometry.Point) []geometry.Point {
	to := t.asks[0]
	for _, p := range t.asks[1:] {
		if p.Distance(at) < to.Distance(at) {
			to = p
		}
	}
	far := at.Distance(to)
	if far < t.clear+t.r {
		return nil
	}
	var dots []geometry.Point
	for along := t.clear + askGap; along < far-t.r/2; along += 3 {
		dots = append(dots, to.Plus(at.Minus(to).Times(along/far)))
	}
	return dots
}

// pointerR is the radius of dot i of n of a pointer.
func (t *tag) pointerR(i, n int) float64 { return 4 + askPoint*t.r*float64(i)/float64(n) }

// askGap is the distance of the pointer from the rim of what it points at.
const askGap = 10

// atQuestion places the question mark around what is asked about.
func (t *tagRoom) atQuestion(e *tag) float64 {
	s, mid := t.seek(e), e.asks[len(e.asks)/2]
	for _, to := range e.asks {
		for _, far := range []float64{34, 48, 66, 90, 130, 180, 240} {
			for i := range 32 {
				sin, cos := math.Sincos(float64(i) * math.Pi / 16)
				reach := e.clear + far + e.r
				at := geometry.Pt(to.X+reach*cos, to.Y+reach*sin)
				by := perAsk*far + fromMiddle*to.Distance(mid)
				dots := e.pointer(at)
				if by >= s.least || len(dots) == 0 {
					continue
				}
				for _, end := range e.ends {
					by += atEnd * max(0, e.r+askRoom-end.Distance(at))
				}
				for _, dot := range dots {
					by += onPointer * t.lay.SpaceCost(dot.Around(askGap/2))
				}
				if by < s.least && t.misread(e.question, dots[0]) {
					by += misreading
				}
				s.consider(at, by)
			}
		}
	}
	return s.place()
}

// misread reports whether a pointer that ends at a place would be taken for that of another route:
// one whose code is nearer than that of the route asked about.
func (t *tagRoom) misread(q *question, end geometry.Point) bool {
	least, at := math.Inf(1), q.route
	for i := range t.codes {
		if far := t.codes[i].at.At.Distance(end); far < least {
			least, at = far, t.codes[i].route
		}
	}
	return !q.port && at != q.route
}

const (
	perAsk     = 60  // each pixel from what is asked about
	onPointer  = 15  // more for spaces under the pointer
	misreading = 1e6 // pointing beside another code
	atEnd      = 60  // each pixel too close to a city of what is asked about, which has a name

	askRoom = 90 // around such a city
)

// drawAsk draws a question mark at a place, with its pointer in the viewer's colour: a black one
// looked like a piece beside black spaces.
func (d *private) drawAsk(t *tag, off geometry.Point) {
	at := t.at.Plus(off)
	dots := t.pointer(t.at)
	for _, edge := range []float64{2.5, 0} {
		ink := d.Accent
		if edge > 0 {
			ink = d.Card
			d.Pill(at.X, at.Y, t.r+edge, t.r+edge, ink)
		}
		for i, p := range dots {
			p, r := p.Plus(off), t.pointerR(i, len(dots))+edge
			d.Pill(p.X, p.Y, r, r, ink)
		}
	}
	d.PutAt(t.sign, int(at.X-t.r), int(at.Y-t.r))
}
