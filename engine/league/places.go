package league

// order puts the sides of rounds that have not begun into turn order, so that each side has each
// place at tables of one size equally often, to one game. It goes round by round, so that this is
// nearly so all the time: sides can leave.
func (s *scheduler) order(rounds [][][]int) {
	for size := max(s.Seats-1, 2); size <= s.Seats; size++ {
		b := balance{of: make([][]int, len(s.Want))}
		for i := range b.of {
			b.of[i] = make([]int, size)
		}
		b.take(s.Begun, size)
		var all, last [][]int
		for _, round := range rounds {
			tables := b.take(round, size)
			all, b.free, last = append(all, tables...), append(last, tables...), tables
			for b.improve() {
			}
		}
		for b.free = all; b.improve(); {
		}
	}
}

// balance is how often each side has each place, and the games that can still be ordered.
type balance struct {
	of   [][]int
	free [][]int
}

// take counts the places at tables of one size, and returns these.
func (b *balance) take(tables [][]int, size int) (taken [][]int) {
	for _, table := range tables {
		if len(table) != size {
			continue
		}
		taken = append(taken, table)
		for place, side := range table {
			b.of[side][place]++
		}
	}
	return taken
}

// improve mends one side that has a place two times more often than another, if it can. Each step
// lowers the sum of the squares of all counts.
func (b *balance) improve() bool {
	for side, counts := range b.of {
		for often, n := range counts {
			for seldom, m := range counts {
				if n-m >= 2 && b.trade(side, often, seldom) {
					return true
				}
			}
		}
	}
	return false
}

// trade has a side change one place for another. The side that it displaces changes back in another
// game, and so on, until one gains by it. If all games are free there is always such a chain: among
// the sides that chains reach, the two places are taken equally often.
func (b *balance) trade(side, often, seldom int) bool {
	by := map[int]int{side: -1} // the game in which a side is displaced
	for queue := []int{side}; len(queue) > 0; queue = queue[1:] {
		for i, table := range b.free {
			next := table[seldom]
			if _, known := by[next]; known || table[often] != queue[0] {
				continue
			}
			by[next] = i
			if b.of[next][often] < b.of[next][seldom] {
				b.flip(by, next, often, seldom)
				return true
			}
			queue = append(queue, next)
		}
	}
	return false
}

func (b *balance) flip(by map[int]int, last, often, seldom int) {
	for at := last; by[at] >= 0; {
		table := b.free[by[at]]
		before := table[often]
		table[often], table[seldom] = at, before
		b.of[at][often]++
		b.of[at][seldom]--
		b.of[before][often]--
		b.of[before][seldom]++
		at = before
	}
}
