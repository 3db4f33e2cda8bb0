package board

import (
	"slices"

	"konduktor/engine"
	"konduktor/render/geometry"
	"konduktor/render/theme"
)

// A route's code must be seen as long as somebody can type it: nothing that is put on a board covers it.

// codePlace is where a route's code lies on one of its spaces.
type codePlace struct {
	route engine.RouteID
	space int
	moved bool // it is not the space on which the empty board shows it
	at    geometry.Slot
}

// codes are the codes of the routes that can still be claimed, as a part of a board shows them: where the edge of the part cuts
// the usual one off, on another space of the route if there is one in the part.
func (p *boardCache) codes(v *engine.View, frame geometry.Area) []codePlace {
	l := p.lay
	all := make([]codePlace, 0, len(l.Lanes))
	for i := range l.Lanes {
		r, ln := engine.RouteID(i), &l.Lanes[i]
		if v.Owner(r) != engine.Public || slices.Contains(v.Closed, r) {
			continue
		}
		e := codePlace{route: r, space: ln.CodeAt, at: p.usual[r]}
		whole := slices.IndexFunc(ln.Slots, func(s geometry.Slot) bool { return frame.Holds(s.Bounds(0)) })
		switch usual := ln.Slots[ln.CodeAt]; {
		case frame.Holds(usual.Bounds(0)):
		case whole >= 0:
			e.space, e.moved = whole, true
			e.at = codeSlot(p.theme, withCode(l, r, whole), r)
		case !frame.Holds(usual.At.Around(0)): // else a part of it is seen
			continue
		}
		all = append(all, e)
	}
	return all
}

// codeSlot finds out where a route's code lies on its space.
func codeSlot(t *theme.Theme, l *geometry.Layout, r engine.RouteID) geometry.Slot {
	bare := &theme.Sketch{Theme: t, Least: l.Sizes.Least}
	i := l.Lanes[r].CodeAt
	sl := l.Lanes[r].Slots[i]
	out := sl
	setItems(bare, l, r, i, func(it item, at geometry.Point, scale float64) {
		if it.sign == codeSign {
			out = geometry.NewSlot(at, sl.Angle, it.width*scale, codeTall(l.Sizes))
		}
	})
	return out
}

// codeTall is how tall the ground of a code is.
func codeTall(mt geometry.Sizes) float64 { return max(mt.Slot*0.76, 0.8*mt.Least) }

// withCode is a layout in which a route's code lies on another space.
func withCode(l *geometry.Layout, r engine.RouteID, space int) *geometry.Layout {
	moved := *l
	moved.Lanes = slices.Clone(l.Lanes)
	moved.Lanes[r].CodeAt = space
	return &moved
}
