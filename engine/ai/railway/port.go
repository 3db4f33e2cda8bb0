package railway

import (
	"slices"

	"konduktor/engine"
)

// portPlan says where a seat wants ports, and in which colour it collects for the next (W10).
type portPlan struct {
	want                bool
	cities              []engine.CityID
	worth               []float64 // by entry of cities
	color               int
	lackMarked, lackOne int
}

// lacks reports whether the port needs another marked card of the ships, or of the trains.
func (p *portPlan) lacks(color int, ship bool) bool {
	if !p.want || color != p.color {
		return false
	}
	if ship {
		return p.lackOne > 0
	}
	return p.lackMarked > 0
}

// keeps reports whether cards with the mark of a colour are kept for a port.
func (p *portPlan) keeps(color int) bool { return p.want && color == p.color }

// planPort chooses the best cities for ports, and the colour closest to paying for one.
func (d *Mind) planPort() {
	p := &d.port
	p.want, p.cities, p.worth = false, p.cities[:0], p.worth[:0]
	if d.own.PortsLeft == 0 || d.facts.PortCards == 0 || d.turns < 2 {
		return
	}
	for i := range d.m.Cities {
		c := engine.CityID(i)
		if !d.m.Cities[i].Port || d.v.PortOwner(c) != engine.Public {
			continue
		}
		worth := d.portWorth(c)
		if worth <= float64(d.facts.Unbuilt) {
			continue
		}
		p.cities, p.worth = append(p.cities, c), append(p.worth, worth)
	}
	for len(p.cities) > d.own.PortsLeft { // the least valuable goes
		worst := 0
		for i := range p.worth {
			if p.worth[i] < p.worth[worst] {
				worst = i
			}
		}
		p.cities, p.worth = slices.Delete(p.cities, worst, worst+1),
			slices.Delete(p.worth, worst, worst+1)
	}
	p.want = len(p.cities) > 0
	d.portColor()
}

// portWorth is what a port in a city will count by complete or planned tickets.
func (d *Mind) portWorth(c engine.CityID) float64 {
	served := 0
	for i := range d.plan.goals {
		g := &d.plan.goals[i]
		if !g.lost && slices.Contains(g.cities, c) {
			served++
		}
	}
	if served == 0 {
		return 0
	}
	list := d.facts.PortWorth
	return float64(list[min(served, len(list))-1] + d.facts.Unbuilt)
}

// portColor finds the colour in which the fewest cards are lacking.
func (d *Mind) portColor() {
	p, least := &d.port, 1000
	for c := range d.colors {
		marked := max(d.facts.PortCards-d.funds.marked[c], 0)
		ones := max(d.facts.PortCards-d.funds.ship[c], 0)
		if marked+ones < least {
			least, p.color, p.lackMarked, p.lackOne = marked+ones, c, marked, ones
		}
	}
}

func (d *Mind) rankPort(m engine.Move) {
	i := slices.Index(d.port.cities, m.City)
	cost, ok := d.pay(&m, &d.plan.need)
	if !ok {
		return
	}
	worth := float64(d.facts.Unbuilt) - cost*d.late
	if i >= 0 {
		worth = d.port.worth[i] - .3*cost*d.late
	} else if d.turns > 2 {
		worth -= 10
	}
	worth -= d.w.Finish * d.stake()
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
