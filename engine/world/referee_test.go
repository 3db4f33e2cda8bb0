package world_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
	"github.com/konduktor-bot/konduktor/engine/scenario"
	"github.com/konduktor-bot/konduktor/engine/world"
)

// score is what the referee finds for a seat.
type score struct{ Routes, Tickets, Ports, Unbuilt, Total, Completed, Built int }

// walkSteps bounds the referee's search for the walk of a tour; where it gives up, it takes the machine's word.
const walkSteps = 200_000

// points are those of C7.
var points = map[int]int{1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21}

// pieces are a seat's trains and ships: in supply, and in its box.
type pieces struct{ trains, ships, trainBox, shipBox int }

// table is what the referee keeps of a game while it reads its moves: no code of the machine.
type table struct {
	seats  int
	owner  map[engine.RouteID]engine.Seat
	owned  [][]engine.RouteID
	kept   [][]engine.TicketID
	ports  [][]engine.CityID
	fleet  []pieces
	score  []int
	faults []string
}

// judge reads a record and compares what it comes to with the machine's result.
func judge(r *engine.Record, g engine.Game) string {
	t := read(r)
	v := g.View(engine.Public)
	t.compareFleets(&v)
	if len(t.faults) > 0 {
		return fmt.Sprint(t.faults)
	}
	want := t.scores(&v)
	if diff := cmp.Diff(want, found(&v)); diff != "" {
		return "final scores (-referee +machine):\n" + diff
	}
	if diff := cmp.Diff(best(want), v.Winners); diff != "" {
		return "winners (-referee +machine):\n" + diff
	}
	return ""
}

func read(r *engine.Record) *table {
	seats := len(r.Setup.Names)
	t := &table{
		seats: seats, owner: map[engine.RouteID]engine.Seat{}, owned: make([][]engine.RouteID, seats),
		kept: make([][]engine.TicketID, seats), ports: make([][]engine.CityID, seats), fleet: make([]pieces, seats),
		score: make([]int, seats),
	}
	turns, last := 0, -1
	for i, mv := range r.Moves {
		switch mv.Move.Verb {
		case engine.Keep:
			t.kept[mv.Seat-1] = append(t.kept[mv.Seat-1], mv.Move.Tickets...)
		case engine.Pieces:
			t.choose(&mv)
		case engine.Claim:
			t.claim(&mv)
		case engine.Port:
			t.build(&mv)
		case engine.Exchange:
			t.exchange(&mv)
		}
		if i < 2*seats || i+1 < len(r.Moves) && r.Moves[i+1].Seat == mv.Seat {
			continue // setup, or in the middle of a turn: no seat has two turns in a row
		}
		turns++
		if int(mv.Seat) != (turns-1)%seats+1 {
			t.fault(&mv, "out of turn")
		}
		if last < 0 && slices.ContainsFunc(t.fleet, func(p pieces) bool { return p.trains+p.ships <= 6 }) { // W12
			last = turns + 2*seats
		}
	}
	if turns != last && !stalled(r) {
		t.faults = append(t.faults, fmt.Sprintf("%d turns, want %d", turns, last))
	}
	return t
}

func (t *table) fault(mv *engine.RecordedMove, what string) {
	t.faults = append(t.faults, fmt.Sprintf("%d %s: %s\n", mv.Seat, world.Title.Lexicon().PrintMove(mv.Move), what))
}

// choose takes a seat's choice of pieces (W2).
func (t *table) choose(mv *engine.RecordedMove) {
	trains, ships := int(mv.Move.N), int(mv.Move.M)
	if trains+ships != 60 || trains > 25 || ships > 50 || t.fleet[mv.Seat-1] != (pieces{}) {
		t.fault(mv, "no such choice")
	}
	t.fleet[mv.Seat-1] = pieces{trains, ships, 25 - trains, 50 - ships}
}

// exchange swaps pieces with the box (W11).
func (t *table) exchange(mv *engine.RecordedMove) {
	n, p := int(mv.Move.N), &t.fleet[mv.Seat-1]
	if mv.Move.Pile == engine.Ships {
		n = -n
	}
	*p = pieces{p.trains - n, p.ships + n, p.trainBox + n, p.shipBox - n}
	if n == 0 || min(p.trains, p.ships, p.trainBox, p.shipBox) < 0 {
		t.fault(mv, "not so many pieces")
	}
	t.score[mv.Seat-1] -= int(mv.Move.N)
}

