package railway

import (
	"math"
	"slices"

	"konduktor/engine"
)

// rankTurn ranks what can be done with a turn, or the second card of one.
func (d *Mind) rankTurn(legal []engine.Move) {
	blind := d.blind()
	drawn := false
	for i := range legal {
		m := legal[i]
		switch m.Verb {
		case engine.Draw:
			if !drawn {
				drawn = true
				d.rankDraws(legal, blind)
			}
		case engine.Claim:
			d.weighClaim(m)
		case engine.Tickets:
			if d.drawsAgain() {
				d.add(m, again)
			} else {
				d.add(m, d.ticketsWorth()-d.w.Tickets)
			}
		case engine.Port:
			d.rankPort(m)
		case engine.Exchange:
			d.rankExchange(m)
		case engine.Share:
			if len(m.Tickets) == 1 && d.turns > 3 {
				d.add(m, -5) // the turn is worth more: docs/computer-players.md
			}
		case engine.Pass:
			d.add(m, -100)
		}
	}
	d.payClaims()
	if len(d.options) == 0 {
		d.add(d.plain(legal[0]), 0)
	}
}

func (d *Mind) plain(m engine.Move) engine.Move {
	if m.Verb.Paid() {
		for p := range d.v.Payments(m) {
			m.Payment = p
			break
		}
	}
	return m
}

// blind is the average worth of a card off the first deck: all unseen cards are equally likely.
func (d *Mind) blind() (worth [maxKinds]float64) {
	for k := range d.v.Decks {
		var sum, n float64
		for c := range d.faces {
			if len(d.v.Decks) > 1 && d.faces[c].Ship != (k == 1) {
				continue
			}
			weight := 1.
			if d.faces[c].Wild {
				weight = 1.3
			}
			if d.faces[c].Port && !d.faces[c].Ship {
				weight = .6
			}
			sum += weight * d.values[c]
			n += weight
		}
		if k < maxKinds && n > 0 {
			worth[k] = sum / n
		}
	}
	return worth
}

func (d *Mind) rankDraws(legal []engine.Move, blind [maxKinds]float64) {
	second := d.v.Owes == engine.OwesSecond
	alone := d.wildAlone()
	for i := range legal {
		m := legal[i]
		if m.Verb != engine.Draw {
			continue
		}
		worth := blind[d.deckOf(m.Pile)] + .05
		if m.Slot == 0 {
			worth += d.w.Dark
		}
		taken := -1
		if m.Slot > 0 {
			taken = int(m.Slot) - 1
			card := d.v.Market[taken]
			worth = d.values[card]
			if refill := d.deckOf(m.Pile); len(d.v.Decks) > 1 {
				worth += .02 * blind[refill]
			}
			if m.Where == engine.ToRack && d.values[card] > d.w.Idle {
				worth -= .02
			}
			if alone && card == d.wild {
				d.add(m, worth*d.late)
				continue
			}
		}
		if !second {
			second, _ := d.next(taken, blind)
			worth += d.w.Second * second
		}
		d.add(m, worth*d.late)
	}
}

func (d *Mind) wildAlone() bool { return d.facts.WildAlone }

func (d *Mind) deckOf(p engine.Pile) int {
	for i := range d.v.Decks {
		if d.v.Decks[i].Pile == p {
			return min(i, maxKinds-1)
		}
	}
	return 0
}

// next is what the second card is worth when the one in a slot is taken, and which it is: NoCard
// if no open card is worth more than an unknown one.
func (d *Mind) next(taken int, blind [maxKinds]float64) (worth float64, card engine.Card) {
	worth, card = max(blind[0], blind[1]), engine.NoCard
	for i, c := range d.v.Market {
		if i == taken || c == engine.NoCard || d.wildAlone() && c == d.wild {
			continue
		}
		if d.values[c] > worth {
			worth, card = d.values[c], c
		}
	}
	return worth, card
}

