package board

import (
	"konduktor/engine"
	"konduktor/render/geometry"
	"konduktor/render/theme"
)

// An undecided tunnel (N6) has a tape around its spaces and a piece of the digging seat.

func drawTaped(s *theme.Sketch, l *geometry.Layout, ln *geometry.Lane) {
	spacesPath(s, ln)
	s.SetLineCapRound()
	s.SetLineJoinRound()
	s.StrokePreserveWith(s.Ink, l.Sizes.Slot+32*l.Sizes.Scale)
	s.StrokePreserveWith(s.Mark, l.Sizes.Slot+28*l.Sizes.Scale)
	s.SetLineCapButt()
	s.SetColor(s.Ink)
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
