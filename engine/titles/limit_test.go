package titles_test

import (
	"math/rand/v2"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
	"github.com/konduktor-bot/konduktor/engine/railway"
)

// limit is what an engine costs that is nothing but arrays: random legal play on a title's map with its deck, pieces and
// tickets, all legal moves listed, one picked. It has no ferries, tunnels, racks, pairs, ports, exchanges, tours, events,
// views, refusals, longest path and no shuffle that can be checked: it is not an engine, but how fast one could be
// (docs/performance.md).
type limit struct {
	rules *railway.Rules
	seats int
	rng   *rand.Rand

	routes  []limitRoute
	tickets []limitTicket
	suits   [2][]limitSuit // of rails, of sea lanes
	wild    uint8
	decks   int
	deckOf  [engine.MaxCards]uint8
	slots   []uint8 // by market slot: the deck that fills it at first

	turn, lastTurns    int
	owes               uint8 // 0: a turn, 1: a second card, 2: a choice of tickets
	idle               int
	seat               [engine.MaxSeats]limitSeat
	owner              [railmap.MaxRoutes]uint8 // 0: nobody, 0xFF: closed
	deck               [2]limitDeck
	market             [6]uint8
	pile               [256]uint8
	pileTop, pileCount int
	legal              [512]uint16
	moves              int
}

type limitRoute struct {
	length, color uint8 // color 0xFF: gray
	sea           uint8 // 1: of the second kind of pieces and cards
	a, b          uint8
	rivals        []uint16
	points        int
}

type limitTicket struct {
	a, b   uint8
	points int
}

type limitSeat struct {
	hand             [engine.MaxCards + 1]uint8 // the last one is no card
	pieces           [2]int
	score            int
	offer            [5]uint8
	offered          int
	kept             [128]uint8
	keptCount        int
	claimed          [64]uint16
	claimedCount     int
	completed, total int
}

const (
	noColor = 0xFF
	noCard  = engine.MaxCards
)

// The kinds of moves, in the upper byte of a move.
const (
	limitDraw = iota << 8
	limitKeep
	limitTickets
	limitPass
	limitClaim // and above: the route
)

func newLimit(r *railway.Rules, m *railmap.Map, seats int, rng *rand.Rand) *limit {
	l := &limit{rules: r, seats: seats, rng: rng, decks: len(r.Decks)}
	l.sortCards(m.Colors)
	for i := range m.Routes {
		route := &m.Routes[i]
		x := limitRoute{length: uint8(route.Length), color: noColor, a: uint8(route.A), b: uint8(route.B), points: railway.Points(route.Length)}
		if l.decks > 1 && route.Kind == railmap.Sea {
			x.sea = 1
		}
		for c, name := range m.Colors {
			if name == route.Color {
				x.color = uint8(c)
			}
		}
		for _, o := range m.Group(route.Group) {
			if int(o) != i {
				x.rivals = append(x.rivals, uint16(o))
			}
		}
		l.routes = append(l.routes, x)
	}
	for i := range m.Tickets {
		t := &m.Tickets[i]
		l.tickets = append(l.tickets, limitTicket{uint8(t.Cities[0]), uint8(t.Cities[1]), t.Points})
	}
	return l
}

// play plays one game from the deal to the score and returns the number of moves.
func (l *limit) play() int {
	l.deal()
	for s := range l.seats {
		l.turn, l.owes = s, 2
		l.step()
	}
	l.turn, l.owes, l.lastTurns = 0, 0, -1
	for l.lastTurns != 0 && l.idle < 3*l.seats {
		l.step()
	}
	l.score()
	return l.moves
}

func (l *limit) deal() {
	l.moves, l.idle = 0, 0
	clear(l.owner[:len(l.routes)])
	for d := range l.decks {
		deck := &l.deck[d]
		deck.top, deck.end, deck.thrown = 0, 0, 0
		deck.discards = [engine.MaxCards]uint8{}
		l.lay(deck, (*[engine.MaxCards]uint8)(&l.rules.Decks[d].Cards))
	}
	l.pileTop, l.pileCount = 0, len(l.tickets)
	for t := range l.tickets {
		l.pile[t] = uint8(t)
	}
	for i := len(l.tickets) - 1; i > 0; i-- {
		j := l.rng.IntN(i + 1)
		l.pile[i], l.pile[j] = l.pile[j], l.pile[i]
	}
	for i := range l.market {
		l.market[i] = noCard
	}
	for s := range l.seats {
		seat := &l.seat[s]
		*seat = limitSeat{}
		for i, k := range l.rules.Fleet.Kinds {
			seat.pieces[i] = k.Number
			if l.rules.Fleet.Choose > 0 {
				seat.pieces[i] = l.rules.Fleet.Advised[i]
			}
		}
		for d := range l.decks {
			for range l.rules.Decks[d].Hand {
				seat.hand[l.take(d)]++
			}
		}
	}
	for s := range l.seats {
		l.offer(&l.seat[s], l.rules.Offer.First)
	}
	l.fill(true)
	l.settle()
}

func (l *limit) offer(s *limitSeat, k int) {
	s.offered = min(k, l.pileCount)
	for i := range s.offered {
		s.offer[i] = l.pile[l.pileTop]
		l.pileTop = (l.pileTop + 1) & 255
		l.pileCount--
	}
}

// step lists the legal moves of the seat to move and makes one of them.
func (l *limit) step() {
	n := l.list()
	m := l.legal[l.rng.IntN(n)]
	s := &l.seat[l.turn]
	l.moves++
	switch {
	case m >= limitClaim:
		l.claim(s, m-limitClaim)
	case m >= limitPass:
		l.endTurn(true)
	case m >= limitTickets:
		l.offer(s, l.rules.Offer.Later)
		l.owes = 2
	case m >= limitKeep:
		l.keep(s, m&255)
	default:
		l.draw(s, m&255)
	}
}

