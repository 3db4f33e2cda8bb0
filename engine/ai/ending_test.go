package ai_test

import (
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/enginetest"
	"konduktor/engine/prospect"
	"konduktor/engine/titles"
)

// steadily plays a game of steady players and looks at each position before its move.
func steadily(t *testing.T, title engine.Title, nth, seats int,
	look func(*engine.View, engine.Move),
) {
	t.Helper()
	setup, _ := ai.Simulated(61, nth, seats)
	g, err := title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	p, err := ai.NewPlayer("steady", title, 1)
	if err != nil {
		t.Fatal(err)
	}
	for !g.Over() {
		v := g.View(g.ToMove()[0])
		m, err := p.Choose(t.Context(), &v, nil)
		if err != nil {
			t.Fatal(err)
		}
		look(&v, m)
		if _, err := g.Apply(v.Viewer, m); err != nil {
			t.Fatal(err)
		}
	}
}

// amongSteady plays game i of a series among steady players to its end.
func amongSteady(t *testing.T, title engine.Title, series uint64, i, seats int) ai.Played {
	t.Helper()
	setup, _ := ai.Simulated(series, i, seats)
	players := make([]ai.Player, seats)
	for s := range players {
		p, err := ai.NewPlayer("steady", title, 1)
		if err != nil {
			t.Fatal(err)
		}
		players[s] = p
	}
	played, err := ai.PlayOut(t.Context(), title, setup, players)
	if err != nil {
		t.Fatal(err)
	}
	return played
}

// With all tickets complete and pieces left, more tickets are worth more than any route.
func TestSteadyDrawsTicketsWhenItsOwnAreComplete(t *testing.T) {
	for _, id := range []string{"nordic", "asia", "world"} {
		title, _ := titles.Find(id)
		drawn := 0
		for i := range 6 {
			steadily(t, title, i, title.SeatCounts()[0], func(_ *engine.View, m engine.Move) {
				if m.Verb == engine.Tickets {
					drawn++
				}
			})
		}
		if drawn < 6 {
			t.Errorf("%s: tickets were drawn %d times in six games", id, drawn)
		}
	}
}

// Two turns are left, the cards for a ticket's last route lie open: they come before a route for
// points.
func TestLastTurnsCompleteATicketBeforeTheyScoreRoutes(t *testing.T) {
	title, _ := titles.Find("world")
	m, looked := titles.MapOf(title), 0
	for i := range enginetest.Size(40, 200) {
		eachAdvised(t, title, i, func(v *engine.View, list []ai.Advice) {
			move := list[0].Move
			if v.Owes != engine.OwesTurn || !v.LastRound || v.TurnsLeft != 2*len(v.Seats) &&
				v.TurnsLeft != 2*len(v.Seats)-1 {
				return
			}
			for _, p := range prospect.Of(v, m, v.Viewer, prospect.Own(v)) {
				if p.Standing != prospect.Open || len(p.Way.Routes) != 1 || p.Way.Exchange > 0 {
					continue
				}
				r := p.Way.Routes[0]
				open := 0
				for _, c := range v.Market {
					if c != engine.NoCard && v.Lexicon().Faces[c].Color == m.Routes[r].Color {
						open++
					}
				}
				lacks := prospect.Lacks(v, m, p.Way.Routes)
				if lacks == 0 || lacks > min(open, 2) {
					continue
				}
				looked++
				helps := move.Verb == engine.Claim &&
					len(prospect.OfClaim(v, m, move.Route, prospect.Own(v)).Tickets) > 0
				if !helps && move.Verb == engine.Claim {
					t.Errorf("game %d, ply %d: %+v, with a ticket of %d points to complete", i, v.Ply, move,
						m.Tickets[p.ID].Points)
				}
			}
		})
	}
	t.Logf("%d positions", looked)
}

// A port for a completed ticket brings 24 points (W13), also in a city that no plan had chosen.
func TestSteadyBuildsAPortThatItCanPayFor(t *testing.T) {
	title, _ := titles.Find("world")
	m, could, built := titles.MapOf(title), 0, 0
	for i := range 20 {
		steadily(t, title, i, 2, func(v *engine.View, move engine.Move) {
			for _, legal := range v.Legal() {
				if legal.Verb != engine.Port || !slices.ContainsFunc(v.Own().Tickets.IDs,
					func(id engine.TicketID) bool {
						cities := m.Tickets[id].Cities
						return slices.Contains(cities, legal.City) && joined(v, m, nil, cities)
					}) {
					continue
				}
				if could++; move.Verb == engine.Port {
					built++
				}
				return
			}
		})
	}
	t.Logf("%d of %d built", built, could)
	if built*10 < could*9 {
		t.Errorf("of %d ports for completed tickets %d were built", could, built)
	}
}

// Drawing the deck's last card ends The Card Game (K7). A seat that is behind avoids it, so the
// seat that ends a game wins it clearly more often than its share.
func TestSteadyEndsTheCardGameWhenAhead(t *testing.T) {
	title, _ := titles.Find("cardgame")
	const games = 150
	for _, table := range []struct{ seats, atLeast int }{{3, 72}, {4, 60}} {
		won := 0
		for i := range games {
			g := amongSteady(t, title, 63, i, table.seats)
			if slices.Contains(g.View.Winners, g.Ender) {
				won++
			}
		}
		if won < table.atLeast {
			t.Errorf("%d seats: the seat that ended the game won %d of %d", table.seats, won, games)
		}
	}
}

// Cards that cost more than a turn made teams of Asia give up tickets that they could complete.
func TestATeamCompletesMostOfItsTickets(t *testing.T) {
	title, _ := titles.Find("asia")
	completed, failed := 0, 0
	for i := range 20 {
		g := amongSteady(t, title, 62, i, 4)
		for k := range g.View.Seats {
			f := g.View.Seats[k].Final
			completed, failed = completed+len(f.Completed), failed+len(f.Failed)
		}
	}
	if failed*10 > completed {
		t.Errorf("%d tickets failed, %d were completed", failed, completed)
	}
}
