package league

import "math/bits"

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

// mostChecked bounds the sides of which payable tries all groups.
const mostChecked = 10

// payable reports whether no group of sides has a smaller budget than it pays at least in the games
// from one on: at each table, what the last places cost. Where all just pay, wins must be possible.
func (r *race) payable(game int) bool {
	var bound uint
	for i := range r.racers {
		if x := &r.racers[i]; !x.free && x.left > 0 {
			bound |= 1 << i
		}
	}
	spare := r.spare(game, bound)
	for rest := bound; rest > 0; rest &= rest - 1 {
		i := bits.TrailingZeros(rest)
		if spare < 0 || (spare == 0 || i == r.own) && !r.fits(i) {
			return false
		}
	}
	if bits.OnesCount(bound) > mostChecked {
		return true
	}
	for group := (bound - 1) & bound; group > 0; group = (group - 1) & bound {
		if r.spare(game, group) < 0 {
			return false
		}
	}
	return true
}

// spare returns what a group has left if it pays as little as possible, below 0 if it cannot.
func (r *race) spare(game int, group uint) int {
	sum, wins := 0, 0
	for rest := group; rest > 0; rest &= rest - 1 {
		x := &r.racers[bits.TrailingZeros(rest)]
		sum, wins = sum+x.budget, wins+x.wins
	}
	for k := game; k < len(r.games); k++ {
		n, size := bits.OnesCount(r.tables[k]&group), len(r.games[k])
		sum -= cheapest[size][n]
		if n == size {
			wins-- // somebody wins
		}
	}
	if sum == 0 && !r.ahead && wins < 0 {
		return -1
	}
	return sum
}

// cheapest is what some sides of a table pay at least together, by the sizes of both.
var cheapest = [5][5]int{2: {2: 12}, 3: {2: 6, 3: 18}, 4: {2: 4, 3: 12, 4: 24}}

// fits reports whether a side that pays all of its budget can have the wins that it then needs.
func (r *race) fits(i int) bool {
	x := r.racers[i]
	gain, least, most := x.budget, 0, x.left
	if r.ahead {
		gain = First*x.left - gain
	}
	switch {
	case i == r.own:
		least, most = x.wins, x.wins
	case r.ahead:
		least = -x.wins
	default:
		most = min(x.wins, x.left)
	}
	// a win brings at least the mean, a second place at most two thirds of a win
	return most >= 0 && gain >= average*least && gain <= First*most+First*2/3*(x.left-most)
}
