package render

import (
	"github.com/konduktor-bot/konduktor/engine"
)

// A tunnel that has been dug and not yet paid for (N6) is shown on the board by a tape around its spaces and a piece of
// the seat that digs, and in the panel by the cards that were turned up.

// digH is the height of the panel's part about a tunnel, in pixels.
const digH = 22 + 8 + smallH + 30

// taped draws the tape around a tunnel that is being dug.
func (s *Sketch) taped(l *layout, ln *lane) {
	s.through(ln)
	s.dc.SetLineCapRound()
	s.dc.SetLineJoinRound()
	s.dc.SetColor(s.theme.Ink)
	s.dc.SetLineWidth(l.mt.slot + 32*l.mt.scale)
	s.dc.StrokePreserve()
	s.dc.SetColor(s.theme.Mark)
	s.dc.SetLineWidth(l.mt.slot + 28*l.mt.scale)
	s.dc.StrokePreserve()
	s.dc.SetLineCapButt()
	s.dc.SetColor(s.theme.Ink)
	s.dc.SetDash(8*l.mt.scale, 10*l.mt.scale)
	s.dc.Stroke()
	s.dc.SetDash()
}

// dug draws a tunnel in its tape, the other lanes of its connection on top.
func (s *Sketch) dug(l *layout, r engine.RouteID) {
	s.taped(l, &l.lanes[r])
	for lane := range l.lanes {
		if l.m.Routes[lane].Group == l.m.Routes[r].Group {
			s.tops(l, engine.RouteID(lane))
		}
	}
}

// digger is the space of a tunnel on which the piece of the seat that digs is shown: not the one with the code if there is
// another one.
func (l *lane) digger() int {
	for i := range l.slots {
		if l.rank(i) == max(0, len(l.slots)-2) {
			return i
		}
	}
	return 0
}

// drawDig writes about an undecided tunnel in the panel: who digs where, what was turned up, and how many cards are asked
// for. It returns where the next part may begin.
func (p *painter) drawDig(c *canvas, v *engine.View, o *Options, x, y int) int {
	t := v.Tunnel
	title := o.Words("render.digs", "Code", p.codes[t.Route], "Name", shortName(v.Seat(t.Seat).Name))
	c.text(bold, 20, float64(x), y+18, p.theme.Ink, fit(bold, 20, seatW, title))
	step := smallW + 8
	if n := len(t.Revealed); n > 1 {
		step = min(step, (seatW-smallW)/(n-1))
	}
	for i, card := range t.Revealed {
		c.putAt(&p.cards.small[card], x+i*step, y+28)
	}
	asks := o.Words("render.asks", "Count", t.Asks)
	c.text(bold, 19, float64(x), y+30+smallH+20, p.theme.Bad, fit(bold, 19, seatW, asks))
	return y + digH
}

// dig says where a tunnel is undecided, what was turned up and what is asked for, "" if there is none.
func (s *sayer) dig() string {
	t := s.v.Tunnel
	if t == nil {
		return ""
	}
	text := s.words("render.digs", "Code", s.route(t.Route), "Name", s.seat(t.Seat)) + ". " + s.words("render.revealed") + ": "
	for i, card := range t.Revealed {
		if i > 0 {
			text += ", "
		}
		text += s.card(card)
	}
	return text + ". " + s.words("render.asks", "Count", t.Asks) + "."
}
