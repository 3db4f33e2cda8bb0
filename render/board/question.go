package board

import (
	"math"
	"slices"

	"konduktor/engine"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// A move in question is not made yet, so it does not look made: its spaces stay empty in a frame of
// blocks, and a large question mark points at them. What is new is yellow, dug tunnels have a tape,
// and open ways have thin frames.

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

// asked are the cities of a question's subject.
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
		l, ln, route := p.lay, &p.lay.Lanes[r], &p.lay.Map.Routes[r]
		k := l.Sizes.Scale
		return []raster.Sprite{p.cut(ln.Bounds(24*k), func(s *theme.Sketch) {
			drawFrameGround(s, ln.Runs(), k)
			drawGroup(s, l, r)
			drawFrame(s, ln.Runs(), k) // above the next lane: it closes between the two
			drawCity(s, l, route.A)
			drawCity(s, l, route.B)
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
	s.StrokeWith(s.Accent, 12*k)
	s.SetDash()
}

// A question mark points at what is asked about. It is larger than all other signs: 20 pixels on a
// phone.
const (
	askPart  = 28   // of the picture's width: half the mark
	askPoint = 0.35 // half the width of its pointer at the mark, in halves of the mark
)

// askWidths are the widths of private pictures.
var askWidths = [...]int{phoneW, geometry.BoardW}

// widthOf is the index in askWidths for a picture of some width.
func widthOf(wide int) int {
	if wide > phoneW {
		return 1
	}
	return 0
}

// askTag is the question mark for a part of the board.
func (d *private) askTag(l *geometry.Layout, frame geometry.Area) (tag, bool) {
	q := d.question()
	if q == nil {
		return tag{}, false
	}
	t := tag{kind: askTag, sign: &d.kit.asks[widthOf(int(frame.X1-frame.X0))], question: q}
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

// asked is where a question mark at a place points at.
func (t *tag) asked(at geometry.Point) geometry.Point {
	to := t.asks[0]
	for _, p := range t.asks[1:] {
		if p.Distance(at) < to.Distance(at) {
			to = p
		}
	}
	return to
}

// pointer are the dots from a question mark to its subject, the thinnest first.
func (t *tag) pointer(at geometry.Point) []geometry.Point {
	to := t.asked(at)
	far := at.Distance(to)
	if far < t.clear+t.r {
		return nil
	}
	const step = 3
	dots := make([]geometry.Point, 0, int(far/step)+1)
	for along := t.clear + askGap; along < far-t.r/2; along += step {
		dots = append(dots, to.Plus(at.Minus(to).Times(along/far)))
	}
	return dots
}

// pointerR is the radius of dot i of n of a pointer.
func (t *tag) pointerR(i, n int) float64 { return 4 + askPoint*t.r*float64(i)/float64(n) }

// askGap is the distance of the pointer from the rim of the subject.
const askGap = 10

// atQuestion places the question mark around what is asked about: on no space and no city whose
// letters belong on it, with a pointer that crosses no other route.
func (t *tagRoom) atQuestion(e *tag) float64 {
	s := t.seek(e)
	const reach = 300 // of the mark with its pointer
	near := geometry.Around(e.asks, reach)
	s.others = t.otherSpaces(-1, near) // its own too
	for i := range t.codes {
		if c := &t.codes[i]; c.at.Bounds(0).Overlap(near) > 0 {
			s.codesNear = append(s.codesNear, c)
		}
	}
	for i := range t.tags {
		if o := &t.tags[i]; o.kind == letterTag && !t.lay.Map.Cities[o.letters.city].Port {
			if home := tagArea(t.lay.Cities[o.letters.city], o.half, o.r); home.Overlap(near) > 0 {
				s.homes = append(s.homes, home)
			}
		}
	}
	for _, far := range []float64{askFrom, 36, 48, 66, 90, 120, 160, 240} {
		for _, to := range e.asks {
			for i := range 32 {
				sin, cos := math.Sincos(float64(i) * math.Pi / 16)
				reach := e.clear + far + e.r
				s.considerAsk(geometry.Pt(to.X+reach*cos, to.Y+reach*sin))
			}
		}
	}
	s.aside(s.considerAsk)
	return s.place()
}

// considerAsk weighs a place for the question mark.
func (s *seek) considerAsk(at geometry.Point) {
	e := s.tag
	to := e.asked(at)
	far := at.Distance(to) - e.clear - e.r
	if far < askFrom {
		return
	}
	by := perAsk*far + fromMiddle*to.Distance(e.asks[len(e.asks)/2])
	for _, end := range e.ends {
		by += atEnd * max(0, e.r+askRoom-end.Distance(at))
	}
	for i := range s.others {
		if by >= s.least {
			return
		}
		o := &s.others[i]
		if over := e.r + o.rim - o.far(at); over > 0 {
			by += o.weight() * (touched + perOver*over)
		}
	}
	for _, home := range s.homes {
		by += atHome * home.Overlap(tagArea(at, e.half, e.r))
	}
	if by >= s.least {
		return
	}
	if dots := e.pointer(at); len(dots) > 0 {
		s.consider(at, by+s.crossed(e, at, dots, s.least-by))
	}
}

// crossed is a pointer's penalty for everything under it; once that reaches most, any number from
// most on.
func (s *seek) crossed(e *tag, at geometry.Point, dots []geometry.Point, most float64) float64 {
	k, along := 0.0, geometry.Around([]geometry.Point{dots[0], at}, e.r/2)
	under := func(far func(geometry.Point) float64) float64 {
		deepest := 0.0
		for i := 0; i < len(dots); i += 3 {
			deepest = max(deepest, e.pointerR(i, len(dots))-far(dots[i]))
		}
		return deepest
	}
	for i := range s.others {
		o := &s.others[i]
		if o.look == framed || o.Bounds(0).Overlap(along) == 0 {
			continue
		}
		if over := under(o.far); over > 0 {
			k += 2 * o.weight() * (touched + perOver*over)
		}
		if k >= most {
			return k
		}
	}
	for _, c := range s.codesNear {
		if c.route != e.question.route && c.at.Bounds(0).Overlap(along) > 0 && under(c.at.Beyond) > 0 {
			k += onCode
		}
	}
	for _, c := range s.lay.Cities {
		if c.Around(s.lay.Sizes.Dot).Overlap(along) > 0 {
			k += onCity * under(func(p geometry.Point) float64 { return p.Distance(c) - s.lay.Sizes.Dot })
		}
	}
	for i := range s.lay.Labels {
		lb := &s.lay.Labels[i]
		if len(lb.Lines) == 0 || lb.Area().Overlap(along) == 0 {
			continue
		}
		for n := 0; n < len(dots); n += 3 {
			if lb.Overlap(dots[n].Around(e.pointerR(n, len(dots)))) > 0 {
				k += onName
				if slices.Contains(e.ends, s.lay.Cities[i]) {
					k += onEndName
				}
				break
			}
		}
	}
	if k < most && s.misread(e.question, dots[0]) {
		k += misreading
	}
	return k
}

// misread reports whether a pointer that ends at a place would be taken for that of another route:
// one whose code is nearer than that of the route asked about.
func (s *seek) misread(q *question, end geometry.Point) bool {
	least, at := math.Inf(1), q.route
	for _, c := range s.codesNear {
		if far := c.at.At.Distance(end); far < least {
			least, at = far, c.route
		}
	}
	return !q.port && at != q.route
}

const (
	perAsk     = 80   // each pixel from the subject
	touched    = 1500 // a space under the mark or its pointer
	perOver    = 1000 // each pixel that these reach over it
	onCity     = 4000 // each pixel that the pointer reaches over a city
	onCode     = 1e5  // a code under the pointer
	onName     = 4000 // a name, which has to move
	onEndName  = 4e4  // more if it is the name of one of the subject's cities
	atHome     = 300  // each pixel of a city that letters belong on
	misreading = 5e5  // pointing beside another code
	atEnd      = 60   // each pixel too close to a city of the subject that has a name

	askRoom = 90 // around such a city
	askFrom = 28 // pixels between the mark and its subject, for the pointer
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
