package table

import (
	"image/color"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// ticketMap is the map beside the tickets: the regions in their colours, and lines between the
// cities of tickets.
type ticketMap struct {
	lay  *geometry.Layout
	base raster.Sprite
	ways []raster.Sprite // by ticket: the line between its cities
}

// journeyW is the width of the map, in pixels. Its height is at most that of three tickets.
const journeyW = ticketCellW

func journeyH(m *railmap.Map) int {
	return min(int(journeyW/m.Aspect), 3*ticketCellStep-ticketCellGap)
}

func newTicketMap(ws *theme.Builder, m *railmap.Map) *ticketMap {
	w, h := journeyW, journeyH(m)
	t := &ticketMap{ways: make([]raster.Sprite, len(m.Tickets))}
	l := geometry.NewNetwork(m, float64(w), float64(h), 0.5)
	t.lay = l
	base := theme.NewSketch(ws.Theme, w, h)
	base.FillArea(geometry.Box(0, 0, float64(w), float64(h)), ws.Card)
	blank := theme.CopySketch(base)
	drawRegions(base, l)
	drawn := theme.CopySketch(base)
	all := geometry.Box(0, 0, float64(w), float64(h))
	ws.Cut(&t.base, theme.CopySketch(base), blank, all, func() {})
	for i := range m.Tickets {
		way := bow(l, m.Tickets[i].Cities)
		ws.Cut(&t.ways[i], base, drawn, geometry.Around(way, 8), func() { drawBow(base, way) })
	}
	return t
}

// drawRegions tints the land by region, which is that of the nearest city, with the region's
// symbol, and dots the cities.
func drawRegions(s *theme.Sketch, l *geometry.Layout) {
	s.FillArea(geometry.Box(0, 0, l.W, l.H), s.Water)
	for i := range l.Map.Shapes {
		s.Shape(l, &l.Map.Shapes[i], 0)
	}
	middles := middles(s, l)
	tints := map[string]color.RGBA{}
	for name, p := range s.Colors {
		tints[name] = raster.Blend(s.Land, p.Fill, raster.Covers/3)
	}
	b := s.Img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if s.Img.RGBAAt(x, y) != s.Land {
				continue
			}
			here := region(l, x, y)
			tint, ok := tints[here]
			switch {
			case here != region(l, x+1, y) || here != region(l, x, y+1):
				s.Img.SetRGBA(x, y, s.Faint)
			case ok:
				s.Img.SetRGBA(x, y, tint)
			}
		}
	}
	for name, at := range middles {
		p := s.PaintOf(name)
		s.SymbolPath(p.Symbol, at.X, at.Y, 15)
		s.PaintEdged(p.Fill, s.Ink, 1.5)
	}
	for _, c := range l.Cities {
		s.Disc(c.X, c.Y, 3.6, s.Ink)
	}
}

// region is the region of the nearest city.
func region(l *geometry.Layout, x, y int) string {
	best, far := "", 0.0
	for i, c := range l.Cities {
		if d := c.Distance(geometry.Pt(float64(x), float64(y))); l.Map.Cities[i].Region != "" &&
			(best == "" || d < far) {
			best, far = l.Map.Cities[i].Region, d
		}
	}
	return best
}

// middles are places for the regions' symbols, as far from cities as possible. The sketch must have
// nothing but land and water.
func middles(s *theme.Sketch, l *geometry.Layout) map[string]geometry.Point {
	best, far := map[string]geometry.Point{}, map[string]float64{}
	for y := 20; y < int(l.H)-20; y += 4 {
		for x := 20; x < int(l.W)-20; x += 4 {
			name := region(l, x, y)
			if name == "" || !inland(s, l, x, y, name) {
				continue
			}
			here, free := geometry.Pt(float64(x), float64(y)), l.W
			for _, c := range l.Cities {
				free = min(free, c.Distance(here))
			}
			if free > far[name] {
				best[name], far[name] = here, free
			}
		}
	}
	return best
}

// inland reports whether a point and its surroundings are land of a region.
func inland(s *theme.Sketch, l *geometry.Layout, x, y int, name string) bool {
	for _, d := range [][2]int{{0, 0}, {-18, 0}, {18, 0}, {0, -18}, {0, 18}} {
		if s.Img.RGBAAt(x+d[0], y+d[1]) != s.Land || region(l, x+d[0], y+d[1]) != name {
			return false
		}
	}
	return true
}

// bow is a slightly bent line through cities, so that tickets between the same regions do not
// overlap.
func bow(l *geometry.Layout, cities []engine.CityID) []geometry.Point {
	var way []geometry.Point
	for i := 1; i < len(cities); i++ {
		a, b := l.Cities[cities[i-1]], l.Cities[cities[i]]
		mid := a.Plus(b).Times(0.5).Plus(b.Minus(a).Left().Times(0.1))
		for t := 0.0; t <= 1; t += 1.0 / 16 {
			p, q := a.Plus(mid.Minus(a).Times(t)), mid.Plus(b.Minus(mid).Times(t))
			way = append(way, p.Plus(q.Minus(p).Times(t)))
		}
	}
	return way
}

func drawBow(s *theme.Sketch, way []geometry.Point) {
	for _, p := range way {
		s.LineTo(p.X, p.Y)
	}
	s.SetLineCapRound()
	s.StrokePreserveWith(s.Card, 7)
	s.StrokeWith(s.Accent, 3.6)
}

// lettered is a ticket with its letter.
type lettered struct {
	id     engine.TicketID
	letter string
	offer  bool
}

// tagR is half the height of a tag with letters.
const tagR = 16.0

func tagHalf(text string) float64 { return max(tagR, smallBold.Width(text)/2+8) }

// drawLetter draws letters around a point: light on dark, dark on light if all are only on offer.
func (p *picture) drawLetter(t *lettered, x, y float64) {
	ground, ink := p.Accent, p.Card
	if t.offer {
		ground, ink = ink, ground
	}
	half := tagHalf(t.letter)
	p.Pill(x, y, half+2, tagR+2, p.Card)
	p.Pill(x, y, half, tagR, p.Accent)
	p.Pill(x, y, half-2.5, tagR-2.5, ground)
	p.TextAround(smallBold, x, y, ink, t.letter)
}
