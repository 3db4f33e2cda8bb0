package timekeeper

import (
	"cmp"
	"strings"
	"time"

	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/match"
)

// task is a deadline that has passed.
type task struct {
	match.Deadline
	table *play.Table // as it was left; nil: it has to be loaded
}

// tablesKept bounds the tables in a queue. Where more wait they are loaded once more.
const tablesKept = 64

// queue has the moves that the house has still to think of. It is fair between hosts: those whose
// games have waited longest come first, so that many games of one person hold nobody else's up.
type queue struct {
	waiting map[match.Deadline]waiting
	turns   map[string]int // when a host last had one
	taken   int
}

type waiting struct {
	host  string // whose turn it takes: see hostOf
	table *play.Table
}

func newQueue() *queue {
	return &queue{waiting: map[match.Deadline]waiting{}, turns: map[string]int{}}
}

func (q *queue) len() int { return len(q.waiting) }

func (q *queue) has(d match.Deadline) bool {
	_, ok := q.waiting[d]
	return ok
}

func (q *queue) add(d match.Deadline, t *play.Table) {
	w := waiting{host: hostOf(t.Game)}
	if len(q.waiting) < tablesKept {
		w.table = t
	}
	q.waiting[d] = w
}

// addNext adds the deadlines of a table that have passed by its last move: computers answer each
// other at once.
func (q *queue) addNext(t *play.Table, now time.Time) {
	for i, s := range t.Seats {
		if !s.Due.IsZero() && !s.Due.After(now) {
			q.add(match.Deadline{Game: t.ID, Seat: engine.Seat(i + 1), Due: s.Due}, t)
		}
	}
}

// hostOf names whose game it is; a game without a host is its own.
func hostOf(g match.Game) string {
	if g.Host == "" || g.Host == match.Former {
		return "game " + string(g.ID)
	}
	return string(g.Host)
}

// take removes the next deadlines from the queue, n at most, no two of the same game. The first is
// that of the host whose last turn is longest ago, among theirs the first that passed.
func (q *queue) take(n int) (list []task) {
	games := map[match.GameID]bool{}
	for len(list) < n {
		var next match.Deadline
		host, found := "", false
		for d, w := range q.waiting {
			if !games[d.Game] && (!found || q.before(d, w.host, next, host)) {
				next, host, found = d, w.host, true
			}
		}
		if !found {
			break
		}
		list = append(list, task{next, q.waiting[next].table})
		delete(q.waiting, next)
		games[next.Game] = true
		q.taken++
		q.turns[host] = q.taken
	}
	return list
}

func (q *queue) before(a match.Deadline, hostOfA string, b match.Deadline, hostOfB string) bool {
	return cmp.Or(
		cmp.Compare(q.turns[hostOfA], q.turns[hostOfB]), a.Due.Compare(b.Due),
		strings.Compare(string(a.Game), string(b.Game)), cmp.Compare(a.Seat, b.Seat),
	) < 0
}
