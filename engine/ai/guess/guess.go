package guess

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// Guesser makes up worlds for one position.
type Guesser struct {
	title engine.Title
	m     *railmap.Map
	v     *engine.View
	own   *engine.SeatView
	know  *memory
	rng   *rand.Rand

	unseen  []engine.Cards // by deck: cards that the viewer neither sees nor remembers
	tickets []engine.TicketID
	weights [engine.MaxSeats][]float64 // by seat and ticket; nil: all tickets are equally likely
}

// New prepares to guess what v's viewer, who was told these events, does not know. v must show the
// viewer's own cards; those of others that it shows are not guessed.
func New(title engine.Title, m *railmap.Map, v *engine.View, told []engine.Event,
	rng *rand.Rand,
) *Guesser {
	g := &Guesser{title: title, m: m, v: v, own: v.Own(), rng: rng}
	piles := title.Piles()
	var apart engine.Cards
	for i := range piles {
		apart = apart.Plus(&piles[i].Apart)
	}
	g.know = recall(told, &apart)
	g.limitMemory()
	for i := range piles {
		g.unseen = append(g.unseen, piles[i].Cards)
	}
	g.removeVisible()
	for i := range m.Tickets {
		if id := engine.TicketID(i); !g.knownTicket(id) {
			g.tickets = append(g.tickets, id)
		}
	}
	g.weighTickets()
	return g
}

// together reports whether two seats are one side.
func (g *Guesser) together(a, b *engine.SeatView) bool {
	return a.Seat == b.Seat || g.v.Uses(engine.UsesTeams) && a.Team == b.Team
}

// limitMemory makes what is remembered agree with the numbers of cards.
func (g *Guesser) limitMemory() {
	for i := range g.v.Seats {
		s := &g.v.Seats[i]
		shorten(&g.know.hands[i], s.Hand.N)
		if s.Hand.Known {
			g.know.hands[i] = s.Hand.Cards
		}
		if s.Track.Known {
			g.know.tracks[i] = s.Track.Cards
		}
	}
	if !g.v.Uses(engine.UsesTeams) {
		return
	}
	for i := 0; i+1 < len(g.v.Seats); i += 2 { // one entry a team: that of its first seat
		rack := g.know.racks[i].Plus(&g.know.racks[i+1])
		s := &g.v.Seats[i]
		shorten(&rack, s.Rack.N)
		if s.Rack.Known {
			rack = s.Rack.Cards
		}
		g.know.racks[i], g.know.racks[i+1] = rack, engine.Cards{}
	}
}

func shorten(cards *engine.Cards, n int) {
	over := cards.Total() - n
	for c := 0; over > 0 && c < len(cards); c++ {
		k := min(over, int(cards[c]))
		cards[c] -= uint8(k)
		over -= k
	}
}

// removeVisible removes what lies open or is remembered from the unseen cards.
func (g *Guesser) removeVisible() {
	for i := range g.v.Decks {
		g.removeUnseen(&g.v.Decks[i].Discarded)
	}
	var loose engine.Cards
	for _, c := range g.v.Market {
		if c != engine.NoCard {
			loose[c]++
		}
	}
	if x := g.v.Tunnel; x != nil {
		paid := x.Paid.Cards()
		loose = loose.Plus(&paid)
		for _, c := range x.Revealed {
			loose[c]++
		}
	}
	if g.own.Drawn != engine.NoCard {
		loose[g.own.Drawn]++
	}
	wild := g.v.Lexicon().Wild()
	for i := range g.v.Seats {
		for _, r := range g.v.Seats[i].Yard {
			loose[r.Card] += uint8(r.N - r.Wilds)
			loose[wild] += uint8(r.Wilds)
		}
	}
	g.removeUnseen(&loose)
	for i := range g.v.Seats {
		g.removeUnseen(&g.know.tracks[i])
	}
	// Own cards are certain; what is remembered of others counts as far as there are such cards.
	g.removeUnseen(&g.know.hands[g.own.Seat-1])
	for i := range g.v.Seats {
		if s := &g.v.Seats[i]; g.v.Uses(engine.UsesTeams) && g.together(s, g.own) {
			g.removeUnseen(&g.know.racks[i])
		}
	}
	for i := range g.v.Seats {
		s := &g.v.Seats[i]
		if s.Seat != g.own.Seat {
			g.removeUnseen(&g.know.hands[i])
		}
		if !g.together(s, g.own) {
			g.removeUnseen(&g.know.racks[i])
		}
	}
}

// removeUnseen removes cards from the unseen ones and forgets those not there.
func (g *Guesser) removeUnseen(cards *engine.Cards) {
	for c := range cards {
		left := cards[c]
		for d := range g.unseen {
			n := min(left, g.unseen[d][c])
			g.unseen[d][c] -= n
			left -= n
		}
		cards[c] -= left
	}
}

func (g *Guesser) knownTicket(id engine.TicketID) bool {
	for i := range g.v.Seats {
		s := &g.v.Seats[i]
		for _, list := range [][]engine.TicketID{
			s.Tickets.IDs, s.RackTickets.IDs, s.Offer.IDs, s.Completed,
		} {
			if slices.Contains(list, id) {
				return true
			}
		}
	}
	return false
}

