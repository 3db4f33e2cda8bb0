package board

import (
	"slices"

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
	when   func(v *engine.View, o *caption.Options) bool // nil: always
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
		l.add("port", func(s *theme.Sketch) { drawPort(s, legendMid, 0.74, 0) })
	}
	l.addRemarks(lex, codes)
	if slices.ContainsFunc(m.Routes, func(r railmap.Route) bool { return r.WrapsAt() >= 0 }) {
		l.add("exit", func(s *theme.Sketch) {
			drawTag(s, geometry.Box(2, 3, legendW-2, signH-3), -1, 12, s.Ink)
		})
	}
	if slices.ContainsFunc(m.Routes, func(r railmap.Route) bool { return r.Lanes > 1 }) {
		closed := l.add("closed", func(s *theme.Sketch) {
			drawClosed(s, sampleSlot(geometry.Rectangular), 1)
		})
		closed.when = func(v *engine.View, _ *caption.Options) bool { return len(v.Closed) > 0 }
	}
	marked := l.add("marked", drawMarkedSample)
	marked.when = func(_ *engine.View, o *caption.Options) bool { return len(o.Marked) > 0 }
	return l.all
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
		l.add("mouth", func(s *theme.Sketch) {
			sl := drawSample(s, geometry.Toothed)
			drawMouth(s, sl, legendMid, 12, phoneText, usualReveals+2)
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
}

// legend is the legend of a close-up in the first round: the signs of the map, then the viewer's
// own. Later close-ups have none.
func (d *private) legend() []legendLine {
	if d.v.Turns >= len(d.v.Seats) {
		return nil
	}
	return append(d.mapSigns(), d.ownSigns()...)
}

func (p *picture) line(id string, icon *raster.Sprite) legendLine {
	return legendLine{text: p.words(id), icon: icon}
}

// drawSign draws a line's sign with its corner at (x, y).
func (p *picture) drawSign(l *legendLine, x, y int) {
	if l.icon != nil {
		p.PutAt(l.icon, x, y)
		return
	}
	p.drawTag(geometry.Pt(float64(x)+legendW/2, float64(y)+signH/2), letterH/2-3, l.tag)
}

// mapSigns are the lines for the signs on the map now.
func (p *picture) mapSigns() []legendLine {
	all := make([]legendLine, 0, len(p.signs))
	for _, s := range p.signs {
		if s.when == nil || s.when(p.v, p.o) {
			all = append(all, legendLine{text: s.prefix + p.words(s.id, s.args...), icon: &s.icon})
		}
	}
	return all
}

// ownSigns are the lines for the letters and rings of the viewer's tickets.
func (d *private) ownSigns() []legendLine {
	var all []legendLine
	tag := func(when bool, id string, e *letters) {
		if e.text = "A"; when {
			all = append(all, legendLine{text: d.words(id), tag: e})
		}
	}
	own, offer, lost, done := false, false, false, false
	for i := range d.tickets {
		t := &d.tickets[i]
		own, offer = own || !t.offer && !t.done && !t.lost, offer || t.offer && !t.lost
		lost, done = lost || t.lost, done || t.done
	}
	tag(own, "render.legend-own", &letters{owned: true})
	tag(offer, "render.legend-offer", &letters{})
	tag(lost, "render.legend-lost", &letters{lost: true})
	if done {
		all = append(all, d.line("render.legend-done", &d.kit.ring))
	}
	return all
}

// signText wraps a line's text in a room shared with its sign.
func signText(text string, room int) []string {
	return phoneRegular.Wrap(float64(room-legendW-16), text)
}

// legendStep is the distance of two lines of one text.
const legendStep = 29

func legendColumns(room int) int { return max(1, min(2, room/leastColumn)) }

// leastColumn is the least width of a legend's column, in pixels.
const leastColumn = 390

// legendRow is the height of the row that begins with line i.
func legendRow(lines []legendLine, i, room int) int {
	columns := legendColumns(room)
	n := 1
	for _, e := range lines[i:min(i+columns, len(lines))] {
		n = max(n, len(signText(e.text, room/columns)))
	}
	return phoneLine + (n-1)*legendStep
}

// legendH is the height of a legend in a room.
func legendH(lines []legendLine, room int) int {
	if len(lines) == 0 {
		return 0
	}
	h := 16
	for i := 0; i < len(lines); i += legendColumns(room) {
		h += legendRow(lines, i, room)
	}
	return h
}

func (d *private) drawLegend(lines []legendLine, y, room int) {
	columns := legendColumns(room)
	y += 6
	for i := range lines {
		x := phoneEdge + i%columns*room/columns
		d.drawSign(&lines[i], x, y)
		for j, text := range signText(lines[i].text, room/columns) {
			d.Text(phoneRegular, float64(x+legendW+8), y+25+j*legendStep, d.Faint, text)
		}
		if i%columns == columns-1 {
			y += legendRow(lines, i-columns+1, room)
		}
	}
}
