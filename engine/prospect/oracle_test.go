package prospect

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/engine/railmap"
)

// Sizes of the tables that the oracle can play out.
const (
	oracleCities = 7
	oracleRoutes = 9
)

// drawTable draws a table of a small network: who has claimed what, what is left, and perhaps the
// last round. A bare one is unclaimed and has short routes, so that ways have many routes, and the
// order counts in which a team claims them.
func drawTable(t *rapid.T, bare bool) *table {
	most, owners := 4, []int{0, 0, 0, 0, 0, 0, 1, 2, 3}
	if bare {
		most, owners = 2, []int{0}
	}
	m := &railmap.Map{Cities: make([]railmap.City, oracleCities)}
	members, kinds := rapid.IntRange(1, 2).Draw(t, "members"), rapid.IntRange(1, 2).Draw(t, "kinds")
	if bare {
		kinds = 1
	}
	g := &engine.RuleFacts{
		Spare: rapid.IntRange(0, 1).Draw(t, "spare"), LastAt: rapid.IntRange(0, 4).Draw(t, "last at"),
		LastTurns: rapid.IntRange(1, 2).Draw(t, "last turns"),
	}
	x := &table{m: m, facts: g, seat: 1}
	for i := range rapid.IntRange(oracleCities-1, oracleRoutes).Draw(t, "routes") {
		a := rapid.IntRange(0, oracleCities-1).Draw(t, "a")
		b := (a + rapid.IntRange(1, oracleCities-1).Draw(t, "step")) % oracleCities
		if i < oracleCities-1 { // a path, so that some ways have many routes
			a, b = i, i+1
		}
		r := railmap.Route{
			ID: fmt.Sprint(i), A: engine.CityID(min(a, b)), B: engine.CityID(max(a, b)),
			Length: rapid.IntRange(1, most).Draw(t, "length"), Group: i,
		}
		same := slices.IndexFunc(m.Routes, func(o railmap.Route) bool { return o.A == r.A && o.B == r.B })
		if same >= 0 {
			r.Group, r.Length = m.Routes[same].Group, m.Routes[same].Length
		}
		m.Routes = append(m.Routes, r)
		g.Kinds = append(g.Kinds, uint8(rapid.IntRange(0, kinds-1).Draw(t, "kind")))
		g.Open = append(g.Open, false)
		x.owner = append(x.owner, engine.Seat(rapid.SampledFrom(owners).Draw(t, "owner")))
	}
	m.Index()
	x.shut = make([]bool, len(m.Routes))
	for c := range m.Connections() {
		x.close(c)
	}
	x.last = rapid.IntRange(0, 3).Draw(t, "last round") == 0
	for i := range members {
		s := member{seat: engine.Seat(i + 1), turns: unlimited}
		for range kinds {
			s.pieces = append(s.pieces, rapid.IntRange(0, 10).Draw(t, "pieces"))
			s.box = append(s.box, rapid.IntRange(0, 3).Draw(t, "box"))
		}
		if kinds == 1 {
			s.box = nil
		}
		if x.last {
			s.turns = rapid.IntRange(0, 3).Draw(t, "turns")
		}
		x.team = append(x.team, s)
	}
	if left, _ := x.left(); !x.last && left <= g.LastAt {
		// nobody stands like that in a game: the last round begins at the end of a turn
		x.last = true
		for i := range x.team {
			x.team[i].turns = g.LastTurns
		}
	}
	return x
}

// stage is how far the oracle has played.
type stage struct {
	claimed [oracleRoutes]engine.Seat
	pieces  [2][2]int
	box     [2][2]int
	turns   [2]int
	last    bool
}

// oracle plays out, in the dull way, whatever a team can still do if nobody else does anything.
type oracle struct {
	*table
	cities []engine.CityID
	seen   map[stage]bool
	spaces int // the fewest that were claimed in order to complete the ticket; -1: it cannot be
}

func (o *oracle) start() stage {
	var st stage
	copy(st.claimed[:], o.owner)
	st.last = o.last
	for i := range o.team {
		copy(st.pieces[i][:], o.team[i].pieces)
		copy(st.box[i][:], o.team[i].box)
		st.turns[i] = o.team[i].turns
	}
	return st
}

func (o *oracle) play(st stage, spaces int) {
	if o.spaces >= 0 && spaces >= o.spaces {
		return
	}
	n := o.m.Join(nil)
	for r := range o.m.Routes {
		if s := st.claimed[r]; s != engine.Public && o.ours(s) {
			n.Add(&o.m.Routes[r])
		}
	}
	if n.Joins(o.cities...) {
		o.spaces = spaces
		return
	}
	if o.seen[st] {
		return
	}
	o.seen[st] = true
	for i := range o.team {
		if st.turns[i] == 0 {
			continue
		}
		o.claims(st, i, spaces)
		o.exchanges(st, i, spaces)
	}
}

