package titles_test

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/cardgame"
)

// completable returns the tickets that a track completes (K8), in the map file's order: the dull
// way, ticket by ticket with and without it, leaving out only branches that cannot become better.
func completable(track engine.Cards, open []engine.TicketID) []engine.TicketID {
	slices.Sort(open)
	c := chooser{open: open}
	for i := len(open) - 1; i >= 0; i-- {
		c.points = append(c.points, cardgame.Title.Map().Tickets[open[i]].Points)
	}
	slices.Reverse(c.points)
	for i := len(open) - 2; i >= 0; i-- {
		c.points[i] += c.points[i+1] // of this ticket and all after it
	}
	c.points = append(c.points, 0)
	c.choose(0, track, choice{})
	return c.best.tickets
}

type chooser struct {
	open   []engine.TicketID
	points []int
	best   choice
}

type choice struct {
	points, namings int
	tickets         []engine.TicketID
}

// choose tries each ticket first with it: of equal sets the first found comes first in the map
// file's order.
func (c *chooser) choose(i int, left engine.Cards, so choice) {
	if so.points+c.points[i] < c.best.points {
		return
	}
	if i == len(c.open) {
		better := []int{so.points, len(so.tickets), so.namings}
		if slices.Compare(better, []int{c.best.points, len(c.best.tickets), c.best.namings}) > 0 {
			c.best = so
			c.best.tickets = slices.Clone(so.tickets)
		}
		return
	}
	m := cardgame.Title.Map()
	ticket := &m.Tickets[c.open[i]]
	if rest, ok := spend(left, ticket.Cards); ok {
		with := choice{so.points + ticket.Points, so.namings, append(so.tickets, c.open[i])}
		for _, city := range ticket.Cities {
			if m.Cities[city].Bonus > 0 {
				with.namings++
			}
		}
		c.choose(i+1, rest, with)
	}
	c.choose(i+1, left, so)
}

// spend takes a ticket's cards, and locomotives only for missing ones.
func spend(left engine.Cards, needs []int) (engine.Cards, bool) {
	for c, n := range needs {
		plain := min(n, int(left[c]))
		left[c] -= uint8(plain)
		if int(left[cardWild]) < n-plain {
			return left, false
		}
		left[cardWild] -= uint8(n - plain)
	}
	return left, true
}

// affords reports whether a track pays for all these tickets at once.
func affords(track engine.Cards, list ...engine.TicketID) bool {
	ok := true
	for _, id := range list {
		if track, ok = spend(track, cardgame.Title.Map().Tickets[id].Cards); !ok {
			return false
		}
	}
	return true
}
