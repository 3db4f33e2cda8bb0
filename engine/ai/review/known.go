package review

import (
	"fmt"
	"math"

	"konduktor/engine"
	"konduktor/engine/ai"
)

// How closely a game is looked at with all cards on the table.
const (
	// turns that are judged; those between lie on a straight line
	curvePoints = 30
	swingEffort = 4 // times as much, for both ends of the turn that is told
	swings      = 2 // stretches that are looked at turn by turn
)

// Swing is the turn that changed the chances most, by all that is known afterwards.
type Swing struct {
	Turn          int
	Before, After []float64 // by seat
}

// lookBack follows the chances from turn to turn, by hands and tickets as they were, to the turn
// that changed them most.
func (s *studio) lookBack(r *Review) error {
	n := len(s.g.Moments)
	if n < 2 {
		return nil
	}
	at := map[int][]float64{}
	step := (n + curvePoints - 1) / curvePoints
	var turns []int
	for t := 0; t < n; t = min(t+step, n-1) {
		turns = append(turns, t)
		if err := s.know(at, t, 1); err != nil {
			return err
		}
		if t == n-1 {
			break
		}
	}
	if err := s.findSwing(r, at, turns); err != nil {
		return err
	}
	r.Known = make([][]float64, n)
	from := 0
	for to := range n {
		if at[to] == nil {
			continue
		}
		for t := from; t <= to; t++ {
			x := float64(t-from) / float64(max(to-from, 1))
			r.Known[t] = make([]float64, len(at[from]))
			for i := range r.Known[t] {
				r.Known[t][i] = at[from][i]*(1-x) + at[to][i]*x
			}
		}
		from = to
	}
	return nil
}

// know judges how the seats stood after a turn.
func (s *studio) know(at map[int][]float64, turn, effort int) error {
	if at[turn] != nil {
		return nil
	}
	worlds, err := s.shares(turn, effort, 0)
	if err != nil {
		return err
	}
	at[turn] = make([]float64, len(worlds[0]))
	for i := range at[turn] {
		at[turn][i] = mean(of(worlds, i))
	}
	return nil
}

// shares are, by world and seat, how the seats stood after a turn.
func (s *studio) shares(turn, effort int, seed uint64) ([][]float64, error) {
	if err := s.ctx.Err(); err != nil {
		return nil, fmt.Errorf("review a game: %w", err)
	}
	m := &s.g.Moments[turn]
	if m.Game.Over() {
		result := make([]float64, len(s.g.Final.Seats))
		for i := range result {
			result[i] = ai.ShareOf(&s.g.Final, engine.Seat(i+1))
		}
		return [][]float64{result, result}, nil
	}
	return s.judge.Shares(m.Game, m.Told, effort*s.curve, seed)
}

// findSwing looks turn by turn at the stretches that changed most, and judges both ends of the best
// turn again, in other worlds. What it finds replaces what was known.
func (s *studio) findSwing(r *Review, at map[int][]float64, turns []int) error {
	for _, k := range largest(len(turns)-1, swings, func(k int) float64 {
		return distance(at[turns[k]], at[turns[k+1]])
	}) {
		for t := turns[k] + 1; t < turns[k+1]; t++ {
			if err := s.know(at, t, 1); err != nil {
				return err
			}
		}
	}
	best, most := 0, leastSwing
	for t := 1; t < len(s.g.Moments); t++ {
		if at[t-1] != nil && at[t] != nil && distance(at[t-1], at[t]) > most {
			best, most = t, distance(at[t-1], at[t])
		}
	}
	if best == 0 {
		return nil
	}
	before, err := s.shares(best-1, swingEffort, 1)
	if err != nil {
		return err
	}
	after, err := s.shares(best, swingEffort, 1)
	if err != nil {
		return err
	}
	swing := &Swing{Turn: best}
	at[best-1], at[best] = make([]float64, len(before[0])), make([]float64, len(before[0]))
	for i := range before[0] {
		was, wrong := standing(of(before, i))
		is, also := standing(of(after, i))
		at[best-1][i], at[best][i] = was, is
		if math.Abs(is-was) > max(leastSwing, Clear*math.Hypot(wrong, also)) {
			r.Swing = swing
		}
	}
	swing.Before, swing.After = at[best-1], at[best]
	return nil
}

func of(worlds [][]float64, seat int) []float64 {
	values := make([]float64, len(worlds))
	for w := range worlds {
		values[w] = worlds[w][seat]
	}
	return values
}

func distance(a, b []float64) float64 {
	most := 0.
	for i := range a {
		most = max(most, math.Abs(a[i]-b[i]))
	}
	return most
}
