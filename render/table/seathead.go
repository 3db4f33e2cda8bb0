package table

import (
	"strconv"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/raster"
)

// Sizes of the head of a seat's part of the table, in pixels.
const (
	seatHead = 330
	headPad  = 20
)

// drawSeatHead writes a seat's name, its points if any are public, and how many cards, tickets and
// completed tickets it has.
func (p *picture) drawSeatHead(n *seatNews, s *engine.SeatView, y int) {
	x, right := seatGap+headPad, seatGap+seatHead-headPad
	p.PutAt(&p.kit.badges[s.Seat-1], x, y+20)
	if caption.Scored(p.v) {
		points := p.text.Pts(s.Points()) // a number alone would look like one of cards
		p.TextRight(raster.Bold(40), float64(right), y+62, p.Ink, points)
		if caption.Won(p.v, s.Seat) {
			p.PutAt(&p.kit.crown, right-int(raster.Bold(40).Width(points))-signW-8, y+26)
		}
	}
	p.TextFit(raster.Bold(38), float64(x), y+116, float64(right-x), p.Ink, caption.ShortName(s.Name))
	counts := p.counts(n, s)
	for i := range counts {
		x = p.drawCount(&counts[i], x, y+132)
	}
	if p.v.Moves(s.Seat) {
		text := p.words("render.turn-mark")
		w := int(raster.Bold(28).Width(text)) + 28
		p.Fill(seatGap+headPad, y+186, w, 42, p.Ink)
		p.Fill(seatGap+headPad+3, y+189, w-6, 36, p.Mark)
		p.Text(raster.Bold(28), seatGap+headPad+14, y+217, p.Ink, text)
	}
}

// count is a number beside an icon, with how much of it is new.
type count struct {
	icon     *raster.Sprite
	n, fresh int
}

// Sizes of counts, in pixels.
const (
	countText, gainText = 34, 28
	countGap            = 14
)

// counts are a seat's cards, tickets and completed tickets, without what is new if there is no room
// for that.
func (p *picture) counts(n *seatNews, s *engine.SeatView) []count {
	all := []count{{&p.kit.hand, s.Hand.N, n.drawn}, {&p.kit.ticket, s.Tickets.N, n.kept}}
	if len(s.Completed) > 0 {
		all = append(all, count{&p.kit.signs[0], len(s.Completed), 0})
	}
	if countsW(all) > seatHead-2*headPad {
		for i := range all {
			all[i].fresh = 0
		}
	}
	return all
}

// countsW is the width of counts in a row.
func countsW(all []count) float64 {
	w := -float64(countGap)
	for _, c := range all {
		w += signW + 4 + raster.Bold(countText).Width(strconv.Itoa(c.n)) + countGap
		if c.fresh > 0 {
			w += raster.Bold(gainText).Width(gained(c.fresh)) + gainGap
		}
	}
	return w
}

// drawCount writes an icon, how many are new and how many there are. It returns where the next one
// begins.
func (p *picture) drawCount(c *count, x, y int) int {
	p.PutAt(c.icon, x, y)
	at := p.drawGain(gainText, float64(x+signW+4), y+33, c.fresh)
	return int(p.Text(raster.Bold(countText), at, y+34, p.Ink, strconv.Itoa(c.n))) + countGap
}

const gainGap = 4 // behind a gain

// gained is "+2 →" before the number that it led to: behind it, it could still be to come.
func gained(n int) string { return caption.Signed(n) + "→" }

// drawGain writes what was gained, if anything, and returns where that ends.
func (p *picture) drawGain(size, x float64, y, n int) float64 {
	if n == 0 {
		return x
	}
	return p.Text(raster.Bold(size), x, y, p.Good, gained(n)) + gainGap
}
