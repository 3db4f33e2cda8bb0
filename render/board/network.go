package board

import (
	"image/color"
	"math"
	"strconv"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// drawNetwork draws the empty routes, the cities and their names.
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

// drawBed draws the line under a lane that leads the eye from city to city.
func drawBed(s *theme.Sketch, l *geometry.Layout, ln *geometry.Lane) {
	wayPath(s, ln)
	s.SetLineCapButt()
	s.SetLineJoinRound()
	s.StrokePreserveWith(s.Card, 9*l.Sizes.Scale)
	s.SetColor(s.Bed)
	s.SetLineWidth(5 * l.Sizes.Scale)
	if ln.Form == geometry.Rounded {
		s.SetDash(7*l.Sizes.Scale, 5*l.Sizes.Scale)
	}
	s.Stroke()
	s.SetDash()
}

func wayPath(s *theme.Sketch, ln *geometry.Lane) {
	for _, way := range ln.Ways() {
		s.NewSubPath()
		for _, p := range way {
			s.LineTo(p.X, p.Y)
		}
	}
}

// drawSpace draws an empty space with its symbol, its marks and, on one space, the route's code.
func drawSpace(s *theme.Sketch, l *geometry.Layout, r engine.RouteID, i int) {
	route := &l.Map.Routes[r]
	sl, p, k := l.Empty(r, i), s.PaintOf(route.Color), l.Sizes.Scale
	s.Rim(sl, k, 2*k)
	s.Space(sl, 0, s.Ink)
	edge := 1.3 * k
	if l.Quiet {
		edge = max(2.6*k, leastEdge*min(1, l.W/geometry.BoardW))
	}
	s.Space(sl, -edge, p.Fill)
	setItems(s, l, r, i, func(it item, at geometry.Point, scale float64) { it.draw(at, scale) })
}

// leastEdge is the width of a thin space's edge in pixels on a board. Less is not seen where
// Discord shows it a third as large.
const leastEdge = 2.3

// setItems calls set with the centre and scale of each item of a space, in reading order.
func setItems(
	s *theme.Sketch, l *geometry.Layout, r engine.RouteID, i int,
	set func(it item, at geometry.Point, scale float64),
) {
	sl, k := l.Empty(r, i), l.Sizes.Scale
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

// itemsWithRoom returns the items that fit on a space, and their scale. The symbol of the colour
// goes first if other spaces show it; codes and marks always stay.
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

// leastFit is the smallest scale of signs beside a code of fixed size. Below it they stick out.
const leastFit = 0.8

// spare reports whether a space can do without the colour's symbol because other spaces show it.
func spare(l *geometry.Lane, i int, route *railmap.Route) bool {
	if i == l.CodeAt || route.Carts {
		return len(l.Slots) > 1
	}
	return route.Symbols < len(l.Slots)-1
}

// item is a sign on a space. draw draws it around a point at scale fit; width is for scale 1.
type item struct {
	sign  sign
	width float64
	draw  func(at geometry.Point, fit float64)
	fixed bool // always at scale 1
}

type sign uint8

const (
	colorSign sign = iota // the route's colour
	codeSign              // the route's code
	costSign              // what the space costs besides a card of the colour
	otherSign             // what applies to the whole route
)

// widths is the width of all items that are fixed, or of all others.
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
	s.Disc(c.X, c.Y, l.Sizes.Dot+2*l.Sizes.Scale, s.Card)
	s.Disc(c.X, c.Y, l.Sizes.Dot, s.Ink)
	s.Disc(c.X, c.Y, 0.78*l.Sizes.Dot, s.Card)
	s.Disc(c.X, c.Y, 0.42*l.Sizes.Dot, s.Bad)
}

func drawRing(s *theme.Sketch, l *geometry.Layout, id engine.CityID) {
	c, dot, k := l.Cities[id], l.Sizes.Dot, l.Sizes.Scale
	s.Disc(c.X, c.Y, dot+13*k, s.Card)
	s.Disc(c.X, c.Y, dot+11*k, s.Accent)
	s.Disc(c.X, c.Y, dot+5*k, s.Card)
	drawCity(s, l, id)
	drawNamesOver(s, l, c.Around(dot+13*k))
}

// drawNamesOver redraws the names that reach into an area.
func drawNamesOver(s *theme.Sketch, l *geometry.Layout, a geometry.Area) {
	for i := range l.Labels {
		if l.Labels[i].Overlap(a) > 0 {
			s.Name(&l.Labels[i], l.Sizes.Scale)
		}
	}
}

func drawExit(s *theme.Sketch, l *geometry.Layout, e *geometry.Exit) {
	k := l.Sizes.Scale
	drawArrow(s, e.At, e.To, 11*k, s.Card, 3*k)
	drawArrow(s, e.At, e.To, 11*k, s.Ink, 0)
	if e.Sign != (geometry.Area{}) {
		drawSign(s, e, k, s.Card)
	}
}

// drawSign draws the sign where routes leave the board.
func drawSign(s *theme.Sketch, e *geometry.Exit, k float64, ground color.RGBA) {
	size, a, rim := e.Size, e.Sign, s.Faint
	if ground != s.Card {
		rim = s.Ink
	}
	drawTag(s, a, e.To, geometry.TagPoint*size, rim)
	drawTag(s, a.Grown(-1.5*k), e.To, geometry.TagPoint*size, ground)
	x := (a.X0+a.X1)/2 - e.To*geometry.TagPoint*size/3
	y := (a.Y0+a.Y1)/2 - geometry.Leading*size*float64(len(e.Lines)-1)/2
	for _, line := range e.Lines {
		s.Centred(raster.Narrow(size), x, y, 0, s.Ink, line)
		y += geometry.Leading * size
	}
}

// drawTag fills a rectangle that is pointed on the left (to < 0) or the right.
func drawTag(s *theme.Sketch, a geometry.Area, to, point float64, c color.RGBA) {
	mid := (a.Y0 + a.Y1) / 2
	if to < 0 {
		s.Polygon(a.X0, mid, a.X0+point, a.Y0, a.X1, a.Y0, a.X1, a.Y1, a.X0+point, a.Y1)
	} else {
		s.Polygon(a.X1, mid, a.X1-point, a.Y0, a.X0, a.Y0, a.X0, a.Y1, a.X1-point, a.Y1)
	}
	s.Paint(c)
}

// drawArrow draws an arrowhead with its tip at a point.
func drawArrow(s *theme.Sketch, tip geometry.Point, to, long float64, c color.RGBA, edge float64) {
	s.Polygon(tip.X, tip.Y, tip.X-to*long, tip.Y-0.7*long, tip.X-to*long, tip.Y+0.7*long)
	if edge > 0 {
		s.StrokePreserveWith(c, 2*edge)
	}
	s.Paint(c)
}

// drawClosed draws a space that nobody can claim any more (C8), pale and hatched.
func drawClosed(s *theme.Sketch, sl geometry.Slot, k float64) {
	s.Rim(sl, k, 2*k)
	s.Space(sl, 0, s.Border)
	s.Space(sl, -1.3*k, s.Land)
	s.Inside(sl, func() { drawHatch(s, sl, k) })
}

func drawHatch(s *theme.Sketch, sl geometry.Slot, k float64) {
	s.Push()
	s.Translate(sl.At.X, sl.At.Y)
	s.Rotate(sl.Angle)
	x, y := sl.Length/2-3*k, sl.Width/2-2*k
	for d := -x + y; d <= x-y; d += 9 * k {
		s.DrawLine(d-y, y, d+y, -y)
	}
	s.Pop()
	s.SetLineCapButt()
	s.StrokeWith(s.Faint, 2*k)
}

// spacesPath lays a path along the spaces of a lane, in two parts where it leaves the board.
func spacesPath(s *theme.Sketch, ln *geometry.Lane) {
	for i, sl := range ln.Slots {
		if i == ln.Stretches[0].Spaces {
			s.NewSubPath()
		}
		sin, cos := math.Sincos(sl.Angle)
		s.LineTo(sl.At.X-cos*sl.Length/2, sl.At.Y-sin*sl.Length/2)
		s.LineTo(sl.At.X+cos*sl.Length/2, sl.At.Y+sin*sl.Length/2)
	}
}

// drawOwned draws a seat's pieces on a route, joined from city to city by a line, with its number
// on the middle one of each stretch.
func drawOwned(s *theme.Sketch, l *geometry.Layout, r engine.RouteID, seat int) {
	ln, k := &l.Lanes[r], l.Sizes.Scale
	wayPath(s, ln)
	s.SetLineCapButt()
	s.SetLineJoinRound()
	s.StrokePreserveWith(s.Ink, joint*l.Sizes.Slot)
	s.StrokeWith(s.Seats[seat].Body, (joint-0.3)*l.Sizes.Slot)
	body := s.PieceBody
	if len(ln.Slots) == 1 { // beside its number a pattern would leave little of the colour
		body = s.PieceGround
	}
	for _, sl := range ln.Slots {
		body(sl, k, seat)
	}
	slots := ln.Slots
	for i := range ln.Stretches {
		n := ln.Stretches[i].Spaces
		if n > 0 {
			s.PieceNumber(slots[n/2], k, ownerNumber*l.Sizes.Slot, seat)
		}
		slots = slots[n:]
	}
	for i := range l.Exits {
		if l.Exits[i].Group == l.Map.Routes[r].Group {
			drawExit(s, l, &l.Exits[i])
		}
	}
	drawCity(s, l, l.Map.Routes[r].A)
	drawCity(s, l, l.Map.Routes[r].B)
}

const (
	joint       = 0.5  // width of the line between pieces, in slots
	ownerNumber = 1.05 // its size, in slots
)

func drawHarbor(s *theme.Sketch, l *geometry.Layout, c geometry.Point) {
	s.Disc(c.X, c.Y, l.Sizes.Dot+2*l.Sizes.Scale, s.Card)
	s.Disc(c.X, c.Y, l.Sizes.Dot, s.Ink)
	s.Disc(c.X, c.Y, 0.87*l.Sizes.Dot, s.Harbor)
	s.Anchor(c.X, c.Y, 0.66*l.Sizes.Dot)
	s.Paint(s.Card)
}

// drawBurst draws rays around a new port.
func drawBurst(s *theme.Sketch, at geometry.Point, r float64) {
	for i := range 32 {
		far := r * []float64{1, 0.7}[i%2]
		sin, cos := math.Sincos(float64(i) * math.Pi / 16)
		s.LineTo(at.X+far*cos, at.Y+far*sin)
	}
	s.ClosePath()
	s.PaintEdged(s.Mark, s.Ink, 2.5)
}

// drawPort draws a port as a square with the side 2r, which no city is, with the pattern and number
// of its seat, and an anchor at its corner.
func drawPort(s *theme.Sketch, at geometry.Point, r float64, seat int) {
	v := s.Seats[seat]
	s.FillArea(at.Around(1.1*r), s.Card)
	s.FillArea(at.Around(r), s.Ink)
	s.FillArea(at.Around(0.87*r), v.Body)
	body := geometry.Slot{At: at, Length: 1.74 * r, Width: 1.74 * r}
	s.Inside(body, func() { s.Pattern(body, r/geometry.PortSize, v) })
	size := max(r, s.Least)
	disc := 0.56 * size
	s.Disc(at.X, at.Y, disc+0.06*r, s.Ink)
	s.Disc(at.X, at.Y, disc, s.Card)
	s.Centred(raster.Narrow(1.1*size), at.X, at.Y, 0, s.Ink, strconv.Itoa(seat+1))
	x, y := at.X-r, at.Y-r
	s.Disc(x, y, 0.58*r, s.Card)
	s.Disc(x, y, 0.5*r, s.Harbor)
	s.Anchor(x, y, 0.4*r)
	s.Paint(s.Card)
}

// drawThread draws a lane as a line of width w, with a light edge if edge > 0.
func drawThread(s *theme.Sketch, ln *geometry.Lane, w float64, c color.RGBA, edge float64) {
	wayPath(s, ln)
	s.SetLineCapRound()
	if edge > 0 {
		s.StrokePreserveWith(s.Card, w+2*edge)
	}
	s.StrokeWith(c, w)
}