// Second is the open card that the seat would take after one off a deck, in the position ranked
// last; NoCard if it values none more than another unknown one, or may take only one card.
func (d *Mind) Second() engine.Card {
	if d.v.Owes != engine.OwesTurn {
		return engine.NoCard
	}
	_, card := d.next(-1, d.blind())
	return card
}

// How many claims get their payments worked out.
const (
	paidClaims  = 4
	quickClaims = 2
)

// payClaims works out what the most promising claims cost and ranks them.
func (d *Mind) payClaims() {
	most := paidClaims
	if d.quick {
		most = quickClaims
	}
	for range min(len(d.claims), most) {
		best := 0
		for i := range d.claims {
			if d.claims[i].worth > d.claims[best].worth {
				best = i
			}
		}
		d.rankClaim(engine.Move{Verb: engine.Claim, Route: d.claims[best].route})
		d.claims[best].worth = math.Inf(-1)
	}
	d.claims = d.claims[:0]
}

// weighClaim notes the most that a claim could be worth.
func (d *Mind) weighClaim(m engine.Move) {
	r := &d.roads[m.Route]
	worth := r.points - (d.w.Idle+d.w.Piece)*float64(r.length)*d.late
	if d.plan.uses[m.Route] > 0 {
		worth += 10
	}
	worth += d.gift[m.Route]
	d.claims = append(d.claims, promise{m.Route, worth})
}

// rankClaim ranks a claim: in the plan's network by what waiting could lose, elsewhere by points.
func (d *Mind) rankClaim(m engine.Move) {
	r := &d.roads[m.Route]
	planned := d.plan.uses[m.Route] > 0
	others := d.plan.need
	if planned {
		others = need{}
		rest := make([]engine.RouteID, 0, 32)
		for _, id := range d.plan.network {
			if id != m.Route {
				rest = append(rest, id)
			}
		}
		d.needs(&others, rest)
	}
	cost, ok := d.pay(&m, &others)
	if !ok {
		return
	}
	bonus := d.gift[m.Route]
	worth := r.points + bonus - cost*d.late - d.w.Piece*float64(r.length)*d.late
	if planned {
		worth = d.w.Claim + d.w.Score*(r.points+bonus) + d.danger(m.Route)
		if late := d.plan.need.turns(d.w) + 1 - d.turns; late > 0 {
			worth += d.w.Press * (1 + late)
		}
		if d.turns <= 2 {
			worth = r.points + bonus + d.finishes(m.Route)
		}
		worth += d.w.Hoard*(float64(d.funds.total)-10)/5 + d.w.Early*(d.turns-10)/10
		worth += d.eagerness(m.Route, r)
		worth -= d.w.Wild * .3 * float64(wildsOf(&m.Payment, d.wild))
	} else if k := r.kind; d.plan.need.pieces[k] > d.pieces[k]-r.length {
		worth -= d.crowds(r)
	}
	if !planned {
		worth -= d.w.Finish * d.stake()
		worth += d.w.Loose + d.w.Long*float64(r.length-3)
	}
	if !planned && d.rivals[r.a] > 0 && d.rivals[r.b] > 0 {
		worth += d.w.Block
	}
	if r.reveals > 0 {
		worth -= d.digs(&m, r)
	}
	if d.w.End > 0 && d.ends(r) {
		worth += d.w.End * min(d.lead(), 0)
	}
	d.add(m, worth)
}

// eagerness is what a claim of the plan adds by what it is for.
func (d *Mind) eagerness(id engine.RouteID, r *road) float64 {
	sum := d.w.Joint*float64(d.plan.uses[id]-1) + d.w.Reach*float64(r.length-3)
	if d.plan.need.missing == 0 {
		sum += d.w.Ready
	}
	if d.w.Close != 0 {
		for i := range d.plan.goals {
			if g := &d.plan.goals[i]; !g.done && !g.lost && len(g.path) == 1 && g.path[0] == id {
				sum += d.w.Close
			}
		}
	}
	if d.w.Lone != 0 && d.lanes(id) <= d.facts.Spare+1 {
		sum += d.w.Lone
	}
	return sum
}

