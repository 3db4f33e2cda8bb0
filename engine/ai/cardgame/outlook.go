package cardgame

import (
	"konduktor/engine"
	"konduktor/engine/ai/choice"
)

// outlook counts how likely cards are robbed, which with more than two seats decides the game.
type outlook struct {
	*position
	slack float64 // as in the weights; less if the turns are certain

	unseen [maxColors + 1]float64 // cards of a kind in the deck, in others' hands and on their tracks
	open   [maxColors + 1]int     // cards of a kind in the market
	// by colour, size of a row, and place in it, from 1: the chance that nobody robs the card
	stays [maxColors][mostRow + 1][mostRow + 1]float64
	cost  [maxColors]float64 // turns of drawing for a card that is missing
	soon  [mostTurns]float64 // the chance of what happens at the seat's next turn but so many
}

// Sizes of tables: longer rows, and more turns, are unlikely.
const (
	mostRow   = 8
	mostTurns = 32
)

func (o *outlook) read() {
	o.setTurns()
	o.count()
	o.setRisks()
}

// setTurns estimates the turns left. Those of the last round are certain.
func (o *outlook) setTurns() {
	if o.v.LastRound {
		o.turns, o.slack = choice.TurnsLeft(o.v), sure
		return
	}
	o.turns = float64(o.v.Decks[0].Cards)/(float64(len(o.v.Seats))*drawn) + 1.5
	o.slack = o.w.Slack
}

// sure is the slack of an event that does not depend on luck.
const sure = .05

// count counts the cards that the seat cannot see.
func (o *outlook) count() {
	clear(o.open[:])
	for _, c := range o.v.Market {
		if c != engine.NoCard {
			o.open[c]++
		}
	}
	wilds := 0
	for c := range maxColors {
		wilds += o.laid[c].Wilds
	}
	for c := range maxColors + 1 {
		n, yard := perColor, 0
		if c == wild {
			n, yard = perWild, wilds
		} else {
			yard = o.laid[c].N - o.laid[c].Wilds
		}
		n -= o.have.hand[c] + o.have.track[c] + o.open[c] + yard + int(o.v.Decks[0].Discarded[c])
		o.unseen[c] = float64(max(n, 0))
	}
	mean := (o.unseenCards() - o.unseen[wild]) / maxColors
	for c := range maxColors {
		scarce := (mean + 1) / (o.unseen[c] + 3*float64(o.open[c]) + 1)
		o.cost[c] = min(max(scarce, .5), 3) / o.w.Useful
	}
}

// unseenCards is how many cards of all kinds the seat cannot see.
func (o *outlook) unseenCards() float64 {
	sum := 0.
	for _, n := range o.unseen {
		sum += n
	}
	return max(sum, 1)
}

// setRisks estimates how likely a row is still there at the seat's next turn: others rob it who
// hold more cards of its colour, and hands are shares of what the seat cannot see (K5).
func (o *outlook) setRisks() {
	all := o.unseenCards()
	for c := range maxColors {
		var kept [mostRow + 1]float64
		for n := range kept {
			kept[n] = 1
		}
		for i := range o.v.Seats {
			s := &o.v.Seats[i]
			if s.Seat == o.own.Seat {
				continue
			}
			mean := float64(s.Hand.N) * (o.unseen[c] + wildShare*o.unseen[wild]) / all
			term := choice.Pow2(-mean * 1.4427)
			tail := 1 - term
			for n := 1; n <= mostRow; n++ { // n+1 cards of a Poisson distribution rob a row of n
				term *= mean / float64(n)
				tail -= term
				kept[n] *= 1 - min(o.w.Rob*max(tail, 0), 1)
			}
		}
		for n := 1; n <= mostRow; n++ {
			p := 1.
			for k := 1; k <= n; k++ {
				p *= kept[n-k+1]
				o.stays[c][n][k] = p
			}
		}
	}
	o.setSoon()
}

// setSoon works out what depends on the turns left alone.
func (o *outlook) setSoon() {
	for k := range o.soon {
		o.soon[k] = o.chanceInTime(o.turns - .5 - float64(k))
	}
}

// wildShare is the part of the locomotives that others lay into a robbery.
const wildShare = .6

// ending has what the draw of the deck's last card changes worked out: only one turn follows (K7).
func (o *outlook) ending(work func()) {
	turns, slack := o.turns, o.slack
	o.turns, o.slack = 2, sure
	o.setSoon()
	work()
	o.turns, o.slack = turns, slack
	o.setSoon()
}

func (o *outlook) unknown(c int) float64 { return o.unseen[c] }

