package table

import (
	"image/color"
	"math"
	"slices"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// ticketMap is the map beside the tickets: the regions in their colours, and lines between the
// cities of tickets.
type ticketMap struct {
	lay    *geometry.Layout
	base   raster.Sprite
	ways   []raster.Sprite  // by ticket: the line between its cities
	cities []raster.Sprite  // by city of a ticket
	at     []geometry.Point // by city
}

// journeyW is the width of the map, in pixels. Its height is at most that of three tickets.
const journeyW = ticketCellW

func journeyH(m *railmap.Map) int {
	return min(int(journeyW/m.Aspect), 3*ticketCellStep-ticketCellGap)
}

func newTicketMap(ws *theme.Builder, m *railmap.Map) *ticketMap {
	w, h := journeyW, journeyH(m)
	t := &ticketMap{ways: make([]raster.Sprite, len(m.Tickets)), cities: make([]raster.Sprite,
		len(m.Cities))}
	l := geometry.NewNetwork(m, float64(w), float64(h), 0.5)
	t.at = l.Cities
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
	for i, c := range l.Cities {
		ws.Cut(&t.cities[i], base, drawn, c.Around(12), func() { drawStop(base, c) })
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

func drawStop(s *theme.Sketch, c geometry.Point) {
	s.Disc(c.X, c.Y, 10.5, s.Card)
	s.Disc(c.X, c.Y, 8.5, s.Ink)
	s.Disc(c.X, c.Y, 5, s.Mark)
}

// lettered is a ticket with its letter, or all letters of a city.
type lettered struct {
	id     engine.TicketID
	letter string
	offer  bool
}

// drawJourneys draws the map with the lines, cities and letters of tickets.
func (p *picture) drawJourneys(first, rest []engine.TicketID, offered bool, x, y int) {
	at := func(s *raster.Sprite) { p.PutAt(s, x+s.X, y+s.Y) }
	at(&p.journey.base)
	all := slices.Concat(first, rest)
	for _, t := range all {
		at(&p.journey.ways[t])
	}
	tags := make([]lettered, len(p.m.Cities)) // by city
	for i, t := range all {
		for _, city := range p.m.Tickets[t].Cities {
			at(&p.journey.cities[city])
			tag := &tags[city]
			tag.offer = offered && i < len(first) && (tag.letter == "" || tag.offer)
			tag.letter += caption.Letter(i)
		}
	}
	placed := make([]geometry.Area, 0, len(tags))
	for city := range tags {
		if tags[city].letter != "" {
			placed = append(placed, p.placeTag(&tags[city], engine.CityID(city), tags, placed))
			a := placed[len(placed)-1]
			p.drawLetter(&tags[city], float64(x)+(a.X0+a.X1)/2, float64(y)+(a.Y0+a.Y1)/2)
		}
	}
}

// tagR is half the height of a tag with letters.
const tagR = 16.0

func tagHalf(text string) float64 { return max(tagR, smallBold.Width(text)/2+8) }

// placeTag places a city's letters beside it, where they cover least of other lettered cities and
// tags.
func (p *Painter) placeTag(t *lettered, city engine.CityID, tags []lettered,
	placed []geometry.Area,
) geometry.Area {
	half, dot := tagHalf(t.letter), p.journey.at[city]
	var best geometry.Area
	cost := math.Inf(1)
	for a := range 16 {
		sin, cos := math.Sincos(float64(a) * math.Pi / 8)
		box := geometry.Pt(dot.X+(half+8)*cos, dot.Y+(tagR+8)*sin).Around(0)
		box = geometry.Box(box.X0-half, box.Y0-tagR, box.X1+half, box.Y1+tagR)
		k := 0.0
		if box.X0 < 0 || box.Y0 < 0 || box.X1 > journeyW || box.Y1 > float64(p.journey.base.H) {
			k += 1e6
		}
		for _, other := range placed {
			k += 10 * box.Overlap(other.Grown(2))
		}
		for i := range tags {
			if tags[i].letter != "" && engine.CityID(i) != city {
				k += box.Overlap(p.journey.at[i].Around(11))
			}
		}
		if k < cost {
			best, cost = box, k
		}
	}
	return best
}

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