func (o *oracle) claims(st stage, i, spaces int) {
	for r := range o.m.Routes {
		length, kind := o.m.Routes[r].Length, o.facts.Kinds[r]
		if !o.open(&st, i, engine.RouteID(r)) || st.pieces[i][kind] < length {
			continue
		}
		next := st
		next.claimed[r] = o.team[i].seat
		next.pieces[i][kind] -= length
		o.play(o.ended(next, i), spaces+length)
	}
}

func (o *oracle) exchanges(st stage, i, spaces int) {
	for kind := range 2 {
		for n := 1; n <= st.pieces[i][kind] && n <= st.box[i][1-kind]; n++ {
			next := st
			next.pieces[i][kind] -= n
			next.pieces[i][1-kind] += n
			next.box[i][kind] += n
			next.box[i][1-kind] -= n
			o.play(o.ended(next, i), spaces)
		}
	}
}

// open reports whether a member can claim a route, as C8 says it.
func (o *oracle) open(st *stage, i int, r engine.RouteID) bool {
	free, lanes := 0, o.m.Group(o.m.Routes[r].Group)
	for _, lane := range lanes {
		if st.claimed[lane] == o.team[i].seat {
			return false
		}
		if st.claimed[lane] == engine.Public {
			free++
		}
	}
	return st.claimed[r] == engine.Public && (free == len(lanes) || free > o.facts.Spare)
}

// ended ends a member's turn.
func (o *oracle) ended(st stage, i int) stage {
	left := 0
	for k := range o.team {
		left += st.pieces[k][0] + st.pieces[k][1]
	}
	switch {
	case st.last:
		st.turns[i]--
	case left <= o.facts.LastAt:
		st.last = true
		for k := range o.team {
			st.turns[k] = o.facts.LastTurns
		}
	}
	return st
}

func (o *oracle) fewest() int {
	o.seen, o.spaces = map[stage]bool{}, -1
	o.play(o.start(), 0)
	return o.spaces
}

// position is a table with a ticket's cities.
type position struct {
	*table
	ticket []engine.CityID
}

func drawPosition(t *rapid.T) position {
	bare := rapid.Bool().Draw(t, "bare")
	p := position{table: drawTable(t, bare)}
	p.contract()
	cities := rapid.SliceOfNDistinct(rapid.IntRange(0, oracleCities-1), 2, 4, rapid.ID).Draw(t,
		"cities")
	if bare {
		cities = []int{0, oracleCities - 1}
	}
	for _, c := range cities {
		p.ticket = append(p.ticket, engine.CityID(c))
	}
	return p
}

// check compares the way found with the moves that can be played, and counts the kinds of
// positions.
func (p position) check(t *testing.T, met map[string]int) {
	o := oracle{table: p.table, cities: p.ticket}
	want := o.fewest()
	way, ok := Way{}, true
	if !p.network.Joins(p.ticket...) {
		way, ok = p.shortest(p.ticket)
	}
	n := p.m.Join(append(slices.Clone(p.routes), way.Routes...))
	switch {
	case ok != (want >= 0), ok && way.Spaces != want:
		t.Fatalf("way %+v, %v; played out: %d spaces\n%s", way, ok, want, p)
	case ok && !n.Joins(p.ticket...):
		t.Fatalf("the way %+v does not complete the ticket\n%s", way, p)
	case !ok:
		met["lost"]++
	case way.Exchange > 0:
		met["open after an exchange"]++
	case way.Spaces > 0:
		met["open"]++
	}
}

func TestWayHasTheFewestSpaces(t *testing.T) {
	met, positions := map[string]int{}, rapid.Custom(drawPosition)
	for i := range enginetest.Size(267, 800) {
		positions.Example(i).check(t, met)
	}
	for _, what := range []string{"lost", "open", "open after an exchange"} {
		if met[what] < enginetest.Size(7, 20) {
			t.Errorf("%d positions were %s: the test proves little", met[what], what)
		}
	}
	t.Log(met)
}

// String shows a table in a failure.
func (t *table) String() string {
	text := fmt.Sprintf("facts %+v, last round %v\n", *t.facts, t.last)
	for i, r := range t.m.Routes {
		text += fmt.Sprintf("route %d: %d-%d, %d spaces, group %d, owner %d\n", i, r.A, r.B, r.Length,
			r.Group, t.owner[i])
	}
	return text + fmt.Sprintf("team %+v", t.team)
}
