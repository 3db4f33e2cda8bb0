package railway

import (
	"slices"

	"konduktor/engine"
)

// portPlan says where a seat wants ports, and what it collects for them (W10).
type portPlan struct {
	worth []float64 // of the best cities, best first
	lacks int       // cards that the first port lacks, wilds aside
	// by colour: how many marked cards of each deck are for ports, and what one of them adds
	kept [maxColors]int
	each [maxColors]float64
	wild float64 // what a wild adds, which stands for any of them
}

// markedCards is how many cards with the mark of a port the seat has of a colour.
func (f *funds) markedCards(color int, ship bool) int {
	if ship {
		return f.ship[color]
	}
	return f.marked[color]
}

// portLacks is how many more marked cards of a colour the ports take.
func (d *Mind) portLacks(color int, ship bool) int {
	return max(d.port.kept[color]-d.funds.markedCards(color, ship), 0)
}

// choosePorts chooses the best cities for ports by a plan's tickets.
func (d *Mind) choosePorts(pl *plan) {
	d.port = portPlan{worth: d.port.worth[:0]}
	if d.own.PortsLeft == 0 || d.facts.PortCards == 0 || d.turns < 1 {
		return
	}
	p := &d.port
	for i := range d.m.Cities {
		c := engine.CityID(i)
		if !d.m.Cities[i].Port || d.v.PortOwner(c) != engine.Public {
			continue
		}
		worth := d.portWorth(pl, c)
		at := len(p.worth)
		for at > 0 && p.worth[at-1] < worth {
			at--
		}
		if worth > float64(d.facts.Unbuilt) && at < d.own.PortsLeft {
			p.worth = slices.Insert(p.worth, at, worth)
			p.worth = p.worth[:min(len(p.worth), d.own.PortsLeft)]
		}
	}
}

// portWorth is what a port in a city can be expected to count by a plan's tickets.
func (d *Mind) portWorth(pl *plan, c engine.CityID) float64 {
	done, planned := 0, 0
	for i := range pl.goals {
		switch g := &pl.goals[i]; {
		case g.lost || !slices.Contains(g.cities, c):
		case g.done:
			done++
		default:
			planned++
		}
	}
	sure, all := d.portPoints(done), d.portPoints(done+planned)
	return sure + (all-sure)*pl.chance
}

// portPoints is what a port counts with completed tickets that name its city, compared with none.
func (d *Mind) portPoints(served int) float64 {
	if served > 0 {
		served = d.facts.PortWorth[min(served, len(d.facts.PortWorth))-1]
	}
	return float64(served + d.facts.Unbuilt)
}

// planPorts chooses ports, and gives each the colour in which the fewest cards are lacking.
func (d *Mind) planPorts() {
	d.choosePorts(&d.plan)
	p := &d.port
	wilds := d.funds.wild
	for i, worth := range p.worth {
		best, least := 0, 1000
		for c := range d.colors {
			p.kept[c] += d.facts.PortCards
			if lacks := min(d.portLacks(c, false), d.facts.PortCards) +
				min(d.portLacks(c, true), d.facts.PortCards); lacks < least {
				best, least = c, lacks
			}
			p.kept[c] -= d.facts.PortCards
		}
		if i == 0 {
			p.lacks = least
		}
		takes := 1 + float64(max(least-wilds, 0))/d.w.Haul
		wilds = max(wilds-least, 0)
		if takes > d.turns {
			break
		}
		each := d.w.Port * worth / takes / 4
		if i > 0 {
			each *= .5
		}
		p.kept[best] += d.facts.PortCards
		p.each[best] = max(p.each[best], each)
		if least > 0 {
			p.wild = max(p.wild, each*d.w.Joker)
		}
	}
}

func (d *Mind) rankPort(m engine.Move) {
	cost, ok := d.pay(&m, &d.plan.need)
	if !ok {
		return
	}
	worth := d.portWorth(&d.plan, m.City) - .3*cost*d.late - d.w.Finish*d.stake()
	if n := len(d.port.worth); n == d.own.PortsLeft { // it takes the place of a better one
		worth -= max(d.port.worth[n-1]-d.portWorth(&d.plan, m.City), 0) * min(d.late, .5)
	} else if d.turns > 2 && worth < 10 {
		worth -= 10
	}
	d.add(m, worth)
}

// rankExchange ranks an exchange of pieces: it pays if the plan lacks a kind (W11).
func (d *Mind) rankExchange(m engine.Move) {
	given := d.kindOf(m.Pile)
	taken := 1 - given
	short := d.plan.need.pieces[taken] - d.pieces[taken]
	if short <= 0 || int(m.N) != short || d.pieces[given]-short < d.plan.need.pieces[given] {
		return
	}
	worth := -1.
	if d.turns > 3 {
		worth = d.w.Claim*.8 - float64(short*d.facts.Price)*.1
	}
	d.add(m, worth)
}

// kindOf is the index of a kind of pieces: trains come first (W2).
func (d *Mind) kindOf(p engine.Pile) int {
	if p == engine.Ships {
		return 1
	}
	return 0
}

// rankPieces chooses as many pieces of each kind as the plan needs, the rest in the same ratio.
func (d *Mind) rankPieces(legal []engine.Move) {
	d.price()
	d.setGoals(&d.plan, d.own.Tickets.IDs)
	d.build(&d.plan)
	n := &d.plan.need
	spare := max(d.facts.Choose-n.pieces[0]-n.pieces[1], 0)
	want := float64(n.pieces[0]) + float64(spare)*.3
	for _, m := range legal {
		off := float64(m.N) - want
		d.add(m, -off*off)
	}
}
