package render

import (
	"image/color"
	"math"
	"strconv"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// network draws the routes with nothing on them, the cities and their names.
func (s *Sketch) network(l *layout) {
	for i := range l.lanes {
		s.bed(l, &l.lanes[i])
	}
	for r := range l.lanes {
		for i := range l.lanes[r].slots {
			s.space(l, engine.RouteID(r), i)
		}
	}
	for _, c := range l.cities {
		s.city(l, c)
	}
	for i := range l.labels {
		s.name(&l.labels[i], l.mt.scale)
	}
}

// bed draws the way under a lane, so that the eye follows it from city to city.
func (s *Sketch) bed(l *layout, ln *lane) {
	for _, p := range ln.bed() {
		s.dc.LineTo(p.x, p.y)
	}
	s.dc.SetLineCapButt()
	s.dc.SetLineJoinRound()
	s.dc.SetColor(s.theme.Card)
	s.dc.SetLineWidth(9 * l.mt.scale)
	s.dc.StrokePreserve()
	s.dc.SetColor(s.theme.Bed)
	s.dc.SetLineWidth(5 * l.mt.scale)
	s.dc.Stroke()
}

// paint is how the spaces of a route look.
func (t *Theme) paint(color string) Paint {
	if p, ok := t.Colors[color]; ok && color != railmap.Gray {
		return p
	}
	return t.Gray
}

// space draws one empty space of a route with its symbol, its marks and, on one of them, the route's code.
func (s *Sketch) space(l *layout, r engine.RouteID, i int) {
	ln, route := &l.lanes[r], &l.m.Routes[r]
	sl, p, k := ln.slots[i], s.theme.paint(route.Color), l.mt.scale
	s.plank(sl, 2*k, s.theme.Card)
	s.plank(sl, 0, s.theme.Ink)
	s.plank(sl, -1.3*k, p.Fill)

	items := s.items(l, r, i)
	room := sl.length - 4*k
	if route.Length > 1 && len(items) > 1 && widths(items)+3*k*float64(len(items)+1) > room {
		items = items[1:] // the symbol: other spaces of the route have it too
	}
	sin, cos := math.Sincos(sl.reading())
	gap := (room - widths(items)) / float64(len(items)+1)
	x := gap - room/2
	for _, it := range items {
		x += it.width / 2
		it.draw(sl.at.plus(point{cos, sin}.times(x)))
		x += it.width/2 + gap
	}
}

// item is something drawn on a space.
type item struct {
	width float64
	draw  func(at point)
}

// widths is how much room items take side by side.
func widths(items []item) float64 {
	w := 0.0
	for _, it := range items {
		w += it.width
	}
	return w
}

// items are what stands on a space, in reading order. Marks of other kinds of routes (a ferry's locomotives, a tunnel's
// arch, a pair) have their place here too.
func (s *Sketch) items(l *layout, r engine.RouteID, i int) []item {
	ln, route := &l.lanes[r], &l.m.Routes[r]
	p, size := s.theme.paint(route.Color), l.mt.slot
	var items []item
	if p.Symbol != NoSymbol {
		items = append(items, item{0.72 * size, func(at point) {
			s.symbol(p.Symbol, at.x, at.y, 0.36*size)
			s.fill(p.Ink)
		}})
	}
	if i == ln.code {
		items = append(items, s.codeItem(ln.slots[i], l.mt, Code(l.m, r)))
	}
	if route.Carts {
		items = append(items, item{0.86 * size, func(at point) {
			s.dc.DrawCircle(at.x, at.y, 0.43*size)
			s.fill(s.theme.Card)
			s.dc.SetColor(s.theme.Ink)
			s.cart(at.x, at.y, 0.31*size)
		}})
	}
	return items
}

func (s *Sketch) codeItem(sl slot, mt metrics, code string) item {
	w := width(bold, mt.code, code) + 8*mt.scale
	return item{w, func(at point) {
		s.plank(slot{at: at, angle: sl.angle, length: w, width: mt.slot * 0.76}, 0, s.theme.Card)
		s.centred(bold, mt.code, at.x, at.y, sl.reading(), s.theme.Ink, code)
	}}
}

// plank fills a slot with rounded corners, grown by a margin.
func (s *Sketch) plank(sl slot, margin float64, c color.RGBA) {
	s.plankPath(sl, margin)
	s.fill(c)
}

func (s *Sketch) plankPath(sl slot, margin float64) {
	w, h := sl.length+2*margin, sl.width+2*margin
	s.dc.Push()
	s.dc.Translate(sl.at.x, sl.at.y)
	s.dc.Rotate(sl.angle)
	s.dc.DrawRoundedRectangle(-w/2, -h/2, w, h, 0.2*sl.width+max(margin, 0))
	s.dc.Pop()
}

func (s *Sketch) city(l *layout, c point) {
	for _, ring := range []struct {
		r float64
		c color.RGBA
	}{{l.mt.dot + 2*l.mt.scale, s.theme.Card}, {l.mt.dot, s.theme.Ink}, {0.78 * l.mt.dot, s.theme.Card}, {0.42 * l.mt.dot, s.theme.Bad}} {
		s.dc.DrawCircle(c.x, c.y, ring.r)
		s.fill(ring.c)
	}
}

func (s *Sketch) name(lb *label, k float64) {
	for i, line := range lb.lines {
		s.text(bold, lb.size, lb.areas[i].x0, lb.areas[i].y1, 0, s.theme.Ink, 6*k, line)
	}
}

// piece draws a seat's piece on a space: larger than the space, edged in ink, with the seat's pattern and number.
func (s *Sketch) piece(sl slot, k float64, seat int) {
	v := s.theme.Seats[seat]
	s.plank(sl, 4*k, s.theme.Card)
	s.plank(sl, 3*k, s.theme.Ink)
	s.plank(sl, 0, v.Body)
	s.pattern(sl, k, v)
	r := 0.44 * sl.width
	s.dc.DrawCircle(sl.at.x, sl.at.y, r+1.5*k)
	s.fill(s.theme.Ink)
	s.dc.DrawCircle(sl.at.x, sl.at.y, r)
	s.fill(s.theme.Card)
	s.centred(bold, 0.74*sl.width, sl.at.x, sl.at.y, 0, s.theme.Ink, strconv.Itoa(seat+1))
}

// pattern draws a livery's figure on a slot.
func (s *Sketch) pattern(sl slot, k float64, v Livery) {
	x, y := sl.length/2, sl.width/2
	s.dc.Push()
	s.dc.Translate(sl.at.x, sl.at.y)
	s.dc.Rotate(sl.angle)
	for _, end := range []float64{-1, 1} {
		switch v.Pattern {
		case Bands:
			s.dc.DrawRectangle(end*(x-0.3*y)-1.75*k, -y, 3.5*k, 2*y)
			s.dc.DrawRectangle(end*(x-0.8*y)-1.75*k, -y, 3.5*k, 2*y)
		case Stripe:
			s.dc.DrawRectangle(min(0, end*x), -2*k, x, 4*k)
		case Studs:
			for _, at := range []point{{x - 0.38*y, -0.5 * y}, {x - 0.38*y, 0.5 * y}, {x - 0.95*y, 0}} {
				s.dc.DrawCircle(end*at.x, at.y, 3.4*k)
				s.dc.NewSubPath()
			}
		case Slants:
			for _, at := range []float64{x - 0.5*y, x - 1.1*y} {
				polygon(s.dc, end*at-y*0.3, y, end*at-y*0.3+3.5*k, y, end*at+y*0.3, -y, end*at+y*0.3-3.5*k, -y)
				s.dc.NewSubPath()
			}
		case Notches:
			polygon(s.dc, end*x, -0.8*y, end*x, 0.8*y, end*(x-0.9*y), 0)
			s.dc.NewSubPath()
		case Plain:
		}
	}
	s.dc.Pop()
	s.fill(v.Trim)
}

// closed draws a route that nobody can claim any more (C8): pale and hatched.
func (s *Sketch) closed(sl slot, k float64) {
	s.plank(sl, 2*k, s.theme.Card)
	s.plank(sl, 0, s.theme.Border)
	s.plank(sl, -1.3*k, s.theme.Land)
	s.dc.Push()
	s.dc.Translate(sl.at.x, sl.at.y)
	s.dc.Rotate(sl.angle)
	x, y := sl.length/2-3*k, sl.width/2-2*k
	for d := -x + y; d <= x-y; d += 9 * k {
		s.dc.DrawLine(d-y, y, d+y, -y)
	}
	s.dc.Pop()
	s.dc.SetLineCapButt()
	s.dc.SetColor(s.theme.Faint)
	s.dc.SetLineWidth(2 * k)
	s.dc.Stroke()
}

// marked draws the band that shows behind the pieces of a last move.
func (s *Sketch) marked(l *layout, ln *lane) {
	for _, sl := range ln.slots {
		sin, cos := math.Sincos(sl.angle)
		s.dc.LineTo(sl.at.x-cos*sl.length/2, sl.at.y-sin*sl.length/2)
		s.dc.LineTo(sl.at.x+cos*sl.length/2, sl.at.y+sin*sl.length/2)
	}
	s.dc.SetLineCapRound()
	s.dc.SetLineJoinRound()
	for _, line := range []struct {
		w float64
		c color.RGBA
	}{{18, s.theme.Ink}, {14, s.theme.Mark}} {
		s.dc.SetColor(line.c)
		s.dc.SetLineWidth(l.mt.slot + line.w*l.mt.scale)
		s.dc.StrokePreserve()
	}
	s.dc.ClearPath()
}

// ring draws the mark of a city that the viewer's own tickets name.
func (s *Sketch) ring(l *layout, c point) {
	for _, ring := range []struct {
		r float64
		c color.RGBA
	}{{13, s.theme.Card}, {11, s.theme.Accent}, {5, s.theme.Card}} {
		s.dc.DrawCircle(c.x, c.y, l.mt.dot+ring.r*l.mt.scale)
		s.fill(ring.c)
	}
	s.city(l, c)
	s.namesOver(l, area{c.x, c.y, c.x, c.y}.grown(l.mt.dot+13*l.mt.scale))
}

// namesOver writes again the names that reach into an area.
func (s *Sketch) namesOver(l *layout, a area) {
	for i := range l.labels {
		if l.labels[i].overlap(a) > 0 {
			s.name(&l.labels[i], l.mt.scale)
		}
	}
}
