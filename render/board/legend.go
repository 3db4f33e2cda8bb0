package board

import (
	"errors"
	"math"
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
	legendW, signH = 56, theme.LegendH
	wayW, waysStep = 80, 88
	waysW          = len(wayLooks) * waysStep
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
	return l.make(id, legendW, draw, args...)
}

func (l *legendMaker) make(id string, w int, draw func(*theme.Sketch), args ...any) *legendSign {
	sign := &legendSign{id: id, args: args}
	l.Make(&sign.icon, w, signH, l.Paper, func(s *theme.Sketch) { s.Least = phoneText; draw(s) })
	l.all = append(l.all, sign)
	return sign
}

func newLegend(ws *theme.Builder, m *railmap.Map, lex *engine.Lexicon,
	codes []string,
) []*legendSign {
	l := &legendMaker{Builder: ws}
	l.addRoutes(m)
	if hasPort(m) {
		l.add("render.legend-harbor", func(s *theme.Sketch) {
			s.Disc(legendMid.X, legendMid.Y, 15, s.Harbor)
			s.Anchor(legendMid.X, legendMid.Y, 10)
			s.Paint(s.Card)
		})
		l.add("render.legend-port", func(s *theme.Sketch) {
			drawPort(s, legendMid, 0.74*geometry.PortSize, 0)
		})
	}
	l.addRemarks(lex, codes)
	if hasRoute(func(r *railmap.Route) bool { return r.WrapsAt() >= 0 })(m) {
		l.add("render.legend-exit", func(s *theme.Sketch) {
			drawTag(s, geometry.Box(2, 3, legendW-2, signH-3), -1, 12, s.Ink)
		})
	}
	for _, e := range explanations[:openWay0] {
		if e.on == nil || e.on(m) {
			l.add(e.id, e.sample)
		}
	}
	l.add("render.legend-question", func(s *theme.Sketch) {
		s.Translate(legendMid.X-signH/2, 0)
		drawAskSign(s, signH/2)
	})
	l.add("render.legend-you", func(s *theme.Sketch) {
		s.Piece(sampleSlot(geometry.Rectangular), 0.8, 0)
	})
	l.add("render.legend-beyond", func(s *theme.Sketch) {
		s.RotateAbout(math.Pi/2, legendMid.X, legendMid.Y)
		drawTowards(s, legendMid.X-12, legendMid.Y-12)
	})
	l.make(explanations[openWay0].id, waysW, explanations[openWay0].sample)
	return l.all
}

var legendMid = geometry.Pt(legendW/2, signH/2)

// addRoutes adds the signs for the kinds of routes of a map.
func (l *legendMaker) addRoutes(m *railmap.Map) {
	has := func(is func(r *railmap.Route) bool) bool { return hasRoute(is)(m) }
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
		l.add("render.legend-gray", empty(geometry.Rectangular))
	}
	if has(func(r *railmap.Route) bool { return r.Symbols > 0 }) {
		l.add("render.legend-ferry", marked(geometry.Rounded, 9, (*theme.Sketch).LocomotiveMark))
	}
	if has(func(r *railmap.Route) bool { return r.Kind == railmap.Sea }) {
		l.add("render.legend-sea", empty(geometry.Rounded))
	}
	if has(func(r *railmap.Route) bool { return isTunnel(r) && r.Reveals == usualReveals }) {
		l.add("render.legend-tunnel", empty(geometry.Toothed), "Count", usualReveals)
	}
	if has(func(r *railmap.Route) bool { return isTunnel(r) && r.Reveals != usualReveals }) {
		l.add("render.legend-reveals", func(s *theme.Sketch) {
			drawSample(s, geometry.Toothed)
			drawReveals(s, legendMid, 15, usualReveals+2)
		})
	}
	if has(func(r *railmap.Route) bool { return r.Carts }) {
		l.add("render.legend-cart", marked(geometry.Rectangular, 9, (*theme.Sketch).CartMark))
	}
	if has(func(r *railmap.Route) bool { return r.Pairs > 0 }) {
		l.add("render.legend-pair", marked(geometry.Rectangular, 8, (*theme.Sketch).PairMark))
	}
}

// sampleBand draws a band around a small space in the middle of a sign of a width.
func sampleBand(s *theme.Sketch, b band, at geometry.Point, w, k float64) {
	const wide = 8
	half := w/2 - 14
	s.DrawLine(at.X-half, at.Y, at.X+half, at.Y)
	b.draw(s, wide, k)
	sl := geometry.NewSlot(at, 0, 2*half+4, wide+3)
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
	text     string
	icon     *raster.Sprite
	tag      *letters // instead of an icon
	returned bool     // of a tag
	way      *openWay // likewise
}

// Legend explains every sign of the map, at last the frames of open ways.
func (p *Painter) Legend(o caption.Options) (raster.Picture, error) {
	if o.Words == nil {
		return raster.Picture{}, errors.New("draw a legend: options have no words")
	}
	d := &picture{Painter: p, Theme: &p.theme, o: &o, words: o.Words}
	var lines []theme.LegendLine
	var texts []string
	for _, l := range d.legendLines() {
		w := legendW
		if l.icon != nil {
			w = l.icon.W
		}
		put := func(c *raster.Canvas, x, y int) {
			d.Canvas = c
			d.drawLegendSign(&l, x, y)
		}
		texts = append(texts, l.text)
		lines = append(lines, theme.LegendLine{Text: l.text, W: w, Put: put})
	}
	last := len(lines) - 1
	d.Canvas = p.theme.Legend(p.pal, legendW, lines[:last], lines[last:])
	return d.finish(caption.Clip(strings.Join(texts, "; ")))
}

// legendLines are the signs of the map, those of the viewer's tickets and at last the frames of
// open ways.
func (d *picture) legendLines() []legendLine {
	var all []legendLine
	for _, s := range d.signs {
		all = append(all, legendLine{text: s.prefix + d.words(s.id, s.args...), icon: &s.icon})
	}
	last := len(all) - 1
	ways := all[last]
	all = all[:last]
	for _, own := range []struct {
		id       string
		letters  letters
		returned bool
	}{
		{"render.legend-own", letters{owned: true}, false},
		{"render.legend-offer", letters{}, false},
		{"render.legend-kept", letters{owned: true, text: keptMark}, false},
		{"render.legend-returned", letters{}, true},
		{"render.legend-lost", letters{lost: true}, false},
	} {
		own.letters.text = "A" + own.letters.text
		text := d.words(own.id)
		all = append(all, legendLine{text: text, tag: &own.letters, returned: own.returned})
	}
	way := legendLine{text: d.words("render.legend-way"), way: &openWay{text: "A"}}
	return append(all, way, ways)
}

func (d *picture) drawLegendSign(l *legendLine, x, y int) {
	switch mid := geometry.Pt(float64(x)+legendW/2, float64(y)+signH/2); {
	case l.icon != nil:
		d.PutAt(l.icon, x, y)
	case l.way != nil:
		d.drawWayTag(phoneBold, &tag{at: mid, half: wayR, r: wayR, way: l.way})
	case l.returned:
		d.Returned(d.Canvas, phoneBold, mid, letterH/2, letterH/2, l.tag.text)
	default:
		d.drawTag(mid, l.tag.half(), l.tag)
	}
}
