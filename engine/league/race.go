package league

import (
	"math"
	"slices"
)

// race asks whether the missing games can end so that all other sides reach a goal: not to be ahead
// of one side in the end, or to be ahead of it. In each game a side pays what it gains, or for the
// other goal what it fails to gain; the mean is the same. So a side reaches its goal if it pays
// less than its budget, or just that while its wins are right.
type race struct {
	games  [][]int
	ahead  bool // the goal
	own    int  // pays just its budget, and wins just its wins
	racers []racer
	lost   map[string]bool // what was left of the race when it could not be won
}

type racer struct {
	budget int
	wins   int // how many more it can have, or has more than it needs; below 0: it must pay less
	left   int // games
	free   bool
}

// fewest returns how few of the others miss the goal if the side gains so much; most, if no fewer.
func (c *contest) fewest(p score, ahead bool, most int) int {
	failed := 0
	r := race{games: c.games, ahead: ahead, own: c.own}
	var bound []int
	for i, row := range c.rows {
		x := c.racer(row, p, ahead)
		if i == c.own {
			x = racer{budget: p.gain, wins: p.wins, left: row.Missing}
			if ahead {
				x.budget = First*x.left - p.gain
			}
		}
		r.racers = append(r.racers, x)
		switch {
		case i == c.own:
		case !r.settle(i):
			r.racers[i].free = true
			failed++
		case !r.racers[i].free:
			bound = append(bound, i)
		}
	}
	// first those whose failure helps the others most
	slices.SortStableFunc(bound, func(a, b int) int {
		return r.racers[b].relief() - r.racers[a].relief()
	})
	for n := 0; failed+n < most; n++ {
		first := uint(1)<<n - 1
		for set := first; set < 1<<len(bound); set = nextSet(set) {
			try := r.without(bound, set)
			switch {
			case try.affordable():
				if try.won(0) {
					return failed + n
				}
			case set == first: // all others free less
				set = 1 << len(bound)
			}
		}
	}
	return most
}

// without returns the race if a set of the bound may fail.
func (r race) without(bound []int, set uint) race {
	r.racers, r.lost = slices.Clone(r.racers), map[string]bool{}
	for k, i := range bound {
		r.racers[i].free = r.racers[i].free || set>>k&1 != 0
	}
	return r
}

// affordable reports whether all sides together can pay for all games.
func (r *race) affordable() bool {
	due := 0
	for _, table := range r.games {
		due += average * len(table)
	}
	for _, x := range r.racers {
		if x.free {
			x.budget = First * x.left
		}
		due -= x.budget
	}
	return due <= 0
}

// nextSet returns the next larger number with as many bits.
func nextSet(set uint) uint {
	if set == 0 {
		return math.MaxUint
	}
	low := set & -set
	next := set + low
	return next | (set^next)>>2/low
}

// relief is how much more a side can pay once its goal is given up.
func (x racer) relief() int { return First*x.left - x.budget }

func (c *contest) racer(row Row, p score, ahead bool) racer {
	own := c.rows[c.own]
	x := racer{
		budget: own.Points + p.gain - row.Points, wins: own.Wins + p.wins - row.Wins, left: row.Missing,
	}
	if ahead {
		x.budget, x.wins = First*x.left-x.budget, -x.wins
	}
	free := row.Missing > 0 || own.Missing > 0
	if !free && ahead != (row.Share > own.Share) {
		x.wins--
	}
	return x
}

// settle reports whether a side can still reach its goal, and notes if it can no longer miss it.
func (r *race) settle(i int) bool {
	x := &r.racers[i]
	most := x.wins
	if r.ahead {
		most += x.left
	}
	x.free = x.free || x.budget > First*x.left
	return x.free || x.budget > 0 || x.budget == 0 && most >= 0
}

// won reports whether the games from one on can end so that nobody who is bound fails.
func (r *race) won(game int) bool {
	if game == len(r.games) {
		return true
	}
	key := r.key(game)
	if r.lost[key] {
		return false
	}
	table := r.games[game]
	var before [4]racer
	for k, i := range table {
		before[k] = r.racers[i]
	}
	for _, scores := range outcomes[len(table)] {
		ok := true
		for k, i := range table {
			ok = r.pay(i, scores[k]) && ok
		}
		if ok && r.won(game+1) {
			return true
		}
		for k, i := range table {
			r.racers[i] = before[k]
		}
	}
	r.lost[key] = true
	return false
}

// pay reports whether a side can still reach its goal after a game; the one in question can still
// pay just its budget.
func (r *race) pay(i int, s score) bool {
	x := &r.racers[i]
	x.left--
	if x.free {
		return true
	}
	x.budget -= s.cost(r.ahead)
	if i == r.own {
		x.wins -= s.wins
		return x.budget >= 0 && x.budget <= First*x.left && x.wins >= 0 && x.wins <= x.left
	}
	if r.ahead {
		x.wins += s.wins
	} else {
		x.wins -= s.wins
	}
	return r.settle(i)
}

func (s score) cost(ahead bool) int {
	if ahead {
		return First - s.gain
	}
	return s.gain
}

func (r *race) key(game int) string {
	key := []byte{byte(game)}
	for _, x := range r.racers {
		switch {
		case x.free:
			key = append(key, 0)
		case x.left > 0:
			wins := min(max(x.wins, -x.left-1), x.left)
			key = append(key, byte(x.budget+1), byte(wins))
		}
	}
	return string(key)
}
