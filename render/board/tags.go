package board

import (
	"math"
	"slices"

	"konduktor/engine"
	"konduktor/render/geometry"
)

// tagRoom finds places for tags on a part of a board.
type tagRoom struct {
	lay       *geometry.Layout // of the part
	frame     geometry.Area    // tags stay inside
	namesMove bool             // names move out of the way later
	codes     []codePlace
	looks     []laneLook // by route
	tags      []tag      // placed tags avoid each other
}

// Weights of a tag's place, in the units of geometry.Layout.Cost: 50 for each covered pixel that
// matters. They were chosen by eye on private pictures of all titles, also at 300 pixels of width,
// and added where fresh readers took letters for another city's or route's. What is meant is the
// order within each group.

// Being read comes first. Touching a name that stays, or a code, weighs as much as 200 pixels of
// another tag, a leader across one of them as much as ten. A name that can move takes back most of
// what it costs.
//
// With tagOver at 0, TestTheLettersOfAWayDoNotStandByARival fails; crossing moves golden pictures.
const (
	crossing     = 50_000 // a leader across a name or a code
	tagOver      = 5000   // each pixel of another tag
	nameMoves    = 40     // rebate for each pixel of a name that can move
	optionalMost = 20_000 // limit for optional tags: 400 covered pixels
)

// Letters of a ticket stand on their city if they can, else beside it (worth 50 covered pixels),
// else at a leader, which costs about as much as seeming to be another city's.
//
// TestLettersStandAtTheirOwnCity fails with perLeader at 0, or with letterOver, stray or strayNear
// at a twentieth. besideCity and perBeside at 0 move golden pictures; no test of tags notices
// onLeader and strayName at a twentieth.
const (
	besideCity = 2500   // beside a city instead of on it
	perBeside  = 40     // each pixel from its rim
	perLeader  = 300    // the same with a leader
	letterOver = 0.6    // rebate for letters on spaces, which can still be counted
	onLeader   = 6      // more for spaces under a leader
	stray      = 12_000 // letters that seem to be another city's
	strayNear  = 60     // how near to it they are, in pixels
	strayName  = 10     // or to its name
)

// Letters of a way stand beside the spaces of their route, close to its middle, else on one of
// them, else nowhere: near another route is dearer than far from the middle, on the own space
// dearer than near another route, on another route dearer than on the own space, and its pieces or
// the frame of a question dearest.
//
// TestTheLettersOfAWayDoNotStandByARival fails with onOther or overLaid at a twentieth. At 0,
// nearOther, fromOther, onOwnSpace and onTwin move golden pictures; no test of tags notices
// fromMiddle and spaceOver at a twentieth.
const (
	fromMiddle = 4      // each pixel from the middle of a route
	spaceOver  = 2      // more for letters of a way beside its spaces that cover others
	fromOther  = 7      // units between letters of a way and another route's spaces
	nearOther  = 2500   // letters of a way nearer to such a space
	onOwnSpace = 4000   // letters of a way on one of its spaces
	onTwin     = 3      // times onOwnSpace if the route has another lane
	onOther    = 20_000 // letters of a way touching another route's space
	overLaid   = 9      // times as much if there are pieces, or the frame of a question
	overBare   = 0.6    // if it is empty
	overShut   = 0.3    // if nobody can claim it any more
)

// letterH is the height of a tag with letters, in pixels.
const letterH = 34

// letterRing is the width of the ring around letters on the city of a complete ticket, with the gap
// between, in pixels.
const letterRing = 12

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
	case wayTag:
		least = t.atRoute(e)
	case askTag:
		least = t.atQuestion(e)
	}
	e.placed = !math.IsInf(least, 1) && (!e.optional || e.kind == wayTag || least <= optionalMost)
}

