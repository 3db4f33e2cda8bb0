package geometry

import (
	"math"
	"slices"
	"sort"

	"konduktor/engine/railmap"
)

// A board for a phone is at most widestPhone pixels wide and has at most phonePixels; it is as small as its signs are of
// phoneScale.
const (
	widestPhone, phoneStep = 2000, 40
	phonePixels            = 3_000_000
	phoneScale             = 0.9
)

// ForPhone lays a map out for pictures that are room pixels wide and read on a phone: nothing that is written is smaller than
// least pixels, and codes stick out of short spaces rather than shrink. A crowded map becomes wider than the room; a picture
// then shows a part of it.
func ForPhone(m *railmap.Map, text Lettering, room, least float64) *Layout {
	l := phoneNetwork(m, room)
	s := &l.Sizes
	s.Least, s.Name, s.Code, s.Sign = least, max(s.Name, least), max(s.Code, least), max(s.Sign, least)
	l.layTexts(text)
	l.layGround()
	return l
}

// phoneNetwork lays the network out on the narrowest board on which its signs are of phoneScale. A wider board has room for
// larger signs, nearly always: so it is found by halves.
func phoneNetwork(m *railmap.Map, room float64) *Layout {
	fits := func(w float64) bool {
		l := &Layout{Map: m, W: w, H: float64(int(w / m.Aspect)), Sizes: SizesFor(phoneScale)}
		return l.layLanes(true)
	}
	widest := min(widestPhone, math.Sqrt(phonePixels*m.Aspect)) // of a map that is very tall
	if widest <= room {
		return NewNetwork(m, math.Floor(widest), math.Floor(widest/m.Aspect), 1)
	}
	steps := sort.Search(int((widest-room)/phoneStep), func(i int) bool { return fits(room + float64(i)*phoneStep) })
	w := room + float64(steps)*phoneStep
	return NewNetwork(m, w, float64(int(w/m.Aspect)), 1)
}

// Framed is where a window of w × h pixels begins that shows the most of some things, each of a weight, on a board of the
// layout's size. Of several that show the same it is the one whose middle is nearest to that of the things.
func (l *Layout) Framed(w, h float64, things []Thing) Point {
	const step = 20
	var mid Point
	sum := 0.0
	for i := range things {
		t := &things[i]
		mid, sum = mid.Plus(Pt((t.Area.X0+t.Area.X1)/2, (t.Area.Y0+t.Area.Y1)/2).Times(t.Weight)), sum+t.Weight
	}
	if mid = mid.Times(1 / max(sum, 1e-9)); sum == 0 {
		mid = Pt(l.W/2, l.H/2)
	}
	var best Point
	most, far := -1.0, 0.0
	for y := 0.0; ; y = min(y+step, l.H-h) {
		for x := 0.0; ; x = min(x+step, l.W-w) {
			shown, off := 0.0, mid.Distance(Pt(x+w/2, y+h/2))
			for i := range things {
				if a := things[i].Area; a.X0 >= x && a.X1 <= x+w && a.Y0 >= y && a.Y1 <= y+h {
					shown += things[i].Weight
				}
			}
			if shown > most+1e-9 || shown > most-1e-9 && off < far {
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

// Thing is something on a board that a window should show, and how much it matters.
type Thing struct {
	Area   Area
	Weight float64
}

// Part is the layout of which only a part of the board is shown: what is written lies within it, and keeps away from what is
// shunned. A city's name that lies across the edge of the part or on what is shunned moves beside its city; if the city is not in
// the part its name is left out.
func (l *Layout) Part(frame Area, shunned []Shunned) *Layout {
	p := *l
	p.frame, p.Shunned = frame, shunned
	p.Labels = slices.Clone(l.Labels)
	for i := range p.Labels {
		lb := &p.Labels[i]
		switch whole := lb.Area(); {
		case len(lb.Areas) == 0:
		case frame.Holds(whole):
			p.avoid(i)
		case frame.Holds(p.Cities[i].Around(0)):
			*lb = Label{}
			*lb = p.freeLabel(i)
		default:
			*lb = Label{}
		}
	}
	return &p
}

// avoid moves a name that lies on something shunned to a better place, if there is one.
func (l *Layout) avoid(i int) {
	was := l.Labels[i]
	if !slices.ContainsFunc(l.Shunned, func(s Shunned) bool { return was.on(&s) }) {
		return
	}
	l.Labels[i] = Label{}
	if is := l.freeLabel(i); l.cost(is) < l.cost(was) {
		was = is
	}
	l.Labels[i] = was
}

// on reports whether a name covers a part of something shunned.
func (lb *Label) on(s *Shunned) bool { return slices.ContainsFunc(lb.Areas, s.Under) }

// GiveWay moves the names of a part that areas, each other or something that must be seen lie under to better places beside their
// cities.
func (l *Layout) GiveWay(areas []Area) {
	l.taken = areas
	for range 2 { // one may have to make room for another
		for i := range l.Labels {
			if len(l.Labels[i].Lines) > 0 && l.crowded(i) {
				l.Labels[i] = Label{}
				l.Labels[i] = l.freeLabel(i)
				if l.crowded(i) {
					l.jostle(i)
				}
			}
		}
	}
	l.taken = nil
}

// jostle places a name for which there is no room before those around it, which then seek places anew; if that leaves no fewer names
// without room, all stay where they are.
func (l *Layout) jostle(i int) {
	const around = 200 // pixels
	near := []int{i}
	for j := range l.Labels {
		if j != i && len(l.Labels[j].Lines) > 0 && l.Cities[j].Distance(l.Cities[i]) < around {
			near = append(near, j)
		}
	}
	crowded := func() int {
		n := 0
		for _, j := range near {
			if l.crowded(j) {
				n++
			}
		}
		return n
	}
	was, before := slices.Clone(l.Labels), crowded()
	for _, j := range near {
		l.Labels[j] = Label{}
	}
	for _, j := range near {
		l.Labels[j] = l.freeLabel(j)
	}
	if crowded() >= before {
		copy(l.Labels, was)
	}
}

// crowded reports whether a name lies on what must be seen.
func (l *Layout) crowded(i int) bool {
	lb := &l.Labels[i]
	return !l.frame.Holds(lb.Area()) ||
		slices.ContainsFunc(l.taken, func(a Area) bool { return lb.Overlap(a) > 0 }) ||
		slices.ContainsFunc(l.Shunned, func(s Shunned) bool { return s.Strict && lb.on(&s) }) ||
		slices.ContainsFunc(lb.Areas, func(a Area) bool {
			for j := range l.Labels {
				if j != i && l.Labels[j].Overlap(a) > 0 {
					return true
				}
			}
			return false
		})
}

// CityArea is what a city takes on the board with its name.
func (l *Layout) CityArea(i int) Area {
	a := l.Cities[i].Around(l.Sizes.Dot)
	for _, line := range l.Labels[i].Areas {
		a = a.With(line)
	}
	return a
}
