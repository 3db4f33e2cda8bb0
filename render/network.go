package render

import (
	"image/color"
	"math"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// network draws the routes with nothing on them, the cities and their names.
func (s *Sketch) network(l *layout) {
	for i := range l.lanes {
		s.bed(l, &l.lanes[i])
	}
	for i := range l.exits {
		s.exit(l, &l.exits[i])
	}
	for r := range l.lanes {
		for i := range l.lanes[r].slots {
			s.space(l, engine.RouteID(r), i)
		}
	}
	for i := range l.cities {
		s.city(l, engine.CityID(i))
	}
	for i := range l.labels {
		s.name(&l.labels[i], l.mt.scale)
	}
}

// bed draws the way under a lane, so that the eye follows it from city to city.
func (s *Sketch) bed(l *layout, ln *lane) {
	s.beds(ln)
	s.dc.SetLineCapButt()
	s.dc.SetLineJoinRound()
	s.dc.SetColor(s.theme.Card)
	s.dc.SetLineWidth(9 * l.mt.scale)
	s.dc.StrokePreserve()
	s.dc.SetColor(s.theme.Bed)
	s.dc.SetLineWidth(5 * l.mt.scale)
	if ln.form == afloat {
		s.dc.SetDash(7*l.mt.scale, 5*l.mt.scale)
	}
	s.dc.Stroke()
	s.dc.SetDash()
}

// beds lays the path of a lane's ways.
func (s *Sketch) beds(ln *lane) {
	for _, way := range ln.beds() {
		s.dc.NewSubPath()
		for _, p := range way {
			s.dc.LineTo(p.x, p.y)
		}
	}
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
	s.rim(sl, k, 2*k)
	s.plank(sl, 0, s.theme.Ink)
	s.plank(sl, -1.3*k, p.Fill)

	items, fit := s.shown(l, r, i)
	room := sl.room(k)
	sin, cos := math.Sincos(sl.reading())
	gap := (room - fit*widths(items)) / float64(len(items)+1)
	x := gap - room/2
	for _, it := range items {
		x += fit * it.width / 2
		it.draw(sl.at.plus(point{cos, sin}.times(x)), fit)
		x += fit*it.width/2 + gap
	}
}

// shown are the items that a space has room for, and how large they are drawn: the symbol of the colour gives way where
// others show it, codes and marks never do.
func (s *Sketch) shown(l *layout, r engine.RouteID, i int) ([]item, float64) {
	ln, k := &l.lanes[r], l.mt.scale
	items, room := s.items(l, r, i), ln.slots[i].room(k)
	tight := widths(items)+3*k*float64(len(items)+1) > room
	if len(items) > 1 && tight && items[0].sign == colorSign && ln.spare(i, &l.m.Routes[r]) {
		items = items[1:]
	}
	return items, min(1, (room-2*k*float64(len(items)+1))/max(1, widths(items)))
}

// room is how much of a space's length there is for items.
func (s slot) room(k float64) float64 {
	if s.form == afloat {
		return s.length - 4*k - 0.2*s.width // its ends are round
	}
	return s.length - 4*k
}

// spare reports whether a space can do without the symbol of its colour because others show it: the one with the code can
// where the route has more than one space, those with further marks where there is one without any.
func (l *lane) spare(i int, route *railmap.Route) bool {
	if i == l.code || route.Carts {
		return len(l.slots) > 1
	}
	return route.Symbols < len(l.slots)-1
}

// item is something drawn on a space: so wide, around a point, and as many times as large as there is room for.
type item struct {
	sign  sign
	width float64
	draw  func(at point, fit float64)
}

// sign is what an item tells.
type sign uint8

const (
	colorSign sign = iota // the route's colour
	codeSign              // the route's code
	costSign              // what the space asks for beside a card of the colour
	otherSign             // what goes for the whole route
)

// widths is how much room items take side by side.
func widths(items []item) float64 {
	w := 0.0
	for _, it := range items {
		w += it.width
	}
	return w
}

func (s *Sketch) city(l *layout, id engine.CityID) {
	c := l.cities[id]
	if l.m.Cities[id].Port {
		s.haven(l, c)
		return
	}
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

// ring draws the mark of a city that the viewer's own tickets name.
func (s *Sketch) ring(l *layout, id engine.CityID) {
	c := l.cities[id]
	for _, ring := range []struct {
		r float64
		c color.RGBA
	}{{13, s.theme.Card}, {11, s.theme.Accent}, {5, s.theme.Card}} {
		s.dc.DrawCircle(c.x, c.y, l.mt.dot+ring.r*l.mt.scale)
		s.fill(ring.c)
	}
	s.city(l, id)
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
