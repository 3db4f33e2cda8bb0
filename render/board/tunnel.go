package board

import (
	"konduktor/engine"
	"konduktor/render/geometry"
	"konduktor/render/theme"
)

// An undecided tunnel (N6) has a tape around its spaces; package moment draws what happens there.
// One just given up has a tape in the colours of a barrier.

// drawDug draws the tape, then the other lanes of the connection on top.
func drawDug(s *theme.Sketch, l *geometry.Layout, r engine.RouteID, givenUp bool) {
	tapeBand(s.Theme, givenUp).around(s, l, &l.Lanes[r])
	drawGroup(s, l, r)
}
