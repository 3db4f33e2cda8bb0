package geometry

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// Where a board's picture shows owners, the signs that matter are as large as the names of cities,
// if there is room beside everything else. The others make way for them.

// signPlace is a place in which a sign covers nothing, except perhaps other signs.
type signPlace struct {
	lines []string
	size  float64
	area  Area
	step  int
	worth float64
}

const (
	signSteps  = 4     // from small to large signs
	signFar    = 90    // how far from its lane a sign may stand, in units of the scale
	phoneFar   = 130   // the same in private pictures
	signNear   = 0.8   // rebate for each unit nearer to its lane
	signMissed = 10000 // cost of having no room for a sign
	signTries  = 16
)

// weighSigns finds the places of all signs, at most that many units of the scale from their lanes.
func (l *Layout) weighSigns(most float64) {
	for i := range l.Exits {
		e := &l.Exits[i]
		if e.Sign == (Area{}) {
			continue
		}
		for n := range signSteps + 1 {
			size := l.Sizes.Sign + (l.Sizes.Name-l.Sizes.Sign)*float64(n)/signSteps
			for _, lines := range breaks(e.Name) {
				if len(lines) > 2 {
					continue
				}
				l.signPlaces(e, lines, size, func(a Area, far float64) {
					if far <= most && l.freeFor(a) {
						worth := size*size/2 - signNear*far
						e.places = append(e.places, signPlace{lines, size, a, n, worth})
					}
				})
			}
		}
		slices.SortStableFunc(e.places, func(a, b signPlace) int {
			return cmp.Compare(b.worth, a.worth)
		})
	}
}

// freeFor reports whether a sign covers nothing in an area but perhaps other signs.
func (l *Layout) freeFor(a Area) bool {
	alone := *l
	alone.Exits = nil
	return Box(0, 0, l.W, l.H).Holds(a) && !alone.onTarget(a) &&
		!slices.ContainsFunc(l.Labels, func(lb Label) bool {
			return lb.bounds.Overlap(a.Grown(4*l.Sizes.Scale)) > 0
		})
}

// Signs are a board's exits with their signs: those of connections with a weight as large as there
// is room for, heavy ones first, the others small. Of some random attempts, always the same, it
// takes the best.
func (l *Layout) Signs(weight func(group int) int) []Exit {
	heavy := make([]int, len(l.Exits)) // by sign
	var order []int
	for i := range l.Exits {
		by := l.Exits[i].by
		if by == i {
			order = append(order, i)
		}
		heavy[by] = max(heavy[by], weight(l.Exits[i].Group))
	}
	if slices.Max(append(heavy, 0)) == 0 {
		return l.Exits
	}
	best, most := l.Exits, math.Inf(-1)
	dice := rand.New(rand.NewPCG(1, 1))
	for n := range signTries {
		dice.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		slices.SortStableFunc(order, func(i, j int) int { return heavy[j] - heavy[i] })
		try, sum := slices.Clone(l.Exits), 0.0
		if n%2 > 0 {
			try = l.Unsigned()
		}
		for _, i := range order {
			try[i].takePlace(try, heavy[i], dice.IntN(2*signSteps))
		}
		for _, i := range order { // where there is room left
			sum += try[i].takePlace(try, heavy[i], signSteps)
		}
		if sum > most {
			best, most = try, sum
		}
	}
	return best
}

// Unsigned are the exits without their signs.
func (l *Layout) Unsigned() []Exit {
	all := slices.Clone(l.Exits)
	for i := range all {
		all[i].Sign = Area{}
	}
	return all
}

// takePlace gives a sign the best place that the others leave, no larger than some step and small
// without a weight, and returns what that is worth. Signs stand in the order of their exits.
func (e *Exit) takePlace(all []Exit, weight, step int) float64 {
	e.Weight = weight
	if weight == 0 {
		step = 0
	}
	top, end := math.Inf(-1), math.Inf(1)
	for i := range all {
		if o := &all[i]; o.To == e.To && o.Sign != (Area{}) && o.by != e.by {
			if o.level < e.level {
				top = max(top, o.Sign.Y1)
			} else {
				end = min(end, o.Sign.Y0)
			}
		}
	}
	for i := range e.places {
		if p := &e.places[i]; p.step <= step && p.area.Y0 > top && p.area.Y1 < end {
			e.Lines, e.Size, e.Sign = p.lines, p.size, p.area
			return p.worth * float64(1+weight)
		}
	}
	if e.Sign != (Area{}) {
		return 0
	}
	return -signMissed
}
