package geometry

import (
	"math"
	"strings"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// Label is a city's name with its place.
type Label struct {
	Lines []string
	Size  float64
	Areas []Area
}

// Overlap is how many pixels of the name lie in an area.
func (lb *Label) Overlap(a Area) float64 {
	sum := 0.0
	for _, line := range lb.Areas {
		sum += line.Overlap(a)
	}
	return sum
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

// leading is the distance of two lines, in sizes.
const leading = 1.0

// LayLabels places the names: where the map says, else at the cheapest place around the city. Long
// names go first, since they are the hardest to place.
func (l *Layout) LayLabels(text Lettering) {
	l.Text = text
	l.measure()
	l.Labels = make([]Label, len(l.Map.Cities))
	order := make([]int, 0, len(l.Map.Cities))
	for i := range l.Map.Cities {
		at := len(order)
		for at > 0 && len(l.Map.Cities[order[at-1]].Name) < len(l.Map.Cities[i].Name) {
			at--
		}
		order = append(order[:at], append([]int{i}, order[at:]...)...)
	}
	if l.Sizes.Least > 0 { // the map's places are made for smaller names
		l.layLarge(order)
		return
	}
	for _, i := range order {
		if l.Map.Cities[i].Label != (railmap.Point{}) {
			l.Labels[i] = l.fixedLabel(i)
		}
	}
	for _, i := range order {
		if l.Map.Cities[i].Label == (railmap.Point{}) && l.Map.Cities[i].Name != "" {
			l.Labels[i] = l.freeLabel(i)
		}
	}
}

// layLarge places large names, where the map says only if that is about as good as any other place.
func (l *Layout) layLarge(order []int) {
	for range 2 { // a second round, given where the others are now
		for _, i := range order {
			c := &l.Map.Cities[i]
			if c.Name == "" {
				continue
			}
			l.Labels[i] = Label{}
			best := l.freeLabel(i)
			if c.Label != (railmap.Point{}) {
				if fixed := l.fixedLabel(i); l.cost(fixed)+l.ambiguity(i,
					&fixed) <= l.cost(best)+l.ambiguity(i, &best)+largeBonus {
					best = fixed
				}
			}
			l.Labels[i] = best
		}
	}
}

// largeBonus is how much worse the map's place may be.
const largeBonus = 60

// fixedLabel centres the name on the map's point, with the cheapest line breaks.
func (l *Layout) fixedLabel(i int) Label {
	c := &l.Map.Cities[i]
	at := l.Cities[i].Plus(Place(c.Label, l.W, l.H))
	best, cost := Label{}, math.Inf(1)
	for _, lines := range breaks(c.Name) {
		lb := l.label(lines, at, 0, 0)
		if k := l.cost(lb); k < cost {
			best, cost = lb, k
		}
	}
	return best
}

// nameReach are the distances of a name from its city that are tried, in units of the scale. Those
// over 40 are only for parts of a board, where letters and pointers need room too.
var nameReach = []float64{4, 10, 18, 28, 40, 55, 70, 90, 115}

// freeLabel finds the cheapest place around the city.
func (l *Layout) freeLabel(i int) Label {
	best, cost := Label{}, math.Inf(1)
	for _, lines := range breaks(l.Map.Cities[i].Name) {
		for _, far := range nameReach {
			if l.frame == (Area{}) && far > 40 {
				break
			}
			steps := 16
			if far > 18 && l.frame != (Area{}) {
				steps = 32
			}
			for a := range steps {
				sin, cos := math.Sincos(float64(a) * 2 * math.Pi / float64(steps))
				reach := l.Sizes.Dot + far*l.Sizes.Scale
				at := l.Cities[i].Plus(Point{cos, sin}.Times(reach))
				lb := l.label(lines, at, cos, sin)
				k := far + 3*math.Abs(sin) + 16*float64(len(lines)-1)
				if k < cost {
					k += l.cost(lb) + l.ambiguity(i, &lb)
				}
				if k < cost {
					best, cost = lb, k
				}
			}
		}
	}
	return best
}

// Costs of a name that may be read as another city's, or as part of another name.
const (
	stacked = 16  // each pixel of its width right above or below another name
	nearer  = 8   // each pixel that another city is nearer than its own
	astray  = 100 // if one is nearer
)

// ambiguity is the cost of doubt about which city a name belongs to.
func (l *Layout) ambiguity(i int, lb *Label) float64 {
	a, gap := lb.Area(), 0.6*lb.Size
	k, own, next := 0.0, a.from(l.Cities[i]), math.Inf(1)
	for j := range l.Cities {
		if j == i {
			continue
		}
		next = min(next, a.from(l.Cities[j]))
		if len(l.Labels[j].Lines) == 0 {
			continue
		}
		b := l.Labels[j].Area()
		if b.Y0 < a.Y1+gap && a.Y0 < b.Y1+gap {
			k += stacked * max(0, min(a.X1, b.X1)-max(a.X0, b.X0))
		}
	}
	if next < own {
		k += astray + nearer*(own-next)
	}
	return k
}

// label sets lines beside a point. dx and dy, -1 to 1, say on which side of the point; 0, 0 centres
// them.
func (l *Layout) label(lines []string, at Point, dx, dy float64) Label {
	size := l.Sizes.Name
	w, h := 0.0, size*(0.74+leading*float64(len(lines)-1))
	for _, s := range lines {
		w = max(w, l.Text.Width(size, s))
	}
	mid := at.Plus(Point{dx * w / 2, dy * h / 2})
	lb := Label{Lines: lines, Size: size}
	for i, line := range lines {
		half, y := l.Text.Width(size, line)/2, mid.Y-h/2+leading*size*float64(i)
		lb.Areas = append(lb.Areas, Area{mid.X - half, y, mid.X + half, y + 0.74*size})
	}
	return lb
}

// cost is the penalty of a label's place: overlaps and clipping weigh most, near misses less.
func (l *Layout) cost(lb Label) float64 {
	k := 0.0
	for _, a := range lb.Areas {
		k += l.Cost(a.Grown(2 * l.Sizes.Scale))
	}
	return k
}

// SpaceCost is the part of a cost for spaces and for signs at the edges.
func (l *Layout) SpaceCost(a Area) float64 {
	if l.costs != nil {
		return l.costs.cost(a)
	}
	return l.uncachedSpaceCost(a)
}

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
		k += 50 * l.Exits[i].Sign.Overlap(a)
	}
	return k
}

// over is how far outside of a space something still covers it.
func (l *Layout) over() float64 {
	if l.Sizes.Least > 0 { // pieces are wider than their spaces
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
