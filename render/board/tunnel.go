package board

import (
	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// An undecided tunnel (N6) has a tape around its spaces and a piece of the digging seat; the panel
// shows the cards turned up.

const digH = 22 + 8 + theme.SmallH + 30

func drawTaped(s *theme.Sketch, l *geometry.Layout, ln *geometry.Lane) {
	spacesPath(s, ln)
	s.SetLineCapRound()
	s.SetLineJoinRound()
	s.StrokePreserveWith(s.Theme.Ink, l.Sizes.Slot+32*l.Sizes.Scale)
	s.StrokePreserveWith(s.Theme.Mark, l.Sizes.Slot+28*l.Sizes.Scale)
	s.SetLineCapButt()
	s.SetColor(s.Theme.Ink)
	s.SetDash(8*l.Sizes.Scale, 10*l.Sizes.Scale)
	s.Stroke()
	s.SetDash()
}

// drawDug draws the tape, then the other lanes of the connection on top.
func drawDug(s *theme.Sketch, l *geometry.Layout, r engine.RouteID) {
	drawTaped(s, l, &l.Lanes[r])
	for lane := range l.Lanes {
		if l.Map.Routes[lane].Group == l.Map.Routes[r].Group {
			drawTops(s, l, engine.RouteID(lane))
		}
	}
}

// diggerSlot is the space with the digger's piece, not the one with the code if there is another.
func diggerSlot(l *geometry.Lane) int {
	for i := range l.Slots {
		if l.Rank(i) == max(0, len(l.Slots)-2) {
			return i
		}
	}
	return 0
}

// drawDig writes about an undecided tunnel in the panel and returns where the next part begins.
func (p *picture) drawDig(x, y int) int {
	t := p.v.Tunnel
	title := p.words("render.digs", "Code", p.code(t.Route), "Name", caption.ShortName(p.v.Seat(t.Seat).Name))
	p.TextFit(raster.Bold(20), float64(x), y+18, seatW, p.theme.Ink, title)
	step := theme.SmallW + 8
	if n := len(t.Revealed); n > 1 {
		step = min(step, (seatW-theme.SmallW)/(n-1))
	}
	for i, card := range t.Revealed {
		p.PutAt(&p.cards.small[card], x+i*step, y+28)
	}
	asks := p.words("render.asks", "Count", t.Asks)
	p.TextFit(raster.Bold(19), float64(x), y+30+theme.SmallH+20, seatW, p.theme.Bad, asks)
	return y + digH
}
