package cards

import (
	"strconv"

	"konduktor/engine"
)

// Taker is a player or place that takes cards. With shuffle=apart each has an order of its own, so
// that one more draw does not shift the others' cards (C18).
type Taker uint8

// maxSlots is the size of the largest market of any title.
const maxSlots = 6

// The number of takers, and where each kind begins.
const (
	slots   = engine.MaxSeats
	tunnels = slots + maxSlots
	takers  = tunnels + engine.MaxSeats
)

// Seat takes a seat's hand at the deal, and its blind draws.
func Seat(s engine.Seat) Taker { return Taker(s - 1) }

// Slot takes the cards of a market slot, from 1.
func Slot(n int) Taker { return Taker(slots + n - 1) }

// Tunnel takes what a seat's tunnels turn up.
func Tunnel(s engine.Seat) Taker { return Taker(tunnels + int(s) - 1) }

// String names the taker as its stream does.
func (t Taker) String() string {
	switch n := int(t) + 1; {
	case t < slots:
		return "seat " + strconv.Itoa(n)
	case t < tunnels:
		return "slot " + strconv.Itoa(n-slots)
	default:
		return "tunnel " + strconv.Itoa(n-tunnels)
	}
}

// places is a set of places in a deck.
type places [(MaxDeck + 63) / 64]uint64

func (p *places) has(i int) bool { return p[i/64]>>(i%64)&1 == 1 }

func (p *places) add(i int) { p[i/64] |= 1 << (i % 64) }

// orders has the order of each taker, as places in a deck. Decks share it, so it never changes.
type orders struct {
	streams [takers]engine.Stream
	places  [takers][MaxDeck]uint8
}

// newOrders returns the streams of all takers of a deck; next makes the orders.
func newOrders(seed engine.Seed, purpose string) *orders {
	var o orders
	for t := range o.streams {
		o.streams[t] = engine.NewStream(seed, purpose+" "+Taker(t).String())
	}
	return &o
}

// next returns the orders of a new deck of size cards.
func (o *orders) next(size int) *orders {
	n := *o
	for t := range n.places {
		places := n.places[t][:size]
		for i := range places {
			places[i] = uint8(i) // below MaxDeck
		}
		engine.Shuffle(&n.streams[t], places)
	}
	return &n
}

// first is the first place in a taker's order that is not taken; there must be one.
func (o *orders) first(by Taker, taken places) int {
	for _, place := range o.places[by] {
		if i := int(place); !taken.has(i) {
			return i
		}
	}
	return 0
}
