package geometry

import (
	"math"
	"slices"
	"sort"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// A phone's board is at most widestPhone pixels wide and has at most phonePixels, but is no larger
// than signs at phoneScale require.
const (
	widestPhone, phoneStep = 2000, 40
	phonePixels            = 3_000_000
	phoneScale             = 0.9
)

// ForPhone lays a map out for pictures of width room that are read on a phone: no lettering is
// smaller than least and no name smaller than name, and codes stick out of short slots rather than
// shrink. A crowded map becomes wider than room; a picture then shows a part of it.
func ForPhone(m *railmap.Map, text Lettering, room, least, name float64) *Layout {
	l := phoneNetwork(m, room)
	s := &l.Sizes
	s.Least, s.Name, s.Code, s.Sign = least, max(s.Name, name), max(s.Code, least), max(s.Sign, least)
	l.Text = text
	l.measure()
	l.layExits()
	if len(l.Exits) > 0 {
		l.layPhoneSigns(text)
	}
	l.sumCosts()
	l.LayLabels(text)
	return l
}

// layPhoneSigns places the signs at the edges beside the names that would be there without them, in
// the order of their lanes. A sign without room for the city's name has
// the connection's number.
func (l *Layout) layPhoneSigns(text Lettering) {
	signed := l.Exits
	l.Exits = l.Unsigned()
	l.sumCosts()
	l.LayLabels(text)
	l.Exits = signed
	l.weighSigns(phoneFar)
	for i := range l.Exits {
		if e := &l.Exits[i]; e.by == i && len(e.places) == 0 {
			e.Name, e.Sign = l.Text.Short(&l.Map.Routes[l.Map.Group(e.Group)[0]]), Area{}
			e.Lines, e.Size = []string{e.Name}, l.Sizes.Name
			e.Sign = l.freeSign(e)
		}
	}
	l.Exits = l.Signs(func(int) int { return 1 })
}

// phoneNetwork finds the narrowest board whose signs have phoneScale. Wider boards have larger
// signs, nearly always, so a binary search does.
func phoneNetwork(m *railmap.Map, room float64) *Layout {
	fits := func(w float64) bool {
		l := &Layout{Map: m, W: w, H: float64(int(w / m.Aspect)), Sizes: SizesFor(phoneScale)}
		return l.layLanes(true)
	}
	widest := min(widestPhone, math.Sqrt(phonePixels*m.Aspect)) // for a very tall map
	if widest <= room {
		return NewNetwork(m, math.Floor(widest), math.Floor(widest/m.Aspect), 1)
	}
	steps := sort.Search(int((widest-room)/phoneStep), func(i int) bool {
		return fits(room + float64(i)*phoneStep)
	})
	w := room + float64(steps)*phoneStep
	return NewNetwork(m, w, float64(int(w/m.Aspect)), 1)
}

// BestWindow is the corner of the w × h window with the largest sum of targets, on ties the one
// nearest to their centre. It does not cut the signs at the edges of the board.
func (l *Layout) BestWindow(w, h float64, targets []Target) Point {
	const step = 20
	var mid Point
	sum := 0.0
	for i := range targets {
		t := &targets[i]
		mid, sum = mid.Plus(Pt((t.Area.X0+t.Area.X1)/2, (t.Area.Y0+t.Area.Y1)/2).Times(t.Weight)),
			sum+t.Weight
	}
	if mid = mid.Times(1 / max(sum, 1e-9)); sum == 0 {
		mid = Pt(l.W/2, l.H/2)
	}
	var best Point
	most, far := -1.0, 0.0
	for y := 0.0; ; y = min(y+step, l.H-h) {
		for x := 0.0; ; x = min(x+step, l.W-w) {
			shown, off := 0.0, mid.Distance(Pt(x+w/2, y+h/2))
			for i := range targets {
				if a := targets[i].Area; a.X0 >= x && a.X1 <= x+w && a.Y0 >= y && a.Y1 <= y+h {
					shown += targets[i].Weight
				}
			}
			better := shown > most+1e-9 || shown > most-1e-9 && off < far
			if better && l.AvoidSigns(x, w) == x {
				best, most, far = Pt(x, y), shown, off
			}
			if x >= l.W-w {
				break
			}
		}
		if y >= l.H-h {
			return best
		}
	}
}

// Target is something that a window should show, with its weight.
type Target struct {
	Area   Area
	Weight float64
}

// Part is the layout of a part of a board: labels stay inside the frame and off the obstacles.
// Names that do not fit move beside their city; those of cities outside are left out.
func (l *Layout) Part(frame Area, obstacles []Obstacle) *Layout {
	p := *l
	p.frame, p.Obstacles = frame, obstacles
	p.Labels = slices.Clone(l.Labels)
	var moved []int
	for i := range p.Labels {
		lb := &p.Labels[i]
		if len(lb.Areas) > 0 && !frame.Holds(lb.Area()) {
			if *lb = (Label{}); frame.Holds(p.Cities[i].Around(0)) {
				moved = append(moved, i)
			}
		} else if slices.ContainsFunc(obstacles, func(s Obstacle) bool { return lb.on(&s) }) {
			moved = append(moved, i)
		}
	}
	p.settle(moved, 2)
	return &p
}

// on reports whether a name covers part of an obstacle.
func (lb *Label) on(s *Obstacle) bool { return slices.ContainsFunc(lb.Areas, s.Under) }

// MoveLabels moves the names of a part that mislead or lie under the given areas, each other or
// strict obstacles.
func (l *Layout) MoveLabels(areas []Area) {
	l.taken = areas
	var names []int
	for i := range l.Labels {
		if len(l.Labels[i].Lines) > 0 && l.crowded(i) {
			names = append(names, i)
		}
	}
	l.settle(names, 3)
	l.taken = nil
}

// crowded reports whether a name covers something that must stay visible.
func (l *Layout) crowded(i int) bool {
	lb := &l.Labels[i]
	return !l.frame.Holds(lb.Area()) || l.Misleads(engine.CityID(i)) ||
		slices.ContainsFunc(l.taken, func(a Area) bool { return lb.Overlap(a) > 0 }) ||
		slices.ContainsFunc(l.Obstacles, func(s Obstacle) bool { return s.Strict && lb.on(&s) }) ||
		slices.ContainsFunc(lb.Areas, func(a Area) bool {
			for j := range l.Labels {
				if j != i && l.Labels[j].Overlap(a) > 0 {
					return true
				}
			}
			return false
		})
}

// CityArea is the bounding box of a city and its name.
func (l *Layout) CityArea(i engine.CityID) Area {
	a := l.Cities[i].Around(l.Sizes.Dot)
	for _, line := range l.Labels[i].Areas {
		a = a.With(line)
	}
	return a
}

// Surroundings are what a close-up of a city shows: its neighbours, the routes there, and the
// names.
func (l *Layout) Surroundings(city engine.CityID) Area {
	const margin = 50
	seen := l.CityArea(city)
	for r := range l.Map.Routes {
		e := &l.Map.Routes[r]
		if (e.A != city && e.B != city) || len(l.Lanes[r].Stretches) > 1 {
			continue
		}
		seen = seen.With(l.CityArea(e.Far(city))).With(l.Lanes[r].Bounds(0))
	}
	return seen.Grown(margin * l.Sizes.Scale)
}

// Window is where a view of length room begins on a board of length whole: it shows a to b, or if
// that is too long, the point at near its middle.
func Window(a, b, at, room, whole float64) float64 {
	from := (a + b - room) / 2
	if b-a > room {
		from = max(at-0.68*room, min(at-0.32*room, from))
	}
	return max(0, min(from, whole-room))
}

// AvoidSigns moves the left edge of a view, room pixels wide, so that it does not cut the signs at
// the edges of the board.
func (l *Layout) AvoidSigns(x, room float64) float64 {
	left, right := 0.0, l.W
	for i := range l.Exits {
		if a := l.Exits[i].Sign; a.X0 < l.W/2 {
			left = max(left, a.X1)
		} else {
			right = min(right, a.X0)
		}
	}
	switch {
	case x < left:
		return 0
	case x+room > right:
		return l.W - room
	}
	return x
}
