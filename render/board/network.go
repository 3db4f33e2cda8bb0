package board

import (
	"image/color"
	"math"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// drawNetwork draws the routes with nothing on them, the cities and their names.
func drawNetwork(s *theme.Sketch, l *geometry.Layout) {
	for i := range l.Lanes {
		drawBed(s, l, &l.Lanes[i])
	}
	for i := range l.Exits {
		drawExit(s, l, &l.Exits[i])
	}
	for r := range l.Lanes {
		for i := range l.Lanes[r].Slots {
			drawSpace(s, l, engine.RouteID(r), i)
		}
	}
	for i := range l.Cities {
		drawCity(s, l, engine.CityID(i))
	}
	for i := range l.Labels {
		s.Name(&l.Labels[i], l.Sizes.Scale)
	}
}

// drawBed draws the way under a lane, so that the eye follows it from city to city.
func drawBed(s *theme.Sketch, l *geometry.Layout, ln *geometry.Lane) {
	drawBeds(s, ln)
	s.SetLineCapButt()
	s.SetLineJoinRound()
	s.StrokePreserveWith(s.Theme.Card, 9*l.Sizes.Scale)
	s.SetColor(s.Theme.Bed)
	s.SetLineWidth(5 * l.Sizes.Scale)
	if ln.Form == geometry.Rounded {
		s.SetDash(7*l.Sizes.Scale, 5*l.Sizes.Scale)
	}
	s.Stroke()
	s.SetDash()
}

// drawBeds lays the path of a lane's ways.
func drawBeds(s *theme.Sketch, ln *geometry.Lane) {
	for _, way := range ln.Ways() {
		s.NewSubPath()
		for _, p := range way {
			s.LineTo(p.X, p.Y)
		}
	}
}

// drawSpace draws one empty space of a route with its symbol, its marks and, on one of them, the route's code.
func drawSpace(s *theme.Sketch, l *geometry.Layout, r engine.RouteID, i int) {
	ln, route := &l.Lanes[r], &l.Map.Routes[r]
	sl, p, k := ln.Slots[i], s.Theme.PaintOf(route.Color), l.Sizes.Scale
	s.Rim(sl, k, 2*k)
	s.Space(sl, 0, s.Theme.Ink)
	s.Space(sl, -1.3*k, p.Fill)

	setItems(s, l, r, i, func(it item, at geometry.Point, scale float64) { it.draw(at, scale) })
}

// setItems calls set for each item of a space with the middle of its place and its scale, in reading order.
func setItems(s *theme.Sketch, l *geometry.Layout, r engine.RouteID, i int, set func(it item, at geometry.Point, scale float64)) {
	sl, k := l.Lanes[r].Slots[i], l.Sizes.Scale
	items, fit := itemsWithRoom(s, l, r, i)
	room := sl.Room(k)
	sin, cos := math.Sincos(sl.Reading())
	wide := fit*widths(items, false) + widths(items, true)
	gap := max((room-wide)/float64(len(items)+1), k)
	x := -(wide + gap*float64(len(items)-1)) / 2
	for _, it := range items {
		scale := fit
		if it.fixed {
			scale = 1
		}
		x += scale * it.width / 2
		set(it, sl.At.Plus(geometry.Pt(cos, sin).Times(x)), scale)
		x += scale*it.width/2 + gap
	}
}

// itemsWithRoom returns the items that a space has room for, and their scale. The symbol of the colour is left out first, if
// other spaces show it; codes and marks are always drawn.
func itemsWithRoom(s *theme.Sketch, l *geometry.Layout, r engine.RouteID, i int) ([]item, float64) {
	ln, k := &l.Lanes[r], l.Sizes.Scale
	items, room := items(s, l, r, i), ln.Slots[i].Room(k)
	fixed := widths(items, true)
	tight := fixed+widths(items, false)+3*k*float64(len(items)+1) > room
	if len(items) > 1 && tight && items[0].sign == colorSign && spare(ln, i, &l.Map.Routes[r]) {
		items = items[1:]
	}
	fit := min(1, (room-fixed-2*k*float64(len(items)+1))/max(1, widths(items, false)))
	if fixed > 0 {
		fit = max(fit, leastFit)
	}
	return items, fit
}

// leastFit is the scale below which no sign is drawn beside a code that keeps its size: they stick out of the space instead.
const leastFit = 0.8

// spare reports whether a space can do without the symbol of its colour because other spaces show it. The space with the
// code can if the route has more than one space, a space with marks if another space has none.
func spare(l *geometry.Lane, i int, route *railmap.Route) bool {
	if i == l.CodeAt || route.Carts {
		return len(l.Slots) > 1
	}
	return route.Symbols < len(l.Slots)-1
}

// item is something drawn on a space. draw draws it around a point, scaled by fit; width is its width at fit 1.
type item struct {
	sign  sign
	width float64
	draw  func(at geometry.Point, fit float64)
	fixed bool // it is always drawn at fit 1
}

// sign is what an item tells.
type sign uint8

const (
	colorSign sign = iota // the route's colour
	codeSign              // the route's code
	costSign              // what the space asks for beside a card of the colour
	otherSign             // what goes for the whole route
)

// widths is how much room items take side by side: those that can shrink, or those that are fixed.
func widths(items []item, fixed bool) float64 {
	w := 0.0
	for _, it := range items {
		if it.fixed == fixed {
			w += it.width
		}
	}
	return w
}

func drawCity(s *theme.Sketch, l *geometry.Layout, id engine.CityID) {
	c := l.Cities[id]
	if l.Map.Cities[id].Port {
		drawHarbor(s, l, c)
		return
	}
	for _, ring := range []struct {
		r float64
		c color.RGBA
	}{{l.Sizes.Dot + 2*l.Sizes.Scale, s.Theme.Card}, {l.Sizes.Dot, s.Theme.Ink}, {0.78 * l.Sizes.Dot, s.Theme.Card}, {0.42 * l.Sizes.Dot, s.Theme.Bad}} {
		s.Disc(c.X, c.Y, ring.r, ring.c)
	}
}

// drawRing draws the mark of a city that the viewer's own tickets name.
func drawRing(s *theme.Sketch, l *geometry.Layout, id engine.CityID) {
	c := l.Cities[id]
	for _, ring := range []struct {
		r float64
		c color.RGBA
	}{{13, s.Theme.Card}, {11, s.Theme.Accent}, {5, s.Theme.Card}} {
		s.Disc(c.X, c.Y, l.Sizes.Dot+ring.r*l.Sizes.Scale, ring.c)
	}
	drawCity(s, l, id)
	drawNamesOver(s, l, c.Around(l.Sizes.Dot+13*l.Sizes.Scale))
}

// drawNamesOver writes again the names that reach into an area.
func drawNamesOver(s *theme.Sketch, l *geometry.Layout, a geometry.Area) {
	for i := range l.Labels {
		if l.Labels[i].Overlap(a) > 0 {
			s.Name(&l.Labels[i], l.Sizes.Scale)
		}
	}
}

// drawExit draws the sign of an exit and the heads of its lanes' arrows.
func drawExit(s *theme.Sketch, l *geometry.Layout, e *geometry.Exit) {
	size, k, a := l.Sizes.Sign, l.Sizes.Scale, e.Sign
	drawArrow(s, e.At, e.To, 11*k, s.Theme.Card, 3*k)
	drawArrow(s, e.At, e.To, 11*k, s.Theme.Ink, 0)
	for _, layer := range []struct {
		by float64
		c  color.RGBA
	}{{1.5 * k, s.Theme.Card}, {0, s.Theme.Ink}} {
		drawTag(s, a.Grown(layer.by), e.To, geometry.TagPoint*size, layer.c)
	}
	s.Centred(raster.Bold(size), (a.X0+a.X1)/2-e.To*geometry.TagPoint*size/3, (a.Y0+a.Y1)/2, 0, s.Theme.Card, e.Name)
}

// drawTag fills a rectangle with a point to the left (to < 0) or to the right.
func drawTag(s *theme.Sketch, a geometry.Area, to, point float64, c color.RGBA) {
	mid := (a.Y0 + a.Y1) / 2
	if to < 0 {
		s.Polygon(a.X0, mid, a.X0+point, a.Y0, a.X1, a.Y0, a.X1, a.Y1, a.X0+point, a.Y1)
	} else {
		s.Polygon(a.X1, mid, a.X1-point, a.Y0, a.X0, a.Y0, a.X0, a.Y1, a.X1-point, a.Y1)
	}
	s.Paint(c)
}

// drawArrow draws the head of an arrow whose tip lies at a point.
func drawArrow(s *theme.Sketch, tip geometry.Point, to, long float64, c color.RGBA, edge float64) {
	s.Polygon(tip.X, tip.Y, tip.X-to*long, tip.Y-0.7*long, tip.X-to*long, tip.Y+0.7*long)
	if edge > 0 {
		s.StrokePreserveWith(c, 2*edge)
	}
	s.Paint(c)
}