// claim gives a route to a seat, if the other lanes of its connection allow it (C8, W7).
func (t *table) claim(mv *engine.RecordedMove) {
	m := world.Title.Map()
	route := &m.Routes[mv.Move.Route]
	for id, owner := range t.owner {
		if m.Routes[id].Group == route.Group && (owner == mv.Seat || t.seats <= 3 || id == mv.Move.Route) {
			t.fault(mv, "a lane of this connection is taken")
		}
	}
	t.owner[mv.Move.Route] = mv.Seat
	t.owned[mv.Seat-1] = append(t.owned[mv.Seat-1], mv.Move.Route)
	t.score[mv.Seat-1] += points[route.Length]
	p := &t.fleet[mv.Seat-1]
	if route.Kind == railmap.Sea {
		p.ships -= route.Length
	} else {
		p.trains -= route.Length
	}
	if p.trains < 0 || p.ships < 0 {
		t.fault(mv, "too few pieces")
	}
	if !pays(route, sort(&mv.Move.Payment.Hand)) {
		t.fault(mv, "this does not pay for the route")
	}
}

// purse counts the cards of a payment by colour, each kind apart.
type purse struct {
	train, marked, ship, double map[string]int
	wilds                       int
}

// sort reads a payment by the names of its cards.
func sort(cards *engine.Cards) purse {
	p := purse{map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}, 0}
	for i, face := range world.Title.Lexicon().Faces {
		n := int(cards[i])
		color, kind, _ := strings.Cut(face.Name, "-")
		switch {
		case n == 0:
		case color == "wild":
			p.wilds = n
		case kind == "":
			p.train[color] = n
		case kind == "port":
			p.marked[color] = n
		case kind == "ship":
			p.ship[color] = n
		default:
			p.double[color] = n
		}
	}
	return p
}

func sum(of ...map[string]int) int {
	n := 0
	for _, m := range of {
		for _, k := range m {
			n += k
		}
	}
	return n
}

// colors are those of some cards.
func colors(of ...map[string]int) map[string]bool {
	all := map[string]bool{}
	for _, m := range of {
		for c := range m {
			all[c] = true
		}
	}
	return all
}

// pays says whether cards pay for a route and none could be left out (W4, W5, W6).
func pays(route *railmap.Route, p purse) bool {
	rails, sails := colors(p.train, p.marked), colors(p.ship, p.double)
	single, double := sum(p.ship), sum(p.double)
	switch {
	case route.Kind == railmap.Sea:
		covered := single + 2*double + p.wilds
		exact := covered == route.Length || covered == route.Length+1 && single+p.wilds == 0
		return exact && len(rails) == 0 && fits(route, sails)
	case route.Pairs > 0: // all spaces of such a route have the mark
		odd := 0
		for c := range rails {
			odd += (p.train[c] + p.marked[c]) % 2
		}
		return sum(p.train, p.marked)+p.wilds == 2*route.Length && odd <= p.wilds && len(sails) == 0
	}
	return sum(p.train, p.marked)+p.wilds == route.Length && len(sails) == 0 && fits(route, rails)
}

// fits says whether cards are of one colour, and of the route's.
func fits(route *railmap.Route, colors map[string]bool) bool {
	return len(colors) == 0 || len(colors) == 1 && (route.Color == railmap.Gray || colors[route.Color])
}

// build gives a port to a seat (W10).
func (t *table) build(mv *engine.RecordedMove) {
	m := world.Title.Map()
	city, p := mv.Move.City, sort(&mv.Move.Payment.Hand)
	for _, ports := range t.ports {
		if slices.Contains(ports, city) {
			t.fault(mv, "there is a port")
		}
	}
	t.ports[mv.Seat-1] = append(t.ports[mv.Seat-1], city)
	reached := slices.ContainsFunc(t.owned[mv.Seat-1], func(r engine.RouteID) bool {
		return m.Routes[r].A == city || m.Routes[r].B == city
	})
	if !m.Cities[city].Port || !reached || len(t.ports[mv.Seat-1]) > 3 {
		t.fault(mv, "no port can be built there")
	}
	trains, ships := sum(p.marked), sum(p.ship)
	wrong := sum(p.train, p.double) > 0 || len(colors(p.marked, p.ship)) > 1
	if wrong || trains > 2 || ships > 2 || trains+ships+p.wilds != 4 {
		t.fault(mv, "this does not pay for a port")
	}
}

