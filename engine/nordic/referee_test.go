package nordic_test

import (
	"fmt"
	"slices"

	"github.com/google/go-cmp/cmp"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/nordic"
	"github.com/konduktor-bot/konduktor/engine/railmap"
	"github.com/konduktor-bot/konduktor/engine/scenario"
)

// score is what the referee finds for a seat.
type score struct{ Routes, Tickets, Globetrotter, Total, Completed, Longest int }

// trailSteps bounds the referee's search for the longest path; where it gives up, it takes the machine's word if that is
// no shorter than the path that it found.
const trailSteps = 100_000

// points are those of C7.
var points = map[int]int{1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 9: 27}

// table is what the referee keeps of a game while it reads its moves: no code of the machine.
type table struct {
	owner  map[engine.RouteID]engine.Seat
	owned  [][]engine.RouteID
	kept   [][]engine.TicketID
	trains []int
	faults []string
}

// judge reads a record and compares what it comes to with the machine's result.
func judge(r *engine.Record, g engine.Game) string {
	t := read(r)
	if len(t.faults) > 0 {
		return fmt.Sprint(t.faults)
	}
	v := g.View(engine.Public)
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
		owner: map[engine.RouteID]engine.Seat{}, owned: make([][]engine.RouteID, seats),
		kept: make([][]engine.TicketID, seats), trains: make([]int, seats),
	}
	for i := range t.trains {
		t.trains[i] = 40 // N1
	}
	for i, mv := range r.Moves {
		switch mv.Move.Verb {
		case engine.Keep:
			t.kept[mv.Seat-1] = append(t.kept[mv.Seat-1], mv.Move.Tickets...)
		case engine.Claim:
			t.checkPayment(&mv)
			withdrawn := i+1 < len(r.Moves) && r.Moves[i+1].Move.Verb == engine.Withdraw // N6
			if !withdrawn {
				t.claim(&mv, seats)
			}
		}
	}
	t.checkEnd(r)
	return t
}

func (t *table) fault(mv *engine.RecordedMove, what string) {
	t.faults = append(t.faults, fmt.Sprintf("%d %s: %s\n", mv.Seat, nordic.Title.Lexicon().PrintMove(mv.Move), what))
}

// claim gives a route to a seat, if the other lanes of its connection allow it (C8, N8).
func (t *table) claim(mv *engine.RecordedMove, seats int) {
	m := nordic.Title.Map()
	route := &m.Routes[mv.Move.Route]
	for id, owner := range t.owner {
		if m.Routes[id].Group == route.Group && (owner == mv.Seat || seats == 2) {
			t.fault(mv, "a lane of this connection is taken")
		}
	}
	if _, taken := t.owner[mv.Move.Route]; taken {
		t.fault(mv, "the route is taken")
	}
	t.owner[mv.Move.Route] = mv.Seat
	t.owned[mv.Seat-1] = append(t.owned[mv.Seat-1], mv.Move.Route)
	if t.trains[mv.Seat-1] -= route.Length; t.trains[mv.Seat-1] < 0 {
		t.fault(mv, "too few trains")
	}
}

// checkPayment counts the cards of a claim (N4, N5, N7); that none could be left out is held by the tariffs' own tests.
func (t *table) checkPayment(mv *engine.RecordedMove) {
	route := &nordic.Title.Map().Routes[mv.Move.Route]
	cards := mv.Move.Payment.Cards()
	wilds := int(cards[8])
	colored := cards.Total() - wilds
	most, kinds := 0, 0
	for c, name := range nordic.Title.Map().Colors {
		if n := int(cards[c]); n > 0 {
			kinds++
			if route.Color == railmap.Gray || route.Color == name {
				most = max(most, n)
			}
		}
	}
	switch {
	case route.Length == 9: // N7
		replaced := (cards.Total() - 9) / 3
		if cards.Total() != 9+3*replaced || most < 9-replaced {
			t.fault(mv, "this does not pay for Murmansk-Lieksa")
		}
	case route.Symbols > 0: // N5
		threes := (cards.Total() - route.Length) / 2
		spaces := colored - 3*threes
		if cards.Total() != route.Length+2*threes || threes > route.Symbols || spaces > most || wilds+threes < route.Symbols {
			t.fault(mv, "this does not pay for the ferry")
		}
	case route.Kind == railmap.Tunnel: // N4
		if cards.Total() != route.Length || kinds > 1 || most != colored {
			t.fault(mv, "this does not pay for the tunnel")
		}
	default:
		if wilds > 0 || cards.Total() != route.Length || most != colored {
			t.fault(mv, "this does not pay for the route")
		}
	}
}

