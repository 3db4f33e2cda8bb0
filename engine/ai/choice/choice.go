// Package choice holds what all minds share: moves with their worth, and estimates for any title.
package choice

import (
	"cmp"
	"slices"

	"konduktor/engine"
)

// Option is a legal move and what it is worth to its seat, in points.
type Option struct {
	Move  engine.Move
	Worth float64
}

// List is the moves worth considering. Its memory is used again.
type List []Option

// Add appends a move.
func (l *List) Add(m engine.Move, worth float64) { *l = append(*l, Option{m, worth}) }

// Sort puts the best move first; equals keep their order.
func (l List) Sort() {
	slices.SortStableFunc(l, func(a, b Option) int { return cmp.Compare(b.Worth, a.Worth) })
}

// Best returns the move that Sort would put first; false if there is none.
func (l List) Best() (engine.Move, bool) {
	if len(l) == 0 {
		return engine.Move{}, false
	}
	best := 0
	for i := range l {
		if l[i].Worth > l[best].Worth {
			best = i
		}
	}
	return l[best].Move, true
}

// TurnsLeft is how many turns the viewer has in the last round, the present one included.
func TurnsLeft(v *engine.View) float64 {
	n := len(v.Seats)
	away := (int(v.Viewer) - int(v.ToMove[0]) + n) % n
	return float64((v.TurnsLeft - away + n - 1) / n)
}

// halves are the powers of one half, from 0 on.
var halves = func() (list [21]float64) {
	x := 1.
	for i := range list {
		list[i] = x
		x /= 2
	}
	return list
}()

// Pow2 is 2 to the power of x <= 0: a series, the same on every machine.
func Pow2(x float64) float64 {
	if x < -20 {
		return 0
	}
	whole := int(-x)
	x += float64(whole)
	return halves[whole] * (1 + x*(.69+x*(.24+x*.06)))
}

// Enough is the chance that something comes in time: one half without turns to spare; each slack
// turns halve the risk.
func Enough(spare, slack float64) float64 { return 1 - .5*Pow2(-max(spare, 0)/slack) }

// Alike reports whether two moves of a view come to the same: however a route is paid for, from
// whichever slot a card comes.
func Alike(v *engine.View, a, b *engine.Move) bool {
	switch {
	case a.Verb != b.Verb:
		return false
	case a.Verb == engine.Claim:
		return a.Route == b.Route
	case a.Verb == engine.Draw && a.Slot > 0 && b.Slot > 0:
		return v.Market[a.Slot-1] == v.Market[b.Slot-1] && a.Where == b.Where
	}
	return a.Equal(b)
}
