// Package cardgame thinks for a seat of The Card Game. It estimates how likely each ticket is
// completed, and ranks moves by how they change that.
package cardgame

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/ai/choice"
	"konduktor/engine/railmap"
)

const (
	maxColors = 8
	wild      = maxColors // the card after the colours (K1)
)

// stock is what a seat has, by where it lies.
type stock struct {
	track [maxColors + 1]int
	yard  [maxColors + 1]int
	hand  [maxColors + 1]int
	rows  [maxColors]engine.Row // the seat's own; N 0: none
}

// outlook is a position as its seat knows it.
type outlook struct {
	m     *railmap.Map
	w     *Weights
	v     *engine.View
	own   *engine.SeatView
	have  stock
	turns float64 // that the seat still has in this pass, the present one included
	later bool    // another pass follows
	owner [maxColors]engine.Seat
	laid  [maxColors]engine.Row // by colour: the row, in whichever yard it lies

	want []engine.TicketID // open tickets, those worth most for their cards first

	asks   [][]ask            // by ticket
	cities []float64          // by ticket: what its completion adds for its big cities (K10)
	lack   []int              // by entry of want: its place in the order
	rows   [mostRow]rowChance // by number of cards
}

// ask is how many cards of a kind a ticket asks for.
type ask struct{ card, n int }

// mostRow is more cards than a row can have.
const mostRow = 64

// rowChance is how likely a row's cards reach the track, computed once per position.
type rowChance struct {
	p     float64
	known bool
}

// newOutlook works out what does not change in a game.
func newOutlook(m *railmap.Map, w *Weights) outlook {
	o := outlook{m: m, w: w}
	for i := range m.Tickets {
		var list []ask
		for c, n := range m.Tickets[i].Cards {
			if n > 0 {
				list = append(list, ask{c, int(n)})
			}
		}
		o.asks = append(o.asks, list)
		o.cities = append(o.cities, o.city(&m.Tickets[i]))
	}
	return o
}

func (o *outlook) read(v *engine.View) {
	o.v, o.own = v, v.Own()
	o.have = stock{}
	clear(o.owner[:])
	clear(o.laid[:])
	for c := range maxColors + 1 {
		o.have.hand[c] = int(o.own.Hand.Cards[c])
		if o.own.Track.Known {
			o.have.track[c] = int(o.own.Track.Cards[c])
		}
	}
	for i := range v.Seats {
		for _, r := range v.Seats[i].Yard {
			o.owner[r.Card], o.laid[r.Card] = v.Seats[i].Seat, r
		}
	}
	for _, r := range o.own.Yard {
		o.have.rows[r.Card] = r
	}
	o.later = v.Pass < v.Passes
	if v.LastRound {
		o.turns = choice.TurnsLeft(v)
	} else {
		o.turns = float64(v.Decks[0].Cards)/(float64(len(v.Seats))*drawn) + 1.5
	}
	clear(o.rows[:])
	o.setWant(o.own.Tickets.IDs)
}

// setWant sorts the tickets to complete.
func (o *outlook) setWant(lists ...[]engine.TicketID) {
	o.want, o.lack = o.want[:0], o.lack[:0]
	for _, list := range lists {
		for _, id := range list {
			lack := o.lacking(id)
			at := len(o.want)
			for at > 0 && o.lack[at-1] > lack {
				at--
			}
			o.want, o.lack = slices.Insert(o.want, at, id), slices.Insert(o.lack, at, lack)
		}
	}
}

// lacking orders tickets: those that lack least first, then those worth most.
func (o *outlook) lacking(id engine.TicketID) int {
	lack := 0
	for _, a := range o.asks[id] {
		have := o.have.track[a.card] + o.have.hand[a.card] + o.have.rows[a.card].N
		lack += 100*max(a.n-have, 0) + a.n
	}
	return lack - 3*o.m.Tickets[id].Points
}

// chances are how likely cards reach the track in time.
type chances struct {
	yard, hand [maxColors + 1]float64
}

