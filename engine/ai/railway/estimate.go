package railway

import (
	"konduktor/engine"
	"konduktor/engine/ai/choice"
)

// Estimate is how many points the viewer can expect at the end, as far as it can tell.
func (d *Mind) Estimate(v *engine.View) float64 {
	own := v.Own()
	if own.Final != nil {
		return float64(own.Final.Total)
	}
	d.look(v)
	d.think()
	n := &d.plan.need
	sum := float64(own.Score) + n.points*.9*d.plan.chance - d.w.Lack*n.missing
	for i := range d.plan.goals {
		g := &d.plan.goals[i]
		switch {
		case g.done:
			sum += g.points + d.w.Award
		case g.lost:
			sum -= g.penalty
		default:
			chance := d.chanceOf(&d.plan, g)
			sum += (g.points+d.w.Award)*chance - g.penalty*(1-chance)
		}
	}
	spare := min(max(d.turns-n.turns(d.w), 0), 12)
	sum += spare*perTurn + .6*float64(min(d.funds.total, 14))*d.late
	for i := range v.Tokens {
		sum += d.w.Token * float64(v.Tokens[i].Held[own.Seat-1])
	}
	return sum + d.estimatePorts()
}

// perTurn is what a turn brings that no plan uses, in points.
const perTurn = 1.8

// estimatePorts is what ports built and planned will count (W13).
func (d *Mind) estimatePorts() float64 {
	if d.ports == 0 {
		return 0
	}
	sum := -float64(d.facts.Unbuilt * d.own.PortsLeft)
	for _, c := range d.own.Ports {
		sum += d.portWorth(&d.plan, c) - float64(d.facts.Unbuilt)
	}
	for i, worth := range d.port.worth {
		lack := float64(d.port.lacks-d.funds.wild) + 3*float64(i)
		chance := 1 - .7*choice.Pow2(-max(d.turns-max(lack, 0)-2, 0)/5)
		sum += worth * chance
	}
	return sum
}