func (l *limit) list() int {
	n := 0
	s := &l.seat[l.turn]
	if l.owes == 2 {
		least := min(l.rules.Offer.Keep, s.offered)
		for set := uint16(1); set < 1<<s.offered; set++ {
			count := 0
			for i := range s.offered {
				count += int(set >> i & 1)
			}
			if count >= least {
				l.legal[n] = limitKeep | set
				n++
			}
		}
		return n
	}
	if l.source(0) >= 0 {
		for d := range l.decks {
			l.legal[n] = limitDraw | uint16(d)<<4
			n++
		}
	}
	for i := range l.slots {
		c := l.market[i]
		if c == noCard || l.owes == 1 && l.rules.WildAlone && c == l.wild {
			continue
		}
		for d := range l.decks {
			l.legal[n] = limitDraw | uint16(d)<<4 | uint16(i+1)
			n++
		}
	}
	if l.owes == 1 {
		return n
	}
	var most [2]uint8
	for kind := range l.decks {
		for c := range l.suits[kind] {
			most[kind] = max(most[kind], l.suits[kind][c].reach(&s.hand))
		}
	}
	for r := range l.routes {
		x := &l.routes[r]
		if l.owner[r] != 0 || s.pieces[x.sea] < int(x.length) || !l.affords(s, x, most[x.sea]) || l.holdsRival(x) {
			continue
		}
		l.legal[n] = limitClaim + uint16(r)
		n++
	}
	if l.pileCount > 0 {
		l.legal[n] = limitTickets
		n++
	}
	if n == 0 {
		l.legal[n] = limitPass
		n++
	}
	return n
}

func (l *limit) affords(s *limitSeat, x *limitRoute, most uint8) bool {
	if x.color != noColor {
		most = l.suits[x.sea][x.color].reach(&s.hand)
	}
	return most+s.hand[l.wild] >= x.length
}

func (l *limit) holdsRival(x *limitRoute) bool {
	for _, r := range x.rivals {
		if l.owner[r] == uint8(l.turn+1) {
			return true
		}
	}
	return false
}

// claim pays with one of the possible colours and as few wilds as it can.
func (l *limit) claim(s *limitSeat, r uint16) {
	x := &l.routes[r]
	suits := l.suits[x.sea]
	color := x.color
	if color == noColor {
		ways := 0
		for c := range suits {
			if suits[c].reach(&s.hand)+s.hand[l.wild] >= x.length {
				ways++
				if ways == 1 || l.rng.IntN(ways) == 0 {
					color = uint8(c)
				}
			}
		}
	}
	l.pay(s, &suits[color], int(x.length))
	s.pieces[x.sea] -= int(x.length)
	s.score += x.points
	s.claimed[s.claimedCount] = r
	s.claimedCount++
	l.owner[r] = uint8(l.turn + 1)
	left := 0
	for _, o := range x.rivals {
		if l.owner[o] == 0 {
			left++
		}
	}
	if left <= l.rules.Unused[l.seats] {
		for _, o := range x.rivals {
			if l.owner[o] == 0 {
				l.owner[o] = noCard
			}
		}
	}
	l.settle()
	l.endTurn(false)
}

func (l *limit) keep(s *limitSeat, set uint16) {
	for i := range s.offered {
		if set>>i&1 == 1 {
			s.kept[s.keptCount] = s.offer[i]
			s.keptCount++
		} else if l.rules.Refused == railway.UnderThePile {
			l.pile[(l.pileTop+l.pileCount)&255] = s.offer[i]
			l.pileCount++
		}
	}
	l.endTurn(false)
}

func (l *limit) draw(s *limitSeat, m uint16) {
	slot, d := m&15, int(m>>4&1)
	alone := false
	if slot == 0 {
		s.hand[l.take(l.source(d))]++
	} else {
		c := l.market[slot-1]
		s.hand[c]++
		l.market[slot-1] = noCard
		l.fillSlot(int(slot-1), d)
		alone = c == l.wild && l.rules.WildAlone
	}
	l.settle()
	if l.owes == 1 || alone || l.source(0) < 0 {
		l.endTurn(false)
		return
	}
	l.owes = 1
}

func (l *limit) endTurn(idle bool) {
	l.idle++
	if !idle {
		l.idle = 0
	}
	if l.lastTurns > 0 {
		l.lastTurns--
	} else if l.lastTurns < 0 && l.lastRoundDue() {
		l.lastTurns = l.seats * l.rules.LastRound.Turns
	}
	l.turn, l.owes = (l.turn+1)%l.seats, 0
}

func (l *limit) lastRoundDue() bool {
	size := max(1, l.rules.TeamSize)
	for first := 0; first < l.seats; first += size {
		left := 0
		for s := first; s < first+size; s++ {
			left += l.seat[s].pieces[0] + l.seat[s].pieces[1]
		}
		if left <= l.rules.LastRound.PiecesAtMost {
			return true
		}
	}
	return false
}

func (l *limit) score() {
	for s := range l.seats {
		seat := &l.seat[s]
		var parent [256]uint8
		for i := range parent {
			parent[i] = uint8(i)
		}
		root := func(c uint8) uint8 {
			for parent[c] != c {
				c = parent[c]
			}
			return c
		}
		for _, r := range seat.claimed[:seat.claimedCount] {
			parent[root(l.routes[r].a)] = root(l.routes[r].b)
		}
		seat.total = seat.score
		for _, t := range seat.kept[:seat.keptCount] {
			ticket := &l.tickets[t]
			if root(ticket.a) == root(ticket.b) {
				seat.total += ticket.points
				seat.completed++
			} else {
				seat.total -= ticket.points
			}
		}
	}
}