// cost is the penalty of a place for a tag.
func (t *tagRoom) cost(e *tag, at geometry.Point) float64 {
	a := tagArea(at, e.half, e.r)
	k := t.lay.Cost(a)
	switch e.kind {
	case letterTag:
		k += t.astray(e, a) - letterOver*t.lay.SpaceCost(a)
	case askTag: // it is round, and has weighed the spaces one by one
		k -= t.lay.LaneCost(a)
	case wayTag:
	}
	for i := range t.tags {
		if o := &t.tags[i]; o.placed {
			k += tagOver * o.area().Overlap(a)
		}
	}
	for i := range t.lay.Labels {
		if t.namesMove {
			k -= nameMoves * t.lay.Labels[i].Overlap(a)
		}
	}
	return k
}

// nearest is the point of an area nearest to another point.
func nearest(a geometry.Area, to geometry.Point) geometry.Point {
	return geometry.Pt(max(a.X0, min(a.X1, to.X)), max(a.Y0, min(a.Y1, to.Y)))
}

// astray is the penalty of letters that seem to be another city's: nearer to it than to their own,
// or beside its name.
func (t *tagRoom) astray(e *tag, a geometry.Area) float64 {
	k, dot := 0.0, t.lay.Sizes.Dot
	nearer := min(a.Distance(t.lay.Cities[e.letters.city])-dot, strayNear)
	for c := range t.lay.Cities {
		if c == int(e.letters.city) {
			continue
		}
		if d := a.Distance(t.lay.Cities[c]) - dot; d < nearer {
			k += stray * (1 + (strayNear-d)/strayNear)
		}
		if lb := &t.lay.Labels[c]; len(lb.Lines) > 0 && lb.Overlap(a.Grown(strayName)) > 0 {
			k += stray / 2
		}
	}
	return k
}

// seek remembers the best place found for a tag.
type seek struct {
	*tagRoom
	tag       *tag
	others    []otherSpace    // near the tag
	homes     []geometry.Area // where other tags belong
	codesNear []*codePlace    // of the question mark
	beside    *geometry.Slot  // of the best place
	least     float64
	best      geometry.Point
}

func (t *tagRoom) seek(e *tag) *seek { return &seek{tagRoom: t, tag: e, least: math.Inf(1)} }

