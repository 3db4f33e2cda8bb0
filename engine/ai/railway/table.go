package railway

import (
	"konduktor/engine"
	"konduktor/engine/ai/choice"
	"konduktor/engine/railmap"
)

// How the seat's team can use a route.
const (
	open    = iota // the seat can claim it
	owned          // the team has it
	mates          // only the partner can claim it
	blocked        // nobody of the team can claim it any more
)

// table is a position as the seat knows it.
type table struct {
	*atlas
	w      *Weights
	v      *engine.View
	own    *engine.SeatView
	mate   *engine.SeatView // nil: none
	use    [railmap.MaxRoutes]uint8
	owner  [railmap.MaxRoutes]engine.Seat
	rivals [railmap.MaxCities]uint8 // by city: routes of other teams that end there
	funds  funds
	pieces [maxKinds]int
	box    [maxKinds]int
	// turns the seat still has, with the present one; an estimate before the last round
	turns float64
	gift  [railmap.MaxRoutes]float64 // by route: what the tokens of a claim are worth
	late  float64                    // 1: cards drawn now can still be used; 0: they cannot
}

// funds are the cards that a seat can pay with, sorted for planning.
type funds struct {
	train, marked, ship, twin [maxColors]int // train: with the marked ones; ship: single ones
	wild, total               int
}

func (a *atlas) fundsOf(cards *engine.Cards) funds {
	var f funds
	for c := range a.faces {
		n := int(cards[c])
		if n == 0 {
			continue
		}
		f.total += n
		color := a.color[c]
		switch face := &a.faces[c]; {
		case face.Wild:
			f.wild += n
		case color < 0:
		case face.Twin:
			f.twin[color] += n
		case face.Ship:
			f.ship[color] += n
		default:
			f.train[color] += n
			if face.Port {
				f.marked[color] += n
			}
		}
	}
	return f
}

// covers is how many spaces of a road the funds pay for in a colour, wilds left out.
func (f *funds) covers(r *road, color int) int {
	if r.ship {
		return f.ship[color] + 2*f.twin[color]
	}
	return f.train[color]
}

func (t *table) read(a *atlas, w *Weights, v *engine.View) {
	t.atlas, t.w, t.v, t.own, t.mate = a, w, v, v.Own(), nil
	cards := t.own.Hand.Cards
	if v.Uses(engine.UsesTeams) {
		cards = cards.Plus(&t.own.Rack.Cards)
		for i := range v.Seats {
			if s := &v.Seats[i]; s.Team == t.own.Team && s.Seat != t.own.Seat {
				t.mate = s
			}
		}
	}
	t.funds = a.fundsOf(&cards)
	t.readRoutes()
	t.readPieces()
	t.readTurns()
	t.readTokens()
}

func (t *table) readRoutes() {
	n := len(t.roads)
	clear(t.use[:n])
	clear(t.owner[:n])
	clear(t.rivals[:len(t.m.Cities)])
	for i := range t.v.Seats {
		s := &t.v.Seats[i]
		ours := s.Seat == t.own.Seat || t.mate != nil && s.Seat == t.mate.Seat
		for _, r := range s.Routes {
			t.owner[r] = s.Seat
			if ours {
				t.use[r] = owned
				continue
			}
			t.use[r] = blocked
			t.rivals[t.roads[r].a]++
			t.rivals[t.roads[r].b]++
		}
	}
	for _, r := range t.v.Closed {
		t.use[r] = blocked
	}
	t.bar(t.own, mates)
	if t.mate == nil {
		return
	}
	for _, r := range t.mate.Routes {
		for _, lane := range t.m.Group(t.m.Routes[r].Group) {
			if t.use[lane] == mates {
				t.use[lane] = blocked
			}
		}
	}
}

// bar marks the other lanes of a seat's connections: it cannot claim two (C8).
func (t *table) bar(s *engine.SeatView, as uint8) {
	if t.mate == nil {
		as = blocked
	}
	for _, r := range s.Routes {
		if t.m.Routes[r].Lanes == 1 {
			continue
		}
		for _, lane := range t.m.Group(t.m.Routes[r].Group) {
			if t.use[lane] == open {
				t.use[lane] = as
			}
		}
	}
}

// readTokens values the tokens of a claim. They count by rank (A7), so one that changes it counts
// most.
func (t *table) readTokens() {
	clear(t.gift[:len(t.roads)])
	for i := range t.v.Tokens {
		token := &t.v.Tokens[i]
		worth := t.worthOf(token)
		for r := range t.roads {
			if token.Brings(engine.RouteID(r)) {
				t.gift[r] += worth
			}
		}
	}
}

// worthOf is what the seat's next token of a kind is worth.
func (t *table) worthOf(token *engine.Tokens) float64 {
	worth, own, most := t.w.Token, token.Held[t.own.Seat-1], 0
	if own == 0 {
		worth += t.w.First
	}
	for i, n := range token.Held {
		if engine.Seat(i+1) != t.own.Seat {
			most = max(most, n)
		}
	}
	switch own - most {
	case -1, 0:
		worth += t.w.Contest
	case -2, 1:
		worth += t.w.Near
	}
	return worth
}

func (t *table) readPieces() {
	t.pieces, t.box = [maxKinds]int{}, [maxKinds]int{}
	if t.own.Pieces == nil { // not chosen yet (W2)
		copy(t.pieces[:], t.facts.Fleet)
		return
	}
	copy(t.pieces[:], t.own.Pieces)
	copy(t.box[:], t.own.Box)
}

// supply is how many pieces a seat or its team has left.
func (t *table) supply(s *engine.SeatView) int {
	sum := 0
	if s.Pieces == nil {
		for _, n := range t.facts.Fleet {
			sum += n
		}
		if t.facts.Choose > 0 {
			sum = t.facts.Choose
		}
		return sum
	}
	for _, n := range s.Pieces {
		sum += n
	}
	return sum
}

// readTurns estimates how many turns are left: until the team closest to the end has used up its
// pieces, plus the last round.
func (t *table) readTurns() {
	if t.v.LastRound {
		t.turns = choice.TurnsLeft(t.v)
	} else {
		least := 1e9
		var team [engine.MaxSeats]int
		var size [engine.MaxSeats]float64
		for i := range t.v.Seats {
			s := &t.v.Seats[i]
			k := i
			if t.v.Uses(engine.UsesTeams) {
				k = s.Team
			}
			team[k] += t.supply(s)
			size[k]++
		}
		for k := range team {
			if size[k] > 0 {
				least = min(least, float64(team[k]-t.facts.LastAt)/(t.w.Pace*size[k]))
			}
		}
		t.turns = max(least, 0) + float64(t.facts.LastTurns) + .5
	}
	t.late = min(max((t.turns-1)/3, 0), 1)
}
