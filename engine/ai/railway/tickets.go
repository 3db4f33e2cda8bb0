package railway

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/ai/choice"
)

// rankKeeps ranks which tickets to keep by the plan for all that the seat would have.
func (d *Mind) rankKeeps(legal []engine.Move) {
	d.price()
	for _, m := range legal {
		d.setGoals(&d.trial, d.own.Tickets.IDs, d.own.RackTickets.IDs, m.Tickets)
		d.build(&d.trial)
		d.choosePorts(&d.trial)
		worth := d.trial.value + (1-d.w.Keep)*d.trial.cost
		for _, port := range d.port.worth {
			worth += d.w.Harbor * port
		}
		d.add(m, worth)
	}
	d.made = false
}

// rankShares ranks which tickets to share: valuable and incomplete ones (S6).
func (d *Mind) rankShares(legal []engine.Move, base float64) {
	for _, m := range legal {
		worth := base
		for _, id := range m.Tickets {
			if i := slices.IndexFunc(d.plan.goals, func(g goal) bool { return g.id == id }); i >= 0 &&
				!d.plan.goals[i].done {
				worth += d.plan.goals[i].points
			} else {
				worth += float64(d.m.Tickets[id].Points) * .5
			}
		}
		d.add(m, worth)
	}
}

// quickStep: a quick look samples one ticket in this many.
const quickStep = 4

// ticketsWorth is what drawing tickets is worth, by what each ticket that the seat does not hold
// would bring to its network.
func (d *Mind) ticketsWorth() float64 {
	spare := d.turns - d.plan.need.turns(d.w) - 1
	if spare < d.w.Least-2 || d.turns < d.w.Least || float64(len(d.plan.network)) >= d.w.Room+1 ||
		d.quick && len(d.plan.network) > 0 {
		return -100
	}
	for i := range d.plan.goals { // one that could not be afforded is no better than the next
		if g := &d.plan.goals[i]; g.lost && d.open(g) {
			return -100
		}
	}
	count, good, sum, loss := 0, 0, 0., 0.
	step := 1
	if d.quick {
		step = quickStep
	}
	for i := int(d.v.Ply) % step; i < len(d.m.Tickets); i += step {
		id := engine.TicketID(i)
		if slices.Contains(d.own.Tickets.IDs, id) || slices.Contains(d.own.RackTickets.IDs, id) {
			continue
		}
		worth := d.ticketWorth(id, spare)
		count++
		if worth > 0 {
			good++
			sum += worth
		} else {
			loss -= worth
		}
	}
	if count == 0 {
		return -100
	}
	const offered = 3
	bad := count - good
	none := 1.
	for range offered {
		none *= float64(bad) / float64(count)
	}
	expected := -none * loss / float64(max(bad, 1)) * .7
	if good > 0 {
		expected += (1 - none) * sum / float64(good) * 1.1
	}
	return expected
}

// again is more than any other move is worth.
const again = 100

// drawsAgain reports whether all tickets are complete and pieces are left for more.
func (d *Mind) drawsAgain() bool {
	for i := range d.plan.goals {
		if !d.plan.goals[i].done {
			return false
		}
	}
	return d.w.Again > 0 && !d.v.LastRound && float64(d.supply(d.own)) >= d.w.Again
}

// open reports whether the way of a goal is still open, whatever it costs.
func (d *Mind) open(g *goal) bool {
	for i := 1; i < len(g.cities); i++ {
		if !d.search(&d.plan, g.cities[i-1], g.cities[i]) {
			return false
		}
	}
	return true
}

// ticketWorth is what one more ticket would bring.
func (d *Mind) ticketWorth(id engine.TicketID, spare float64) float64 {
	t := &d.m.Tickets[id]
	var cost float64
	for i := 1; i < len(t.Cities); i++ {
		if !d.search(&d.plan, t.Cities[i-1], t.Cities[i]) {
			return -float64(t.Penalty)
		}
		cost += float64(d.dist[t.Cities[i]])
	}
	takes := cost / max(d.w.Turn, .5) * d.w.Span
	if takes > spare {
		return -float64(t.Penalty)
	}
	chance := choice.Enough(spare-takes, d.w.Slack)
	return (float64(t.Points)+d.w.Award)*chance - float64(t.Penalty)*(1-chance) - cost
}
