package board

import (
	"image/color"
	"math"
	"strconv"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// usualReveals is how many cards a tunnel turns up unless the map says otherwise (N6).
const usualReveals = 3

// items are the signs on a space in reading order: the symbol of the colour, then marks and code.
func items(s *theme.Sketch, l *geometry.Layout, r engine.RouteID, i int) []item {
	ln, route := &l.Lanes[r], &l.Map.Routes[r]
	sl := l.Empty(r, i)
	p, size := s.PaintOf(route.Color), sl.Width
	var items []item
	if p.Symbol != theme.NoSymbol {
		draw := func(at geometry.Point, fit float64) {
			s.SymbolPath(p.Symbol, at.X, at.Y, 0.36*size*fit)
			s.Paint(p.Ink)
		}
		items = append(items, item{sign: colorSign, width: 0.72 * size, draw: draw})
	}
	if i == ln.CodeAt && !l.Bare {
		items = append(items, codeItem(s, l, r, p.Ink))
	}
	if route.Carts {
		items = append(items, discItem(s, otherSign, size, 0.31*size, (*theme.Sketch).CartMark))
	}
	if ln.Rank(i) < route.Symbols {
		items = append(items, discItem(s, costSign, size, 0.33*size, (*theme.Sketch).LocomotiveMark))
	}
	if ln.Rank(i) < route.Pairs {
		items = append(items, discItem(s, costSign, size, 0.31*size, (*theme.Sketch).PairMark))
	}
	if route.Kind == railmap.Tunnel && route.Reveals != usualReveals && ln.Rank(i) == 0 {
		draw := func(at geometry.Point, fit float64) {
			text := max(0.64*size*fit, l.Sizes.Least)
			drawMouth(s, at, max(0.47*size*fit, mouthRoom*text), text, route.Reveals)
		}
		wide := max(0.9*size, 2*mouthRoom*l.Sizes.Least)
		items = append(items, item{sign: otherSign, width: wide, draw: draw})
	}
	if rule, ok := l.Text.Remarks[r]; ok && ln.Rank(i)%4 == 1 {
		items = append(items, textItem(s, sl, l.Sizes, otherSign, rule.Sign))
	}
	return items
}

// apart puts the sign of the colour between a code and what stands behind it: "54" and a tunnel's
// "6" side by side would read as "546".
func apart(items []item) []item {
	if len(items) > 2 && items[0].sign == colorSign && items[1].sign == codeSign {
		items[0], items[1] = items[1], items[0]
	}
	return items
}

// drawMark draws a mark of radius r around (x, y).
type drawMark func(s *theme.Sketch, x, y, r float64)

// discItem is a mark of radius r on a disc.
func discItem(s *theme.Sketch, tells sign, size, r float64, draw drawMark) item {
	return item{sign: tells, width: 0.86 * size, draw: func(at geometry.Point, fit float64) {
		s.Disc(at.X, at.Y, 0.43*size*fit, s.Card)
		s.SetColor(s.Ink)
		draw(s, at.X, at.Y, r*fit)
	}}
}

// codeItem is a route's code: on a tag, or on a quiet layout in the ink of the space's sign.
func codeItem(s *theme.Sketch, l *geometry.Layout, r engine.RouteID, ink color.RGBA) item {
	sl, code := l.Lanes[r].Slots[l.Lanes[r].CodeAt], caption.Code(l.Map, r)
	if !l.Quiet {
		return textItem(s, sl, l.Sizes, codeSign, code)
	}
	return item{
		sign: codeSign, width: raster.Narrow(l.Sizes.Code).Width(code),
		draw: func(at geometry.Point, fit float64) {
			s.Centred(raster.Narrow(l.Sizes.Code*fit), at.X, at.Y, sl.Reading(), ink, code)
		},
	}
}

// textItem is a code, or light on dark the sign of a remark.
func textItem(
	s *theme.Sketch, sl geometry.Slot, mt geometry.Sizes, tells sign, text string,
) item {
	w, ground, ink := tagWidth(mt, text), s.Card, s.Ink
	if tells != codeSign {
		ground, ink = ink, ground
	}
	draw := func(at geometry.Point, fit float64) {
		tag := geometry.Slot{At: at, Angle: sl.Angle, Length: w * fit, Width: codeTall(mt)}
		s.Space(tag, 0, ground)
		s.Centred(raster.Narrow(mt.Code*fit), at.X, at.Y, sl.Reading(), ink, text)
		if tells == codeSign && steep(sl) && readsBothWays(text) {
			underline(s, sl, at, mt.Code*fit, text)
		}
	}
	return item{sign: tells, width: w, fixed: mt.Least > 0, draw: draw}
}

// steep reports whether writing on a slot is nearly upright, so that it can be read from both ends.
func steep(sl geometry.Slot) bool { return math.Abs(math.Sin(sl.Reading())) > 0.8 }

// readsBothWays reports whether a code is another code upside down, like "61" and "19".
func readsBothWays(code string) bool {
	turned := map[rune]rune{'0': '0', '1': '1', '6': '9', '8': '8', '9': '6'}
	var other []rune
	for _, r := range code {
		t, ok := turned[r]
		if !ok {
			return false
		}
		other = append([]rune{t}, other...)
	}
	return string(other) != code
}

// underline draws the line that shows which way up a code is.
func underline(s *theme.Sketch, sl geometry.Slot, at geometry.Point, size float64, code string) {
	sin, cos := math.Sincos(sl.Reading())
	half, down := raster.Narrow(size).Width(code)/2, 0.49*size
	x, y := at.X-down*sin, at.Y+down*cos
	s.SetLineCapButt()
	s.DrawLine(x-half*cos, y-half*sin, x+half*cos, y+half*sin)
	s.StrokeWith(s.Ink, 0.11*size)
}

// tagWidth is the width of a code or remark with its margin, which is narrow where writing keeps
// its size.
func tagWidth(mt geometry.Sizes, text string) float64 {
	margin := 8 * mt.Scale
	if mt.Least > 0 {
		margin = 5 * mt.Scale
	}
	return raster.Narrow(mt.Code).Width(text) + margin
}

// mouthRoom is half the width of a tunnel's mouth in sizes of its number: all of that lies inside.
const mouthRoom = 0.55

// drawMouth draws the mouth of a tunnel with the number of cards that it turns up, upright: a 6 on
// its side could be a 9.
func drawMouth(s *theme.Sketch, at geometry.Point, r, size float64, n int) {
	s.Push()
	s.Translate(at.X, at.Y)
	for _, ring := range []float64{r, 0.84 * r} {
		s.DrawArc(0, -0.05*r, ring, math.Pi, 2*math.Pi)
		s.LineTo(ring, 0.82*ring)
		s.LineTo(-ring, 0.82*ring)
		s.ClosePath()
		c := s.Card
		if ring < r {
			c = s.Ink
		}
		s.Paint(c)
	}
	s.Pop()
	s.Centred(raster.Bold(size), at.X, at.Y, 0, s.Mark, strconv.Itoa(n))
}
