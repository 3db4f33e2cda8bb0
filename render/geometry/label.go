package geometry

import (
	"math"
	"slices"
	"strings"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// Label is a city's name with its place.
type Label struct {
	Lines  []string
	Size   float64
	Areas  []Area
	Lead   []Point // the line from its city, if that is far
	Strong bool    // on a plate
}

// Overlap is how many pixels of the name lie in an area.
func (lb *Label) Overlap(a Area) float64 {
	sum := 0.0
	for _, line := range lb.Areas {
		sum += line.Grown(lb.plate()).Overlap(a)
	}
	return sum
}

// plate is how far a name's plate reaches around its lines.
func (lb *Label) plate() float64 {
	if lb.Strong {
		return Plate * lb.Size
	}
	return 0
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
	a := lb.Area()
	for _, p := range lb.Lead {
		a = a.With(p.Around(0))
	}
	return a
}

// leading is the distance of two lines, in sizes.
const leading = 1.0

// LayLabels places the names at the cheapest place around their cities, the map's own place among
// them. Long names go first, since they are the hardest to place.
func (l *Layout) LayLabels(text Lettering) {
	l.Text = text
	l.measure()
	l.Labels = make([]Label, len(l.Map.Cities))
	var order []int
	for i := range l.Map.Cities {
		if l.Map.Cities[i].Name != "" {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return len(l.Map.Cities[j].Name) - len(l.Map.Cities[i].Name)
	})
	for range labelRounds { // given where the others are now
		for _, i := range order {
			l.placeLabel(i)
		}
	}
	for range 6 {
		for _, i := range order {
			if l.careful() && l.labelCost(i, &l.Labels[i]) >= strictly {
				l.makeWay(i)
			}
		}
	}
}

const labelRounds = 2

// careful reports whether names get the best places there are: on a whole board, whose names are
// placed once. Private pictures place them anew in a moment.
func (l *Layout) careful() bool { return l.Quiet && l.frame == (Area{}) }

func (l *Layout) placeLabel(i int) {
	l.Labels[i] = Label{}
	best := l.freeLabel(i)
	if l.Map.Cities[i].Label != (railmap.Point{}) {
		if fixed := l.fixedLabel(i); l.labelCost(i, &fixed) <= l.labelCost(i, &best)+largeBonus {
			best = fixed
		}
	}
	l.Labels[i] = best
}

// Plate is how far the plate of a name reaches around it, in its size.
const Plate = 0.25

// stressMoves is how near to a stressed city names may move, in their size.
const stressMoves = 7

// stress is how much larger than others the names of stressed cities are.
const stress = 1.45

// Stress copies a layout with the names of some cities large on plates. Names in their way move.
func (l *Layout) Stress(cities []engine.CityID) *Layout {
	p := *l
	p.Labels, p.stressed = slices.Clone(l.Labels), make([]bool, len(l.Cities))
	var near []int // names that may move
	for i := range l.Labels {
		if slices.ContainsFunc(cities, func(c engine.CityID) bool {
			return l.Cities[c].Distance(l.Cities[i]) < stressMoves*l.Sizes.Name
		}) {
			near = append(near, i)
			p.Labels[i] = Label{}
		}
	}
	for _, c := range cities {
		p.stressed[c] = true
	}
	for _, c := range cities {
		if l.Map.Cities[c].Name != "" {
			p.Labels[c] = p.freeLabel(int(c))
		}
	}
	for _, i := range near {
		if was := &l.Labels[i]; len(was.Lines) > 0 && !p.stressed[i] && !p.besideStressed(was) {
			p.Labels[i] = *was
		}
	}
	for _, i := range near {
		if len(p.Labels[i].Lines) == 0 && l.Map.Cities[i].Name != "" {
			p.Labels[i] = p.freeLabel(i)
		}
	}
	return &p
}

// besideStressed reports whether a name touches a plate or a line that leads to one, or reads on
// from it.
func (l *Layout) besideStressed(lb *Label) bool {
	return slices.ContainsFunc(l.Labels, func(o Label) bool {
		return o.Strong && (lb.Overlap(o.Area().Grown(o.plate())) > 0 || lb.InLine(&o) || o.leads(lb))
	})
}

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

// makeWay places a name before its neighbours, which are then placed anew, and keeps that if all of
// them together are better placed.
func (l *Layout) makeWay(i int) {
	near := []int{i}
	for j := range l.Labels {
		if j != i && len(l.Labels[j].Lines) > 0 &&
			l.Cities[j].Distance(l.Cities[i]) < 9*l.Sizes.Name {
			near = append(near, j)
		}
	}
	sum := func() (k float64) {
		for _, j := range near {
			k += l.labelCost(j, &l.Labels[j])
		}
		return k
	}
	was, before := slices.Clone(l.Labels), sum()
	for _, j := range near {
		l.Labels[j] = Label{}
	}
	for _, j := range near {
		l.placeLabel(j)
	}
	for _, j := range near {
		l.placeLabel(j)
	}
	if sum() >= before {
		copy(l.Labels, was)
	}
}

// labelCost is the penalty of a place for a city's name.
func (l *Layout) labelCost(i int, lb *Label) float64 {
	at, was := *lb, l.Labels[i]
	l.Labels[i] = Label{}
	k := l.labelCostBelow(i, &at, math.Inf(1))
	l.Labels[i] = was
	return k
}

// labelCostBelow is the penalty of a name's place, or any number from most on if it is not below
// that.
func (l *Layout) labelCostBelow(i int, lb *Label, most float64) float64 {
	d := max(0, lb.Area().from(l.Cities[i])-l.Sizes.Dot)
	k := d/l.Sizes.Scale + 16*float64(len(lb.Lines)-1)
	if l.careful() && d >= leadFrom*lb.Size {
		k += leadCost * d
	}
	spaces := 0.0 // the cheapest to know
	for _, a := range lb.Areas {
		spaces += l.SpaceCost(a.Grown(max(2*l.Sizes.Scale, lb.plate())))
	}
	if k+spaces >= most {
		return k + spaces
	}
	k += l.cost(*lb)
	if k < most {
		k += l.ambiguity(i, lb)
	}
	if !l.careful() || k >= most {
		return k
	}
	if slices.ContainsFunc(lb.Areas, func(a Area) bool { return l.onTarget(a.Grown(lb.plate())) }) {
		k += 5 * strictly
	}
	if lead, far := l.lead(i, lb); far {
		for s := range 8 {
			p := lead[0].Plus(lead[1].Minus(lead[0]).Times(float64(s) / 8))
			k += 0.5 * l.SpaceCost(p.Around(2))
			for j := range l.Labels {
				if j != i {
					k += strictly / 4 * min(1, l.Labels[j].Overlap(p.Around(3)))
				}
			}
		}
	}
	return k
}

// leadCost is the cost of each pixel of a line from a city to its name.
const leadCost = 20

// lead is the line from a city to its name; false if the name stands so near that it needs none.
func (l *Layout) lead(i int, lb *Label) ([2]Point, bool) {
	if len(lb.Lines) == 0 {
		return [2]Point{}, false
	}
	a, at := lb.Area(), l.Cities[i]
	near := Pt(max(a.X0, min(a.X1, at.X)), max(a.Y0, min(a.Y1, at.Y)))
	d := near.Distance(at)
	if d < l.Sizes.Dot+leadFrom*lb.Size {
		return [2]Point{}, false
	}
	return [2]Point{at.Plus(near.Minus(at).Times(l.Sizes.Dot / d)), near}, true
}

// leadFrom is the distance of a name from its city's rim, in its size, from which on a line joins
// them.
const leadFrom = 0.8

// strictly is the cost of a place that misleads: on a space or another name, nearer to another
// city, or in one line with another name.
const strictly = 4000

// largeBonus is how much worse the map's place may be.
const largeBonus = 20

// fixedLabel centres the name on the map's point, with the cheapest line breaks.
func (l *Layout) fixedLabel(i int) Label {
	c := &l.Map.Cities[i]
	at := l.Cities[i].Plus(Place(c.Label, l.W, l.H))
	best, cost := Label{}, math.Inf(1)
	for _, lines := range breaks(c.Name) {
		lb := l.label(i, lines, at, 0, 0)
		if k := l.cost(lb); k < cost {
			best, cost = lb, k
		}
	}
	best.addLead(l, i)
	return best
}

// nameReach are the distances of a name from its city that are tried, in units of the scale.
var nameReach = []float64{4, 10, 18, 28, 40, 55, 70, 90, 115, 145, 180, 220, 270, 320}

// freeLabel finds the cheapest place around the city.
func (l *Layout) freeLabel(i int) Label {
	var best Label
	cost := math.Inf(1)
	for _, lines := range breaks(l.Map.Cities[i].Name) {
		lb := l.label(i, lines, Point{}, 0, 0)
		half := lb.Area()
		bare := slices.Clone(lb.Areas)
		for _, far := range nameReach {
			if !l.careful() && far > 115 || l.frame == (Area{}) && !l.Quiet && far > 40 {
				break
			}
			steps := 16
			if far > 18 {
				steps = 32
			}
			if l.careful() && l.stressed == nil {
				steps += steps / 2
			}
			reach := l.Sizes.Dot + far*l.Sizes.Scale + lb.plate()
			for a := range steps {
				sin, cos := math.Sincos(float64(a) * 2 * math.Pi / float64(steps))
				at := l.Cities[i].Plus(Pt(cos*(reach+half.X1), sin*(reach+half.Y1)))
				for n := range bare {
					lb.Areas[n] = bare[n].Moved(at.X, at.Y)
				}
				k := 3 * math.Abs(sin)
				if k += l.labelCostBelow(i, &lb, cost-k); k < cost {
					areas := append(best.Areas[:0], lb.Areas...)
					best, cost = lb, k
					best.Areas = areas
				}
			}
		}
	}
	best.addLead(l, i)
	return best
}

func (lb *Label) addLead(l *Layout, i int) {
	if lead, far := l.lead(i, lb); far {
		lb.Lead = lead[:]
	}
}

// Costs of a name that may be read as another city's, or as part of another name.
const (
	stacked = 40 // each pixel of its width right above or below another name
	nearer  = 40 // each pixel that another city is nearer than its own
)

// nearest is how much nearer to its own city a name has to be than to any other, in its size.
const nearest = 0.15

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
		if lb.InLine(&l.Labels[j]) {
			k += strictly
		}
		if l.careful() && l.Labels[j].leads(lb) {
			k += strictly
		}
	}
	if margin := nearest * lb.Size; next < own+margin {
		k += strictly/2 + min(nearer*(own+margin-next), strictly)
		if own < l.Sizes.Dot+leadFrom*lb.Size { // otherwise a line says it
			k += strictly / 2
		}
	}
	return k
}

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

