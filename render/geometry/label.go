package geometry

import (
	"math"
	"slices"
	"strings"

	"konduktor/engine"
)

// Label is a city's name with its place.
type Label struct {
	Lines  []string
	Size   float64
	Areas  []Area
	Lead   []Point // the line from its city, if that is far
	Plate  float64 // how far a plate under it reaches around it
	Strong bool    // on a plate

	place  *place
	bounds Area // of everything
}

// Overlap is how many pixels of the name lie in an area.
func (lb *Label) Overlap(a Area) float64 {
	var plate [1]Area
	sum := 0.0
	for _, box := range lb.boxes(&plate) {
		sum += box.Overlap(a)
	}
	return sum
}

// boxes are what the name covers: its lines, or its plate, written to the given array.
func (lb *Label) boxes(plate *[1]Area) []Area {
	if lb.Plate == 0 {
		return lb.Areas
	}
	plate[0] = lb.Area().Grown(lb.Plate)
	return plate[:]
}

// Area is the bounding box of all lines.
func (lb *Label) Area() Area {
	var a Area
	for i, line := range lb.Areas {
		if i == 0 {
			a = line
		}
		a = a.With(line)
	}
	return a
}

// Bounds is the bounding box of all lines and of the line from the city.
func (lb *Label) Bounds() Area {
	a := lb.Area().Grown(lb.Plate)
	for _, p := range lb.Lead {
		a = a.With(p.Around(0))
	}
	return a
}

// Leading is the distance of two lines, in sizes.
const Leading = 1.0

// leads reports whether the line from a name's city crosses another name.
func (lb *Label) leads(across *Label) bool {
	const steps = 12
	for s := 0; s < steps && len(lb.Lead) > 0; s++ {
		at := lb.Lead[0].Plus(lb.Lead[1].Minus(lb.Lead[0]).Times(float64(s) / steps))
		if across.Overlap(at.Around(3)) > 0 {
			return true
		}
	}
	return false
}

// leadFrom is the distance of a name from its city's rim, in its size, from which on a line joins
// them.
const leadFrom = 0.8

// InLine reports whether lines of two names stand side by side, less than half an em apart, so that
// they read as one.
func (lb *Label) InLine(other *Label) bool {
	for _, a := range lb.Areas {
		for _, b := range other.Areas {
			if math.Abs(a.Y1-b.Y1) < 0.4*lb.Size &&
				a.Grown(0.25*lb.Size).Overlap(b.Grown(0.25*lb.Size)) > 0 {
				return true
			}
		}
	}
	return false
}

// Misleads reports whether a city's name in a part of a board lies on something, reads as one with
// another name, or seems to be another city's: it is nearer to that and no line leads to it from
// its own. The places on whole boards were chosen with more room and care, and are right.
func (l *Layout) Misleads(i engine.CityID) bool {
	lb := &l.Labels[i]
	if l.Quiet {
		return false
	}
	if slices.ContainsFunc(lb.Areas, l.onTarget) {
		return true
	}
	for j := range l.Labels {
		if o := &l.Labels[j]; j != int(i) && len(o.Lines) > 0 &&
			(lb.InLine(o) || lb.leads(o) || o.leads(lb)) {
			return true
		}
	}
	if len(lb.Lead) > 0 {
		return l.across([2]Point(lb.Lead)) > 0
	}
	own := lb.Area().Distance(l.Cities[i])
	return own > l.Sizes.Dot+leadFrom*lb.Size ||
		slices.ContainsFunc(l.Cities, func(c Point) bool { return lb.Area().Distance(c) < own })
}

// onPort reports whether an area touches a built port: on a board for everybody its whole square,
// in a private picture, whose ports are small, most of it.
func (l *Layout) onPort(a Area, c Point) bool {
	if l.Quiet && !l.Bare {
		return a.Overlap(c.Around(l.Port())) > 0
	}
	return a.Distance(c) < l.Port()
}

// onTarget reports whether an area touches a piece, a city or a sign at the edges.
func (l *Layout) onTarget(a Area) bool { return l.touches(a, l.margin()) }

// touches is onTarget for things that come closer than margin.
func (l *Layout) touches(a Area, margin float64) bool {
	for i, c := range l.Cities {
		if a.Distance(c) < l.Sizes.Dot || l.Map.Cities[i].Port && l.onPort(a, c) {
			return true
		}
	}
	mid := NewSlot(Pt((a.X0+a.X1)/2, (a.Y0+a.Y1)/2), 0, a.X1-a.X0, a.Y1-a.Y0)
	for i := range l.Lanes {
		if a.Overlap(l.reach[i]) == 0 {
			continue
		}
		for _, s := range l.Lanes[i].Slots {
			if s.meets(mid, margin) {
				return true
			}
		}
	}
	return slices.ContainsFunc(l.Exits, func(e Exit) bool { return e.Sign.Overlap(a) > 0 })
}

// rimTouched is how far a name may reach over the rim of a large space, in pixels: codes and signs
// stand further inside.
const rimTouched = 4

func (l *Layout) margin() float64 {
	if l.Quiet {
		return 4.4 * l.Sizes.Scale
	}
	return -rimTouched
}

