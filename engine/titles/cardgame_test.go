package titles_test

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/cardgame"
	"konduktor/engine/notation"
)

// cardWild is the title's locomotive, allCards how many cards there are (K1).
const (
	cardWild = 8
	allCards = 96
)

// cardReferee follows cards and railyards by their numbers: it knows no card that the record does
// not name.
type cardReferee struct {
	*recount
	seats  []refereed
	deck   int // cards face down
	market int // cards face up
	gone   int // robbed in this pass
	pass   int
}

type refereed struct {
	hand   int
	yard   map[int]*line // by colour
	track  engine.Cards
	kept   []engine.TicketID
	done   []engine.TicketID
	points int // of the first pass
	// its declaration, read before the pass is scored; nil: none
	declared *notation.RecordedMove
}

// line is a row in a railyard.
type line struct{ plain, wilds int }

func cardRefereeOf(c *recount) referee {
	// K2
	r := &cardReferee{
		recount: c, seats: make([]refereed, c.Seats), market: 5, pass: 1,
		deck: allCards - 8*c.Seats - 5,
	}
	for i := range r.seats {
		r.seats[i] = refereed{hand: 8, yard: map[int]*line{}}
	}
	return r
}

// SetupMoves is one: the choice of tickets (K2).
func (r *cardReferee) SetupMoves() int { return 1 }

func (r *cardReferee) Move(m *notation.RecordedMove, _ bool) {
	p := &r.seats[m.Seat-1]
	switch m.Move.Verb {
	case engine.Keep:
		p.kept = append(p.kept, m.Move.Tickets...)
	case engine.Draw:
		p.hand++
		switch {
		case r.deck > 0: // the card itself, or the one that fills its slot
			r.deck--
		case m.Move.Slot > 0:
			r.market--
		default:
			r.Fault(m, "the deck is empty")
		}
	case engine.Lay:
		r.lay(p, m)
	case engine.Declare:
		if p.declared != nil {
			r.Fault(m, "declared twice")
		}
		p.declared = m
	}
}

// lay checks a lay by the letter of K5.
func (r *cardReferee) lay(p *refereed, m *notation.RecordedMove) {
	laid := m.Move.Payment.Hand
	total, kinds := laid.Total(), 0
	for c := range cardWild {
		if laid[c] > 0 {
			kinds++
		}
	}
	row := kinds == 1 && total >= 2
	if singles := kinds == 3 && total == 3; !row && !singles {
		r.Fault(m, "neither a row nor three cards")
	}
	if p.hand -= total; p.hand < 0 {
		r.Fault(m, "more cards than the hand has")
	}
	for c := range cardWild {
		if laid[c] == 0 {
			continue
		}
		for i := range r.seats {
			there := r.seats[i].yard[c]
			if there == nil {
				continue
			}
			if i == r.Turn || !row || total <= there.plain+there.wilds {
				r.Fault(m, "the colour lies there already")
			}
			r.gone += there.plain + there.wilds
			delete(r.seats[i].yard, c)
		}
		p.yard[c] = &line{plain: int(laid[c]), wilds: int(laid[cardWild])}
	}
}

// LastTurns counts the turns after the deck has run out (K7).
func (r *cardReferee) LastTurns() int {
	if r.deck == 0 {
		return r.Seats
	}
	return 0
}

// TurnBegins moves a card of each row onto the track (K3).
func (r *cardReferee) TurnBegins(seat int) {
	p := &r.seats[seat]
	for i := range r.seats {
		if m := r.seats[i].declared; m != nil {
			r.Fault(m, "within a pass")
		}
	}
	for c, there := range p.yard {
		if there.wilds > 0 {
			there.wilds--
			p.track[cardWild]++
			continue
		}
		p.track[c]++
		if there.plain--; there.plain == 0 {
			delete(p.yard, c)
		}
	}
}

// TurnsRunOut scores a pass (K8) and, with four seats, redeals once (K9).
func (r *cardReferee) TurnsRunOut(next int) bool {
	for i := range r.seats {
		p := &r.seats[i]
		open := slices.DeleteFunc(slices.Clone(p.kept), func(id engine.TicketID) bool {
			return slices.Contains(p.done, id)
		})
		completed := r.completed(i, open)
		p.done = append(p.done, completed...)
		for _, id := range completed {
			if r.pass == 1 {
				p.points += cardgame.Title.Map().Tickets[id].Points
			}
		}
	}
	if r.pass == 2 || len(r.seats) < 4 {
		return true
	}
	r.pass, r.gone = 2, 0
	r.deck = allCards
	for i := range r.seats {
		r.deck -= r.seats[i].hand
		r.seats[i].yard, r.seats[i].track = map[int]*line{}, engine.Cards{}
	}
	for k := range 16 {
		if r.deck > 0 {
			r.seats[(next+k)%4].hand++
			r.deck--
		}
	}
	r.market = min(5, r.deck)
	r.deck -= r.market
	return false
}

