package timekeeper

import (
	"cmp"
	"strings"

	"konduktor/engine/match"
)

// queue has the moves that the house has still to think of. It is fair between hosts: those come
// first whose games have not been thought about for longest, so that many games of one person hold
// nobody else's up.
type queue struct {
	waiting map[match.Deadline]string // by whose turn it takes: see hostOf
	turns   map[string]int            // when a host last had one
	taken   int
}

func newQueue() *queue {
	return &queue{waiting: map[match.Deadline]string{}, turns: map[string]int{}}
}

func (q *queue) len() int { return len(q.waiting) }

func (q *queue) has(d match.Deadline) bool {
	_, ok := q.waiting[d]
	return ok
}

func (q *queue) add(d match.Deadline, g match.Game) { q.waiting[d] = hostOf(g) }

// hostOf names whose game it is; a game without a host is its own.
func hostOf(g match.Game) string {
	if g.Host == "" || g.Host == match.Former {
		return "game " + string(g.ID)
	}
	return string(g.Host)
}

// take removes the next deadline from the queue, which must not be empty: that of the host whose
// last turn is longest ago, among theirs the first that passed.
func (q *queue) take() (next match.Deadline) {
	host, found := "", false
	for d, h := range q.waiting {
		if !found || q.before(d, h, next, host) {
			next, host, found = d, h, true
		}
	}
	delete(q.waiting, next)
	q.taken++
	q.turns[host] = q.taken
	return next
}

func (q *queue) before(a match.Deadline, hostOfA string, b match.Deadline, hostOfB string) bool {
	return cmp.Or(
		cmp.Compare(q.turns[hostOfA], q.turns[hostOfB]), a.Due.Compare(b.Due),
		strings.Compare(string(a.Game), string(b.Game)), cmp.Compare(a.Seat, b.Seat),
	) < 0
}
