package titles_test

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/notation"
	"konduktor/engine/railmap"
)

// board is the referee for what the board titles share: claims, pieces, tickets, the last round. A
// title embeds it in a referee of its own.
type board struct {
	*recount
	Map *railmap.Map

	Setup int // moves of each seat before the first turn
	// seats of a team; 1 in a title without teams
	TeamSize int
	Supply   []int // pieces that a seat begins with, by kind
	// kind of the pieces that a route takes; nil: 0
	Kind func(*railmap.Route) int
	// how many lanes of a route's connection stay unused
	Unused func(*railmap.Route) int
	Pays   func(*railmap.Route, *engine.Payment) bool // whether cards pay for a route
	// pieces of a team at which the last round begins (C11)
	Few       int
	LastRound int  // turns of each seat in the last round
	Longest   bool // whether the longest path counts (C14)

	Pieces [][]int             // left, by seat and kind
	Routes [][]engine.RouteID  // by seat, in the order claimed
	Kept   [][]engine.TicketID // by seat
	owner  map[engine.RouteID]engine.Seat
}

// points for a route by its length (C7)
var points = map[int]int{1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21, 9: 27}

// Begin gives each seat its pieces and returns the board.
func (b *board) Begin() *board {
	b.Routes, b.Kept = make([][]engine.RouteID, b.Seats), make([][]engine.TicketID, b.Seats)
	b.owner = map[engine.RouteID]engine.Seat{}
	for range b.Seats {
		b.Pieces = append(b.Pieces, slices.Clone(b.Supply))
	}
	return b
}

// SetupMoves is how many moves each seat makes before the first turn.
func (b *board) SetupMoves() int { return b.Setup }

// TurnsRunOut ends the game.
func (b *board) TurnsRunOut(int) bool { return true }

// TurnBegins does nothing: only the Card Game moves cards then.
func (b *board) TurnBegins(int) {}

// Move keeps tickets and makes claims.
func (b *board) Move(m *notation.RecordedMove, withdrawn bool) {
	switch m.Move.Verb {
	case engine.Keep:
		b.Kept[m.Seat-1] = append(b.Kept[m.Seat-1], m.Move.Tickets...)
	case engine.Claim:
		route := &b.Map.Routes[m.Move.Route]
		if !b.Pays(route, &m.Move.Payment) {
			b.Fault(m, "this does not pay for the route")
		}
		if !withdrawn {
			b.claim(m, route)
		}
	}
}

// claim gives a route to a seat, if the other lanes of its connection allow it (C8).
func (b *board) claim(m *notation.RecordedMove, route *railmap.Route) {
	lanes, taken := 0, 0
	for id := range b.Map.Routes {
		if b.Map.Routes[id].Group != route.Group {
			continue
		}
		lanes++
		if owner := b.owner[engine.RouteID(id)]; owner != 0 {
			taken++
			if owner == m.Seat {
				b.Fault(m, "the seat has a lane of this connection")
			}
		}
	}
	if lanes > 1 {
		lanes -= b.Unused(route)
	}
	if taken >= lanes || b.owner[m.Move.Route] != 0 {
		b.Fault(m, "no lane of this connection is open")
	}
	b.owner[m.Move.Route] = m.Seat
	b.Routes[m.Seat-1] = append(b.Routes[m.Seat-1], m.Move.Route)
	kind := 0
	if b.Kind != nil {
		kind = b.Kind(route)
	}
	pieces := b.Pieces[m.Seat-1]
	if pieces[kind] -= route.Length; pieces[kind] < 0 {
		b.Fault(m, "too few pieces")
	}
}

// LastTurns counts the pieces of each team (C11).
func (b *board) LastTurns() int {
	for first := 0; first < b.Seats; first += b.TeamSize {
		left := 0
		for _, pieces := range b.Pieces[first : first+b.TeamSize] {
			for _, n := range pieces {
				left += n
			}
		}
		if left <= b.Few {
			return b.LastRound * b.Seats
		}
	}
	return 0
}

// Sheets scores routes and tickets and measures the longest path, for a team together (C10, S10).
func (b *board) Sheets(v *engine.View) []sheet {
	sheets := make([]sheet, b.Seats)
	for i := range sheets {
		if slices.Compare(b.Pieces[i], v.Seats[i].Pieces) != 0 {
			b.Faultf("seat %d has pieces %v, the machine says %v", i+1, b.Pieces[i], v.Seats[i].Pieces)
		}
		first := i - i%b.TeamSize
		routes := slices.Concat(b.Routes[first : first+b.TeamSize]...)
		s := sheet{Bonuses: map[string]int{}}
		for _, id := range routes {
			s.Routes += points[b.Map.Routes[id].Length]
		}
		for _, id := range slices.Concat(b.Kept[first : first+b.TeamSize]...) {
			b.score(&s, id, routes, v.Seats[i].Final)
		}
		if b.Longest {
			var complete bool
			if s.Longest, complete = longestTrail(b.Map, routes); !complete {
				s.Longest = max(s.Longest, v.Seats[i].Final.Longest)
			}
		}
		sheets[i] = s
	}
	return sheets
}

// score counts a ticket (C10); a tour is worth more in its order (W9).
func (b *board) score(s *sheet, id engine.TicketID, routes []engine.RouteID,
	machine *engine.Final,
) {
	ticket := &b.Map.Tickets[id]
	loss := ticket.Points
	if ticket.InOrder > 0 {
		loss = ticket.Penalty
	}
	for _, c := range ticket.Cities[1:] {
		if !reaches(b.Map, routes, ticket.Cities[0], c, nil) {
			s.Failed = append(s.Failed, id)
			s.Tickets -= loss
			return
		}
	}
	s.Completed = append(s.Completed, id)
	worth := ticket.Points
	if ticket.InOrder > 0 {
		inOrder, complete := walkInOrder(b.Map, routes, ticket.Cities)
		if !complete {
			inOrder = machine.Earned[slices.Index(machine.Completed, id)] == ticket.InOrder
		}
		if inOrder {
			worth = ticket.InOrder
		}
	}
	s.Tickets += worth
}

// completedTickets is how many tickets a seat has completed.
func completedTickets(s *sheet) int { return len(s.Completed) }

// longestPath is the length of a seat's longest path.
func longestPath(s *sheet) int { return s.Longest }

// OneColor reports whether there are as many cards as spaces, all of the route's colour, or wilds.
func (b *board) OneColor(r *railmap.Route, p *engine.Payment) bool {
	cards, colors := p.Cards(), map[string]bool{}
	for c, face := range b.Title.Lexicon().Faces {
		if cards[c] > 0 && !face.Wild {
			colors[face.Color] = true
		}
	}
	fits := r.Color == railmap.Gray || len(colors) == 0 || colors[r.Color]
	return cards.Total() == r.Length && len(colors) <= 1 && fits
}