// completed returns the tickets that a seat's track pays for: the best set, or with declare=players
// what the seat has declared, or the only maximal set (K8).
func (r *cardReferee) completed(seat int, open []engine.TicketID) []engine.TicketID {
	p := &r.seats[seat]
	m := p.declared
	p.declared = nil
	if r.Options["declare"] != "players" {
		if m != nil {
			r.Fault(m, "nobody declares")
		}
		return completable(p.track, open)
	}
	slices.Sort(open)
	alone := slices.DeleteFunc(slices.Clone(open), func(id engine.TicketID) bool {
		return !affords(p.track, id)
	})
	switch together := affords(p.track, alone...); {
	case m == nil && together:
		return alone
	case m == nil:
		r.Faultf("seat %d has not declared", seat+1)
		return nil
	case together:
		r.Fault(m, "there is no choice")
	}
	declared := m.Move.Tickets
	for i, id := range declared {
		if !slices.Contains(open, id) || i > 0 && id <= declared[i-1] {
			r.Fault(m, "not its open tickets, in order")
		}
	}
	for _, id := range open {
		if !slices.Contains(declared, id) && affords(p.track, append(slices.Clone(declared), id)...) {
			r.Fault(m, "one more ticket could be paid for")
		}
	}
	if !affords(p.track, declared...) {
		r.Fault(m, "more than the track pays for")
	}
	return declared
}

// Sheets lists the tickets and gives the big cities' cards.
func (r *cardReferee) Sheets(v *engine.View) []sheet {
	if d := &v.Decks[0]; d.Cards != r.deck || d.Discards != r.gone {
		r.Faultf("deck %d, discards %d, want %d and %d", d.Cards, d.Discards, r.deck, r.gone)
	}
	sheets := make([]sheet, r.Seats)
	for i := range r.seats {
		p, s, seen := &r.seats[i], &sheets[i], &v.Seats[i]
		if seen.Score != p.points || seen.Track.N != p.track.Total() || seen.Hand.N != p.hand {
			r.Faultf("seat %d: score %d, track %d, hand %d, want %d, %d and %d", i+1,
				seen.Score, seen.Track.N, seen.Hand.N, p.points, p.track.Total(), p.hand)
		}
		r.checkReceipts(i, seen.Final)
		s.Bonuses = map[string]int{}
		for _, id := range p.kept {
			if points := cardgame.Title.Map().Tickets[id].Points; slices.Contains(p.done, id) {
				s.Completed = append(s.Completed, id)
				s.Tickets += points
			} else {
				s.Failed = append(s.Failed, id)
				s.Tickets -= points
			}
		}
	}
	for c, city := range cardgame.Title.Map().Cities {
		if city.Bonus > 0 { // K10
			award(sheets, city.ID, city.Bonus, func(s *sheet) int {
				named := 0
				for _, id := range s.Completed {
					if slices.Contains(cardgame.Title.Map().Tickets[id].Cities, engine.CityID(c)) {
						named++
					}
				}
				return named
			})
		}
	}
	return sheets
}

// TieBreaks are those of K11.
func (r *cardReferee) TieBreaks(s *sheet) []int {
	return []int{len(s.Completed), len(s.Bonuses)}
}

// checkReceipts looks whether each completed ticket is paid for with its own cards, and with cards
// that the last pass's track had (K8).
func (r *cardReferee) checkReceipts(seat int, f *engine.Final) {
	var all engine.Cards
	for k, id := range f.Completed {
		spent := f.Spent[k]
		all = all.Plus(&spent)
		ticket := &cardgame.Title.Map().Tickets[id]
		short, over := 0, false
		for c, n := range ticket.Cards {
			short += n - int(spent[c])
			over = over || int(spent[c]) > n
		}
		if over || short != int(spent[cardWild]) || f.Earned[k] != ticket.Points {
			r.Faultf("seat %d: ticket %d is paid for with %v and earns %d", seat+1, id, spent, f.Earned[k])
		}
	}
	if track := &r.seats[seat].track; r.pass == 1 && !track.Holds(&all) {
		r.Faultf("seat %d spends %v of a track of %v", seat+1, all, *track)
	}
}
