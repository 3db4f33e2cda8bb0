package board

import (
	"slices"

	"konduktor/engine"
	"konduktor/render/geometry"
	"konduktor/render/theme"
)

// A route's code must stay visible as long as the route can be claimed: nothing covers it.

// codePlace is where a route's code is shown.
type codePlace struct {
	route engine.RouteID
	space int
	moved bool // not the space on which the empty board shows it
	at    geometry.Slot
}

// codes are the codes of all claimable routes in a part of a board. Where the part's edge cuts off
// the usual place, the code moves to another space if one is in the part.
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
		case !frame.Holds(usual.At.Around(0)): // a part of it is visible otherwise
			continue
		}
		all = append(all, e)
	}
	return all
}

// codeSlot is the area of a route's code on its space.
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

func codeTall(mt geometry.Sizes) float64 { return max(mt.Slot*0.76, 0.8*mt.Least) }

// withCode copies a layout with a route's code on another space.
func withCode(l *geometry.Layout, r engine.RouteID, space int) *geometry.Layout {
	moved := *l
	moved.Lanes = slices.Clone(l.Lanes)
	moved.Lanes[r].CodeAt = space
	return &moved
}
