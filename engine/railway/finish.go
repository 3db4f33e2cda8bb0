package railway

import (
	"github.com/konduktor-bot/konduktor/engine"
)

// finish ends the game and scores it: tickets, bonuses, winners (C10, C13).
func (g *Game) finish() {
	g.phase, g.owes = engine.IsOver, engine.OwesNothing
	g.finals = make([]engine.Final, g.n)
	for s := engine.Seat(1); int(s) <= g.n; s++ {
		g.finals[s-1] = g.final(s)
	}
	g.winners = g.findWinners()
	g.Report(engine.Event{Kind: engine.EventOver, Card: engine.NoCard})
}

// final scores one seat.
func (g *Game) final(s engine.Seat) engine.Final {
	seat := g.seat(s)
	f := engine.Final{Routes: seat.score}
	network := g.title.board.Join(seat.routes)
	for _, t := range seat.tickets {
		ticket := &g.title.board.Tickets[t]
		if network.Joins(ticket.Cities...) { // C10
			f.Tickets += ticket.Points
			f.Completed = append(f.Completed, t)
		} else {
			f.Tickets -= ticket.Points
			f.Failed = append(f.Failed, t)
		}
	}
	f.Total = f.Routes + f.Tickets
	for _, b := range g.bonuses(s) {
		if b.Points != 0 {
			f.Bonuses = append(f.Bonuses, b)
			f.Total += b.Points
		}
	}
	return f
}

func (g *Game) bonuses(s engine.Seat) []engine.Bonus {
	if g.extra == nil {
		return nil
	}
	return g.extra.Bonuses(s)
}

// findWinners returns the seats with most points, those ahead in the title's tie-breaks, and several that are still
// tied.
func (g *Game) findWinners() []engine.Seat {
	best := make([]engine.Seat, g.n)
	for i := range best {
		best[i] = engine.Seat(i + 1)
	}
	total := func(f *engine.Final) int { return f.Total }
	for _, measure := range append([]Measure{total}, g.title.rules.TieBreaks...) {
		best = g.ahead(best, measure)
	}
	return best
}

// ahead returns those of the seats of which a measure is largest.
func (g *Game) ahead(seats []engine.Seat, measure Measure) []engine.Seat {
	var best []engine.Seat
	most := 0
	for _, s := range seats {
		n := measure(&g.finals[s-1])
		if len(best) == 0 || n > most {
			best, most = best[:0], n
		}
		if n == most {
			best = append(best, s)
		}
	}
	return best
}
