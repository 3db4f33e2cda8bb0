package railway

import "math"

// This file weighs what ends a game, and what its end costs.

// ends reports whether a claim begins the last round (C11).
func (d *Mind) ends(r *road) bool {
	left := d.supply(d.own) - r.length
	if d.mate != nil {
		left += d.supply(d.mate)
	}
	return !d.v.LastRound && left <= d.facts.LastAt
}

// othersComplete is the share of their tickets that others are thought to complete.
const othersComplete = .6

// lead is by how much the seat would win if the game ended now, as far as it can tell.
func (d *Mind) lead() float64 {
	own := float64(d.own.Score)
	for i := range d.plan.goals {
		if g := &d.plan.goals[i]; g.done {
			own += g.points
		} else {
			own -= g.penalty
		}
	}
	mean := 0.
	for i := range d.m.Tickets {
		mean += float64(d.m.Tickets[i].Points) / float64(len(d.m.Tickets))
	}
	lead := math.Inf(1)
	for i := range d.v.Seats {
		s := &d.v.Seats[i]
		if s == d.own || s == d.mate {
			continue
		}
		n := s.Tickets.N + s.RackTickets.N
		for k := range d.v.Seats {
			if o := &d.v.Seats[k]; d.mate != nil && k != i && o.Team == s.Team {
				n += o.Tickets.N
			}
		}
		lead = min(lead, own-float64(s.Score)-othersComplete*mean*float64(n))
	}
	return max(lead, -30)
}

// stake is what the seat loses on its tickets by doing anything else, when they take all turns that
// are left.
func (d *Mind) stake() float64 {
	slack := d.turns - d.plan.need.fewest()
	if d.turns > lastTurns || slack < 0 || slack >= 1 {
		return 0
	}
	sum := 0.
	for i := range d.plan.goals {
		if g := &d.plan.goals[i]; !g.done && !g.lost {
			sum += g.points + g.penalty
		}
	}
	return sum * d.plan.chance
}
