package board

import (
	"image/color"
	"math"

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
			drawReveals(s, at, 0.58*size*fit, route.Reveals)
		}
		items = append(items, item{sign: otherSign, width: 1.16 * size, draw: draw})
	}
	if rule, ok := l.Text.Remarks[r]; ok && ln.Rank(i)%4 == 1 {
		items = append(items, textItem(s, sl, l.Sizes, otherSign, rule.Sign))
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
func textItem(s *theme.Sketch, sl geometry.Slot, mt geometry.Sizes, tells sign, text string) item {
	ground, ink, upright := s.Card, s.Ink, tells != codeSign && mt.Least == 0
	if tells != codeSign {
		ground, ink = ink, ground
	}
	if upright { // at a slant and as small as a code it was a blot on a phone
		mt.Code *= 1.5
	}
	w := tagWidth(mt, text)
	draw := func(at geometry.Point, fit float64) {
		tag := geometry.Slot{At: at, Angle: sl.Angle, Length: w * fit, Width: codeTall(mt)}
		angle := sl.Reading()
		if upright {
			tag.Angle, tag.Width, angle = 0, 1.1*mt.Code, 0
		}
		s.Space(tag, 0, ground)
		if tells == codeSign {
			angle = codeAngle(sl, mt, w*fit)
			tag.Angle = angle
			s.Space(tag, 0, ground)
		}
		s.Centred(raster.Narrow(mt.Code*fit), at.X, at.Y, angle, ink, text)
		if tells == codeSign && steep(sl) && readsBothWays(text) {
			underline(s, sl, at, mt.Code*fit, text)
		}
	}
	return item{sign: tells, width: w, fixed: mt.Least > 0 || upright, draw: draw}
}

// codeAngle is the angle of a route's code. In private pictures it is as upright as the gap to the
// next lane allows: at a slant a phone's 31 was read as 21.
func codeAngle(sl geometry.Slot, mt geometry.Sizes, w float64) float64 {
	const over, step = 3.5, 0.05 // over the rim of the space, in units of the scale
	reads, h := sl.Reading(), codeTall(mt)
	if mt.Least == 0 || steep(sl) {
		return reads
	}
	for turn := math.Abs(reads); turn > 0; turn -= step {
		sin, cos := math.Sincos(turn)
		if (w*sin+h*cos)/2 <= sl.Width/2+over*mt.Scale {
			return reads - math.Copysign(turn, reads)
		}
	}
	return reads
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

// drawReveals draws cards face down with as many dots as a tunnel turns up: a number was taken for
// that of a seat's piece.
func drawReveals(s *theme.Sketch, at geometry.Point, r float64, n int) {
	const side, rim, behind, dot = 1.9, 0.1, 0.22, 0.19 // in r
	x, y := at.X-r, at.Y+r-side*r
	for _, off := range []float64{behind * r, 0} {
		s.DrawRoundedRectangle(x+off, y-off, side*r, side*r, 0.3*r)
		s.Paint(s.Card)
		s.DrawRoundedRectangle(x+off+rim*r, y-off+rim*r, (side-2*rim)*r, (side-2*rim)*r, 0.2*r)
		s.Paint(s.Ink)
	}
	for i := range n {
		row, each := i%2, float64((n+1-i%2)/2)
		along := (float64(i/2)+0.5)/each - 0.5
		s.Disc(x+r*(side/2+1.6*along), y+r*side*(0.3+0.4*float64(row)), dot*r, s.Card)
	}
}
