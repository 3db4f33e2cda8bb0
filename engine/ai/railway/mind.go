package railway

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/ai/choice"
	"konduktor/engine/railmap"
)

// Mind thinks for one seat. It keeps its last plan, for quick play. Use New. It is not safe for
// concurrent use.
type Mind struct {
	m     *railmap.Map
	w     *Weights
	atlas *atlas
	planner
	plan  plan
	trial plan // room for comparing plans
	made  bool
	known signature

	quick   bool // looks less closely, for guessed games
	port    portPlan
	values  [engine.MaxCards]float64
	options choice.List
	claims  []promise
}

// promise is the most that a claim could be worth, before its payment is known.
type promise struct {
	route engine.RouteID
	worth float64
}

// signature tells whether a plan still fits the position.
type signature struct {
	tickets, routes int
	last            bool
}

// New returns a mind for the titles of a map.
func New(m *railmap.Map, w *Weights) *Mind { return &Mind{m: m, w: w} }

// Forget drops the plan: the next choice depends on the view alone.
func (d *Mind) Forget() { d.made = false }

// Judge lists the viewer's moves worth considering, with their worth; quick: it looks less closely.
// The next call reuses the list.
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
	case engine.Pieces:
		d.rankPieces(legal)
	case engine.Place:
		d.think()
		d.rankPlaces(legal)
	case engine.Share:
		d.think()
		d.rankShares(legal, 0)
	case engine.Pay, engine.Withdraw:
		d.think()
		d.rankTolls(legal)
	default:
		d.think()
		d.rankTurn(legal)
	}
	return d.options
}

// Network lists the routes that the plan for the position ranked last still lacks.
func (d *Mind) Network() []engine.RouteID {
	return slices.DeleteFunc(slices.Clone(d.plan.network), func(id engine.RouteID) bool {
		return d.use[id] == owned
	})
}

// Deny ranks claims of routes that others need, in the position ranked last: at most most of those
// that leave them no other lane, in the given order. The list holds nothing else, and the next call
// of Judge reuses it.
func (d *Mind) Deny(routes []engine.RouteID, most int) choice.List {
	scarce := slices.DeleteFunc(slices.Clone(routes), func(id engine.RouteID) bool {
		return d.lanes(id) > d.facts.Spare+1
	})
	return d.Claims(scarce[:min(len(scarce), most)])
}

// Claims ranks claims of routes in the position ranked last, as Deny does.
func (d *Mind) Claims(routes []engine.RouteID) choice.List {
	n := len(d.options)
	for _, id := range routes {
		d.rankClaim(engine.Move{Verb: engine.Claim, Route: id})
	}
	return d.options[n:]
}

func (d *Mind) look(v *engine.View) {
	if d.atlas == nil || d.atlas.facts != v.Facts() {
		d.atlas, d.made = newAtlas(v, d.m), false
	}
	d.read(d.atlas, d.w, v)
}

func (d *Mind) add(m engine.Move, worth float64) { d.options.Add(m, worth) }

// think makes the plan, or brings the last one up to date, and values the cards by it.
func (d *Mind) think() {
	s := signature{tickets: len(d.own.Tickets.IDs) + len(d.own.RackTickets.IDs), last: d.v.LastRound}
	for i := range d.v.Seats {
		s.routes += len(d.v.Seats[i].Routes)
	}
	if !d.made || s.tickets != d.known.tickets || s.last != d.known.last || !d.stands() {
		d.price()
		d.setGoals(&d.plan, d.own.Tickets.IDs, d.own.RackTickets.IDs)
		d.build(&d.plan)
	} else {
		if s.routes != d.known.routes {
			d.price()
		}
		d.renew()
	}
	fills := 3
	if d.quick {
		fills = 1
	}
	d.fillUp(&d.plan, fills)
	d.planPorts()
	d.valueCards()
	d.made, d.known = true, s
}

func (d *Mind) stands() bool {
	for _, id := range d.plan.network {
		if d.use[id] == blocked || d.use[id] == mates {
			return false
		}
	}
	return true
}

