package prospect

import (
	"konduktor/engine"
	"konduktor/engine/railmap"
)

// unlimited stands for a number of turns that nobody knows yet.
const unlimited = -1

// table is what decides about tickets: who has claimed what, and what a team has left.
type table struct {
	m     *railmap.Map
	facts *engine.RuleFacts
	owner []engine.Seat // by route
	shut  []bool        // by route: unclaimed, but nobody can claim it any more (C8)
	seat  engine.Seat   // who looks ahead
	team  []member      // of the seat, its own entry first
	last  bool          // the last round has begun
	over  bool

	routes  []engine.RouteID // of the team
	network railmap.Network  // of the team
	search  *search
}

type member struct {
	seat   engine.Seat
	pieces []int // by kind; nil: not chosen yet, which limits nothing
	box    []int // by kind: what pieces can be exchanged for (W11)
	turns  int   // in which it can still claim; unlimited before the last round
}

func newTable(v *engine.View, m *railmap.Map, seat engine.Seat) *table {
	t := &table{
		m: m, facts: v.Facts(), owner: make([]engine.Seat, len(m.Routes)),
		shut: make([]bool, len(m.Routes)), seat: seat,
		last: v.LastRound, over: v.Phase == engine.IsOver,
	}
	for i := range v.Seats {
		for _, r := range v.Seats[i].Routes {
			t.owner[r] = v.Seats[i].Seat
		}
	}
	t.addMember(v, seat)
	for i := range v.Seats {
		if s := v.Seats[i].Seat; s != seat && v.Uses(engine.UsesTeams) &&
			v.Seats[i].Team == v.Seat(seat).Team {
			t.addMember(v, s)
		}
	}
	for g := range m.Connections() {
		t.close(g)
	}
	return t
}

func (t *table) addMember(v *engine.View, s engine.Seat) {
	own := v.Seat(s)
	m := member{seat: s, turns: turnsOf(v, s)}
	if own.Pieces != nil {
		m.pieces = append([]int(nil), own.Pieces...)
	}
	if len(own.Box) == len(own.Pieces) {
		m.box = own.Box
	}
	t.team = append(t.team, m)
}

// turnsOf counts the turns of the last round in which a seat can still claim a route.
func turnsOf(v *engine.View, s engine.Seat) int {
	switch {
	case v.Phase == engine.IsOver:
		return 0
	case !v.LastRound || len(v.ToMove) == 0:
		return unlimited
	}
	n, away := len(v.Seats), int(s)-int(v.ToMove[0])
	if away < 0 {
		away += n
	}
	turns := (v.TurnsLeft - away + n - 1) / n
	if away == 0 && v.Owes != engine.OwesTurn && v.Owes != engine.OwesPay {
		turns--
	}
	return max(turns, 0)
}

// close closes the lanes of a connection that must stay unused (C8), and returns those that were
// open.
func (t *table) close(group int) []engine.RouteID {
	var free []engine.RouteID
	lanes := t.m.Group(group)
	for _, r := range lanes {
		if t.owner[r] == engine.Public {
			free = append(free, r)
		}
	}
	if len(free) == len(lanes) || len(free) > t.facts.Spare {
		return nil
	}
	var closed []engine.RouteID
	for _, r := range free {
		if !t.facts.Open[r] && !t.shut[r] { // S7
			t.shut[r] = true
			closed = append(closed, r)
		}
	}
	return closed
}

// claim gives a route to a seat, and returns the lanes that this closes for everyone.
func (t *table) claim(s engine.Seat, r engine.RouteID) []engine.RouteID {
	t.owner[r] = s
	return t.close(t.m.Routes[r].Group)
}

// free takes a claim back and reopens the lanes that it closed.
func (t *table) free(r engine.RouteID) {
	t.owner[r] = engine.Public
	for _, lane := range t.m.Group(t.m.Routes[r].Group) {
		t.shut[lane] = false
	}
	t.close(t.m.Routes[r].Group)
}

func (t *table) ours(s engine.Seat) bool {
	for i := range t.team {
		if t.team[i].seat == s {
			return true
		}
	}
	return false
}

// canClaim reports whether a member may claim a route: nobody takes two lanes of one connection
// (C8).
func (t *table) canClaim(m *member, r engine.RouteID) bool {
	if t.owner[r] != engine.Public || t.shut[r] {
		return false
	}
	for _, lane := range t.m.Group(t.m.Routes[r].Group) {
		if t.owner[lane] == m.seat {
			return false
		}
	}
	return true
}

// left counts the team's pieces; false while one of its seats has not chosen them.
func (t *table) left() (int, bool) {
	sum := 0
	for i := range t.team {
		if t.team[i].pieces == nil {
			return 0, false
		}
		for _, n := range t.team[i].pieces {
			sum += n
		}
	}
	return sum, true
}
