package render

import (
	"math"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// usualReveals is how many cards a tunnel turns up that says nothing else (N6).
const usualReveals = 3

// items are what stands on a space, in reading order: the symbol of the colour first, then marks and the route's code.
func (s *Sketch) items(l *layout, r engine.RouteID, i int) []item {
	ln, route := &l.lanes[r], &l.m.Routes[r]
	p, size := s.theme.paint(route.Color), l.mt.slot
	var items []item
	if p.Symbol != NoSymbol {
		items = append(items, item{colorSign, 0.72 * size, func(at point, fit float64) {
			s.symbol(p.Symbol, at.x, at.y, 0.36*size*fit)
			s.fill(p.Ink)
		}})
	}
	if i == ln.code {
		items = append(items, s.codeItem(ln.slots[i], l.mt, Code(l.m, r)))
	}
	if route.Carts {
		items = append(items, s.discItem(otherSign, size, func(at point, fit float64) { s.cart(at.x, at.y, 0.31*size*fit) }))
	}
	if ln.rank(i) < route.Symbols {
		items = append(items, s.discItem(costSign, size, func(at point, fit float64) { s.locomotive(at.x, at.y, 0.33*size*fit) }))
	}
	if ln.rank(i) < route.Pairs {
		items = append(items, s.discItem(costSign, size, func(at point, fit float64) { s.pair(at.x, at.y, 0.31*size*fit) }))
	}
	if route.Kind == railmap.Tunnel && route.Reveals != usualReveals && ln.rank(i) == 0 {
		items = append(items, item{otherSign, 0.9 * size, func(at point, fit float64) { s.mouth(ln.slots[i], at, 0.47*size*fit, route.Reveals) }})
	}
	if note, ok := remarkOn(l.m, r); ok && ln.rank(i)%4 == 1 {
		items = append(items, s.noteItem(ln.slots[i], l.mt, note.Sign))
	}
	return items
}

// discItem is a dark mark on a light disc.
func (s *Sketch) discItem(tells sign, size float64, mark func(at point, fit float64)) item {
	return item{tells, 0.86 * size, func(at point, fit float64) {
		s.dc.DrawCircle(at.x, at.y, 0.43*size*fit)
		s.fill(s.theme.Card)
		s.dc.SetColor(s.theme.Ink)
		mark(at, fit)
	}}
}

func (s *Sketch) codeItem(sl slot, mt metrics, code string) item {
	w := width(bold, mt.code, code) + 8*mt.scale
	return item{codeSign, w, func(at point, fit float64) {
		s.plank(slot{at: at, angle: sl.angle, length: w * fit, width: mt.slot * 0.76}, 0, s.theme.Card)
		s.centred(bold, mt.code*fit, at.x, at.y, sl.reading(), s.theme.Ink, code)
	}}
}

// noteItem is the sign of a remark: light on dark, so that it is not taken for a code.
func (s *Sketch) noteItem(sl slot, mt metrics, sign string) item {
	w := width(bold, mt.code, sign) + 8*mt.scale
	return item{otherSign, w, func(at point, fit float64) {
		s.plank(slot{at: at, angle: sl.angle, length: w * fit, width: mt.slot * 0.76}, 0, s.theme.Ink)
		s.centred(bold, mt.code*fit, at.x, at.y, sl.reading(), s.theme.Card, sign)
	}}
}

// mouth draws the mouth of a tunnel with the number of cards that it turns up, upright in reading direction.
func (s *Sketch) mouth(sl slot, at point, r float64, n int) {
	s.dc.Push()
	s.dc.Translate(at.x, at.y)
	s.dc.Rotate(sl.reading())
	for _, ring := range []float64{r, 0.84 * r} {
		s.dc.DrawArc(0, -0.05*r, ring, math.Pi, 2*math.Pi)
		s.dc.LineTo(ring, 0.82*ring)
		s.dc.LineTo(-ring, 0.82*ring)
		s.dc.ClosePath()
		c := s.theme.Card
		if ring < r {
			c = s.theme.Ink
		}
		s.fill(c)
	}
	s.dc.Pop()
	s.centred(bold, 1.36*r, at.x, at.y, sl.reading(), s.theme.Card, itoa(n))
}

// pair fills two cards side by side, 2r wide, around (x, y): the mark of a space that takes two cards (W6).
func (s *Sketch) pair(x, y, r float64) {
	for _, card := range []float64{-0.92, 0.1} {
		s.dc.DrawRoundedRectangle(x+card*r, y-0.78*r, 0.82*r, 1.56*r, 0.16*r)
		s.dc.NewSubPath()
	}
	s.dc.Fill()
}

// locomotive fills a small locomotive seen from the side, 2r wide, around (x, y): the mark of a ferry's symbol (N5).
func (s *Sketch) locomotive(x, y, r float64) {
	dc := s.dc
	dc.Push()
	dc.Translate(x, y)
	dc.Scale(r, r)
	for _, part := range [][]float64{
		{-0.95, -0.3, 0.4, -0.3, 0.4, 0.42, -0.95, 0.42},       // boiler
		{-0.82, -0.85, -0.36, -0.85, -0.46, -0.2, -0.72, -0.2}, // chimney
		{0.3, -0.8, 0.95, -0.8, 0.95, 0.42, 0.3, 0.42},         // cab
		{0.2, -0.95, 1.05, -0.95, 1.05, -0.75, 0.2, -0.75},     // roof
	} {
		polygon(dc, part...)
		dc.Fill()
	}
	for _, wheel := range []float64{-0.62, 0, 0.62} {
		dc.DrawCircle(wheel, 0.6, 0.29)
		dc.Fill()
	}
	dc.Pop()
}
