package railway

import (
	"konduktor/engine"
)

// finish ends the game and scores it: tickets, bonuses, winners (C10, C13).
func (g *Game) finish() {
	g.Phase, g.Owes = engine.IsOver, engine.OwesNothing
	g.Finals = make([]engine.Final, g.N)
	for _, s := range g.Seats() {
		g.Finals[s-1] = g.final(s)
	}
	for _, a := range g.title.rules.Awards {
		g.award(a)
	}
	for i := range g.Finals {
		g.Finals[i].Total = total(&g.Finals[i])
	}
	g.Winners = engine.Rank(g.Finals, g.title.TeamSize(), g.merits)
	g.Report(engine.Event{Kind: engine.EventOver, Card: engine.NoCard})
}

// final scores a seat, or its team: routes, tickets on the joint network, and the title's own
// bonuses (C10, S10).
func (g *Game) final(s engine.Seat) engine.Final {
	routes := g.teamRoutes(s)
	f := engine.Final{Routes: g.score(s)}
	network := g.title.board.Join(routes)
	for _, member := range g.members(s) {
		for _, t := range g.seat(member).kept {
			ticket := &g.title.board.Tickets[t]
			if !network.Joins(ticket.Cities...) { // C10
				f.Tickets -= ticket.Penalty
				f.Failed = append(f.Failed, t)
				continue
			}
			worth := ticket.Points
			if ticket.InOrder > 0 && g.title.board.InOrder(routes, ticket.Cities) {
				worth = ticket.InOrder // W9
			}
			f.Tickets += worth
			f.Completed, f.Earned = append(f.Completed, t), append(f.Earned, worth)
		}
	}
	g.scorePorts(s, &f)
	if g.title.rules.Uses&engine.UsesLongest != 0 {
		f.Longest = g.title.board.Longest(routes)
	}
	if g.extra != nil {
		for _, b := range g.extra.Bonuses(s) {
			f.Bonuses = appendBonus(f.Bonuses, b)
		}
	}
	return f
}

// appendBonus leaves zero bonuses out.
func appendBonus(list []engine.Bonus, b engine.Bonus) []engine.Bonus {
	if b.Points == 0 {
		return list
	}
	return append(list, b)
}

// teamRoutes are the routes of a seat's team (C10, C14).
func (g *Game) teamRoutes(s engine.Seat) []engine.RouteID {
	var routes []engine.RouteID
	for _, m := range g.members(s) {
		routes = append(routes, g.seat(m).routes...)
	}
	return routes
}

// score is the public score so far of a seat, or of its team (S1).
func (g *Game) score(s engine.Seat) int {
	sum := 0
	for _, m := range g.members(s) {
		sum += g.seat(m).score
	}
	return sum
}

// award gives a bonus to all who have most of something, if that is more than none (C13).
func (g *Game) award(a Award) {
	most := 1
	for i := range g.Finals {
		most = max(most, a.Most(&g.Finals[i]))
	}
	for i := range g.Finals {
		if f := &g.Finals[i]; a.Most(f) == most {
			f.Bonuses = appendBonus(f.Bonuses, engine.Bonus{Name: a.Name, Points: a.Points})
		}
	}
}

func total(f *engine.Final) int {
	sum := f.Routes + f.Tickets
	for _, b := range f.Bonuses {
		sum += b.Points
	}
	return sum
}

// merits are what decides between seats: points, then the title's tie-breaks.
func (g *Game) merits(f *engine.Final) []int {
	measures := []int{f.Total}
	for _, m := range g.title.rules.TieBreaks {
		measures = append(measures, m(f))
	}
	return measures
}
