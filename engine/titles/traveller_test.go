package titles_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/enginetest"
	"konduktor/engine/railmap"
	"konduktor/engine/world"
)

// traveller is a policy that completes tickets, which random play hardly ever does: it prefers
// tours, claims what lies on the shortest ways between their cities, and builds ports in them.
type traveller struct{ rng *rand.Rand }

func (p traveller) Choose(c ai.Choices, seat engine.Seat) (engine.Move, bool) {
	legal := c.AppendLegal(nil, seat)
	if len(legal) == 0 {
		return engine.Move{}, false
	}
	m := p.pick(c, seat, legal)
	if m.Verb.Paid() {
		for payment := range c.Payments(seat, m) {
			m.Payment = payment
			break
		}
	}
	return m, true
}

func (p traveller) pick(c ai.Choices, seat engine.Seat, legal []engine.Move) engine.Move {
	switch legal[0].Verb {
	case engine.Keep:
		return slices.MaxFunc(legal, func(a, b engine.Move) int {
			return cities(a.Tickets) - cities(b.Tickets)
		})
	case engine.Pieces:
		return legal[p.rng.IntN(len(legal))]
	}
	v := c.View(seat)
	wanted := plan(&v)
	for _, verb := range []engine.Verb{engine.Port, engine.Claim, engine.Tickets, engine.Draw} {
		var good []engine.Move
		for _, m := range legal {
			if m.Verb == verb && useful(&v, &m, wanted) {
				good = append(good, m)
			}
		}
		if len(good) > 0 {
			return good[p.rng.IntN(len(good))]
		}
	}
	return legal[p.rng.IntN(len(legal))]
}

// cities counts how many cities a choice of tickets names for each ticket: tours have most.
func cities(list []engine.TicketID) int {
	n := 0
	for _, t := range list {
		n += len(world.Title.Map().Tickets[t].Cities)
	}
	return 100 * n / len(list)
}

// useful reports whether a move serves the seat's tickets.
func useful(v *engine.View, m *engine.Move, wanted []engine.RouteID) bool {
	switch m.Verb {
	case engine.Claim:
		return slices.Contains(wanted, m.Route)
	case engine.Tickets:
		return len(wanted) == 0
	case engine.Port:
		return slices.ContainsFunc(v.Own().Tickets.IDs, func(t engine.TicketID) bool {
			return slices.Contains(world.Title.Map().Tickets[t].Cities, m.City)
		})
	}
	return true
}

// plan lists the routes that the seat's tickets still need, each from city to city over its own and
// open routes.
func plan(v *engine.View) []engine.RouteID {
	m := world.Title.Map()
	cost := func(r engine.RouteID) int {
		switch owner := v.Owner(r); {
		case owner == v.Viewer:
			return 0
		case owner != engine.Public || slices.Contains(v.Closed, r):
			return railmap.Blocked
		}
		return m.Routes[r].Length
	}
	var need []engine.RouteID
	var ways railmap.Ways
	for _, t := range v.Own().Tickets.IDs {
		stops := m.Tickets[t].Cities
		for i := 1; i < len(stops); i++ {
			ways.Search(m, stops[i-1], cost)
			for _, r := range ways.Append(nil, stops[i]) {
				if cost(r) > 0 {
					need = append(need, r)
				}
			}
		}
	}
	return need
}

// TestTheRefereeAgreesOnGamesWithManyTickets plays games in which tours and ports are worth
// something.
func TestTheRefereeAgreesOnGamesWithManyTickets(t *testing.T) {
	t.Parallel()
	inOrder, anyOrder, worth, m := 0, 0, map[int]int{}, world.Title.Map()
	for _, seats := range world.Title.SeatCounts() {
		for i := range 12 {
			record, g := enginetest.PlayBy(t, world.Title, nil, 13, i, seats,
				func(rng *rand.Rand) ai.Policy { return traveller{rng} })
			if diff := judge(record, g, worldRefereeOf); diff != "" {
				t.Fatalf("%s\n%s", diff, record.Print())
			}
			v := g.View(engine.Public)
			for _, s := range v.Seats {
				for k, id := range s.Final.Completed {
					switch ticket := &m.Tickets[id]; s.Final.Earned[k] {
					case ticket.InOrder:
						inOrder++
					default:
						anyOrder += len(ticket.Cities) / 3 // only a tour names three cities or more
					}
				}
				for _, b := range s.Final.Bonuses {
					worth[b.Points]++
				}
			}
		}
	}
	if inOrder < 10 || anyOrder < 5 || worth[20]+worth[30]+worth[40] < 10 {
		t.Errorf("%d tours in order, %d in another one, ports worth %v: hardly met",
			inOrder, anyOrder, worth)
	}
	t.Logf("%d tours in order, %d in another one, bonuses %v", inOrder, anyOrder, worth)
}