// label sets lines beside a point. dx and dy, -1 to 1, say on which side of the point; 0, 0 centres
// them.
func (l *Layout) label(i int, lines []string, at Point, dx, dy float64) Label {
	size, strong := l.Sizes.Name, l.stressed != nil && l.stressed[i]
	if strong {
		size = math.Ceil(stress * size)
	}
	w, h := 0.0, size*(0.74+leading*float64(len(lines)-1))
	for _, s := range lines {
		w = max(w, l.Text.Width(size, s))
	}
	mid := at.Plus(Point{dx * w / 2, dy * h / 2})
	lb := Label{Lines: lines, Size: size, Strong: strong}
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
		a = a.Grown(max(2*l.Sizes.Scale, lb.plate()))
		k += l.Cost(a)
	}
	return k
}

// onTarget reports whether an area touches a piece, a city or a sign at the edges.
func (l *Layout) onTarget(a Area) bool {
	for _, c := range l.Cities {
		if a.from(c) < l.Sizes.Dot {
			return true
		}
	}
	mid := NewSlot(Pt((a.X0+a.X1)/2, (a.Y0+a.Y1)/2), 0, a.X1-a.X0, a.Y1-a.Y0)
	for i := range l.Lanes {
		if a.Overlap(l.reach[i]) == 0 {
			continue
		}
		for _, s := range l.Lanes[i].Slots {
			if s.meets(mid, 4.4*l.Sizes.Scale) {
				return true
			}
		}
	}
	return slices.ContainsFunc(l.Exits, func(e Exit) bool { return e.Sign.Overlap(a) > 0 })
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