// compareFleets looks whether the machine counts the same pieces.
func (t *table) compareFleets(v *engine.View) {
	for i := range v.Seats {
		s := &v.Seats[i]
		got := pieces{s.Pieces[0], s.Pieces[1], s.Box[0], s.Box[1]}
		if diff := cmp.Diff(t.fleet[i], got, cmp.AllowUnexported(pieces{})); diff != "" {
			t.faults = append(t.faults, fmt.Sprintf("pieces of seat %d (-referee +machine):\n%s", i+1, diff))
		}
	}
}

// stalled says whether the last moves were as many passes as there are seats, or three rounds of passes and exchanges (C12).
func stalled(r *engine.Record) bool {
	passes, idle, seats := 0, 0, len(r.Setup.Names)
	for i := len(r.Moves) - 1; i >= 0; i-- {
		v := r.Moves[i].Move.Verb
		if v == engine.Pass && passes == idle {
			passes++
		}
		if v != engine.Pass && v != engine.Exchange {
			break
		}
		idle++
	}
	return passes == seats || idle == 3*seats
}

// scores counts what each seat has at the end (W9, W13).
func (t *table) scores(v *engine.View) []score {
	scores := make([]score, t.seats)
	for i := range scores {
		s := &scores[i]
		s.Routes, s.Built = t.score[i], len(t.ports[i])
		served := map[engine.CityID]int{}
		for _, id := range t.kept[i] {
			worth, complete := t.worth(v, i, id)
			s.Tickets += worth
			if complete {
				s.Completed++
				for _, c := range world.Title.Map().Tickets[id].Cities {
					served[c]++
				}
			}
		}
		for _, c := range t.ports[i] {
			s.Ports += []int{0, 20, 30, 40}[min(served[c], 3)]
		}
		s.Unbuilt = -4 * (3 - s.Built)
		s.Total = s.Routes + s.Tickets + s.Ports + s.Unbuilt
	}
	return scores
}

// worth is what a ticket gives to a seat or takes from it.
func (t *table) worth(v *engine.View, seat int, id engine.TicketID) (points int, complete bool) {
	m := world.Title.Map()
	ticket := &m.Tickets[id]
	for _, c := range ticket.Cities[1:] {
		if !scenario.Reaches(m, t.owned[seat], ticket.Cities[0], c) {
			return -ticket.Penalty, false
		}
	}
	if len(ticket.Cities) == 2 {
		return ticket.Points, true
	}
	inOrder, whole := scenario.WalkInOrder(m, t.owned[seat], ticket.Cities, walkSteps)
	if !whole {
		f := v.Seats[seat].Final
		inOrder = f.Earned[slices.Index(f.Completed, id)] == ticket.InOrder
	}
	if inOrder {
		return ticket.InOrder, true
	}
	return ticket.Points, true
}

// found turns the machine's final scoring into the referee's form.
func found(v *engine.View) []score {
	var scores []score
	for i := range v.Seats {
		f := v.Seats[i].Final
		s := score{Routes: f.Routes, Tickets: f.Tickets, Total: f.Total, Completed: len(f.Completed), Built: len(v.Seats[i].Ports)}
		for _, b := range f.Bonuses {
			if b.Name == "ports" {
				s.Ports += b.Points
			} else {
				s.Unbuilt += b.Points
			}
		}
		scores = append(scores, s)
	}
	return scores
}

// best finds the winners (W14).
func best(scores []score) []engine.Seat {
	var seats []engine.Seat
	for i, s := range scores {
		beaten := slices.ContainsFunc(scores, func(o score) bool {
			return slices.Compare([]int{o.Total, o.Completed, o.Built}, []int{s.Total, s.Completed, s.Built}) > 0
		})
		if !beaten {
			seats = append(seats, engine.Seat(i+1))
		}
	}
	return seats
}
