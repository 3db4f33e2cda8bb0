package board

import (
	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
)

// Below a board stand a line that says what is new, large enough for a phone, and a strip that says
// whose colour is which, with everybody's points.
const (
	stripEdge    = 10
	mateW, mateH = 56, 32
	newsW, newsH = 76, 42
	newsGap      = 36  // between two headlines
	stripText    = 1.2 // in names of cities
	stripLine    = 2
	flag         = 40 // of the last round
)

var newsFont = raster.Narrow(geometry.NewsText)

// drawNews writes what is new, in the last round also how many turns are left. Older news go first
// where there is no room; their number stands before the others.
func (p *picture) drawNews() {
	y := int(p.named.H)
	p.Fill(0, y, p.W, geometry.News, p.Mark)
	p.Fill(0, y, p.W, 3, p.Ink)
	x, base := float64(stripEdge), y+39
	if ending(p.v) {
		for _, rows := range []int{0, flag / 2} {
			p.Chequer(int(x), y+(geometry.News-flag)/2+rows, flag, flag/2, p.Ink)
		}
		said := p.words("render.last-round", "Count", p.v.TurnsLeft)
		x = p.TextFit(newsFont, x+flag+8, base, float64(p.W)/2, p.Ink, said) + newsGap
	}
	all := p.say.Headlines(p.o.News)
	first := p.latest(all, float64(p.W-stripEdge)-x)
	if first > 0 {
		x = p.TextFit(newsFont, x, base, float64(p.W), p.Ink, p.earlier(first)) + newsGap/2
	}
	for i := range all[first:] {
		h := &all[first+i]
		if h.Seat != engine.Public {
			p.PutAt(&p.news[h.Seat-1], int(x), y+6)
			x += newsW + 8
		}
		x = p.TextFit(newsFont, x, base, float64(p.W-stripEdge)-x, p.Ink, h.Text) + newsGap
	}
}

// latest returns the first of the headlines for which there is room, at least one.
func (p *picture) latest(all []caption.Headline, room float64) int {
	need := func(first int) float64 {
		w := 0.0
		for i := range all[first:] {
			w += newsW + 8 + newsFont.Width(all[first+i].Text) + newsGap
		}
		if first > 0 {
			w += newsFont.Width(p.earlier(first)) + newsGap/2
		}
		return w - newsGap
	}
	first := len(all) - 1
	for i := first; i >= 0; i-- {
		if need(i) <= room {
			first = i
		}
	}
	return first
}

// earlier says how many headlines are left out.
func (p *picture) earlier(n int) string { return p.words("render.earlier", "Count", n) }

// drawStrip draws a box for each side: the pieces and names of its seats, and its points.
func (p *picture) drawStrip() {
	y := p.H - p.named.Strip()
	p.Fill(0, y, p.W, p.named.Strip(), p.Paper)
	sides := caption.Sides(p.v)
	for i, side := range sides {
		x := p.W * i / len(sides)
		p.drawStripSide(side, x, y, p.W*(i+1)/len(sides)-x)
	}
	p.Fill(0, y, p.W, stripLine, p.Ink)
}

// ending reports whether the last round is being played.
func ending(v *engine.View) bool { return v.LastRound && v.Phase == engine.InPlay }

// drawStripSide draws a side's box. Partners share their points.
func (p *picture) drawStripSide(side caption.Side, x, y, w int) {
	font, h := raster.Narrow(stripText*p.named.Sizes.Name), p.named.Strip()
	score, ink := caption.Number(p.v.Seat(side[0]).Points()), p.Ink
	seats := w - int(font.Width(score)) - 2*stripEdge
	if len(side) == 1 && p.v.Moves(side[0]) { // its points are dark, too
		p.Fill(x+seats, y, w-seats, h, p.Ink)
		ink = p.Card
	}
	for i, seat := range side {
		at := x + seats*i/len(side)
		p.drawStripSeat(seat, at, y, x+seats*(i+1)/len(side)-at)
	}
	p.TextRight(font, float64(x+w-stripEdge), p.stripBase(y), ink, score)
	if x > 0 {
		p.Fill(x-stripLine, y, 2*stripLine, h, p.Ink)
	}
}

// stripBase is the base line of a strip that begins at y.
func (p *picture) stripBase(y int) int {
	return y + (p.named.Strip()+stripLine)/2 + int(0.36*stripText*p.named.Sizes.Name)
}

// drawStripSeat draws a seat's piece and name, light on dark if it is to move.
func (p *picture) drawStripSeat(seat engine.Seat, x, y, w int) {
	ink, pieces := p.Ink, p.mates
	if p.v.Moves(seat) {
		p.Fill(x, y, w, p.named.Strip(), p.Ink)
		ink, pieces = p.Card, p.movers
	}
	mid := y + (p.named.Strip()+stripLine)/2
	p.PutAt(&pieces[seat-1], x+stripEdge, mid-mateH/2)
	at, right := float64(x+2*stripEdge+mateW), float64(x+w)
	if caption.Won(p.v, seat) {
		right -= iconSize
		p.PutAt(&p.icons.crown, int(right), mid-iconSize/2)
	}
	font := raster.Narrow(stripText * p.named.Sizes.Name)
	p.TextFit(font, at, p.stripBase(y), right-at, ink, caption.ShortName(p.v.Seat(seat).Name))
}
