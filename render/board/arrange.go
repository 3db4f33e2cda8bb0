package board

import (
	"slices"

	"konduktor/engine"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// Tags are drawn on a board for one reader: letters of tickets and letters of open ways. None may
// cover a city's name or the code of a route that can still be claimed. Tags take the cheapest
// place, names move out of their way where they can, and optional tags without a good place are
// dropped.

type tagKind uint8

const (
	letterTag tagKind = iota // of tickets, at their city
	wayTag                   // of open ways, at a route
	askTag                   // the question mark
)

type tag struct {
	kind     tagKind
	at       geometry.Point
	half, r  float64          // half the width, half the height
	letters  *letters         // of letterTag
	asks     []geometry.Point // of askTag: what it may point at, with the distance to its rim
	ends     []geometry.Point // of askTag: cities
	clear    float64
	question *question // of askTag
	sign     *raster.Sprite
	way      *openWay
	route    engine.RouteID
	optional bool
	placed   bool
}

func (t *tag) area() geometry.Area { return tagArea(t.at, t.half, t.r) }

// arrangement is the writing on a part of a board, with its places.
type arrangement struct {
	part  *geometry.Layout
	codes []codePlace
	tags  []tag
}

// Costs of each covered pixel.
const (
	codeCost = 400
	bandCost = 40 // of an open way, for names
)

// arrange finds places for the tags on a part of a board, and for the names unless the board has
// them drawn already.
func (d *private) arrange(b *boardCache, named *geometry.Layout, frame geometry.Area) *arrangement {
	a := &arrangement{codes: b.codes(d.v, frame)}
	ways := d.openWays()
	var obstacles []geometry.Obstacle
	for i := range a.codes {
		code := geometry.Obstacle{Slot: a.codes[i].at, Cost: codeCost, Strict: true}
		obstacles = append(obstacles, code)
	}
	codes := len(obstacles)
	k := named.Sizes.Scale
	for i := range ways {
		for _, sl := range named.Lanes[ways[i].route].Slots {
			band := geometry.NewSlot(sl.At, sl.Angle, sl.Length+8*k, sl.Width+16*k)
			obstacles = append(obstacles, geometry.Obstacle{Slot: band, Cost: bandCost})
		}
	}
	fixed := len(b.lay.Labels) > 0
	if fixed {
		part := *named
		part.Obstacles = obstacles
		a.part = &part
	} else {
		a.part = named.Part(frame, obstacles)
	}
	a.part.Obstacles = obstacles[:codes] // tags may stand on bands
	a.tags = d.tagsOf(a.part, ways, frame)
	room := &tagRoom{
		lay: a.part, frame: frame, namesMove: !fixed, codes: a.codes, looks: d.looks(ways),
	}
	for i := range a.tags {
		room.put(a.tags, i)
	}
	room.namesMove = false
	for range 2 {
		if !fixed {
			a.part.Obstacles = obstacles
			a.part.MoveLabels(a.areas())
			a.part.Obstacles = obstacles[:codes]
		}
		a.moveTags(room)
	}
	if !fixed {
		a.part.Obstacles = obstacles
		a.makeRoom()
		a.part.Obstacles = obstacles[:codes]
	}
	a.leaveOut(frame)
	for i := range a.tags { // those that made room for a name
		if t := &a.tags[i]; t.kind == wayTag && !t.placed {
			room.put(a.tags, i)
			t.placed = t.placed && !a.covers(t)
		}
	}
	a.part.Obstacles = obstacles
	return a
}

// makeRoom drops the letters of open ways around names that would mislead, and moves these.
func (a *arrangement) makeRoom() {
	const reach = 4 // sizes of a name
	dropped := false
	for i := range a.part.Labels {
		if len(a.part.Labels[i].Lines) == 0 || !a.part.Misleads(engine.CityID(i)) {
			continue
		}
		near := a.part.Cities[i].Around(reach * a.part.Sizes.Name)
		for n := range a.tags {
			if t := &a.tags[n]; t.kind == wayTag && t.placed && t.area().Overlap(near) > 0 {
				t.placed, dropped = false, true
			}
		}
	}
	if dropped {
		a.part.MoveLabels(a.areas())
	}
}

// leaveOut drops optional tags that still cover something, and names that are cut by the edge or
// mislead: no name is better than a wrong one.
func (a *arrangement) leaveOut(frame geometry.Area) {
	for i := range a.tags {
		if t := &a.tags[i]; t.optional && t.placed && a.covers(t) {
			t.placed = false
		}
	}
	for i := range a.part.Labels {
		if lb := &a.part.Labels[i]; len(lb.Lines) > 0 &&
			(!frame.Grown(1).Holds(lb.Area()) || a.part.Misleads(engine.CityID(i))) {
			*lb = geometry.Label{}
		}
	}
}

// moveTags finds new places for tags that cover something, given where the names are now.
func (a *arrangement) moveTags(room *tagRoom) {
	for i := range a.tags {
		if t := &a.tags[i]; t.placed && a.covers(t) {
			room.put(a.tags, i)
		}
	}
}

// covers reports whether a tag covers a name, a code or another tag, or its leader crosses a name
// or a code.
func (a *arrangement) covers(t *tag) bool {
	area := t.area()
	return crosses(a.part, t.leader(a.part, t.at)) ||
		slices.ContainsFunc(a.part.Labels, func(lb geometry.Label) bool {
			return lb.Overlap(area) > 0
		}) ||
		slices.ContainsFunc(a.part.Obstacles, func(s geometry.Obstacle) bool { return s.Under(area) }) ||
		slices.ContainsFunc(a.tags, func(o tag) bool {
			return o.placed && o.at != t.at && o.area().Overlap(area) > 0
		})
}

// areas are taken by placed tags and their leaders.
func (a *arrangement) areas() []geometry.Area {
	var all []geometry.Area
	for i := range a.tags {
		t := &a.tags[i]
		if !t.placed {
			continue
		}
		all = append(all, t.area())
		dots := t.leader(a.part, t.at)
		for i, dot := range dots {
			r := float64(leaderR)
			if t.kind == askTag {
				r = t.pointerR(i, len(dots))
			}
			all = append(all, dot.Around(r))
		}
	}
	return all
}

// tagsOf lists the tags of a part of a board, the most important first: that is the order of
// placing.
func (d *private) tagsOf(l *geometry.Layout, ways []openWay, frame geometry.Area) []tag {
	var first, last []tag
	if t, ok := d.askTag(l, frame); ok {
		first = append(first, t)
	}
	all := d.cityLetters()
	for i := range all {
		e := &all[i]
		t := tag{kind: letterTag, letters: e, half: e.half(), r: letterH / 2, optional: e.lost}
		if e.ring {
			t.half, t.r = t.half+letterRing, t.r+letterRing
		}
		switch inside := frame.Holds(l.Cities[e.city].Around(0)); {
		case inside && e.lost:
			last = append(last, t)
		case inside:
			first = append(first, t)
		}
	}
	for i := range ways {
		t := tag{
			kind: wayTag, way: &ways[i], route: ways[i].route, half: wayHalf(&ways[i]), r: wayR,
			optional: true,
		}
		first = append(first, t)
	}
	return append(first, last...)
}

func wayHalf(w *openWay) float64 { return max(wayR, phoneBold.Width(w.text)/2+5) }

// drawTags draws the tags on a board whose corner lies at off.
func (d *private) drawTags(a *arrangement, off geometry.Point) {
	for i := range a.tags {
		t := &a.tags[i]
		if !t.placed {
			continue
		}
		moved := *t
		moved.at = t.at.Plus(off)
		switch t.kind {
		case letterTag:
			half := t.half
			if t.letters.ring {
				d.Pill(moved.at.X, moved.at.Y, t.half, t.r, d.Accent)
				d.Pill(moved.at.X, moved.at.Y, t.half-letterRing/2, t.r-letterRing/2, d.Card)
				half -= letterRing
			}
			d.drawTag(moved.at, half, t.letters)
		case wayTag:
			d.drawWayTag(phoneBold, &moved)
		case askTag:
			d.drawAsk(t, off)
		}
	}
}

// A leader of dots connects a city with letters further than leaderFrom from its rim.
const (
	leaderFrom = 16 // pixels
	leaderStep = 4
	leaderR    = 3
)

// leader returns the dots from a city to its letters at a place; none if they are close to it.
func (t *tag) leader(l *geometry.Layout, at geometry.Point) []geometry.Point {
	switch t.kind {
	case askTag:
		return t.pointer(at)
	case wayTag:
		return nil
	}
	city := l.Cities[t.letters.city]
	near := nearest(tagArea(at, t.half, t.r), city)
	far := near.Distance(city)
	if far < l.Sizes.Dot+leaderFrom {
		return nil
	}
	var dots []geometry.Point
	for along := l.Sizes.Dot + 4; along < far; along += leaderStep {
		dots = append(dots, city.Plus(near.Minus(city).Times(along/far)))
	}
	return dots
}

func (d *private) drawLeaders(a *arrangement, off geometry.Point) {
	for i := range a.tags {
		if t := &a.tags[i]; t.placed && t.kind == letterTag {
			d.drawLeader(a.part, t, off)
		}
	}
}

func (d *private) drawLeader(l *geometry.Layout, t *tag, off geometry.Point) {
	ink, dots := d.Accent, t.leader(l, t.at)
	if t.letters.lost {
		ink = d.Faint
	}
	for _, p := range dots {
		p = p.Plus(off)
		d.Pill(p.X, p.Y, leaderR+2, leaderR+2, d.Card)
	}
	for _, p := range dots {
		p = p.Plus(off)
		d.Pill(p.X, p.Y, leaderR, leaderR, ink)
	}
}

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
		seen := func(s geometry.Slot) bool { return frame.Holds(s.Bounds(0)) }
		whole := slices.IndexFunc(ln.Slots, seen)
		switch usual := ln.Slots[ln.CodeAt]; {
		case seen(usual):
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
			w := it.width * scale
			out = geometry.NewSlot(at, codeAngle(sl, l.Sizes, w), w, codeTall(l.Sizes))
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