// renew counts anew what the plan lacks after cards and routes have come.
func (d *Mind) renew() {
	for _, id := range d.plan.network {
		if d.use[id] == owned {
			d.plan.uses[id] = 0
		}
	}
	for i := range d.plan.goals {
		g := &d.plan.goals[i]
		g.path = slices.DeleteFunc(g.path, func(id engine.RouteID) bool { return d.use[id] == owned })
		g.done = g.done || !g.lost && len(g.path) == 0
	}
	d.measure(&d.plan)
	if d.overload(&d.plan.need) > 0 {
		d.fit(&d.plan)
	}
}

// valueCards sets what one more card of each kind is worth.
func (d *Mind) valueCards() {
	n, all := &d.plan.need, &d.plan.all
	for c := range d.faces {
		face := &d.faces[c]
		color := d.color[c]
		v := d.w.Idle
		switch {
		case face.Wild:
			v = d.w.Wild + d.port.wild
			if n.lackWild > 0 {
				v += d.w.Need
			}
		case color < 0:
		case face.Ship:
			v = d.valueOf(n.lackShip[color], all.lackShip[color], face.Twin)
		default:
			v = d.valueOf(n.lackTrain[color], all.lackTrain[color], false)
			if n.lackPairs > 0 {
				v = max(v, d.w.Need*.7)
			}
		}
		if face.Port && color >= 0 && d.portLacks(int(color), face.Ship) > 0 {
			v += d.port.each[color]
		}
		d.values[c] = v
	}
}

// valueOf is the value of one card of a colour that the plan is short of.
func (d *Mind) valueOf(lack, all int, twin bool) float64 {
	two := 1.
	if twin {
		two = 1.4
	}
	switch {
	case lack > 2:
		return (d.w.Need + d.w.Deep) * two
	case lack > 1:
		return d.w.Need * two
	case lack == 1:
		return d.w.Need * d.w.Last
	case all > 0:
		return (d.w.Fill + d.w.Gain*(d.plan.best-2)) * two
	}
	return d.w.Idle * two
}

// spend is what a payment costs: cards that the plan needs elsewhere count more.
func (d *Mind) spend(p *engine.Payment, n *need) float64 {
	sum := 0.
	for c := range d.faces {
		k := int(p.Hand[c]) + int(p.Rack[c])
		if k == 0 {
			continue
		}
		face, color := &d.faces[c], d.color[c]
		each := d.w.Idle
		switch {
		case face.Wild:
			each = d.w.Wild + d.port.wild
		case color < 0:
		case face.Ship:
			if free := d.funds.ship[color] + 2*d.funds.twin[color] - n.ship[color]; free < k {
				each = d.w.Need * d.w.Guard
			}
			if face.Twin {
				each *= 1.3
			}
		default:
			if free := d.funds.train[color] - n.train[color]; free < k {
				each = d.w.Need * d.w.Guard
			}
		}
		sum += each * float64(k)
		sum -= .01 * float64(p.Hand[c]) // the rack also serves the partner
	}
	return sum
}

// reserved is what a payment takes from the cards kept for ports.
func (d *Mind) reserved(p *engine.Payment) float64 {
	sum := 0.
	for c := range d.faces {
		k := int(p.Hand[c]) + int(p.Rack[c])
		if face, color := &d.faces[c], d.color[c]; k > 0 && face.Port && color >= 0 {
			free := d.funds.markedCards(int(color), face.Ship) - d.port.kept[color]
			sum += d.port.each[color] * float64(min(max(k-free, 0), k))
		}
	}
	return sum
}

// How many payments are compared: some routes have thousands (N5, N7).
const (
	maxPayments   = 12
	quickPayments = 1
)

// pay completes a move with the payment that costs least, and returns what it costs.
func (d *Mind) pay(m *engine.Move, n *need) (float64, bool) {
	best, tried, most := 0., 0, maxPayments
	if d.quick {
		most = quickPayments
	}
	for p := range d.v.Payments(*m) {
		cost := d.spend(&p, n)
		if m.Verb != engine.Port { // a port is what they are kept for
			cost += d.reserved(&p)
		}
		if tried == 0 || cost < best {
			m.Payment, best = p, cost
		}
		if tried++; tried == most {
			break
		}
	}
	return best, tried > 0
}
