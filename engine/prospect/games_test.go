package prospect

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/enginetest"
	"konduktor/engine/railmap"
	"konduktor/engine/titles"
)

// witness plays a game and looks at every position of it.
type witness struct {
	t    *testing.T
	m    *railmap.Map
	lost map[engine.Seat]map[engine.TicketID]bool // by seat: tickets that were called lost
	met  map[string]int
}

// look checks the prospects of every seat in a position.
func (w *witness) look(g engine.Game) {
	for s := range g.View(engine.Public).Seats {
		v := g.View(engine.Seat(s + 1))
		tickets := Own(&v)
		for _, p := range Of(&v, w.m, v.Viewer, tickets) {
			w.met[[...]string{"open", "done", "lost"}[p.Standing]]++
			w.order(&v, &p)
			if w.lost[v.Viewer][p.ID] && p.Standing != Lost {
				w.t.Fatalf("ply %d: ticket %s of seat %d was lost, and is %+v",
					v.Ply, w.m.Tickets[p.ID].ID, v.Viewer, p)
			}
			if p.Standing == Lost {
				if w.lost[v.Viewer] == nil {
					w.lost[v.Viewer] = map[engine.TicketID]bool{}
				}
				w.lost[v.Viewer][p.ID] = true
			}
		}
		if v.Facts() != nil {
			t := newTable(&v, w.m, v.Viewer)
			var shut []engine.RouteID
			for r, is := range t.shut {
				if is {
					shut = append(shut, engine.RouteID(r))
				}
			}
			if !slices.Equal(shut, v.Closed) {
				w.t.Fatalf("ply %d: closed are %v, want %v (C8)", v.Ply, shut, v.Closed)
			}
		}
	}
}

// order checks that a tour is met in order where it is said to be, or after the routes that are
// named (W9).
func (w *witness) order(v *engine.View, p *Ticket) {
	ticket, routes := &w.m.Tickets[p.ID], v.Own().Routes
	switch {
	case ticket.InOrder == 0:
		return
	case p.Standing == Done && (p.Worth == ticket.InOrder) != w.m.InOrder(routes, ticket.Cities):
		w.t.Fatalf("ply %d: tour %s counts %d", v.Ply, ticket.ID, p.Worth)
	case p.Ordered == nil:
		return
	}
	w.met["tour in order"]++
	for i, r := range p.Ordered.Routes {
		if v.Owner(r) != engine.Public || slices.Contains(v.Closed, r) ||
			slices.Contains(p.Ordered.Routes[:i], r) {
			w.t.Fatalf("ply %d: tour %s goes over route %d, which is taken", v.Ply, ticket.ID, r)
		}
	}
	if !w.m.InOrder(append(slices.Clone(routes), p.Ordered.Routes...), ticket.Cities) {
		w.t.Fatalf("ply %d: tour %s is not in order after %v", v.Ply, ticket.ID, p.Ordered.Routes)
	}
}

// replay checks that the effects of past claims lead from one to the next, up to the present.
func (w *witness) replay(g engine.Game, past []engine.Event) {
	for s := range g.View(engine.Public).Seats {
		v := g.View(engine.Seat(s + 1))
		tickets := Own(&v)
		latest := map[engine.TicketID]Ticket{}
		for _, e := range Replay(&v, w.m, past, tickets) {
			for _, c := range e.Tickets {
				if before, ok := latest[c.Before.ID]; ok &&
					(before.Standing != c.Before.Standing || before.Way.Spaces != c.Before.Way.Spaces) {
					w.t.Fatalf("ply %d: route %d changes %+v, which was %+v", v.Ply, e.Route, c.Before, before)
				}
				latest[c.After.ID] = c.After
				if c.Shorter() < 0 && e.Seat != v.Viewer {
					w.met["made longer by others"]++
				}
			}
		}
		for _, p := range Of(&v, w.m, v.Viewer, tickets) {
			if was, ok := latest[p.ID]; ok &&
				(was.Standing != p.Standing || was.Way.Spaces != p.Way.Spaces) {
				w.t.Fatalf("ply %d: replay ends with %+v, the position has %+v", v.Ply, was, p)
			}
		}
	}
}