// consider weighs a place, k being what it costs by itself.
func (s *seek) consider(at geometry.Point, k float64) {
	if k < s.least && s.frame.Holds(tagArea(at, s.tag.half, s.tag.r)) {
		if k += s.cost(s.tag, at); k >= s.least {
			return
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
			if by < s.least {
				dots := e.leader(t.lay, at)
				if crosses(t.lay, dots) {
					by += crossing
				}
				for _, dot := range dots {
					by += onLeader * t.lay.SpaceCost(dot.Around(leaderR))
				}
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

// spare reports whether letters may cover a space of a route: others show its colour, and no space
// has a sign that is counted.
func (t *tagRoom) spare(r engine.RouteID) bool {
	route := &t.lay.Map.Routes[r]
	return route.Length > 2 && route.Symbols == 0 && route.Pairs == 0
}

// byRival reports whether a place is nearer to another lane of a route's connection than to a space
// of its own.
func (t *tagRoom) byRival(r engine.RouteID, space, at geometry.Point) bool {
	own := at.Distance(space)
	lanes := t.lay.Map.Group(t.lay.Map.Routes[r].Group)
	return slices.ContainsFunc(lanes, func(o engine.RouteID) bool {
		return o != r && slices.ContainsFunc(t.lay.Lanes[o].Slots, func(s geometry.Slot) bool {
			return at.Distance(s.At) < own
		})
	})
}

// atRoute places the letters of a way beside its spaces, touching them, or on one whose sign others
// of the route show too. On another route, or nearer to another lane of its connection, they would
// be taken for that one's: better none.
func (t *tagRoom) atRoute(e *tag) float64 {
	ln, s := &t.lay.Lanes[e.route], t.seek(e)
	mid := ln.Slots[len(ln.Slots)/2].At
	s.others = t.otherSpaces(int(e.route), ln.Bounds(2*e.half+2*t.lay.Sizes.Slot))
	off := 0.0
	if t.looks[e.route] == framed {
		off = (rims[framed] - rims[bare]) * t.lay.Sizes.Scale
	}
	t.besideRoute(s, mid, off, 0, 1)
	onSpace := float64(onOwnSpace)
	if t.lay.Map.Routes[e.route].Lanes > 1 {
		onSpace *= onTwin
	}
	for i := range ln.Slots {
		sl := &ln.Slots[i]
		if i != ln.CodeAt && t.spare(e.route) && t.frame.Holds(sl.At.Around(0)) {
			a := tagArea(sl.At, e.half, e.r)
			k := onSpace + fromMiddle*sl.At.Distance(mid) + t.nearOthers(s.others, a)
			was := s.least
			if s.consider(sl.At, k-t.lay.SpaceCost(a)); s.least < was {
				s.beside = nil
			}
		}
	}
	if s.least >= onOther { // in a crowd, the places between, and those just off the band
		t.besideRoute(s, mid, off, 0.5, 1.4)
		t.besideRoute(s, mid, off+7, 0, 0.5, 1, 1.4)
	}
	if sl := s.beside; s.least >= nearOther && sl != nil {
		s.aside(func(at geometry.Point) {
			if a := tagArea(at, e.half, e.r); sl.Near(a, off+7) && !sl.Near(a, off) {
				s.considerBeside(at, mid, sl)
			}
		})
	}
	return s.place()
}

// besideRoute considers places beside each space of a route, some pixels off, at these distances
// from the middle of the space, in halves of its length.
func (t *tagRoom) besideRoute(s *seek, mid geometry.Point, off float64, along ...float64) {
	e, sizes := s.tag, &t.lay.Sizes
	for i := range t.lay.Lanes[e.route].Slots {
		sl := &t.lay.Lanes[e.route].Slots[i]
		if !t.frame.Holds(sl.At.Around(0)) {
			continue
		}
		sin, cos := math.Sincos(sl.Angle)
		out := sizes.Slot/2 + 2*sizes.Scale + e.r + (e.half-e.r)*math.Abs(sin) + off
		for _, halves := range along {
			for _, to := range [][2]float64{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}} {
				if halves == 0 && to[0] < 0 {
					continue
				}
				x, y := to[0]*halves*sl.Length/2, to[1]*out
				s.considerBeside(geometry.Pt(sl.At.X+x*cos-y*sin, sl.At.Y+x*sin+y*cos), mid, sl)
			}
		}
	}
}

// considerBeside weighs a place for the letters of a way beside a space of its route.
func (s *seek) considerBeside(at, mid geometry.Point, sl *geometry.Slot) {
	e := s.tag
	if s.byRival(e.route, sl.At, at) {
		return
	}
	a := tagArea(at, e.half, e.r)
	k := fromMiddle*at.Distance(mid) + spaceOver*s.lay.SpaceCost(a)
	if k < s.least {
		k += s.nearOthers(s.others, a)
	}
	own, worse := sl.Beyond(at), -1.0
	for i := range s.others {
		worse = max(worse, own+s.others[i].rim-s.others[i].far(at))
	}
	if worse >= 0 { // between two lanes they would be taken for the other's
		k += onOther * (1 + worse/e.r)
	}
	was := s.least
	if s.consider(at, k); s.least < was {
		s.beside = sl
	}
}

// aside considers the places around the best one, in ever smaller steps.
func (s *seek) aside(consider func(at geometry.Point)) {
	for step := 8.0; step >= 2 && !math.IsInf(s.least, 1); step /= 2 {
		from := s.best
		for i := range 8 {
			sin, cos := math.Sincos(float64(i) * math.Pi / 4)
			consider(geometry.Pt(from.X+step*cos, from.Y+step*sin))
		}
	}
}