// SpaceCost is the part of a cost for spaces and for signs at the edges.
func (l *Layout) SpaceCost(a Area) float64 {
	if l.costs != nil {
		return l.costs.cost(a)
	}
	return l.uncachedSpaceCost(a)
}

// LaneCost is the part of a cost for spaces alone.
func (l *Layout) LaneCost(a Area) float64 {
	k := l.SpaceCost(a)
	for i := range l.Exits {
		k -= signCost * l.Exits[i].Sign.Overlap(a)
	}
	return k
}

// signCost is that of each covered pixel of a sign at the edges.
const signCost = 50

// DotCost is the part of a cost for covering a city.
func (l *Layout) DotCost(city engine.CityID, a Area) float64 {
	k := a.Overlap(l.dot(int(city), 6))
	if k == 0 {
		return 0
	}
	k += 50 * a.Overlap(l.dot(int(city), 2))
	if l.frame != (Area{}) && a.Overlap(l.Cities[city].Around(halfSquare*l.Sizes.Dot)) > 0 {
		k += strictCost
	}
	return k
}

// halfSquare is half the side of the square inside a circle, in radii.
const halfSquare = math.Sqrt2 / 2

// clearance is the distance of writing from spaces, in units of the scale.
const clearance = 11

// Cost is the penalty of covering an area: spaces, names and cities in it, parts outside of the
// board, and near misses.
func (l *Layout) Cost(a Area) float64 {
	board, strict := Area{6, 6, l.W - 6, l.H - 6}, 0.0
	if l.frame != (Area{}) {
		board, strict = l.frame, strictCost
	}
	size := (a.X1 - a.X0) * (a.Y1 - a.Y0)
	k := l.SpaceCost(a)
	once := func(over, each float64) {
		if over > 0 {
			k += each*over + strict
		}
	}
	once(size-a.Overlap(board), 100)
	for i := range l.Obstacles {
		k += l.Obstacles[i].cost(a)
	}
	for i := range l.Cities {
		k += l.DotCost(engine.CityID(i), a)
	}
	for _, t := range l.taken {
		once(t.Overlap(a), 400)
	}
	for i := range l.Labels {
		if len(l.Labels[i].Areas) > 0 {
			once(l.Labels[i].Overlap(a), 50)
			k += 25 * l.Labels[i].Overlap(Area{a.X0 - 0.6*l.Sizes.Name, a.Y0, a.X1 + 0.6*l.Sizes.Name, a.Y1})
		}
	}
	return k
}

// strictCost is the penalty, in a part of a board, for covering something that must stay visible.
// There are other places.
const strictCost = 1e6

func (l *Layout) uncachedSpaceCost(a Area) float64 {
	k := 0.0
	for i := range l.Lanes {
		if a.Overlap(l.reach[i]) == 0 {
			continue
		}
		for _, s := range l.Lanes[i].Slots {
			k += covered(a, s, clearance*l.Sizes.Scale) + 50*covered(a, s, l.over())
		}
	}
	for i := range l.Exits { // signs are placed before names
		k += signCost * l.Exits[i].Sign.Overlap(a)
	}
	return k
}

// Reached reports whether a lane's spaces may lie in an area.
func (l *Layout) Reached(lane int, a Area) bool { return a.Overlap(l.reach[lane]) > 0 }

// over is how far outside of a space something still covers it.
func (l *Layout) over() float64 {
	if l.Quiet || l.Sizes.Least > 0 { // pieces are wider than their spaces
		return 4 * l.Sizes.Scale
	}
	return 2 * l.Sizes.Scale
}

// dot is the square around a city with a margin in units of the scale.
func (l *Layout) dot(city int, margin float64) Area {
	return l.Cities[city].Around(l.Sizes.Dot + margin*l.Sizes.Scale)
}

// covered is about how many pixels of a slot and its margin lie in an area.
func covered(a Area, s Slot, margin float64) float64 {
	if a.Overlap(s.Bounds(margin)) == 0 {
		return 0
	}
	const step = 4
	sin, cos := math.Sincos(s.Angle) // once, not for each point
	n, half, wide := 0.0, s.Length/2+margin, s.Width/2+margin
	for y := a.Y0; y <= a.Y1; y += step {
		for x := a.X0; x <= a.X1; x += step {
			dx, dy := x-s.At.X, y-s.At.Y
			if math.Abs(dx*cos+dy*sin) <= half && math.Abs(dy*cos-dx*sin) <= wide {
				n += step * step
			}
		}
	}
	return n
}

// breaks are the ways to break a name into one, two or three lines.
func breaks(name string) [][]string {
	out := [][]string{{name}}
	words := strings.Fields(strings.ReplaceAll(name, "-", "- "))
	join := func(w []string) string { return strings.ReplaceAll(strings.Join(w, " "), "- ", "-") }
	for i := 1; i < len(words); i++ {
		out = append(out, []string{join(words[:i]), join(words[i:])})
		for j := i + 1; j < len(words); j++ {
			out = append(out, []string{join(words[:i]), join(words[i:j]), join(words[j:])})
		}
	}
	return out
}

// broken is a name in n lines, the first way there is; nil if there is none.
func broken(name string, n int) []string {
	for _, lines := range breaks(name) {
		if len(lines) == n {
			return lines
		}
	}
	return nil
}
