package board

import (
	"strconv"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/raster"
)

// At the foot of a board stands a strip that says whose colour is which, with everybody's points.
// Beside the whole of a board whose part is shown above, it has several rows.
const (
	stripEdge    = 10
	mateW, mateH = 56, 32
	stripText    = 1.2 // in names of cities
	stripLine    = 2
	sharedTip    = 22 // of the ground of shared points
	tokenGap     = 5
)

// drawStrip draws a box for each side: the pieces and names of its seats, and its points.
func (p *picture) drawStrip(left, y, h, columns int) {
	p.box = h
	p.Fill(left, y, p.W-left, p.H-y, p.Paper)
	for i, side := range caption.Sides(p.v) {
		column, w := i%columns, p.W-left
		x, y := left+w*column/columns, y+i/columns*h
		p.drawStripSide(side, x, y, left+w*(column+1)/columns-x)
		p.Fill(x, y, w/columns, stripLine, p.Ink)
		if x > 0 {
			p.Fill(x-stripLine, y, 2*stripLine, h, p.Ink)
		}
	}
}

// ending reports whether the last round is being played.
func ending(v *engine.View) bool { return v.LastRound && v.Phase == engine.InPlay }

// drawStripSide draws a side's box. Partners share their points, which stand between them.
func (p *picture) drawStripSide(side caption.Side, x, y, w int) {
	font := raster.Narrow(stripText * p.named.Sizes.Name)
	score, n := p.score(side), len(side)
	points := int(font.Width(score)) + 2*stripEdge
	if n > 1 {
		points += 2 * sharedTip
	}
	seats := w - points
	for i, seat := range side {
		at := x + seats*i/n
		if n > 1 && i >= (n+1)/2 {
			at += points
		}
		p.drawStripSeat(seat, at, y, seats/n)
	}
	at, ink := x+seats, p.Ink
	switch {
	case n > 1:
		at = x + seats*((n+1)/2)/n
		p.drawShared(at, y, points)
	case p.v.Moves(side[0]): // its points are dark, too
		p.Fill(at, y, points, p.box, p.Ink)
		ink = p.Card
	}
	p.TextMid(font, float64(at)+float64(points)/2, p.stripBase(y), ink, score)
}

// score is a side's points. A number alone would look like one of pieces.
func (p *picture) score(side caption.Side) string {
	return p.say.Pts(p.v.Seat(side[0]).Points())
}

// drawShared draws the ground of points between two partners: it points at both.
func (p *picture) drawShared(x, y, w int) {
	h := p.box
	for j := range h {
		off := sharedTip * max(2*j-h, h-2*j) / h
		p.Fill(x+off, y+j, w-2*off, 1, p.Ink)
		p.Fill(x+off+4, y+j, w-2*off-8, 1, p.Paper)
	}
}

// stripBase is the base line of a strip that begins at y.
func (p *picture) stripBase(y int) int {
	return y + (p.box+stripLine)/2 + int(0.36*stripText*p.named.Sizes.Name)
}

// drawStripSeat draws a seat's piece and name, light on dark if it is to move.
func (p *picture) drawStripSeat(seat engine.Seat, x, y, w int) {
	ink, pieces := p.Ink, p.mates
	if p.v.Moves(seat) {
		p.Fill(x, y, w, p.box, p.Ink)
		ink, pieces = p.Card, p.movers
	}
	mid := y + (p.box+stripLine)/2
	p.PutAt(&pieces[seat-1], x+stripEdge, mid-mateH/2)
	at, right := float64(x+2*stripEdge+mateW), float64(x+w)
	right = p.drawStripTokens(seat, right, y)
	if caption.Won(p.v, seat) {
		right -= iconSize
		p.PutAt(&p.icons.crown, int(right), mid-iconSize/2)
	}
	font := raster.Narrow(stripText * p.named.Sizes.Name)
	p.TextFit(font, at, p.stripBase(y), right-at, ink, caption.ShortName(p.v.Seat(seat).Name))
}

// drawStripTokens writes what a seat has of the title's tokens, left of x, and returns where that
// begins.
func (p *picture) drawStripTokens(seat engine.Seat, x float64, y int) float64 {
	font := raster.Narrow(p.named.Sizes.Name)
	mid := y + (p.box+stripLine)/2
	for _, t := range p.v.Tokens {
		signs := p.tokens[t.Name]
		if signs == nil {
			continue
		}
		text := strconv.Itoa(t.Held[seat-1])
		w := int(font.Width(text)) + tokenSize + 3*tokenGap
		x -= float64(w) + stripEdge
		p.Fill(int(x), mid-tokenSize/2-3, w, tokenSize+6, p.Ink)
		p.Fill(int(x)+2, mid-tokenSize/2-1, w-4, tokenSize+2, p.Card)
		p.PutAt(&signs[onStrip], int(x)+tokenGap, mid-tokenSize/2)
		p.Text(font, x+tokenSize+2*tokenGap, mid+int(0.36*font.Size), p.Ink, text)
	}
	return x - stripEdge
}