// chancesOf estimates them for a stock.
func (o *outlook) chancesOf(s *stock) chances {
	var p chances
	lays := 0.
	for c := range maxColors {
		if s.hand[c] > 0 {
			lays++
		}
	}
	for c := range maxColors {
		if n := s.rows[c].N; n > 0 {
			p.yard[c] = o.rowChance(n)
		}
		wait := 0.
		if s.rows[c].N > 0 {
			wait = float64(s.rows[c].N) * .5 // its colour cannot be laid again yet (K5)
		}
		if s.hand[c] > 0 {
			p.hand[c] = o.chanceInTime(o.turns-1-float64(min(s.hand[c], 4))*.7-lays*.5-wait) * o.w.Hand
			if s.hand[c] == 1 {
				p.hand[c] *= .9
			}
		}
	}
	p.yard[wild] = o.chanceInTime(o.turns-2) * .95
	p.hand[wild] = o.chanceInTime(o.turns-2.5) * (1 - (1-o.w.Hand)*.5)
	if o.later {
		for c := range p.hand {
			p.hand[c] = max(p.hand[c], o.w.Hand*.9) // hands are kept for the next pass (K9)
		}
	}
	return p
}

// rowChance is how likely the cards of a row of n reach the track in time, on average.
func (o *outlook) rowChance(n int) float64 {
	r := &o.rows[min(n, mostRow-1)]
	if !r.known {
		sum := 0.
		for k := 1; k <= n; k++ {
			sum += o.chanceInTime(o.turns-1-float64(k)) * o.chanceUnrobbed(n-k+1, k)
		}
		*r = rowChance{p: sum / float64(n), known: true}
	}
	return r.p
}

// chanceInTime is the chance of an event that has this many turns to spare.
func (o *outlook) chanceInTime(spare float64) float64 {
	if spare < -.6 {
		return 0
	}
	return choice.Enough(spare, o.w.Slack)
}

func (o *outlook) chanceUnrobbed(cards, turns int) float64 {
	risk := o.w.Rob
	for range max(cards-2, 0) {
		risk *= .6
	}
	p := 1.
	for range turns {
		p *= 1 - risk
	}
	return p
}

// drawn is how many cards leave the deck in a turn, on average.
const drawn = 1.15

// worth is what the seat can expect of its tickets with a stock.
func (o *outlook) worth(s *stock, want []engine.TicketID) float64 {
	p := o.chancesOf(s)
	left := *s
	for c := range maxColors {
		r := s.rows[c]
		left.yard[c] = r.N - r.Wilds
		left.yard[wild] += r.Wilds
	}
	reach := (o.turns - 1.5) * o.w.Reach
	if o.later {
		reach = (o.turns - 1.5 + o.w.Later) * o.w.Reach
	}
	load, sum := 0., 0.
	for _, id := range want {
		t := &o.m.Tickets[id]
		chance, missing := 1., 0
		for _, a := range o.asks[id] {
			c := a.card
			for range a.n {
				switch {
				case left.track[c] > 0:
					left.track[c]--
				case left.yard[c] > 0:
					left.yard[c]--
					chance = min(chance, p.yard[c])
				case left.hand[c] > 0:
					left.hand[c]--
					chance = min(chance, p.hand[c])
					load += 1 / o.w.Lays
				default:
					missing++
				}
			}
		}
		for ; missing > 0; missing-- {
			switch {
			case left.track[wild] > 0:
				left.track[wild]--
			case left.yard[wild] > 0:
				left.yard[wild]--
				chance = min(chance, p.yard[wild])
			case left.hand[wild] > 0:
				left.hand[wild]--
				chance = min(chance, p.hand[wild])
			default:
				load += 1/o.w.Useful + 1/o.w.Lays
				chance = min(chance*.98, o.chanceDrawn(reach-load))
			}
		}
		points := float64(t.Points)
		sum += points*(2*chance-1) + chance*o.cities[id]
	}
	for c := range maxColors {
		sum += o.w.Spare * float64(min(left.hand[c], 3)) * min(o.turns/6, 1)
	}
	return sum + o.w.Wild*float64(left.hand[wild]+left.track[wild])*min(o.turns/4, 1)
}

// chanceDrawn is the chance that a missing card comes, with turns to spare.
func (o *outlook) chanceDrawn(spare float64) float64 {
	p := .0
	if spare > 0 {
		p = 1 - .6*choice.Pow2(-spare/o.w.Slack)
	} else if spare > -2 {
		p = .2 + .1*spare
	}
	return p
}

// city is what a completed ticket adds for the bonus of its big cities (K10).
func (o *outlook) city(t *railmap.Ticket) float64 {
	sum := 0.
	for _, c := range t.Cities {
		sum += float64(o.m.Cities[c].Bonus)
	}
	return sum * o.w.City
}
