package geometry

import "math"

// Each picture weighs many places for what it draws for one reader. The costs that never change are
// summed up once; a place then costs four look-ups, however many spaces it covers.

// cell is the side of a cost map's cell, in pixels.
const cell = 4

// costMap is the cost of covering spaces and signs of an empty board, as sums over all cells above
// and to the left.
type costMap struct {
	w, h int
	sums []int32
}

// sumCosts builds the cost map.
func (l *Layout) sumCosts() {
	g := &costMap{w: int(l.W)/cell + 1, h: int(l.H)/cell + 1}
	g.sums = make([]int32, (g.w+1)*(g.h+1))
	for i := range l.Lanes {
		for _, s := range l.Lanes[i].Slots {
			near := clearance * l.Sizes.Scale
			g.add(s.Bounds(near), func(at Point) int32 {
				x, y := s.local(at)
				switch far := max(math.Abs(x)-s.Length/2, math.Abs(y)-s.Width/2); {
				case far <= l.over():
					return 51
				case far <= near:
					return 1
				}
				return 0
			})
		}
	}
	flat := func(a Area, cost int32) { g.add(a, func(Point) int32 { return cost }) }
	for i := range l.Exits {
		flat(l.Exits[i].Sign, signCost)
	}
	for y := 1; y <= g.h; y++ {
		row := int32(0)
		for x := 1; x <= g.w; x++ {
			row += g.sums[y*(g.w+1)+x]
			g.sums[y*(g.w+1)+x] = row + g.sums[(y-1)*(g.w+1)+x]
		}
	}
	l.costs = g
}

// add adds a cost to the cells whose centres lie in an area.
func (g *costMap) add(a Area, cost func(at Point) int32) {
	near := func(v float64, most int) int { return max(0, min(most, int(math.Round(v/cell)))) }
	x0, x1 := near(a.X0, g.w), near(a.X1, g.w)
	for y := near(a.Y0, g.h); y < near(a.Y1, g.h); y++ {
		for x := x0; x < x1; x++ {
			g.sums[(y+1)*(g.w+1)+x+1] += cell * cell * cost(Pt((float64(x)+0.5)*cell, (float64(y)+0.5)*cell))
		}
	}
}

func (g *costMap) cost(a Area) float64 {
	if a.X0 >= a.X1 || a.Y0 >= a.Y1 {
		return 0
	}
	return g.upTo(a.X1, a.Y1) - g.upTo(a.X0, a.Y1) - g.upTo(a.X1, a.Y0) + g.upTo(a.X0, a.Y0)
}

// upTo is the cost of everything above and to the left of a point.
func (g *costMap) upTo(x, y float64) float64 {
	x, y = max(0, min(float64(g.w), x/cell)), max(0, min(float64(g.h), y/cell))
	i, j := min(int(x), g.w-1), min(int(y), g.h-1)
	x, y = x-float64(i), y-float64(j)
	at := g.sums[j*(g.w+1)+i:]
	below := at[g.w+1:]
	return (1-y)*((1-x)*float64(at[0])+x*float64(at[1])) +
		y*((1-x)*float64(below[0])+x*float64(below[1]))
}

// Obstacle is something besides the spaces that writing avoids: a route's code, or the band around
// an open way.
type Obstacle struct {
	Slot
	Cost   float64 // of each covered pixel
	Strict bool    // it must stay visible
	City   int     // with these letters, from 1: other cities' names keep away; 0: not letters
}

func (s *Obstacle) cost(a Area) float64 {
	if a.Overlap(s.box) == 0 {
		return 0
	}
	k := s.Cost * covered(a, s.Slot, 0)
	if s.Strict && s.Under(a) {
		k += strictCost
	}
	return k
}

// besideOther is the cost of a city's name near letters of another city: it seems to belong there.
func (s *Obstacle) besideOther(city int, a Area, size float64) float64 {
	if s.City == 0 || s.City == city+1 {
		return 0
	}
	x, y := max(s.box.X0-a.X1, a.X0-s.box.X1, 0), max(s.box.Y0-a.Y1, a.Y0-s.box.Y1, 0)
	return nearLetters * max(0, fromLetters*size-math.Hypot(x, y))
}

const (
	nearLetters = 60  // each pixel nearer than
	fromLetters = 1.0 // sizes of the name
)

// Under reports whether an area covers part of the obstacle.
func (s *Obstacle) Under(a Area) bool {
	const edge = 0.5 // pixels that may touch
	return s.Near(a.Grown(-edge), 0)
}