// checkEnd counts the turns after the one that left a seat two trains or fewer (N10, C11). A turn is a run of moves of one
// seat: no seat has two turns in a row.
func (t *table) checkEnd(r *engine.Record) {
	seats := len(r.Setup.Names)
	trains := slices.Repeat([]int{40}, seats)
	turns, last := 0, -1
	for i, mv := range r.Moves {
		next := engine.Seat(0)
		if i+1 < len(r.Moves) {
			next = r.Moves[i+1].Seat
		}
		if i < seats {
			continue // setup
		}
		withdrawn := i+1 < len(r.Moves) && r.Moves[i+1].Move.Verb == engine.Withdraw
		if mv.Move.Verb == engine.Claim && !withdrawn {
			trains[mv.Seat-1] -= nordic.Title.Map().Routes[mv.Move.Route].Length
		}
		if next == mv.Seat {
			continue
		}
		turns++
		if int(mv.Seat) != (turns-1)%seats+1 {
			t.fault(&mv, "out of turn")
		}
		if last < 0 && slices.Min(trains) <= 2 {
			last = turns + seats
		}
	}
	if last >= 0 && turns != last {
		t.faults = append(t.faults, fmt.Sprintf("%d turns, want %d", turns, last))
	}
	if last < 0 && !stalled(r) {
		t.faults = append(t.faults, "the game ended although every seat has more than two trains")
	}
}

// stalled says whether the last three rounds were nothing but withdrawn tunnels and passes (C12).
func stalled(r *engine.Record) bool {
	idle := 0
	for i := len(r.Moves) - 1; i >= 0; i-- {
		switch r.Moves[i].Move.Verb {
		case engine.Withdraw:
			idle++
			i-- // its claim
		case engine.Pass:
			idle++
		default:
			return idle == 3*len(r.Setup.Names)
		}
	}
	return false
}

func (t *table) scores(v *engine.View) []score {
	m := nordic.Title.Map()
	scores := make([]score, len(t.owned))
	most := 1
	for i := range scores {
		s := &scores[i]
		for _, id := range t.owned[i] {
			s.Routes += points[m.Routes[id].Length]
		}
		for _, id := range t.kept[i] {
			ticket := &m.Tickets[id]
			if scenario.Reaches(m, t.owned[i], ticket.Cities[0], ticket.Cities[1]) {
				s.Tickets += ticket.Points
				s.Completed++
			} else {
				s.Tickets -= ticket.Points
			}
		}
		most = max(most, s.Completed)
		var whole bool
		if s.Longest, whole = scenario.LongestTrail(m, t.owned[i], trailSteps); !whole {
			s.Longest = max(s.Longest, v.Seats[i].Final.Longest)
		}
	}
	for i := range scores {
		s := &scores[i]
		if s.Completed == most { // N11
			s.Globetrotter = 10
		}
		s.Total = s.Routes + s.Tickets + s.Globetrotter
	}
	return scores
}

// found turns the machine's final scoring into the referee's form.
func found(v *engine.View) []score {
	var scores []score
	for i := range v.Seats {
		f := v.Seats[i].Final
		s := score{Routes: f.Routes, Tickets: f.Tickets, Total: f.Total, Completed: len(f.Completed), Longest: f.Longest}
		for _, b := range f.Bonuses {
			s.Globetrotter += b.Points
		}
		scores = append(scores, s)
	}
	return scores
}

// best finds the winners (N12).
func best(scores []score) []engine.Seat {
	var seats []engine.Seat
	for i, s := range scores {
		beaten := slices.ContainsFunc(scores, func(o score) bool {
			return slices.Compare([]int{o.Total, o.Completed, o.Longest}, []int{s.Total, s.Completed, s.Longest}) > 0
		})
		if !beaten {
			seats = append(seats, engine.Seat(i+1))
		}
	}
	return seats
}
