package cardgame

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/cardgame/assign"
)

// finish ends the game: open tickets lose their points, and the big cities' cards are awarded (K10,
// K11).
func (g *Game) finish() {
	g.Phase, g.Owes = engine.IsOver, engine.OwesNothing
	g.Finals = make([]engine.Final, g.N)
	for i := range g.Finals {
		g.Finals[i] = g.final(&g.seats[i])
	}
	for _, city := range g.edition.big {
		g.award(city)
	}
	for i := range g.Finals {
		f := &g.Finals[i]
		f.Total = f.Tickets
		for _, b := range f.Bonuses {
			f.Total += b.Points
		}
	}
	g.Winners = engine.Rank(g.Finals, 1, merits)
	g.Report(engine.Event{Kind: engine.EventOver, Card: engine.NoCard})
}

// final scores the tickets of a seat over both passes (K10).
func (g *Game) final(s *seat) engine.Final {
	var f engine.Final
	for _, t := range s.kept {
		points := g.edition.board.Tickets[t].Points
		if !s.done.Has(t) {
			f.Tickets -= points
			f.Failed = append(f.Failed, t)
			continue
		}
		f.Tickets += points
		f.Completed, f.Earned = append(f.Completed, t), append(f.Earned, points)
		paid := slices.IndexFunc(s.receipts, func(r assign.Receipt) bool { return r.Ticket == t })
		f.Spent = append(f.Spent, s.receipts[paid].Cards)
	}
	return f
}

// award gives a big city's card to all who completed most of its tickets (K10, C13).
func (g *Game) award(city engine.CityID) {
	most := 1
	named := make([]int, g.N)
	for i := range g.Finals {
		for _, t := range g.Finals[i].Completed {
			if slices.Contains(g.edition.board.Tickets[t].Cities, city) {
				named[i]++
			}
		}
		most = max(most, named[i])
	}
	card := &g.edition.board.Cities[city]
	for i := range g.Finals {
		if named[i] == most {
			g.Finals[i].Bonuses = append(g.Finals[i].Bonuses,
				engine.Bonus{Name: card.ID, Points: card.Bonus})
		}
	}
}

// merits decide between seats: points, then completed tickets, then bonus cards (K11).
func merits(f *engine.Final) []int { return []int{f.Total, len(f.Completed), len(f.Bonuses)} }
