// Package cardgame thinks for a seat of The Card Game. It estimates how likely each ticket is
// completed, and ranks moves by how they change that.
package cardgame

import (
	"konduktor/engine"
	"konduktor/engine/railmap"
)

const (
	maxColors = 8
	wild      = maxColors // the card after the colours (K1)
)

// Cards of a kind in the box (K1).
const (
	perColor = 10
	perWild  = 16
)

// stock is what a seat has, by where it lies.
type stock struct {
	track [maxColors + 1]int
	yard  [maxColors + 1]int
	hand  [maxColors + 1]int
	rows  [maxColors]engine.Row // the seat's own; N 0: none
}

// split is the stock with the cards of its rows by kind.
func (s *stock) split() stock {
	left := *s
	for c := range s.rows {
		left.yard[c] = s.rows[c].N - s.rows[c].Wilds
		left.yard[wild] += s.rows[c].Wilds
	}
	return left
}

// position is what a seat knows.
type position struct {
	m     *railmap.Map
	w     *Weights
	v     *engine.View
	own   *engine.SeatView
	have  stock
	turns float64 // that the seat still has in this pass, the present one included
	later bool    // another pass follows
	owner [maxColors]engine.Seat
	laid  [maxColors]engine.Row // by colour: the row, in whichever yard it lies

	want []engine.TicketID // open tickets, those that lack least first

	asks   [][]ask   // by ticket
	cards  []int     // by ticket: how many it asks for
	cities []float64 // by ticket: what its completion adds for its big cities (K10)
	// average is the value that a seat can expect of an open ticket which nobody else knows
	average float64
}

// ask is how many cards of a kind a ticket asks for.
type ask struct{ card, n int }

// usuallyCompleted is the share of open tickets that a seat is thought to complete.
const usuallyCompleted = .9

// newPosition works out what does not change in a game.
func newPosition(m *railmap.Map, w *Weights) position {
	p := position{m: m, w: w}
	for i := range m.Tickets {
		var list []ask
		cards := 0
		for c, n := range m.Tickets[i].Cards {
			if n > 0 {
				list = append(list, ask{c, int(n)})
				cards += int(n)
			}
		}
		p.asks, p.cards = append(p.asks, list), append(p.cards, cards)
		bonus := p.city(&m.Tickets[i])
		p.cities = append(p.cities, bonus)
		p.average += (2*usuallyCompleted-1)*float64(m.Tickets[i].Points) + usuallyCompleted*bonus
	}
	p.average /= float64(len(m.Tickets))
	return p
}

func (p *position) see(v *engine.View) {
	p.v, p.own = v, v.Own()
	p.have = stock{}
	clear(p.owner[:])
	clear(p.laid[:])
	for c := range maxColors + 1 {
		p.have.hand[c] = int(p.own.Hand.Cards[c])
		if p.own.Track.Known {
			p.have.track[c] = int(p.own.Track.Cards[c])
		}
	}
	for i := range v.Seats {
		for _, r := range v.Seats[i].Yard {
			p.owner[r.Card], p.laid[r.Card] = v.Seats[i].Seat, r
		}
	}
	for _, r := range p.own.Yard {
		p.have.rows[r.Card] = r
	}
	p.later = v.Pass < v.Passes
}

// others reports whether a row of a colour lies in another railyard.
func (p *position) others(c int) bool {
	return p.owner[c] != engine.Public && p.owner[c] != p.own.Seat
}

// city is what a completed ticket adds for the bonus of its big cities (K10).
func (p *position) city(t *railmap.Ticket) float64 {
	sum := 0.
	for _, c := range t.Cities {
		sum += float64(p.m.Cities[c].Bonus)
	}
	return sum * p.w.City
}

// withSpare adds to the worth of tickets that of the cards that they leave over.
func (p *position) withSpare(sum float64, left *stock) float64 {
	for c := range maxColors {
		sum += p.w.Spare * float64(min(left.hand[c], 3)) * min(p.turns/6, 1)
	}
	return sum + p.w.Wild*float64(left.hand[wild]+left.track[wild])*min(p.turns/4, 1)
}
