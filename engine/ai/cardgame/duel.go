package cardgame

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/ai/choice"
)

// duel is the forecast for two seats: there, cards are seldom robbed, and a player who holds cards
// back to rob loses.
type duel struct {
	*position
	lack []int              // by entry of want: its place in the order
	rows [longest]rowChance // by number of cards
}

// longest is more cards than a row can have.
const longest = 64

// rowChance is how likely a row's cards reach the track, computed once per position.
type rowChance struct {
	p     float64
	known bool
}

func (o *duel) read() {
	if o.v.LastRound {
		o.turns = choice.TurnsLeft(o.v)
	} else {
		o.turns = float64(o.v.Decks[0].Cards)/(float64(len(o.v.Seats))*drawnInDuel) + 1.5
	}
	clear(o.rows[:])
}

func (o *duel) unknown(c int) float64 {
	n := perColor
	if c == wild {
		n = perWild
	}
	n -= o.have.hand[c] + o.have.track[c]
	if c < maxColors {
		n -= o.laid[c].N
	}
	return float64(max(n, 0))
}

// ending changes nothing: how a pass ends decides little here.
func (o *duel) ending(func()) {}

// setWant sorts the tickets to complete.
func (o *duel) setWant(lists ...[]engine.TicketID) {
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
func (o *duel) lacking(id engine.TicketID) int {
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
func (o *duel) chancesOf(s *stock) chances {
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
func (o *duel) rowChance(n int) float64 {
	r := &o.rows[min(n, longest-1)]
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
func (o *duel) chanceInTime(spare float64) float64 {
	if spare < -.6 {
		return 0
	}
	return choice.Enough(spare, o.w.Slack)
}

func (o *duel) chanceUnrobbed(cards, turns int) float64 {
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
const drawnInDuel = 1.15

// worth is what the seat can expect of its tickets with a stock.
func (o *duel) worth(s *stock, want []engine.TicketID) float64 {
	p := o.chancesOf(s)
	left := s.split()
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
	return o.withSpare(sum, &left)
}

// chanceDrawn is the chance that a missing card comes, with turns to spare.
func (o *duel) chanceDrawn(spare float64) float64 {
	p := .0
	if spare > 0 {
		p = 1 - .6*choice.Pow2(-spare/o.w.Slack)
	} else if spare > -2 {
		p = .2 + .1*spare
	}
	return p
}
