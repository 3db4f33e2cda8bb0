package render

import (
	"image/color"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// ticketMap is the map beside the tickets of a hand: the regions of its cards' colours, and where the tickets lead.
type ticketMap struct {
	base   sprite
	ways   []sprite // by ticket: the line between its cities
	cities []sprite // by city: named by a ticket
	names  []sprite // by city
}

// journeyW is the width of the map, in pixels; it is as tall as three tickets at most.
const journeyW = ticketCellW

func journeyH(m *railmap.Map) int { return min(int(journeyW/m.Aspect), 3*ticketCellStep-ticketCellGap) }

func (ws *workshop) newTicketMap(m *railmap.Map) *ticketMap {
	w, h := journeyW, journeyH(m)
	t := &ticketMap{ways: make([]sprite, len(m.Tickets)), cities: make([]sprite, len(m.Cities)), names: make([]sprite, len(m.Cities))}
	l := newNetwork(m, float64(w), float64(h), 0.5)
	l.mt.name, l.mt.dot = 20, 7
	l.layLabels()
	base := newSketch(ws.theme, w, h)
	base.fillArea(area{0, 0, float64(w), float64(h)}, ws.theme.Card)
	blank := copySketch(base)
	base.regions(l)
	drawn := copySketch(base)
	all := area{0, 0, float64(w), float64(h)}
	ws.cut(&t.base, copySketch(base), blank, all, func() {})
	for i := range m.Tickets {
		way := bow(l, m.Tickets[i].Cities)
		ws.cut(&t.ways[i], base, drawn, around(way, 8), func() { base.bow(way) })
	}
	for i, c := range l.cities {
		ws.cut(&t.cities[i], base, drawn, area{c.x, c.y, c.x, c.y}.grown(12), func() { base.stop(c) })
		if lb := &l.labels[i]; len(lb.areas) > 0 {
			box := lb.areas[0]
			for _, a := range lb.areas {
				box = area{min(box.x0, a.x0), min(box.y0, a.y0), max(box.x1, a.x1), max(box.y1, a.y1)}
			}
			ws.cut(&t.names[i], base, drawn, box.grown(8), func() { base.name(lb, 0.8) })
		}
	}
	return t
}

// regions draws the land in the pale colours of its regions: each place belongs to its nearest city. A region's symbol
// says the same without colour. Small dots are the cities.
func (s *Sketch) regions(l *layout) {
	s.fillArea(area{0, 0, l.w, l.h}, s.theme.Water)
	for i := range l.m.Shapes {
		s.shape(l, &l.m.Shapes[i], 0)
	}
	middles := s.middles(l)
	tints := map[string]color.RGBA{}
	for name, p := range s.theme.Colors {
		tints[name] = blend(s.theme.Land, p.Fill, covers/3)
	}
	b := s.img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if s.img.RGBAAt(x, y) != s.theme.Land {
				continue
			}
			here := l.region(x, y)
			tint, ok := tints[here]
			switch {
			case here != l.region(x+1, y) || here != l.region(x, y+1):
				s.img.SetRGBA(x, y, s.theme.Faint)
			case ok:
				s.img.SetRGBA(x, y, tint)
			}
		}
	}
	for name, at := range middles {
		p := s.theme.paint(name)
		s.symbol(p.Symbol, at.x, at.y, 15)
		s.dc.SetColor(p.Fill)
		s.dc.FillPreserve()
		s.dc.SetColor(s.theme.Ink)
		s.dc.SetLineWidth(1.5)
		s.dc.Stroke()
	}
	for _, c := range l.cities {
		s.dc.DrawCircle(c.x, c.y, 3.6)
		s.fill(s.theme.Ink)
	}
}

// region is the region of the city nearest to a place.
func (l *layout) region(x, y int) string {
	best, far := "", 0.0
	for i, c := range l.cities {
		if d := c.distance(point{float64(x), float64(y)}); l.m.Cities[i].Region != "" && (best == "" || d < far) {
			best, far = l.m.Cities[i].Region, d
		}
	}
	return best
}

// middles are places for the regions' symbols: of the land of each region what is furthest from all cities. It is for a
// sketch that has land and water and nothing else.
func (s *Sketch) middles(l *layout) map[string]point {
	best, far := map[string]point{}, map[string]float64{}
	for y := 20; y < int(l.h)-20; y += 4 {
		for x := 20; x < int(l.w)-20; x += 4 {
			name := l.region(x, y)
			if name == "" || !s.inland(l, x, y, name) {
				continue
			}
			here, free := point{float64(x), float64(y)}, l.w
			for _, c := range l.cities {
				free = min(free, c.distance(here))
			}
			if free > far[name] {
				best[name], far[name] = here, free
			}
		}
	}
	return best
}

// inland reports whether a place and what is around it is land of a region.
func (s *Sketch) inland(l *layout, x, y int, region string) bool {
	for _, d := range [][2]int{{0, 0}, {-18, 0}, {18, 0}, {0, -18}, {0, 18}} {
		if s.img.RGBAAt(x+d[0], y+d[1]) != s.theme.Land || l.region(x+d[0], y+d[1]) != region {
			return false
		}
	}
	return true
}

// bow is a slightly bent line through cities, so that two tickets between the same regions do not lie on each other.
func bow(l *layout, cities []engine.CityID) []point {
	var way []point
	for i := 1; i < len(cities); i++ {
		a, b := l.cities[cities[i-1]], l.cities[cities[i]]
		mid := a.plus(b).times(0.5).plus(b.minus(a).left().times(0.1))
		for t := 0.0; t <= 1; t += 1.0 / 16 {
			p, q := a.plus(mid.minus(a).times(t)), mid.plus(b.minus(mid).times(t))
			way = append(way, p.plus(q.minus(p).times(t)))
		}
	}
	return way
}

// bow draws the line of a ticket.
func (s *Sketch) bow(way []point) {
	for _, p := range way {
		s.dc.LineTo(p.x, p.y)
	}
	s.dc.SetLineCapRound()
	s.dc.SetColor(s.theme.Card)
	s.dc.SetLineWidth(7)
	s.dc.StrokePreserve()
	s.dc.SetColor(s.theme.Accent)
	s.dc.SetLineWidth(3.6)
	s.dc.Stroke()
}

// stop draws a city that a ticket names.
func (s *Sketch) stop(c point) {
	for _, ring := range []struct {
		r float64
		c color.RGBA
	}{{10.5, s.theme.Card}, {8.5, s.theme.Ink}, {5, s.theme.Mark}} {
		s.dc.DrawCircle(c.x, c.y, ring.r)
		s.fill(ring.c)
	}
}

// drawJourneys draws the map with some tickets' ways and cities.
func (p *tablePainter) drawJourneys(c *canvas, lists [2][]engine.TicketID, x, y int) {
	at := func(s *sprite) { c.putAt(s, x+s.x, y+s.y) }
	at(&p.journey.base)
	for _, list := range lists {
		for _, t := range list {
			at(&p.journey.ways[t])
		}
	}
	for _, list := range lists {
		for _, t := range list {
			for _, city := range p.m.Tickets[t].Cities {
				at(&p.journey.cities[city])
			}
		}
	}
	for _, list := range lists {
		for _, t := range list {
			for _, city := range p.m.Tickets[t].Cities {
				at(&p.journey.names[city])
			}
		}
	}
}
