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
	newsGap      = 36 // between two headlines
	turnMarkH    = 6
	stripText    = 1.2 // in names of cities
	flagH        = 10  // of the chequered line in the last round
)

var newsFont = raster.Narrow(geometry.NewsText)

// drawNews writes what is new. Older news go first where there is no room.
func (p *picture) drawNews() {
	y := int(p.named.H)
	p.Fill(0, y, p.W, geometry.News, p.Mark)
	p.Fill(0, y, p.W, 3, p.Ink)
	all := p.say.Headlines(p.o.News)
	width := func(h *caption.Headline) float64 { return newsW + 8 + newsFont.Width(h.Text) + newsGap }
	room, first := float64(p.W-2*stripEdge), len(all)-1
	for room -= width(&all[first]); first > 0 && width(&all[first-1]) <= room; first-- {
		room -= width(&all[first-1])
	}
	x, base := float64(stripEdge), y+39
	for i := range all[first:] {
		h := &all[first+i]
		if h.Seat != engine.Public {
			p.PutAt(&p.news[h.Seat-1], int(x), y+6)
			x += newsW + 8
		}
		x = p.TextFit(newsFont, x, base, float64(p.W-stripEdge)-x, p.Ink, h.Text) + newsGap
	}
}

func (p *picture) drawStrip() {
	h := p.named.Strip()
	y := p.H - h
	p.Fill(0, y, p.W, h, p.Paper)
	p.Fill(0, y, p.W, 2, p.Ink)
	if ending(p.v) {
		p.Chequer(0, y, p.W, flagH, p.Ink)
	}
	var order caption.Side
	for _, side := range caption.Sides(p.v) {
		order = append(order, side...)
	}
	n := len(order)
	for i, seat := range order {
		x := p.W * i / n
		p.drawStripSeat(seat, x, y, p.W*(i+1)/n-x)
	}
}

// ending reports whether the last round is being played.
func ending(v *engine.View) bool { return v.LastRound && v.Phase == engine.InPlay }

// drawStripSeat draws a seat's piece, name and points, with a bar if it is to move.
func (p *picture) drawStripSeat(seat engine.Seat, x, y, w int) {
	s := p.v.Seat(seat)
	if p.v.Moves(seat) {
		mark := turnMarkH
		if ending(p.v) {
			mark = flagH
		}
		p.Fill(x, y, w, mark, p.Ink)
	}
	font, right := raster.Narrow(stripText*p.named.Sizes.Name), float64(x+w-stripEdge)
	mid := y + (p.named.Strip()+turnMarkH)/2
	base := mid + int(0.36*font.Size)
	p.PutAt(&p.mates[seat-1], x+stripEdge, mid-mateH/2)
	score := caption.Number(s.Points())
	p.TextRight(font, right, base, p.Ink, score)
	right -= font.Width(score) + stripEdge
	if caption.Won(p.v, seat) {
		right -= iconSize
		p.PutAt(&p.icons.crown, int(right), mid-iconSize/2)
	}
	at := float64(x + 2*stripEdge + mateW)
	p.TextFit(font, at, base, right-at, p.Ink, caption.ShortName(s.Name))
}
