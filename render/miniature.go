package render

import (
	"image/color"
	"slices"

	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// miniW is the width of a miniature of the map, in pixels.
const miniW = 232

// miniature is the map so small that it shows only where things are: for tickets.
type miniature struct {
	base   sprite
	own    []sprite // by route: claimed by the viewer
	taken  []sprite // by route: out of reach
	cities []sprite // by city: named by the ticket
	at     []point  // by city: its middle
	text   int      // room below it on a ticket, in pixels
}

func (ws *workshop) newMiniature(m *railmap.Map) *miniature {
	w, h := float64(miniW), float64(int(miniW/m.Aspect))
	mini := &miniature{
		own: make([]sprite, len(m.Routes)), taken: make([]sprite, len(m.Routes)), cities: make([]sprite, len(m.Cities)),
	}
	l := newNetwork(m, w, h, 0.2)
	mini.at, mini.text = l.cities, ticketText
	if slices.ContainsFunc(m.Tickets, func(t railmap.Ticket) bool { return len(t.Cities) > 2 && t.InOrder > 0 }) {
		mini.text += tourText // W9
	}
	base := newSketch(ws.theme, int(w), int(h))
	base.fillArea(area{0, 0, w, h}, ws.theme.Card)
	blank := copySketch(base)
	base.terrain(l, false)
	for r := range l.lanes {
		base.thread(&l.lanes[r], 2, ws.theme.Bed, 0)
	}
	base.dots(l)
	drawn := copySketch(base)
	ws.cut(&mini.base, copySketch(base), blank, area{0, 0, w, h}, func() {})
	for r := range l.lanes {
		all := l.lanes[r].reaches(6)
		ws.cut(&mini.own[r], base, drawn, all, func() { base.thread(&l.lanes[r], 5, ws.theme.Accent, 1.5); base.dots(l) })
		ws.cut(&mini.taken[r], base, drawn, all, func() { base.thread(&l.lanes[r], 3, ws.theme.Line, 0); base.dots(l) })
	}
	for i, c := range l.cities {
		ws.cut(&mini.cities[i], base, drawn, area{c.x, c.y, c.x, c.y}.grown(11), func() {
			base.dc.DrawCircle(c.x, c.y, 10)
			base.fill(ws.theme.Card)
			base.dc.DrawCircle(c.x, c.y, 8.5)
			base.fill(ws.theme.Ink)
			base.dc.DrawCircle(c.x, c.y, 5.5)
			base.fill(ws.theme.Mark)
		})
	}
	return mini
}

// dots draws the cities.
func (s *Sketch) dots(l *layout) {
	for _, c := range l.cities {
		s.dc.DrawCircle(c.x, c.y, 3.2)
		s.fill(s.theme.Ink)
	}
}

// thread draws a lane as a line w wide, edged where edge is more than 0.
func (s *Sketch) thread(ln *lane, w float64, c color.RGBA, edge float64) {
	s.beds(ln)
	s.dc.SetLineCapRound()
	if edge > 0 {
		s.dc.SetColor(s.theme.Card)
		s.dc.SetLineWidth(w + 2*edge)
		s.dc.StrokePreserve()
	}
	s.dc.SetColor(c)
	s.dc.SetLineWidth(w)
	s.dc.Stroke()
}

// reaches is the upright rectangle around the way of a lane and margin.
func (l *lane) reaches(margin float64) area {
	a := around(l.parts[0].way, margin)
	for _, p := range l.parts[1:] {
		a = a.with(around(p.way, margin))
	}
	return a
}

// around is the upright rectangle around a way and margin.
func around(way []point, margin float64) area {
	a := area{way[0].x, way[0].y, way[0].x, way[0].y}
	for _, p := range way[1:] {
		a = area{min(a.x0, p.x), min(a.y0, p.y), max(a.x1, p.x), max(a.y1, p.y)}
	}
	return a.grown(margin)
}
