package cardgame

import (
	"math"
	"slices"

	"konduktor/engine"
	"konduktor/engine/ai/choice"
	"konduktor/engine/railmap"
)

// Mind thinks for one seat. It is not safe for concurrent use.
type Mind struct {
	position
	forecast
	outlook outlook
	duel    duel
	options choice.List
	trial   []engine.TicketID
	quick   bool                   // looks less closely, for guessed games
	gain    [maxColors + 2]float64 // what one more card is worth; the last: an unknown one
	endGain [maxColors + 2]float64 // that if the draw takes the deck's last card
	end     float64                // what that ending is worth
}

// forecast says what tickets are worth in a position.
type forecast interface {
	// read prepares for the position.
	read()
	// setWant sorts the tickets to complete.
	setWant(lists ...[]engine.TicketID)
	// worth is what the seat can expect of its tickets with a stock.
	worth(s *stock, want []engine.TicketID) float64
	// unknown is about how many cards of a kind the seat cannot see.
	unknown(card int) float64
	// ending has something worked out as if the draw of the deck's last card came next, if that
	// counts.
	ending(work func())
}

// New returns a mind for the tickets of a map.
func New(m *railmap.Map, w *Weights) *Mind {
	d := &Mind{position: newPosition(m, w)}
	d.outlook.position, d.duel.position = &d.position, &d.position
	return d
}

func (d *Mind) look(v *engine.View) {
	d.see(v)
	d.forecast = &d.outlook
	if len(v.Seats) == 2 {
		d.forecast = &d.duel
	}
	d.read()
	d.setWant(d.own.Tickets.IDs)
}

// Forget does nothing: this mind keeps nothing from one choice to the next.
func (d *Mind) Forget() {}

// Judge lists the viewer's moves worth considering, with their worth; quick: it looks less closely.
// The next call reuses the list. The viewer's entry should show its track, if that can be known.
func (d *Mind) Judge(v *engine.View, quick bool) choice.List {
	d.quick, d.options = quick, d.options[:0]
	legal := v.Legal()
	if len(legal) == 0 || v.Own() == nil {
		return nil
	}
	d.look(v)
	switch legal[0].Verb {
	case engine.Keep:
		d.rankKeeps(legal)
	case engine.Declare: // the view's first proposal is what its viewer can expect most of (K8)
		if m := legal[0]; v.Propose(&m) {
			d.add(m, 0)
		}
	default:
		d.rankTurn(legal)
	}
	return d.options
}

func (d *Mind) add(m engine.Move, worth float64) { d.options.Add(m, worth) }

func (d *Mind) rankKeeps(legal []engine.Move) {
	for _, m := range legal {
		d.setWant(d.own.Tickets.IDs, m.Tickets)
		d.add(m, d.worth(&d.have, d.want))
	}
}

func (d *Mind) rankTurn(legal []engine.Move) {
	base := d.worth(&d.have, d.want)
	d.gain = d.gains(base)
	d.setEnd(base)
	for i := range legal {
		m := legal[i]
		switch m.Verb {
		case engine.Draw:
			d.rankDraw(m)
		case engine.Lay:
			d.add(m, d.afterLay(&m)-base)
		case engine.Tickets:
			d.add(m, d.ticketsWorth(base)-d.w.Tickets)
		default:
			d.add(m, -100)
		}
	}
}

// setEnd works out what the draw of the deck's last card changes.
func (d *Mind) setEnd(base float64) {
	d.endGain, d.end = d.gain, 0
	if d.v.LastRound || d.v.Decks[0].Cards > 2 {
		return
	}
	d.ending(func() {
		ended := d.worth(&d.have, d.want)
		d.endGain = d.gains(ended)
		others := 0
		for i := range d.v.Seats {
			if d.v.Seats[i].Seat != d.own.Seat {
				others += d.v.Seats[i].Tickets.N
			}
		}
		d.end = ended - base + d.w.End*float64(others)/float64(len(d.v.Seats)-1)
		if !d.later {
			d.end += d.w.Lead * min(d.lead(ended), 0)
		}
	})
}

// lead estimates by how many points the seat leads the best other seat, given what it can expect of
// its open tickets. It does not know the others' tickets, so each counts as an average one.
func (d *Mind) lead(open float64) float64 {
	lead := math.Inf(1)
	for i := range d.v.Seats {
		if s := &d.v.Seats[i]; s != d.own {
			lead = min(lead, d.scored(d.own)+open-d.scored(s)-d.average*float64(s.Tickets.N))
		}
	}
	return lead
}

// scored adds up the tickets that a seat completed in an earlier pass (K9).
func (d *Mind) scored(s *engine.SeatView) float64 {
	sum := 0.
	for _, id := range s.Completed {
		sum += float64(d.m.Tickets[id].Points) + d.cities[id]
	}
	return sum
}

