package board

import (
	"math"
	"slices"

	"konduktor/render/geometry"
)

// tagRoom finds places for tags on a part of a board.
type tagRoom struct {
	lay       *geometry.Layout // of the part
	frame     geometry.Area    // tags stay inside
	owned     []bool           // by route: pointers stay off
	namesMove bool             // names move out of the way later
	tags      []tag            // placed tags avoid each other
}

// Costs of a tag's place, in the units of geometry.Layout.Cost: 50 for each covered pixel that
// matters.
const (
	tagOver      = 5000   // each pixel of another tag
	nameOver     = 500    // each pixel of a name that stays
	optionalMost = 20_000 // limit for optional tags
	nameMoves    = 40     // rebate for each pixel of a name that can move
	besideCity   = 2500   // beside a city instead of on it
	perBeside    = 40     // each pixel from its rim
	perLeader    = 300    // the same with a leader
	letterOver   = 0.6    // rebate for letters on spaces, which can still be counted
	crossing     = 50_000 // a leader across a name or a code
	alongEdge    = 35     // each pixel along the edge from the pointer's natural place
	fromMiddle   = 4      // each pixel from the middle of a route
	pointerSeek  = 1000   // pixels along the edge to each side
	pointerRows  = 2      // from the edge inwards
	mostRows     = 8      // the same if the first have no good place
	mustBeSeen   = 1e6    // covering a name that stays, or a code
)

// letterH is the height of a tag with letters, in pixels.
const letterH = 34

// wayR is half the height of a way's tag, in pixels.
const wayR = 14

func tagArea(at geometry.Point, half, r float64) geometry.Area {
	return geometry.Box(at.X-half, at.Y-r, at.X+half, at.Y+r)
}

// put places tag i beside those already placed.
func (t *tagRoom) put(tags []tag, i int) {
	e := &tags[i]
	e.placed, t.tags = false, tags
	var least float64
	switch e.kind {
	case letterTag:
		least = t.atCity(e)
	case pointerTag:
		least = t.pointer(e)
	case wayTag:
		least = t.atRoute(e)
	}
	e.placed = !math.IsInf(least, 1) && (!e.optional || e.kind == wayTag || least <= optionalMost)
}

// cost is the penalty of a place for a tag.
func (t *tagRoom) cost(e *tag, at geometry.Point) float64 {
	a := tagArea(at, e.half, e.r)
	k := t.lay.Cost(a)
	if e.kind == letterTag {
		k -= letterOver * t.lay.SpaceCost(a)
	}
	for i := range t.tags {
		if o := &t.tags[i]; o.placed {
			k += tagOver * o.area().Overlap(a)
		}
	}
	for i := range t.lay.Labels {
		switch over := t.lay.Labels[i].Overlap(a); {
		case over == 0:
		case t.namesMove:
			k -= nameMoves * over
		default:
			k += mustBeSeen + nameOver*over
		}
	}
	return k
}

// onOwned reports whether an area covers a claimed route.
func (t *tagRoom) onOwned(a geometry.Area) bool {
	for r, owned := range t.owned {
		if owned && slices.ContainsFunc(t.lay.Lanes[r].Slots, func(sl geometry.Slot) bool {
			return (&geometry.Obstacle{Slot: sl}).Under(a)
		}) {
			return true
		}
	}
	return false
}

// seek remembers the best place found for a tag.
type seek struct {
	*tagRoom
	tag   *tag
	least float64
	best  geometry.Point
}

func (t *tagRoom) seek(e *tag) *seek { return &seek{tagRoom: t, tag: e, least: math.Inf(1)} }

// consider weighs a place, k being what it costs by itself.
func (s *seek) consider(at geometry.Point, k float64) {
	if k < s.least && s.frame.Holds(tagArea(at, s.tag.half, s.tag.r)) {
		if k += s.cost(s.tag, at); k >= s.least {
			return
		}
		if s.tag.kind == pointerTag && s.onOwned(tagArea(at, s.tag.half, s.tag.r)) {
			k += mustBeSeen
		}
		if k < s.least {
			s.best, s.least = at, k
		}
	}
}

// place puts the tag at the best place and returns its cost, +Inf if there is none.
func (s *seek) place() float64 {
	s.tag.at = s.best
	return s.least
}

