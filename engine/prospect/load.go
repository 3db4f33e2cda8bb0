package prospect

import (
	"konduktor/engine"
)

// maxKinds is how many kinds of pieces a seat has at most (W4).
const maxKinds = 2

// maxTop is how many of its longest routes a load remembers per member.
const maxTop = 3

// load is what some claims take from a team.
type load struct {
	spaces int16
	routes uint8
	pieces [engine.MaxSeats][maxKinds]uint8 // by member of the team and kind
	claims [engine.MaxSeats]uint8           // by member of the team
	// by member of the team: its longest routes, longest first
	top [engine.MaxSeats][maxTop]uint8
}

// with returns the load with one more claim by a member of the team.
func (l load) with(member int, kind uint8, length int) load {
	l.spaces += int16(length) // at most MaxRoutes * MaxLength
	l.routes++
	// more than any supply
	l.pieces[member][kind] += uint8(min(length, 255-int(l.pieces[member][kind])))
	l.claims[member]++
	l.remember(member, uint8(length)) // at most MaxLength
	return l
}

func (l load) plus(o *load) load {
	l.spaces += o.spaces
	l.routes += o.routes
	for i := range l.pieces {
		for k := range l.pieces[i] {
			l.pieces[i][k] += min(o.pieces[i][k], 255-l.pieces[i][k])
		}
		l.claims[i] += o.claims[i]
		for _, length := range o.top[i] {
			l.remember(i, length)
		}
	}
	return l
}

// remember keeps a route's length if it is one of the member's longest.
func (l *load) remember(member int, length uint8) {
	top := &l.top[member]
	for i := range top {
		if length > top[i] {
			top[i], length = length, top[i]
		}
	}
}

// without counts the spaces of a member's routes but the longest n, at most maxTop.
func (l *load) without(member, n int) int {
	sum := 0
	for _, spaces := range l.pieces[member] {
		sum += int(spaces)
	}
	for _, length := range l.top[member][:n] {
		sum -= int(length)
	}
	return sum
}

// limits say what a team can still take on.
type limits struct {
	team []member
	// pieces the team can use before the last round and still have a turn; unlimited: any number
	before int
	turns  int // of each member in the last round
}

func (t *table) limits() limits {
	l := limits{team: t.team, before: unlimited, turns: t.facts.LastTurns}
	if left, known := t.left(); known && !t.last && left > t.facts.LastAt && l.turns < maxTop {
		l.before = left - t.facts.LastAt - 1
	}
	return l
}

// allow reports whether the team can make these claims in some order. More claims never make an
// illegal load legal.
func (l *limits) allow(x *load) bool {
	for i := range l.team {
		if !l.team[i].allows(x.pieces[i], int(x.claims[i])) {
			return false
		}
	}
	return l.before == unlimited || l.early(x) <= l.before
}

// early counts the fewest spaces that the team must claim before the claim that begins the last
// round. In the best order the longest routes come last: that one, and those that each member can
// claim in it (C11).
func (l *limits) early(x *load) int {
	sum, longest := 0, 0
	for i := range l.team {
		sum += x.without(i, l.turns)
		longest = max(longest, int(x.top[i][l.turns]))
	}
	return sum - longest
}

// allows reports whether a member has the turns and pieces, maybe after an exchange, which takes a
// turn (W11).
func (m *member) allows(used [maxKinds]uint8, claims int) bool {
	swap, ok := m.exchange(used)
	if swap > 0 {
		claims++
	}
	return ok && (m.turns == unlimited || claims <= m.turns)
}

// exchange returns how many pieces a member must exchange to use some; false if it cannot.
func (m *member) exchange(used [maxKinds]uint8) (int, bool) {
	if m.pieces == nil {
		return 0, true
	}
	short, kind, sum := 0, 0, 0
	for k, n := range m.pieces {
		sum += n - int(used[k])
		if lack := int(used[k]) - n; lack > short {
			short, kind = lack, k
		}
	}
	return short, sum >= 0 && (short == 0 || m.box != nil && short <= m.box[kind])
}

// dominates reports whether anything that can still be added to o can be added to l.
func (l *load) dominates(o *load, by *limits) bool {
	for i := range by.team {
		if l.claims[i] > o.claims[i] && by.team[i].turns != unlimited {
			return false
		}
		for k := range l.pieces[i] {
			if l.pieces[i][k] > o.pieces[i][k] {
				return false
			}
		}
	}
	for i := range by.team {
		for n := 1; n <= by.turns+1 && by.before != unlimited; n++ {
			if l.without(i, n) > o.without(i, n) {
				return false
			}
		}
	}
	return true
}
