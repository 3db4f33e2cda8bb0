// Package geometry finds places on a board for the targets of a map: cities, lanes and their slots,
// names, and signs at the edges. It knows no colours and no games.
package geometry

import (
	"math"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// Layout has the place of everything on a map's board, in pixels.
type Layout struct {
	Map    *railmap.Map
	W, H   float64
	Sizes  Sizes
	Cities []Point
	Lanes  []Lane
	Labels []Label
	Exits  []Exit // where lanes leave the board
	Text   Lettering
	Bare   bool // without codes: nobody types them
	Quiet  bool // empty spaces are thin and an owner's number stands once on a route

	OneSize bool // no name is smaller than the others

	Obstacles []Obstacle // what writing avoids besides the slots

	places [][]place // of names, by city

	reach []Area   // by lane: its slots with their clearance
	costs *costMap // nil: not summed up
	frame Area     // bounds of the writing; the zero value: the board
	taken []Area   // what names avoid
}

// Lettering is what a layout needs to know about texts.
type Lettering struct {
	Remarks map[engine.RouteID]engine.Remark        // rules of single routes
	Width   func(size float64, text string) float64 // in pixels
	// the text of the sign where a lane leaves the board
	Exit func(to engine.CityID, r *railmap.Route) string
	// what it is in a private picture where there is no room for that
	Short func(r *railmap.Route) string
}

func (l *Layout) layTexts(text Lettering) {
	l.Text = text
	l.measure()
	l.layExits()
	l.sumCosts()
	l.LayLabels(text)
}

// measure finds the area of each lane that writing must avoid to touch none of its slots.
func (l *Layout) measure() {
	l.reach = make([]Area, len(l.Lanes))
	for i := range l.Lanes {
		l.reach[i] = l.Lanes[i].Bounds(clearance * l.Sizes.Scale)
	}
}

// smallest is the least scale of sizes, however crowded a map is.
const smallest = 0.3

// NewNetwork places the cities and lanes of a map on w × h pixels; zoom is 1 for a whole board.
// Sizes shrink until every slot is at least 1.5 times as long as wide.
func NewNetwork(m *railmap.Map, w, h, zoom float64) *Layout {
	if l := networkFrom(m, w, h, zoom, smallest+0.01); l != nil {
		return l
	}
	l := &Layout{Map: m, W: w, H: h, Sizes: SizesFor(smallest * zoom)}
	l.layLanes(false)
	l.placeCities()
	return l
}

// networkFrom is NewNetwork that returns nil if sizes would shrink below a scale.
func networkFrom(m *railmap.Map, w, h, zoom, least float64) *Layout {
	l := &Layout{Map: m, W: w, H: h}
	for k := 1.0; k >= least; k -= 0.05 {
		l.Sizes = SizesFor(k * zoom)
		if l.layLanes(true) {
			l.placeCities()
			return l
		}
	}
	return nil
}

func (l *Layout) placeCities() {
	for i := range l.Map.Cities {
		l.Cities = append(l.Cities, Place(l.Map.Cities[i].At, l.W, l.H))
	}
}

// layLanes places all lanes and reports whether their slots are long enough. With soon it gives up
// as soon as they are not: drawing back only shortens slots, and on a crowded map that would take
// long at each size.
func (l *Layout) layLanes(soon bool) bool {
	l.Lanes = l.Lanes[:0]
	for i := range l.Map.Routes {
		l.Lanes = append(l.Lanes, layLane(l.Map, &l.Map.Routes[i], l.W, l.H, l.Sizes))
	}
	pairs := l.meetings()
	for range 60 {
		if !l.separate(pairs) {
			break
		}
		if soon && !l.pleasant() {
			return false
		}
	}
	return l.pleasant()
}

func (l *Layout) pleasant() bool {
	for i := range l.Lanes {
		for _, s := range l.Lanes[i].Slots {
			if s.Length < 1.5*l.Sizes.Slot {
				return false
			}
		}
	}
	return true
}

// separate draws lanes that touch back from the city where they meet, by one step, and reports
// whether any did.
func (l *Layout) separate(pairs []meeting) bool {
	step, parted := 3*l.Sizes.Scale, false
	for i := range pairs {
		p := &pairs[i]
		laid := l.Lanes[p.a].laid + l.Lanes[p.b].laid
		if p.clear == laid { // unchanged since the last look
			continue
		}
		if touch(&l.Lanes[p.a], &l.Lanes[p.b], 9*l.Sizes.Scale) {
			parted = true
			l.drawBack(l.Map.Routes[p.a].Group, p.city, step)
			l.drawBack(l.Map.Routes[p.b].Group, p.city, step)
		} else {
			p.clear = laid
		}
	}
	return parted
}

// meeting is a city where two different connections end.
type meeting struct {
	a, b engine.RouteID
	city engine.CityID

	clear int // value of laid when they were seen not to touch
}

func (l *Layout) meetings() []meeting {
	var all []meeting
	for i := range l.Map.Routes {
		for j := range l.Map.Routes[:i] {
			a, b := &l.Map.Routes[i], &l.Map.Routes[j]
			if city, ok := shared(a, b); ok && a.Group != b.Group {
				all = append(all, meeting{a: engine.RouteID(i), b: engine.RouteID(j), city: city})
			}
		}
	}
	return all
}

// drawBack draws all lanes of a connection back from a city, so that their slots stay side by side.
func (l *Layout) drawBack(group int, city engine.CityID, step float64) {
	for i := range l.Map.Routes {
		r := &l.Map.Routes[i]
		if r.Group != group {
			continue
		}
		end := 0
		if r.B == city {
			end = 1
		}
		l.Lanes[i].drawBack(end, step)
		l.Lanes[i].spread(r.Length, l.Sizes)
	}
}

func shared(a, b *railmap.Route) (engine.CityID, bool) {
	switch {
	case a.A == b.A || a.A == b.B:
		return a.A, true
	case a.B == b.A || a.B == b.B:
		return a.B, true
	}
	return 0, false
}

// touch reports whether slots of two lanes come closer than margin.
func touch(a, b *Lane, margin float64) bool {
	for _, s := range a.Slots {
		for _, t := range b.Slots {
			if s.meets(t, margin) {
				return true
			}
		}
	}
	return false
}

// The size of a board in pixels. Discord shows pictures no larger than shownW × shownH until they
// are opened. A board is made for that size: about of that shape, with names shownName high.
const (
	BoardW         = 1650 // of all boards
	leastTall      = 947
	mostTall       = 1260
	stretched      = 1.2 // how much wider than on the map
	shownW, shownH = 550, 350
	shownName      = 9
	boardSign      = 0.55 // in names, as are the next
	boardCode      = 0.45
	strip          = 1.85 // height of the strip below the map
)

// News is the height of the line about the last moves, between map and strip. Its lettering is 7
// pixels high where a board is shown 300 wide, as on a phone.
const News, NewsText = 52, 39

// ForBoard lays out a board with its texts.
func ForBoard(m *railmap.Map, text Lettering) *Layout {
	h := math.Floor(max(leastTall, min(mostTall, BoardW/stretched/m.Aspect)))
	name := math.Ceil(max(shownName*BoardW/shownW, shownName*(h+News)/(shownH-strip*shownName)))
	l := NewNetwork(m, BoardW, h, name*shownW/shownName/BoardW)
	l.Quiet = true
	l.Sizes.Name, l.Sizes.Sign, l.Sizes.Code = name, boardSign*name, boardCode*name
	l.layTexts(text)
	l.weighSigns(signFar)
	return l
}

// A choice of tickets is made on a map where only the cities of tickets have names, all of them
// choiceName pixels high, 8 where the map is shown 300 wide, as on a phone. All else is small.
const (
	choiceName  = 44
	choiceDot   = 28 // of a city with letters
	choiceScale = 0.42
	choiceTall  = 1400
)

// ForChoice lays out a map for a choice of tickets, without names. Only gives it some.
func ForChoice(m *railmap.Map, text Lettering) *Layout {
	h := float64(choiceTall)
	l := NewNetwork(m, BoardW, h, choiceScale)
	l.Quiet, l.Bare = true, true
	l.Sizes.Name, l.Sizes.Dot, l.OneSize = choiceName, choiceDot, true
	l.sumCosts()
	l.LayLabels(text)
	return l
}

// Strip is the height of the strip with the scores at the bottom of a board.
func (l *Layout) Strip() int { return int(strip * l.Sizes.Name) }

// Foot is the height of all that stands below the map of a board.
func (l *Layout) Foot() int { return News + l.Strip() }

// Widths of a quiet layout's empty spaces, in slots.
const (
	thin     = 0.6
	codeWide = 0.76 // of the space with the code
	bareWide = 0.85 // of a map with small signs
)

// Empty is the outline of an empty space.
func (l *Layout) Empty(r engine.RouteID, i int) Slot {
	sl := l.Lanes[r].Slots[i]
	if !l.Quiet {
		return sl
	}
	w := thin
	switch {
	case l.OneSize:
		w = bareWide
	case i == l.Lanes[r].CodeAt && !l.Bare:
		w = codeWide
	}
	e := NewSlot(sl.At, sl.Angle, sl.Length, w*sl.Width)
	e.Form = sl.Form
	return e
}

// Rows is how many rows n targets need, each to a row.
func Rows(n, each int) int { return (n + each - 1) / each }