// atCity places letters: on the city unless it is a harbour, whose sign must stay visible; else
// beside the city or its name; else further away with a leader.
func (t *tagRoom) atCity(e *tag) float64 {
	city, sizes := e.letters.city, &t.lay.Sizes
	c, s := t.lay.Cities[city], t.seek(e)
	if !t.lay.Map.Cities[city].Port {
		a := tagArea(c, e.half, e.r)
		s.consider(c, -t.lay.DotCost(city, a))
	}
	around := func(far float64, steps int, k float64) {
		for i := range steps {
			sin, cos := math.Sincos(float64(i) * 2 * math.Pi / float64(steps))
			reach := sizes.Dot + e.r + far
			at := geometry.Pt(c.X+(reach+e.half-e.r)*cos, c.Y+reach*sin)
			by := besideCity + k*far
			if by < s.least && crosses(t.lay, e.leader(t.lay, at)) {
				by += crossing
			}
			s.consider(at, by)
		}
	}
	for _, far := range []float64{2, 12, 26} {
		around(far, 16, perBeside)
	}
	for _, line := range t.lay.Labels[city].Areas {
		mid := (line.Y0 + line.Y1) / 2
		s.consider(geometry.Pt(line.X0-e.half-5, mid), besideCity+1000)
		s.consider(geometry.Pt(line.X1+e.half+5, mid), besideCity+1000)
	}
	if !e.optional {
		for _, far := range []float64{45, 65, 90, 120} {
			around(far, 32, perLeader)
		}
	}
	return s.place()
}

// crosses reports whether dots touch a name or something that must stay visible.
func crosses(l *geometry.Layout, dots []geometry.Point) bool {
	for _, p := range dots {
		dot := p.Around(leaderR + 5)
		for i := range l.Labels {
			if l.Labels[i].Overlap(dot) > 0 {
				return true
			}
		}
		for i := range l.Obstacles {
			if l.Obstacles[i].Under(dot) {
				return true
			}
		}
	}
	return false
}

// atRoute places the letters of a way beside or between its spaces.
func (t *tagRoom) atRoute(e *tag) float64 {
	ln, sizes, s := &t.lay.Lanes[e.route], &t.lay.Sizes, t.seek(e)
	mid := ln.Slots[len(ln.Slots)/2].At
	for i := range ln.Slots {
		sl := &ln.Slots[i]
		if !t.frame.Holds(sl.At.Around(0)) {
			continue
		}
		sin, cos := math.Sincos(sl.Angle)
		out := sizes.Slot/2 + 2*sizes.Scale + wayR + (e.half-wayR)*math.Abs(sin)
		for _, along := range []float64{0, -sl.Length / 2, sl.Length / 2} {
			for _, side := range []float64{-1, 1} {
				for _, far := range []float64{0, 8, 16} {
					at := geometry.Pt(sl.At.X+along*cos-side*(out+far)*sin, sl.At.Y+along*sin+side*(out+far)*cos)
					s.consider(at, fromMiddle*at.Distance(mid)+20*far)
				}
			}
		}
	}
	return s.place()
}

// pointer places a pointer along the edge of the frame, or further inside if it has no good place
// there. The tag's side becomes 0 (top), 1 (right), 2 (bottom) or 3 (left).
func (t *tagRoom) pointer(e *tag) float64 {
	frame, to := t.frame, t.lay.Cities[e.letters.city]
	in := geometry.Box(frame.X0+e.half, frame.Y0+e.r, frame.X1-e.half, frame.Y1-e.r)
	off := [4]float64{frame.Y0 - to.Y, to.X - frame.X1, to.Y - frame.Y1, frame.X0 - to.X}
	e.side = 0
	for i := range off {
		if off[i] > off[e.side] {
			e.side = i
		}
	}
	edge := [4]geometry.Point{
		{X: to.X, Y: in.Y0},
		{X: in.X1, Y: to.Y},
		{X: to.X, Y: in.Y1},
		{X: in.X0, Y: to.Y},
	}[e.side]
	clamp := func(p geometry.Point) geometry.Point {
		return geometry.Pt(max(in.X0, min(in.X1, p.X)), max(in.Y0, min(in.Y1, p.Y)))
	}
	step, inwards := geometry.Pt(0, 1), geometry.Pt(1, 0)
	if e.side%2 == 0 {
		step, inwards = geometry.Pt(1, 0), geometry.Pt(0, 1)
	}
	if e.side == 1 || e.side == 2 {
		inwards = inwards.Times(-1)
	}
	home, s := clamp(edge), t.seek(e)
	for row := 0; row < pointerRows || row < mostRows && s.least >= crossing; row++ {
		from := home.Plus(inwards.Times(float64(row) * (letterH + 8)))
		for far := 0.0; far <= pointerSeek; far += 12 {
			for _, by := range []float64{-far, far} {
				p := clamp(from.Plus(step.Times(by)))
				s.consider(p, alongEdge*p.Distance(from)+3000*float64(row))
			}
		}
	}
	return s.place()
}
