package board

import (
	"math"

	"konduktor/render/geometry"
)

// Tags keep away from the spaces of routes that they do not belong to: letters of a way at another
// route's spaces were read as that route's, and a question mark hid pieces.

// laneLook is how a route is drawn: pieces and frames reach over its spaces.
type laneLook uint8

const (
	shut laneLook = iota // hatched
	bare
	onWay  // in the thin frame of an open way
	laid   // with pieces, which are wider than spaces
	framed // in the frame of a question
)

// rims are how far routes reach over their spaces, in units of the scale.
var rims = [...]float64{shut: 0, bare: 2, onWay: 8, laid: 5, framed: frameOff + frameWide/2}

// looks are how the routes of a private picture look.
func (d *private) looks(ways []openWay) []laneLook {
	all := make([]laneLook, len(d.m.Routes))
	for r := range all {
		all[r] = bare
	}
	for _, r := range d.v.Closed {
		all[r] = shut
	}
	for i := range ways {
		all[ways[i].route] = onWay
	}
	for i := range d.v.Seats {
		for _, r := range d.v.Seats[i].Routes {
			all[r] = laid
		}
	}
	if q := d.question(); q != nil && !q.port {
		all[q.route] = framed
	}
	return all
}

// otherSpace is a space of another route than that of a tag.
type otherSpace struct {
	*geometry.Slot
	ahead geometry.Point // along the lane
	look  laneLook
	rim   float64
}

// far is the distance of a point from the space, negative inside.
func (o *otherSpace) far(p geometry.Point) float64 {
	off := p.Minus(o.At)
	x := math.Abs(off.X*o.ahead.X+off.Y*o.ahead.Y) - o.Length/2
	y := math.Abs(off.Y*o.ahead.X-off.X*o.ahead.Y) - o.Width/2
	if x <= 0 || y <= 0 {
		return max(x, y)
	}
	return math.Sqrt(x*x + y*y)
}

// otherSpaces are the spaces of all routes but one in an area.
func (t *tagRoom) otherSpaces(own int, a geometry.Area) []otherSpace {
	var all []otherSpace
	for r := range t.lay.Lanes {
		if r == own || !t.lay.Reached(r, a) {
			continue
		}
		look := t.looks[r]
		for i := range t.lay.Lanes[r].Slots {
			if s := &t.lay.Lanes[r].Slots[i]; s.Bounds(0).Overlap(a) > 0 {
				sin, cos := math.Sincos(s.Angle)
				all = append(all, otherSpace{
					s, geometry.Pt(cos, sin), look, rims[look] * t.lay.Sizes.Scale,
				})
			}
		}
	}
	return all
}

// weight is how much more it matters that a space is covered.
func (o *otherSpace) weight() float64 {
	switch {
	case o.look == laid:
		return overLaid
	case o.look == bare:
		return overBare
	case o.look == shut:
		return overShut
	}
	return 1
}

// nearOthers is the penalty of letters of a way that touch another route, or stand so close to
// it that they seem to be its own.
func (t *tagRoom) nearOthers(others []otherSpace, a geometry.Area) float64 {
	k := 0.0
	for i := range others {
		o := &others[i]
		if !o.Near(a, o.rim+fromOther*t.lay.Sizes.Scale) {
			continue
		}
		each := float64(nearOther)
		if o.Near(a, o.rim) {
			each = onOther
		}
		k += each * o.weight()
	}
	return k
}
