package board

import (
	"konduktor/engine"
	"konduktor/render/geometry"
	"konduktor/render/theme"
)

// An undecided tunnel (N6) has a tape around its spaces and a piece of the digging seat. One just
// given up has a tape in the colours of a barrier.

// drawMouths draws both ends of a tunnel as dark mouths with the rubble before them.
func drawMouths(s *theme.Sketch, l *geometry.Layout, ln *geometry.Lane) {
	last := ln.Slots[len(ln.Slots)-1]
	ends := []geometry.Point{ln.Slots[0].Head(), last.At.Times(2).Minus(last.Head())}
	for i, at := range ends {
		out := ends[i].Minus(ends[1-i])
		out = out.Times(l.Sizes.Slot / max(1, out.Distance(geometry.Point{})))
		at = at.Plus(out.Times(0.35))
		for j := range 6 {
			side := out.Left().Times(0.28 * (float64(j) - 2.5))
			stone := at.Plus(out.Times(0.75 + 0.22*float64(j*j%3))).Plus(side)
			s.Disc(stone.X, stone.Y, (0.14+0.05*float64(j%2))*l.Sizes.Slot, s.Ink)
			s.Disc(stone.X, stone.Y, (0.08+0.05*float64(j%2))*l.Sizes.Slot, s.Border)
		}
		s.Disc(at.X, at.Y, 0.72*l.Sizes.Slot, s.Ink)
		s.Disc(at.X, at.Y, 0.62*l.Sizes.Slot, s.Card)
		s.Disc(at.X, at.Y, 0.5*l.Sizes.Slot, s.Ink)
	}
}

// drawDug draws the tape, then the other lanes of the connection on top.
func drawDug(s *theme.Sketch, l *geometry.Layout, r engine.RouteID, givenUp bool) {
	tapeBand(s.Theme, givenUp).around(s, l, &l.Lanes[r])
	drawMouths(s, l, &l.Lanes[r])
	drawGroup(s, l, r)
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