// Next makes up one world. The error says that the view does not add up.
func (g *Guesser) Next() (engine.Hidden, error) {
	h := engine.Hidden{Went: g.know.went, Open: true, Seats: make([]engine.HiddenSeat, len(g.v.Seats))}
	for i := range h.Seed {
		h.Seed[i] = byte(g.rng.Uint32())
	}
	if err := g.dealCards(&h); err != nil {
		return h, err
	}
	return h, g.dealTickets(&h)
}

// dealCards deals the unseen cards to the decks and to those who hold unknown cards.
func (g *Guesser) dealCards(h *engine.Hidden) error {
	var pool []engine.Card
	for d := range g.unseen {
		var down []engine.Card
		for c, n := range g.unseen[d] {
			for range n {
				down = append(down, engine.Card(c))
			}
		}
		g.rng.Shuffle(len(down), func(i, j int) { down[i], down[j] = down[j], down[i] })
		n := g.v.Decks[d].Cards
		if n > len(down) {
			return fmt.Errorf("guess: %d cards for a deck of %d", len(down), n)
		}
		h.Decks = append(h.Decks, down[:n:n])
		pool = append(pool, down[n:]...)
	}
	g.rng.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
	deal := func(cards *engine.Cards, want int) error {
		for n := cards.Total(); n < want; n++ {
			if len(pool) == 0 {
				return fmt.Errorf("guess: no card is left for a hand of %d", want)
			}
			cards[pool[0]]++
			pool = pool[1:]
		}
		return nil
	}
	for i := range g.v.Seats {
		s := &h.Seats[i]
		s.Hand, s.Track, s.Drawn = g.know.hands[i], g.know.tracks[i], g.v.Seats[i].Drawn
		if err := deal(&s.Hand, g.v.Seats[i].Hand.N); err != nil {
			return err
		}
	}
	for i := 0; g.v.Uses(engine.UsesTeams) && i+1 < len(g.v.Seats); i += 2 {
		t := engine.HiddenTeam{Rack: g.know.racks[i]}
		if err := deal(&t.Rack, g.v.Seats[i].Rack.N); err != nil {
			return err
		}
		h.Teams = append(h.Teams, t)
	}
	return nil
}

// dealTickets deals the unknown tickets: those that its network serves are likelier a seat's.
func (g *Guesser) dealTickets(h *engine.Hidden) error {
	pile := slices.Clone(g.tickets)
	g.rng.Shuffle(len(pile), func(i, j int) { pile[i], pile[j] = pile[j], pile[i] })
	take := func(n int, weights []float64) []engine.TicketID {
		list := make([]engine.TicketID, 0, n)
		for ; n > 0 && len(pile) > 0; n-- {
			k := g.pick(pile, weights)
			list = append(list, pile[k])
			pile[k] = pile[len(pile)-1]
			pile = pile[:len(pile)-1]
		}
		return list
	}
	for _, i := range g.rng.Perm(len(g.v.Seats)) {
		from, s := &g.v.Seats[i], &h.Seats[i]
		if from.Tickets.Known {
			s.Tickets, s.Offer, s.Dealt = from.Tickets.IDs, from.Offer.IDs, from.Dealt
			if g.v.Phase == engine.InPlay && g.v.Owes == engine.OwesShare && g.v.Moves(from.Seat) {
				s.Fresh, s.Offer = from.Offer.IDs, nil
			}
			continue
		}
		s.Tickets = take(from.Tickets.N, g.weights[i])
	}
	for k := range h.Teams {
		first := &g.v.Seats[2*k]
		h.Teams[k].Tickets = first.RackTickets.IDs
		if !first.RackTickets.Known {
			h.Teams[k].Tickets = take(first.RackTickets.N, g.weights[2*k])
		}
		h.Seats[2*k].Shared = h.Teams[k].Tickets
	}
	for i := range g.v.Seats {
		if from := &g.v.Seats[i]; !from.Tickets.Known {
			offered := from.Offer.N
			if g.v.Phase == engine.InSetup {
				// nobody knows a seat's choice, so in a guessed game it may choose again (C2)
				offered = g.own.Offer.N
			}
			h.Seats[i].Offer = take(offered, nil)
		}
	}
	if len(pile) < g.v.TicketsLeft {
		return fmt.Errorf("guess: %d tickets for a pile of %d", len(pile), g.v.TicketsLeft)
	}
	h.Tickets = pile[:g.v.TicketsLeft]
	return nil
}

// pick chooses an entry of a shuffled pile by weights by ticket; nil: the first one.
func (g *Guesser) pick(pile []engine.TicketID, weights []float64) int {
	if weights == nil {
		return 0
	}
	sum := 0.
	for _, id := range pile {
		sum += weights[id]
	}
	at := g.rng.Float64() * sum
	for k, id := range pile {
		if at -= weights[id]; at < 0 {
			return k
		}
	}
	return len(pile) - 1
}