// claim compares what a claim is said to change with the position after it.
func (w *witness) claim(before, after *engine.View, events []engine.Event, r engine.RouteID) {
	if !slices.ContainsFunc(events, func(e engine.Event) bool {
		return e.Kind == engine.EventClaimed
	}) {
		return // a tunnel was dug, or its payment taken back
	}
	tickets := Own(before)
	effect := OfClaim(before, w.m, r, tickets)
	var want []Change
	if after.Phase != engine.IsOver {
		want = changes(Of(before, w.m, before.Viewer, tickets), Of(after, w.m, after.Viewer, tickets))
		if diff := cmp.Diff(want, effect.Tickets); diff != "" {
			w.t.Fatalf("ply %d: route %d of seat %d (-after +said before):\n%s", before.Ply, r,
				before.Viewer, diff)
		}
	}
	for i := range want {
		switch c := &want[i]; {
		case c.Completes():
			w.met["completed"]++
		case c.Loses():
			w.met["lost by a claim"]++
		case c.Shorter() > 0:
			w.met["shortened"]++
		}
	}
	if effect.LastRound != slices.ContainsFunc(events, func(e engine.Event) bool {
		return e.Kind == engine.EventLastRound
	}) {
		w.t.Fatalf("ply %d: the last round is foretold: %v", before.Ply, effect.LastRound)
	}
	w.step(before, effect, tickets)
	for _, lane := range after.Closed {
		if !slices.Contains(before.Closed, lane) != slices.Contains(effect.Closes, lane) {
			w.t.Fatalf("ply %d: route %d closes %v; before %v, after %v", before.Ply, r, effect.Closes,
				before.Closed, after.Closed)
		}
	}
}

// Computer players play whole games: no lost ticket is ever completed, a claim changes what its
// forecast said, and the tickets called complete are those that count in the end.
func TestForecastsComeTrueInPlayedGames(t *testing.T) {
	met := map[string]int{}
	for _, title := range titles.All() {
		for i, seats := range title.SeatCounts() {
			for _, policy := range []string{"greedy", "random"} {
				w := witness{t, titles.MapOf(title), map[engine.Seat]map[engine.TicketID]bool{}, met}
				setup, rng := ai.Simulated(31, i, seats)
				g, err := title.New(setup)
				if err != nil {
					t.Fatal(err)
				}
				player, err := ai.New(policy, rng)
				if err != nil {
					t.Fatal(err)
				}
				w.play(g, player)
			}
		}
	}
	for _, what := range []string{
		"open", "done", "lost", "completed", "lost by a claim", "shortened",
		"made longer by others", "tour in order",
	} {
		if met[what] < enginetest.Size(4, 10) {
			t.Errorf("%d times %s: the test proves little", met[what], what)
		}
	}
	t.Log(met)
}

func (w *witness) play(g engine.Game, player ai.Policy) {
	var past []engine.Event
	for ply := 0; !g.Over(); ply++ {
		seat := g.ToMove()[0]
		before := g.View(seat)
		m, _ := player.Choose(g, seat)
		events, err := g.Apply(seat, m)
		if err != nil {
			w.t.Fatal(err)
		}
		after := g.View(seat)
		switch {
		case m.Verb == engine.Claim:
			w.claim(&before, &after, events, m.Route)
		case m.Verb == engine.Pay:
			w.claim(&before, &after, events, before.Tunnel.Route)
		}
		past = append(past, events...)
		if ply%10 == 0 || after.LastRound && ply%3 == 0 || g.Over() {
			w.look(g)
		}
		if ply%40 == 0 {
			w.replay(g, past)
			past = past[:0]
		}
	}
	end := g.Unveiled()
	for s := range end.Seats {
		seat := &end.Seats[s]
		for _, p := range Of(&end, w.m, seat.Seat,
			append(slices.Clone(seat.Final.Completed), seat.Final.Failed...)) {
			i := slices.Index(seat.Final.Completed, p.ID)
			if done := p.Standing == Done; done != (i >= 0) || done && p.Worth != seat.Final.Earned[i] {
				w.t.Fatalf("ticket %s is %+v at the end: %+v", w.m.Tickets[p.ID].ID, p, seat.Final)
			}
		}
	}
}

// step checks that a claim is listed among the steps if, and only if, it brings tickets nearer, and
// which.
func (w *witness) step(before *engine.View, e Effect, tickets []engine.TicketID) {
	steps := Steps(before, w.m, tickets)
	var completes, nearer []engine.TicketID
	for i := range e.Tickets {
		c := &e.Tickets[i]
		switch {
		case len(w.m.Tickets[c.After.ID].Cities) > 2:
		case c.Completes():
			completes = append(completes, c.After.ID)
		case c.Shorter() > 0:
			nearer = append(nearer, c.After.ID)
		}
	}
	var step Step
	if i := slices.IndexFunc(steps, func(s Step) bool { return s.Route == e.Route }); i >= 0 {
		step = steps[i]
		w.met["steps taken"]++
	}
	without := func(list []engine.TicketID) []engine.TicketID {
		return slices.DeleteFunc(slices.Clone(list), func(id engine.TicketID) bool {
			return len(w.m.Tickets[id].Cities) > 2
		})
	}
	got := without(step.Nearer)
	if !e.LastRound && !before.LastRound &&
		(!slices.Equal(without(step.Completes), completes) || !subset(nearer, got)) {
		w.t.Fatalf("ply %d: route %d is the step %+v, but completes %v and brings %v nearer", before.Ply,
			e.Route, step, completes, nearer)
	}
}

func subset(list, of []engine.TicketID) bool {
	for _, id := range list {
		if !slices.Contains(of, id) {
			return false
		}
	}
	return true
}
