package board

import (
	"errors"
	"math"
	"slices"
	"strings"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// The legend explains each sign of a board in a line.

const (
	legendW, signH = 56, 32
)

// legendSign explains a sign by prefix and the text id.
type legendSign struct {
	icon   raster.Sprite
	id     string
	args   []any
	prefix string
}

// legendMaker collects the signs of a map.
type legendMaker struct {
	*theme.Builder
	all []*legendSign
}

func (l *legendMaker) add(id string, draw func(*theme.Sketch), args ...any) *legendSign {
	sign := &legendSign{id: "render.legend-" + id, args: args}
	l.Make(&sign.icon, legendW, signH, l.Paper, func(s *theme.Sketch) { s.Least = phoneText; draw(s) })
	l.all = append(l.all, sign)
	return sign
}

func newLegend(ws *theme.Builder, m *railmap.Map, lex *engine.Lexicon,
	codes []string,
) []*legendSign {
	l := &legendMaker{Builder: ws}
	l.addRoutes(m)
	if slices.ContainsFunc(m.Cities, func(c railmap.City) bool { return c.Port }) {
		l.add("harbor", func(s *theme.Sketch) {
			s.Disc(legendMid.X, legendMid.Y, 15, s.Harbor)
			s.Anchor(legendMid.X, legendMid.Y, 10)
			s.Paint(s.Card)
		})
		l.add("port", func(s *theme.Sketch) { drawPort(s, legendMid, 0.74*geometry.PortSize, 0) })
	}
	l.addRemarks(lex, codes)
	if slices.ContainsFunc(m.Routes, func(r railmap.Route) bool { return r.WrapsAt() >= 0 }) {
		l.add("exit", func(s *theme.Sketch) {
			drawTag(s, geometry.Box(2, 3, legendW-2, signH-3), -1, 12, s.Ink)
		})
	}
	if slices.ContainsFunc(m.Routes, func(r railmap.Route) bool { return r.Lanes > 1 }) {
		l.add("closed", func(s *theme.Sketch) { drawClosed(s, sampleSlot(geometry.Rectangular), 1) })
	}
	l.add("marked", drawMarkedSample)
	l.addPrivate(m)
	return l.all
}

// addPrivate adds the signs of private pictures alone. Those of tickets are no sketches.
func (l *legendMaker) addPrivate(m *railmap.Map) {
	band := func(draw func(s *theme.Sketch, wide float64)) func(*theme.Sketch) {
		return func(s *theme.Sketch) {
			s.DrawLine(14, legendMid.Y, legendW-14, legendMid.Y)
			draw(s, 8)
			sl := sampleSlot(geometry.Rectangular)
			sl.Length, sl.Width = sl.Length-14, 11
			s.Space(sl, 0, s.Ink)
			s.Space(sl, -1.3, s.Gray.Fill)
		}
	}
	isTunnel := func(r railmap.Route) bool { return r.Kind == railmap.Tunnel }
	if slices.ContainsFunc(m.Routes, isTunnel) {
		l.add("dug", band(func(s *theme.Sketch, wide float64) {
			drawTape(s, wide, 0.55, s.Mark, s.Ink)
		}))
	}
	l.add("asked", band(func(s *theme.Sketch, wide float64) { drawFrame(s, wide, 0.5) }))
	l.add("question", func(s *theme.Sketch) {
		s.Translate(legendMid.X-signH/2, 0)
		drawAskSign(s, signH/2)
	})
	l.add("you", func(s *theme.Sketch) { s.Piece(sampleSlot(geometry.Rectangular), 0.8, 0) })
	l.add("beyond", func(s *theme.Sketch) {
		s.RotateAbout(math.Pi/2, legendMid.X, legendMid.Y)
		drawTowards(s, legendMid.X-12, legendMid.Y-12)
	})
}

var legendMid = geometry.Pt(legendW/2, signH/2)

// addRoutes adds the signs for the kinds of routes of a map.
func (l *legendMaker) addRoutes(m *railmap.Map) {
	has := func(is func(r *railmap.Route) bool) bool {
		return slices.ContainsFunc(m.Routes, func(r railmap.Route) bool { return is(&r) })
	}
	empty := func(form geometry.Form) func(*theme.Sketch) {
		return func(s *theme.Sketch) { drawSample(s, form) }
	}
	marked := func(form geometry.Form, r float64, draw drawMark) func(*theme.Sketch) {
		return func(s *theme.Sketch) {
			drawSample(s, form)
			discItem(s, otherSign, 26, r, draw).draw(legendMid, 1)
		}
	}
	if has(func(r *railmap.Route) bool { return r.Color == railmap.Gray }) {
		l.add("gray", empty(geometry.Rectangular))
	}
	if has(func(r *railmap.Route) bool { return r.Symbols > 0 }) {
		l.add("ferry", marked(geometry.Rounded, 9, (*theme.Sketch).LocomotiveMark))
	}
	if has(func(r *railmap.Route) bool { return r.Kind == railmap.Sea }) {
		l.add("sea", empty(geometry.Rounded))
	}
	tunnel := func(r *railmap.Route) bool { return r.Kind == railmap.Tunnel }
	if has(func(r *railmap.Route) bool { return tunnel(r) && r.Reveals == usualReveals }) {
		l.add("tunnel", empty(geometry.Toothed), "Count", usualReveals)
	}
	if has(func(r *railmap.Route) bool { return tunnel(r) && r.Reveals != usualReveals }) {
		l.add("reveals", func(s *theme.Sketch) {
			drawSample(s, geometry.Toothed)
			drawReveals(s, legendMid, 14, phoneText, usualReveals+2)
		})
	}
	if has(func(r *railmap.Route) bool { return r.Carts }) {
		l.add("cart", marked(geometry.Rectangular, 9, (*theme.Sketch).CartMark))
	}
	if has(func(r *railmap.Route) bool { return r.Pairs > 0 }) {
		l.add("pair", marked(geometry.Rectangular, 8, (*theme.Sketch).PairMark))
	}
}

// drawMarkedSample draws a space with the mark of a new claim.
func drawMarkedSample(s *theme.Sketch) {
	sl := sampleSlot(geometry.Rectangular)
	sl.Width -= 8
	s.Space(sl, 5, s.Ink)
	s.Space(sl, 3.5, s.Mark)
	s.Space(sl, 0, s.Ink)
	s.Space(sl, -1.3, s.Gray.Fill)
}

// addRemarks adds the signs of routes with a rule of their own.
func (l *legendMaker) addRemarks(lex *engine.Lexicon, codes []string) {
	for r, code := range codes {
		rule, ok := lex.Remarks[engine.RouteID(r)]
		if !ok {
			continue
		}
		sign := l.add("", func(s *theme.Sketch) {
			s.FillArea(geometry.Box(0, 2, legendW, signH-2), s.Ink)
			s.Centred(phoneBold, legendW/2, signH/2, 0, s.Card, rule.Sign)
		})
		sign.prefix, sign.id = code+": ", "render."+rule.ID
	}
}

func sampleSlot(form geometry.Form) geometry.Slot {
	sl := geometry.NewSlot(geometry.Pt(legendW/2, signH/2), 0, legendW-10, signH-10)
	sl.Form = form
	return sl
}

// drawSample draws an empty gray space.
func drawSample(s *theme.Sketch, form geometry.Form) geometry.Slot {
	sl := sampleSlot(form)
	s.Rim(sl, 1, 2)
	s.Space(sl, 0, s.Ink)
	s.Space(sl, -1.3, s.Gray.Fill)
	return sl
}

type legendLine struct {
	text string
	icon *raster.Sprite
	tag  *letters // instead of an icon
	way  *openWay // likewise
}

// Legend explains every sign of the map, in two columns.
func (p *Painter) Legend(o caption.Options) (raster.Picture, error) {
	if o.Words == nil {
		return raster.Picture{}, errors.New("draw a legend: options have no words")
	}
	d := &picture{Painter: p, Theme: &p.theme, o: &o, words: o.Words}
	lines := d.legendLines()
	rows := (len(lines) + 1) / 2
	h, texts := legendEdge, make([]string, len(lines))
	for i := range rows {
		h += d.legendRow(lines, i)
	}
	d.begin(phoneW, h+legendEdge)
	y := legendEdge
	for i := range rows {
		for column := range 2 {
			if n := i + column*rows; n < len(lines) {
				d.drawLegendLine(&lines[n], phoneEdge+column*legendColumn, y)
				texts[n] = lines[n].text
			}
		}
		y += d.legendRow(lines, i)
	}
	return d.finish(caption.Clip(strings.Join(texts, "; ")))
}

// Sizes of the legend, in pixels.
const (
	legendEdge   = 18
	legendColumn = phoneRoom / 2
	legendStep   = 34 // between two lines of one text
	legendPad    = 18 // below a text
)

// legendLines are the signs of the map, then those of the viewer's tickets.
func (d *picture) legendLines() []legendLine {
	var all []legendLine
	for _, s := range d.signs {
		all = append(all, legendLine{text: s.prefix + d.words(s.id, s.args...), icon: &s.icon})
	}
	for _, own := range []struct {
		id string
		letters
	}{
		{"render.legend-own", letters{owned: true}},
		{"render.legend-offer", letters{}},
		{"render.legend-kept", letters{owned: true, text: keptMark}},
		{"render.legend-lost", letters{lost: true}},
	} {
		own.text = "A" + own.text
		all = append(all, legendLine{text: d.words(own.id), tag: &own.letters})
	}
	return append(all, legendLine{text: d.words("render.legend-done"), icon: &d.kit.ring},
		legendLine{text: d.words("render.legend-way"), way: &openWay{text: "A"}})
}

func (l *legendLine) wrapped() []string {
	return phoneRegular.Wrap(legendColumn-legendW-34, l.text)
}

// legendRow is the height of row i of the two columns.
func (d *picture) legendRow(lines []legendLine, i int) int {
	n := len(lines[i].wrapped())
	if next := i + (len(lines)+1)/2; next < len(lines) {
		n = max(n, len(lines[next].wrapped()))
	}
	return n*legendStep + legendPad
}

func (d *picture) drawLegendLine(l *legendLine, x, y int) {
	switch mid := geometry.Pt(float64(x)+legendW/2, float64(y)+signH/2); {
	case l.icon != nil:
		d.PutAt(l.icon, x, y)
	case l.way != nil:
		d.drawWayTag(phoneBold, &tag{at: mid, half: wayR, r: wayR, way: l.way})
	default:
		d.drawTag(mid, l.tag.half(), l.tag)
	}
	for i, text := range l.wrapped() {
		d.Text(phoneRegular, float64(x+legendW+16), y+25+i*legendStep, d.Ink, text)
	}
}
