package board

import (
	"slices"

	"konduktor/engine"
	"konduktor/render/geometry"
)

// Tags are what is put on a board for one reader: letters of tickets, numbers of new claims, pointers to what lies outside of the
// picture, letters of open ways. None covers a city's name or the code of a route that can still be claimed: tags go where they
// cover least, names give way where they can, and what is only an aid is left out where there is no room for it.

// tagKind is what a tag is.
type tagKind uint8

const (
	numberTag  tagKind = iota // of a new claim
	letterTag                 // of tickets, at their city
	pointerTag                // to a city outside of the part
	wayTag                    // of open ways, at a route
)

// tag is something that is put on a board for one reader, with its place.
type tag struct {
	kind     tagKind
	at       geometry.Point
	half, r  float64  // how far it reaches to each side, and up and down
	letters  *letters // of a letterTag or pointerTag
	way      *openWay
	n        int // of a numberTag, from 1
	route    engine.RouteID
	side     int     // of the edge at which a pointer stands, as in tagRoom.atEdge
	nameW    float64 // how wide the name of a pointer is with the gap before it
	brief    bool    // a pointer has no room for its name
	optional bool    // it may be left out
	placed   bool
}

func (t *tag) area() geometry.Area { return tagArea(t.at, t.half, t.r) }

// arrangement is what is written on a part of a board, and where.
type arrangement struct {
	part  *geometry.Layout
	codes []codePlace
	tags  []tag
}

// Costs of covering what is to be seen, for each pixel.
const (
	codeCost = 400
	bandCost = 40 // the band of an open way, by names
)

// arrange finds places for all that is written on a part of a board for the viewer. On a board whose names are drawn already they
// stay where they are.
func (d *private) arrange(b *boardCache, named *geometry.Layout, frame geometry.Area) *arrangement {
	a := &arrangement{codes: b.codes(d.v, frame)}
	ways := d.openWays()
	var shunned []geometry.Shunned
	for i := range a.codes {
		shunned = append(shunned, geometry.Shunned{Slot: a.codes[i].at, Cost: codeCost, Strict: true})
	}
	codes := len(shunned)
	for i := range ways {
		for _, sl := range named.Lanes[ways[i].route].Slots {
			band := geometry.NewSlot(sl.At, sl.Angle, sl.Length+8*named.Sizes.Scale, sl.Width+16*named.Sizes.Scale)
			shunned = append(shunned, geometry.Shunned{Slot: band, Cost: bandCost})
		}
	}
	fixed := len(b.lay.Labels) > 0
	if fixed {
		part := *named
		part.Shunned = shunned
		a.part = &part
	} else {
		a.part = named.Part(frame, shunned)
	}
	a.part.Shunned = shunned[:codes] // a tag may stand on a band
	a.tags = d.tagsOf(a.part, ways, frame)
	room := &tagRoom{lay: a.part, frame: frame, yields: !fixed}
	for i := range a.tags {
		room.put(a.tags, i)
	}
	room.yields = false
	for range 2 {
		if !fixed {
			a.part.Shunned = shunned
			a.part.GiveWay(a.areas())
			a.part.Shunned = shunned[:codes]
		}
		a.mend(room)
	}
	a.leaveOut(frame)
	return a
}

// leaveOut leaves out the aids that still cover something, and names that the edge of the part would cut.
func (a *arrangement) leaveOut(frame geometry.Area) {
	for i := range a.tags {
		if t := &a.tags[i]; t.optional && t.placed && a.covers(t) {
			t.placed = false
		}
	}
	for i := range a.part.Labels {
		if lb := &a.part.Labels[i]; len(lb.Lines) > 0 && !frame.Grown(1).Holds(lb.Area()) {
			*lb = geometry.Label{}
		}
	}
}

// mend finds other places for tags that still cover something, with the names where they are now.
func (a *arrangement) mend(room *tagRoom) {
	for i := range a.tags {
		if t := &a.tags[i]; t.placed && a.covers(t) {
			room.put(a.tags, i)
		}
	}
}