// lanes counts the lanes of a route's connection that the seat can still claim.
func (d *Mind) lanes(id engine.RouteID) int {
	n := 0
	for _, lane := range d.m.Group(d.m.Routes[id].Group) {
		if d.use[lane] == open {
			n++
		}
	}
	return n
}

// crowds is what a route costs that takes pieces from the plan's network.
func (d *Mind) crowds(r *road) float64 {
	if len(d.plan.network) == 0 {
		return 0
	}
	return d.w.Need * float64(r.length) * d.w.Crowd
}

func wildsOf(p *engine.Payment, wild engine.Card) int {
	if wild == engine.NoCard {
		return 0
	}
	return int(p.Hand[wild]) + int(p.Rack[wild])
}

// finishes is what the tickets count that a route completes on its own.
func (d *Mind) finishes(id engine.RouteID) float64 {
	sum := 0.
	for i := range d.plan.goals {
		g := &d.plan.goals[i]
		if g.done || g.lost || !slices.Contains(g.path, id) {
			continue
		}
		if float64(len(g.path)) <= d.turns {
			sum += (g.points + g.penalty) / float64(len(g.path))
		}
	}
	return sum
}

// danger is what the seat may lose by not claiming a route of its network now.
func (d *Mind) danger(id engine.RouteID) float64 {
	r := &d.roads[id]
	near := min(int(d.rivals[r.a]), 2) + min(int(d.rivals[r.b]), 2)
	if near == 0 {
		return 0
	}
	if d.lanes(id) > d.facts.Spare+1 {
		return 0
	}
	return d.w.Risk * float64(near) / 2 * min(d.detour(id), 20)
}

// detour is how much dearer the way of a network's route would be without it.
func (d *Mind) detour(id engine.RouteID) float64 {
	r := &d.roads[id]
	kept, uses := d.cost[id], d.plan.uses[id]
	d.cost[id], d.plan.uses[id] = never, 0
	found := d.search(&d.plan, r.a, r.b)
	d.cost[id], d.plan.uses[id] = kept, uses
	if !found {
		return 30
	}
	return float64(d.dist[r.b] - kept)
}

// digs is what a tunnel may cost beyond its payment (N6).
func (d *Mind) digs(m *engine.Move, r *road) float64 {
	color := engine.NoCard
	paid := m.Payment.Cards()
	for c := range d.faces {
		if paid[c] > 0 && engine.Card(c) != d.wild {
			color = engine.Card(c)
		}
	}
	spare := d.funds.wild - int(paid[d.wild])
	if color != engine.NoCard {
		spare += d.funds.train[d.color[color]] - int(paid[color])
	}
	revealed := float64(r.reveals)
	switch {
	case spare >= 2:
		return .22 * revealed * d.w.Idle // the cards that match are paid
	case spare == 1:
		return .4 * revealed * d.w.Dig
	}
	return revealed * d.w.Dig
}

// rankTolls pays for a tunnel unless that costs more than the route is worth.
func (d *Mind) rankTolls(legal []engine.Move) {
	for i := range legal {
		m := legal[i]
		if m.Verb == engine.Withdraw {
			d.add(m, 0)
			continue
		}
		cost, ok := d.pay(&m, &d.plan.need)
		if !ok {
			continue
		}
		r := &d.roads[d.v.Tunnel.Route]
		worth := r.points + d.w.Turn - cost*d.late
		if d.plan.uses[d.v.Tunnel.Route] > 0 {
			worth += 5
		}
		d.add(m, worth)
	}
}

// rankPlaces puts a card drawn blind (S3) into the hand if the seat needs it; a wild goes to the
// rack.
func (d *Mind) rankPlaces(legal []engine.Move) {
	for _, m := range legal {
		worth := 0.
		if c := d.own.Drawn; c != engine.NoCard && m.Where == engine.ToHand {
			worth = d.values[c] - d.w.Idle - .1
		}
		d.add(m, worth)
	}
}
