package asia_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/asia"
	"github.com/konduktor-bot/konduktor/engine/railmap"
	"github.com/konduktor-bot/konduktor/engine/scenario"
)

// score is what the referee finds for a team; both its seats must have it.
type score struct{ Routes, Tickets, Express, Globetrotter, Total, Completed, Longest int }

// trailSteps bounds the referee's search for the longest path; where it gives up, it takes the machine's word if that is
// no shorter than the path that it found.
const trailSteps = 100_000

// points are those of C7.
var points = map[int]int{1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18}

// table is what the referee keeps of a game while it reads its moves: no code of the machine.
type table struct {
	seats  int
	owner  map[engine.RouteID]engine.Seat
	owned  [][]engine.RouteID  // by team
	kept   [][]engine.TicketID // by team
	trains []int               // by seat
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
	var each []score
	for i := range t.seats {
		each = append(each, want[i/2])
	}
	if diff := cmp.Diff(each, found(&v)); diff != "" {
		return "final scores (-referee +machine):\n" + diff
	}
	if diff := cmp.Diff(best(each), v.Winners); diff != "" {
		return "winners (-referee +machine):\n" + diff
	}
	return ""
}

func read(r *engine.Record) *table {
	seats := len(r.Setup.Names)
	t := &table{
		seats: seats, owner: map[engine.RouteID]engine.Seat{}, owned: make([][]engine.RouteID, seats/2),
		kept: make([][]engine.TicketID, seats/2), trains: slices.Repeat([]int{27}, seats), // S1
	}
	turns, last := 0, -1
	for i, mv := range r.Moves {
		switch mv.Move.Verb {
		case engine.Keep:
			t.kept[(mv.Seat-1)/2] = append(t.kept[(mv.Seat-1)/2], mv.Move.Tickets...)
		case engine.Claim:
			t.checkPayment(&mv)
			withdrawn := i+1 < len(r.Moves) && r.Moves[i+1].Move.Verb == engine.Withdraw // S8
			if !withdrawn {
				t.claim(&mv)
			}
		}
		if i < 2*seats || i+1 < len(r.Moves) && r.Moves[i+1].Seat == mv.Seat {
			continue // setup, or in the middle of a turn: no seat has two turns in a row
		}
		turns++
		if int(mv.Seat) != (turns-1)%seats+1 {
			t.fault(&mv, "out of turn")
		}
		if last < 0 && t.fewestOfATeam() <= 4 { // S9
			last = turns + seats
		}
	}
	if last >= 0 && turns != last || last < 0 && !stalled(r) {
		t.faults = append(t.faults, fmt.Sprintf("%d turns, want %d", turns, last))
	}
	return t
}

func (t *table) fewestOfATeam() int {
	fewest := 54
	for i := 0; i < t.seats; i += 2 {
		fewest = min(fewest, t.trains[i]+t.trains[i+1])
	}
	return fewest
}

func (t *table) fault(mv *engine.RecordedMove, what string) {
	t.faults = append(t.faults, fmt.Sprintf("%d %s: %s\n", mv.Seat, asia.Title.Lexicon().PrintMove(mv.Move), what))
}

// claim gives a route to a seat, if the other lanes of its connection allow it (C8, S7).
func (t *table) claim(mv *engine.RecordedMove) {
	m := asia.Title.Map()
	route := &m.Routes[mv.Move.Route]
	taken, lanes := 0, 0
	for id := range m.Routes {
		if m.Routes[id].Group != route.Group {
			continue
		}
		lanes++
		if owner := t.owner[engine.RouteID(id)]; owner != 0 {
			taken++
			if owner == mv.Seat {
				t.fault(mv, "the seat has a lane of this connection")
			}
		}
	}
	usable := lanes
	if t.seats == 4 && lanes > 1 && !strings.HasPrefix(route.ID, "canton--hong-kong.") {
		usable--
	}
	if taken >= usable || t.owner[mv.Move.Route] != 0 {
		t.fault(mv, "no lane of this connection is open")
	}
	t.owner[mv.Move.Route] = mv.Seat
	t.owned[(mv.Seat-1)/2] = append(t.owned[(mv.Seat-1)/2], mv.Move.Route)
	if t.trains[mv.Seat-1] -= route.Length; t.trains[mv.Seat-1] < 0 {
		t.fault(mv, "too few trains")
	}
}

// checkPayment counts the cards of a claim: as many as spaces, of one colour and locomotives.
func (t *table) checkPayment(mv *engine.RecordedMove) {
	route := &asia.Title.Map().Routes[mv.Move.Route]
	cards := mv.Move.Payment.Cards()
	kinds := 0
	for c, name := range asia.Title.Map().Colors {
		if cards[c] > 0 {
			kinds++
			if route.Color != railmap.Gray && route.Color != name {
				t.fault(mv, "a wrong colour")
			}
		}
	}
	if kinds > 1 || cards.Total() != route.Length {
		t.fault(mv, "this does not pay for the route")
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
	m := asia.Title.Map()
	scores := make([]score, len(t.owned))
	completed, longest := 1, 1
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
		var whole bool
		if s.Longest, whole = scenario.LongestTrail(m, t.owned[i], trailSteps); !whole {
			s.Longest = max(s.Longest, v.Seats[2*i].Final.Longest)
		}
		completed, longest = max(completed, s.Completed), max(longest, s.Longest)
	}
	for i := range scores { // S10
		s := &scores[i]
		if s.Completed == completed {
			s.Globetrotter = 10
		}
		if s.Longest == longest {
			s.Express = 10
		}
		s.Total = s.Routes + s.Tickets + s.Express + s.Globetrotter
	}
	return scores
}

// found turns the machine's final scoring into the referee's form, seat by seat.
func found(v *engine.View) []score {
	var scores []score
	for i := range v.Seats {
		f := v.Seats[i].Final
		s := score{Routes: f.Routes, Tickets: f.Tickets, Total: f.Total, Completed: len(f.Completed), Longest: f.Longest}
		for _, b := range f.Bonuses {
			if b.Name == "globetrotter" {
				s.Globetrotter += b.Points
			} else {
				s.Express += b.Points
			}
		}
		scores = append(scores, s)
	}
	return scores
}

// best finds the winners (S11).
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
