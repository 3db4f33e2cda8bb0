package review

import (
	"cmp"
	"math"
	"slices"

	"konduktor/engine"
)

// points finds the moments that decided most. The first judgements only say where to look: the
// largest of many figures are partly large by luck. Each figure that is told is judged again in
// other worlds, and exceeds two standard errors there.
func (s *studio) points() ([]Point, error) {
	all, err := s.costly()
	if err != nil {
		return nil, err
	}
	changes, err := s.changes()
	if err != nil {
		return nil, err
	}
	all = append(all, changes...)
	slices.SortStableFunc(all, func(a, b Point) int {
		return cmp.Compare(math.Abs(b.After-b.Before), math.Abs(a.After-a.Before))
	})
	var list []Point
	for i := range all {
		if len(list) < mostPoints && !slices.ContainsFunc(list, all[i].overlaps) {
			list = append(list, all[i])
		}
	}
	slices.SortStableFunc(list, func(a, b Point) int { return a.To - b.To })
	return list, nil
}

func (s *studio) costly() (list []Point, err error) {
	for _, i := range largest(len(s.choices), closeLooks, func(i int) float64 {
		return s.choices[i].Loss - leastLoss/2
	}) {
		c, err := s.lookClosely(s.at[i])
		if err != nil {
			return nil, err
		}
		if c.Loss > max(leastLoss, clear*c.Doubt) {
			list = append(list, Point{
				Seat: c.Seat, From: c.Turn, To: c.Turn, Before: c.Chance + c.Loss, After: c.Chance,
				Choice: c, Doubt: c.Doubt,
			})
		}
	}
	return list, nil
}

// changes are the clear changes between a choice and the next one of the same seat.
func (s *studio) changes() (list []Point, err error) {
	var pairs [][2]int // of choices
	last := map[engine.Seat]int{}
	for i := range s.choices {
		if before, ok := last[s.choices[i].Seat]; ok {
			pairs = append(pairs, [2]int{before, i})
		}
		last[s.choices[i].Seat] = i
	}
	for _, k := range largest(len(pairs), closeEnds, func(k int) float64 {
		before, now := &s.choices[pairs[k][0]], &s.choices[pairs[k][1]]
		return math.Abs(now.Chance+now.Loss-before.Chance) - leastSwing
	}) {
		before, now := pairs[k][0], pairs[k][1]
		_, was, err := s.play(s.at[before], s.close, 1, 1)
		if err != nil {
			return nil, err
		}
		_, is, err := s.play(s.at[now], s.close, 2, 1)
		if err != nil {
			return nil, err
		}
		from, wrong := standing(was[0])
		to, also := standing(is[len(is)-1])
		doubt := math.Hypot(wrong, also)
		if math.Abs(to-from) > max(leastSwing, clear*doubt) {
			c := &s.choices[before]
			list = append(list, Point{
				Seat: c.Seat, From: c.Turn, To: s.choices[now].Turn, Before: from, After: to, Choice: *c,
				Doubt: doubt,
			})
		}
	}
	return list, nil
}

// largest returns at most a number of indices below n of the largest positive sizes.
func largest(n, most int, size func(int) float64) []int {
	var list []int
	for i := range n {
		if size(i) > 0 {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(size(b), size(a)) })
	return list[:min(len(list), most)]
}

// overlaps reports whether two points may be the same event, seen by different seats.
func (p *Point) overlaps(o Point) bool { return p.From <= o.To && o.From <= p.To }