// setWant sorts the tickets to complete: in turn the one that lacks least of what those before it
// have left over.
func (o *outlook) setWant(lists ...[]engine.TicketID) {
	o.want = o.want[:0]
	for _, list := range lists {
		o.want = append(o.want, list...)
	}
	var left [maxColors]int
	for c := range left {
		left[c] = o.have.track[c] + o.have.hand[c] + o.have.rows[c].N - o.have.rows[c].Wilds
	}
	for i := range o.want {
		best, least := i, o.lacking(&left, o.want[i])
		for k := i + 1; k < len(o.want); k++ {
			if lack := o.lacking(&left, o.want[k]); lack < least {
				best, least = k, lack
			}
		}
		o.want[i], o.want[best] = o.want[best], o.want[i]
		for _, a := range o.asks[o.want[i]] {
			left[a.card] = max(left[a.card]-a.n, 0)
		}
	}
}

// lacking orders tickets: those that lack least first, then those worth most.
func (o *outlook) lacking(left *[maxColors]int, id engine.TicketID) int {
	lack := 0
	for _, a := range o.asks[id] {
		lack += 100*max(a.n-left[a.card], 0) + a.n
	}
	return lack - 3*o.m.Tickets[id].Points
}

// plan is what a ticket's cards cost.
type plan struct {
	chance  float64 // that they reach the track
	load    float64 // turns that this and the tickets before it take
	replace float64 // the chance that there is time for another card in place of a robbed one
	acts    bool    // cards have still to be laid
}

// inRow counts card k of a row of n that is laid in so many turns, with a part of its risk.
func (o *outlook) inRow(p *plan, c, n, k, turns int, risk float64) {
	lost := risk * (1 - o.stays[c][min(n, mostRow)][min(k, mostRow)])
	p.chance *= o.soon[min(k+turns, mostTurns-1)] * (1 - lost*(1-p.replace))
	p.load += lost * (o.cost[c] + 1/o.w.Lays)
}

// inHand counts card k of n of a colour in hand, which can be laid in so many turns.
func (o *outlook) inHand(p *plan, s *stock, c, n, k, wait int) {
	wait += s.rows[c].N // its colour cannot be laid again yet (K5)
	if r := o.laid[c].N; o.others(c) && r >= n {
		wait += r // nor while somebody else has more of it there
	}
	p.load += 1 / o.w.Lays
	p.acts = true
	o.inRow(p, c, n, k, wait, o.w.Hand)
}

// chanceInTime is the chance of an event that has this many turns to spare: one half for none.
func (o *outlook) chanceInTime(spare float64) float64 {
	if spare < 0 {
		return .5 * choice.Pow2(spare/o.slack)
	}
	return choice.Enough(spare, o.slack)
}

// drawn is how many cards leave the deck in a turn, on average.
const drawn = 1.

// drawnLater is the part of the missing cards that come, if there is time.
const drawnLater = .95

// worth is what the seat can expect of its tickets with a stock.
func (o *outlook) worth(s *stock, want []engine.TicketID) float64 {
	left := s.split()
	card := 1/o.w.Useful + 1/o.w.Lays
	reach, sum := (o.turns-1)*o.w.Reach, 0.
	after := o.w.Later // turns of the next pass that nothing is planned for
	var p plan
	for _, id := range want {
		p = plan{chance: 1, load: p.load, replace: o.chanceInTime(reach - p.load - card - 1)}
		o.assign(&p, s, &left, id)
		if p.acts {
			p.chance *= o.chanceInTime(reach - p.load)
		}
		if o.later { // uncompleted tickets stay (K9)
			after -= (1 - p.chance) * float64(o.cards[id]) * card
			p.chance += (1 - p.chance) * o.chanceInTime(after)
		}
		sum += float64(o.m.Tickets[id].Points)*(2*p.chance-1) + p.chance*o.cities[id]
	}
	return o.withSpare(sum, &left)
}

// assign takes a ticket's cards from what is left of a stock, those that are furthest first.
func (o *outlook) assign(p *plan, s, left *stock, id engine.TicketID) {
	for _, a := range o.asks[id] {
		c := a.card
		for range a.n {
			switch {
			case left.track[c] > 0:
				left.track[c]--
			case left.yard[c] > 0:
				n := s.rows[c].N
				o.inRow(p, c, n, n-left.yard[c]+1, 0, 1)
				left.yard[c]--
			case left.hand[c] > 0:
				n := s.hand[c]
				o.inHand(p, s, c, n, n-left.hand[c]+1, 1)
				left.hand[c]--
			case left.track[wild] > 0:
				left.track[wild]--
			case left.yard[wild] > 0:
				left.yard[wild]--
				p.chance *= o.soon[1]
			case left.hand[wild] > 0:
				left.hand[wild]--
				p.load, p.acts = p.load+1/o.w.Lays, true
				p.chance *= o.soon[2]
			default:
				o.inHand(p, s, c, s.hand[c]+1, s.hand[c]+1, 2)
				p.load += o.cost[c]
				p.chance *= drawnLater
			}
		}
	}
}
