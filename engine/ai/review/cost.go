package review

import (
	"cmp"
	"math"
	"slices"

	"konduktor/engine"
)

// costly finds the choices that cost most. The first judgements only say where to look, beside the
// turn that changed most: the largest of many figures are partly large by luck. Each
// choice that is told is judged again in other worlds, and is clearly a loss there. A seat's
// choices are told only while they are no more than it had to lose.
func (s *studio) costly(r *Review) error {
	looks := largest(len(s.choices), closeLooks, func(i int) float64 {
		return s.choices[i].Loss - leastLoss/2
	})
	for i, c := range s.choices {
		if r.Swing != nil && c.Turn == r.Swing.Turn && !slices.Contains(looks, i) {
			looks = append(looks, i)
		}
	}
	var all []Choice
	for _, i := range looks {
		c, err := s.lookClosely(s.at[i])
		if err != nil {
			return err
		}
		if c.Costly() {
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b Choice) int { return cmp.Compare(b.Loss, a.Loss) })
	lost := map[engine.Seat]int{}
	for _, c := range all {
		sum := lost[c.Seat] + c.Percent()
		if len(r.Costly) < mostCostly && sum <= r.most(c.Seat) {
			r.Costly, lost[c.Seat] = append(r.Costly, c), sum
		}
	}
	slices.SortStableFunc(r.Costly, func(a, b Choice) int { return a.Turn - b.Turn })
	return nil
}

// Costly reports whether a choice was clearly a loss.
func (c *Choice) Costly() bool { return isLoss(c.Loss, c.Doubt) }

// Percent is the loss in whole percent, as it is told.
func (c *Choice) Percent() int { return percent(c.Loss) }

func isLoss(loss, doubt float64) bool { return loss >= leastLoss && loss >= Clear*doubt }

// Chances are those of the move that was made and of the better one, in whole percent.
func (c *Choice) Chances() (made, better int) {
	return percent(c.Chance), percent(c.Chance + c.Loss)
}

func percent(x float64) int { return int(math.Round(100 * x)) }

// Cost is what the choices of a seat cost, in whole percent of the chance to win, as it is told.
type Cost struct {
	Percent, PlusMinus int
	// the part of Percent that is not in Review.Costly, and of how many choices it is the sum
	Small, Choices int
	All            bool // the choices cost all that there was to lose, Percent
}

// CostOf returns what the choices of a seat cost; false if that is not clear, or if what else is
// told denies it: the result, or single choices that cost more.
func (r *Review) CostOf(seat engine.Seat) (Cost, bool) {
	s := &r.Seats[seat-1]
	if !isLoss(-s.Play, s.Doubt) {
		return Cost{}, false
	}
	c := Cost{Percent: percent(-s.Play), PlusMinus: percent(Clear * s.Doubt), Choices: s.Turns}
	c.Small = c.Percent
	for i := range r.Costly {
		if r.Costly[i].Seat == seat {
			c.Small, c.Choices = c.Small-r.Costly[i].Percent(), c.Choices-1
		}
	}
	if most := r.most(seat); c.Percent > most {
		return Cost{Percent: most, All: true}, s.Share == 0
	}
	// each figure has worlds of its own, so a single choice can seem to cost more or less than all
	return c, c.Small >= 0 && c.Choices > 0
}

// most is what a seat had to lose, in percent: the best chance that it had before the result.
func (r *Review) most(seat engine.Seat) int {
	most := r.Seats[seat-1].First
	if n := len(r.Known); n > 0 {
		most = 0
		for _, known := range r.Known[:n-1] { // the last is the result
			most = max(most, known[seat-1])
		}
	}
	return int(100 * most)
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