// gains are what one more card of each kind is worth in hand; the last is an unknown card.
func (d *Mind) gains(base float64) [maxColors + 2]float64 {
	var g [maxColors + 2]float64
	s := d.have
	unseen, sum := 0., 0.
	for c := range maxColors + 1 {
		s.hand[c]++
		g[c] = d.worth(&s, d.want) - base
		s.hand[c]--
		n := d.unknown(c)
		unseen += n
		sum += n * g[c]
	}
	g[maxColors+1] = sum / max(unseen, 1)
	return g
}

// rankDraw ranks a draw by its card and, for the first of a turn, the best second one.
func (d *Mind) rankDraw(m engine.Move) {
	single, taken := true, 1
	if d.v.Owes == engine.OwesTurn && (m.Slot == 0 || d.v.Market[m.Slot-1] != wild) {
		single, taken = false, 2
	}
	gain, worth := &d.gain, 0.
	if !d.v.LastRound && d.v.Decks[0].Cards <= taken {
		gain, worth = &d.endGain, d.end
	}
	unknown := gain[maxColors+1]
	if m.Slot > 0 {
		worth += gain[d.v.Market[m.Slot-1]]
	} else {
		worth += unknown
	}
	if !single {
		next := unknown
		for i, c := range d.v.Market {
			if c != engine.NoCard && c != wild && i != int(m.Slot)-1 {
				next = max(next, gain[c])
			}
		}
		worth += next * .9
	}
	d.add(m, worth)
}

// Better is how many of 100 unknown cards are worth more to the seat than any open card that it can
// take, in the position ranked last.
func (d *Mind) Better() int {
	best := 0.
	for _, m := range d.options {
		if m.Move.Verb == engine.Draw && m.Move.Slot > 0 {
			best = max(best, d.gain[d.v.Market[m.Move.Slot-1]])
		}
	}
	better, all := 0., 0.
	for c := range maxColors + 1 {
		n := d.unknown(c)
		all += n
		if d.gain[c] > best {
			better += n
		}
	}
	return int(100 * better / max(all, 1))
}

// afterLay is what the seat can expect after laying cards, with what it robs (K5).
func (d *Mind) afterLay(m *engine.Move) float64 {
	s := d.have
	laid := &m.Payment.Hand
	robbed := 0.
	for c := range maxColors {
		n := int(laid[c])
		if n == 0 {
			continue
		}
		s.hand[c] -= n
		s.rows[c] = engine.Row{Card: engine.Card(c), N: n + int(laid[wild]), Wilds: int(laid[wild])}
		if d.others(c) {
			robbed += d.w.Robbed * float64(d.laid[c].N)
		}
	}
	s.hand[wild] -= int(laid[wild])
	return d.worth(&s, d.want) + robbed
}

// quickStep: a quick look samples every fourth ticket.
const quickStep = 4

func (d *Mind) ticketsWorth(base float64) float64 {
	const offered = 4
	count, sum := 0, 0.
	step := 1
	if d.quick {
		step = quickStep
	}
	for i := int(d.v.Ply) % step; i < len(d.m.Tickets); i += step {
		id := engine.TicketID(i)
		if slices.Contains(d.own.Tickets.IDs, id) || d.complete(id) {
			continue
		}
		count++
		d.trial = append(append(d.trial[:0], d.want...), id)
		sum += max(d.worth(&d.have, d.trial)-base, 0)
	}
	if count == 0 {
		return -100
	}
	return sum / float64(count) * float64(min(offered, d.v.TicketsLeft)) * .8
}

// complete reports whether anybody has set a ticket aside (K9).
func (d *Mind) complete(id engine.TicketID) bool {
	for i := range d.v.Seats {
		if slices.Contains(d.v.Seats[i].Completed, id) {
			return true
		}
	}
	return false
}

// Turns are those that the viewer can expect, also in a later pass, and those that its tickets take
// with some more, in the position ranked last.
func (d *Mind) Turns(more []engine.TicketID) (left, needed float64) {
	var wants [maxColors]int
	for _, list := range [][]engine.TicketID{d.own.Tickets.IDs, more} {
		for _, id := range list {
			for _, a := range d.asks[id] {
				wants[a.card] += a.n
			}
		}
	}
	draw, lay := 0, 0
	for c, n := range wants {
		n = max(n-d.have.track[c]-d.have.rows[c].N, 0)
		lay, draw = lay+n, draw+max(n-d.have.hand[c], 0)
	}
	left = d.turns
	if d.later {
		left += d.w.Later
	}
	return left, float64(draw)/d.w.Useful + float64(lay)/d.w.Lays
}

// Estimate is how many points the viewer can expect at the end, as far as it can tell.
func (d *Mind) Estimate(v *engine.View) float64 {
	own := v.Own()
	if own.Final != nil {
		return float64(own.Final.Total)
	}
	d.look(v)
	return d.worth(&d.have, d.want) + d.scored(own)
}
