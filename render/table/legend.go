package table

import (
	"errors"
	"strconv"
	"strings"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// legendW is the width of signs in the legend, in pixels.
const legendW = 132

// legendLine explains a sign. put draws it with its left edge at x around y.
type legendLine struct {
	id  string
	put func(p *picture, x, y int)
}

// legend are the signs of private pictures, then those of the table.
var legend = []legendLine{
	{"render.legend-ticket", legendLetter(lettered{letter: "A"})},
	{"render.legend-offered", legendLetter(lettered{letter: "A", offer: true})},
	{"render.legend-kept", legendLetter(lettered{letter: "A", offer: true, kept: true})},
	{"render.legend-returned", func(p *picture, x, y int) {
		p.drawReturned("A", float64(x+legendW/2), float64(y))
	}},
	{"render.legend-laid", func(p *picture, x, y int) {
		p.drawFace(0, true, x+(legendW-theme.SmallW)/2, y-theme.SmallH/2)
	}},
	{"render.legend-count", func(p *picture, x, y int) {
		p.TextMid(smallBold, float64(x+legendW/2), y+9, p.Good, "2/3")
	}},
	{"render.legend-more", func(p *picture, x, y int) {
		p.TextMid(raster.Bold(32), float64(x+legendW/2), y+12, p.Accent, caption.Signed(1))
	}},
	{"render.legend-lay", func(p *picture, x, y int) { p.drawLeast(x, y, legendW, 2, true) }},
	{"render.legend-wait", func(p *picture, x, y int) { p.drawLeast(x, y, legendW, 2, false) }},
	{"render.legend-wilds", func(p *picture, x, y int) {
		p.PutAt(&p.kit.star, x+legendW/2-starW, y-starW/2)
		p.Text(smallBold, float64(x+legendW/2+4), y+9, p.Faint, "2")
	}},
	{"render.legend-track", legendIcon(func(k *tableKit) *raster.Sprite { return &k.track })},
	{"render.legend-cards", legendIcon(func(k *tableKit) *raster.Sprite { return &k.hand })},
	{"render.legend-tickets", legendIcon(func(k *tableKit) *raster.Sprite { return &k.ticket })},
	{"render.legend-complete", legendIcon(func(k *tableKit) *raster.Sprite { return &k.signs[0] })},
	{"render.legend-gained", func(p *picture, x, y int) {
		at := float64(x+legendW/2) - (raster.Bold(gainText).Width(gained(2))+gainGap+20)/2
		at = p.drawGain(gainText, at, y+10, 2)
		p.Text(raster.Bold(countText), at, y+11, p.Ink, "8")
	}},
	{"render.legend-length", func(p *picture, x, y int) {
		p.drawDisc(&p.kit.disc, x+(legendW-discW)/2, y-discW/2, strconv.Itoa(4))
	}},
	{"render.legend-fresh", func(p *picture, x, y int) {
		p.Fill(x+22, y-24, legendW-44, 48, p.Ink)
		p.Fill(x+25, y-21, legendW-50, 42, p.Mark)
		p.PutAt(&p.kit.taken[0], x+(legendW-theme.SmallW)/2, y-theme.SmallH/2)
	}},
	{"render.legend-robbed", legendIcon(func(k *tableKit) *raster.Sprite { return &k.ghost })},
	{"render.legend-winner", legendIcon(func(k *tableKit) *raster.Sprite { return &k.crown })},
}

func legendLetter(t lettered) func(p *picture, x, y int) {
	return func(p *picture, x, y int) { p.drawLetter(&t, float64(x+legendW/2), float64(y)) }
}

func legendIcon(of func(k *tableKit) *raster.Sprite) func(p *picture, x, y int) {
	return func(p *picture, x, y int) {
		icon := of(p.kit)
		p.PutAt(icon, x+(legendW-icon.W)/2, y-icon.H/2)
	}
}

// Legend explains every sign of private pictures and of the table.
func (p *Painter) Legend(o caption.Options) (raster.Picture, error) {
	if o.Words == nil {
		return raster.Picture{}, errors.New("draw a legend: options have no words")
	}
	return p.explain(legend, &o)
}

func (p *Painter) explain(legend []legendLine, o *caption.Options) (raster.Picture, error) {
	d := &picture{Painter: p, Theme: &p.theme, v: &engine.View{}, o: o, words: o.Words}
	lines, texts := make([]theme.LegendLine, len(legend)), make([]string, len(legend))
	for i, l := range legend {
		texts[i] = o.Words(l.id)
		lines[i] = theme.LegendLine{Text: texts[i], Put: func(c *raster.Canvas, x, y int) {
			d.Canvas = c
			l.put(d, x, y+theme.LegendH/2)
		}}
	}
	d.Canvas = p.theme.Legend(p.pal, legendW, lines, nil)
	return d.finish(caption.Clip(strings.Join(texts, "; ")))
}
