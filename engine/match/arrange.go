package match

import "time"

// Arranged returns the row of a table for people who were brought together, as Start deals it: with
// the first of them as its host. inOrder says that the order of the seats was drawn by lot before.
func (g Game) Arranged(inOrder bool, now time.Time) Game {
	g.State, g.Created, g.Updated, g.Rev = Lobby, now, now, 1
	if people := Users(g.Seats); len(people) > 0 {
		g.Host = people[0]
	}
	if inOrder {
		g.Series = &Series{Base: players(g.Seats)}
	}
	return g
}