// covers reports whether a tag covers a name, a code or another tag, or its line crosses one of the former.
func (a *arrangement) covers(t *tag) bool {
	area := t.area()
	return crosses(a.part, t.leader(a.part, t.at)) || slices.ContainsFunc(a.part.Labels, func(lb geometry.Label) bool { return lb.Overlap(area) > 0 }) ||
		slices.ContainsFunc(a.part.Shunned, func(s geometry.Shunned) bool { return s.Under(area) }) ||
		slices.ContainsFunc(a.tags, func(o tag) bool { return o.placed && o.at != t.at && o.area().Overlap(area) > 0 })
}

// areas are what the tags that have places take, and the lines that lead to them.
func (a *arrangement) areas() []geometry.Area {
	var all []geometry.Area
	for i := range a.tags {
		t := &a.tags[i]
		if !t.placed {
			continue
		}
		all = append(all, t.area())
		for _, dot := range t.leader(a.part, t.at) {
			all = append(all, dot.Around(leaderR))
		}
	}
	return all
}

// tagsOf are the tags of a part of a board, in the order in which they get their places: what can least be left out first.
func (d *private) tagsOf(l *geometry.Layout, ways []openWay, frame geometry.Area) []tag {
	var first, last []tag
	for i := range d.claims {
		first = append(first, tag{kind: numberTag, n: i + 1, route: d.claims[i].route, half: numberHalf(i + 1), r: tagR, optional: true})
	}
	all := d.lettered()
	for i := range all {
		e := &all[i]
		switch inside := frame.Holds(l.Cities[e.city].Around(0)); {
		case inside && e.lost:
			last = append(last, tag{kind: letterTag, letters: e, half: e.half(), r: letterH / 2, optional: true})
		case inside:
			first = append(first, tag{kind: letterTag, letters: e, half: e.half(), r: letterH / 2})
		case !e.lost && d.o.Focus == "": // what a close-up leaves out is left out by wish
			first = append(first, tag{kind: pointerTag, letters: e, half: d.pointerHalf(e), nameW: d.pointerName(e), r: letterH / 2})
		}
	}
	slices.SortStableFunc(first, func(a, b tag) int { return int(a.kind) - int(b.kind) })
	for i := range ways {
		half := max(wayR, phoneBold.Width(ways[i].text)/2+5)
		first = append(first, tag{kind: wayTag, way: &ways[i], route: ways[i].route, half: half, r: wayR, optional: true})
	}
	return append(first, last...)
}

// drawTags draws the tags on a board that lies at off.
func (d *private) drawTags(a *arrangement, off geometry.Point) {
	for i := range a.tags {
		t := &a.tags[i]
		if !t.placed {
			continue
		}
		switch at := t.at.Plus(off); t.kind {
		case numberTag:
			d.drawNumber(at, t.n)
		case letterTag:
			d.drawTag(at, t.half, t.letters)
		case pointerTag:
			d.drawPointer(t, at)
		case wayTag:
			d.drawWayTag(at, t.half, t.way)
		}
	}
}

// A line of dots leads from a city to its letters if they stand further from the city's rim than leaderFrom.
const (
	leaderFrom = 16 // pixels
	leaderStep = 7
	leaderR    = 3
)

// leader are the dots that lead from a city to its letters at a place; none if they stand close to it.
func (t *tag) leader(l *geometry.Layout, at geometry.Point) []geometry.Point {
	if t.kind != letterTag {
		return nil
	}
	city, area := l.Cities[t.letters.city], tagArea(at, t.half, t.r)
	near := geometry.Pt(max(area.X0, min(area.X1, city.X)), max(area.Y0, min(area.Y1, city.Y)))
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

// drawLeaders draws the lines that lead from cities to their letters, on a board that lies at off.
func (d *private) drawLeaders(a *arrangement, off geometry.Point) {
	for i := range a.tags {
		if t := &a.tags[i]; t.placed && t.kind == letterTag {
			d.drawLeader(a.part, t, off)
		}
	}
}

// drawLeader draws the line of dots from a city to its letters.
func (d *private) drawLeader(l *geometry.Layout, t *tag, off geometry.Point) {
	ink, dots := d.theme.Accent, t.leader(l, t.at)
	if t.letters.lost {
		ink = d.theme.Faint
	}
	for _, p := range dots {
		p = p.Plus(off)
		d.Pill(p.X, p.Y, leaderR+2, leaderR+2, d.theme.Card)
	}
	for _, p := range dots {
		p = p.Plus(off)
		d.Pill(p.X, p.Y, leaderR, leaderR, ink)
	}
}
