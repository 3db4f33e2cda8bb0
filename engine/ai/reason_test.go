package ai_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/notation"
	"konduktor/engine/railmap"
	"konduktor/engine/titles"
)

// Everybody plays partly at random, so that hands and networks occur that good play avoids. The
// figures of a reason are counted again from the view alone.
func TestReasonsOfAdviceMatchTheView(t *testing.T) {
	for _, title := range titles.All() {
		m := titles.MapOf(title)
		if len(m.Routes) == 0 {
			continue
		}
		t.Run(title.ID(), func(t *testing.T) {
			cards, ways, several, wilds := 0, 0, 0, 0
			for i := range 6 {
				eachAdvised(t, title, i, func(v *engine.View, list []ai.Advice) {
					for _, a := range list {
						if a.Plan == nil {
							continue
						}
						for _, id := range slices.Concat(a.Plan.Counted, a.Plan.Dropped, a.Plan.Dear) {
							if !holds(v, id) || joined(v, m, nil, m.Tickets[id].Cities) {
								t.Fatalf("ply %d: the plan speaks of ticket %d, which is complete or not the viewer's",
									v.Ply, id)
							}
						}
						if a.Aim == nil || a.Aim.Port {
							continue
						}
						if err := miscounted(v, m, &a); err != nil {
							t.Fatalf("ply %d: %+v for %+v: %v", v.Ply, a.Move, *a.Aim, err)
						}
						cards, ways = cards+a.Aim.Lacks, ways+len(a.Aim.Tickets)
						several, wilds = several+len(a.Aim.With), wilds+a.Aim.Wilds
					}
				})
			}
			if cards == 0 || ways == 0 || several == 0 {
				t.Errorf("%d cards, %d wilds, %d tickets, %d further routes: this looks at nothing", cards,
					wilds, ways, several)
			}
		})
	}
}

// byChance deals a game of a series, and returns a player who plays by chance.
func byChance(t *testing.T, title engine.Title, series uint64, nth, seats int) (engine.Game,
	ai.Policy, *rand.Rand,
) {
	t.Helper()
	setup, rng := ai.Simulated(series, nth, seats)
	g, err := title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	policy, err := ai.New("random", rng)
	if err != nil {
		t.Fatal(err)
	}
	return g, policy, rng
}

// eachAdvised plays a game by advice and chance, and looks at each position in which somebody is
// advised.
func eachAdvised(t *testing.T, title engine.Title, nth int,
	look func(v *engine.View, list []ai.Advice),
) {
	t.Helper()
	counts := title.SeatCounts()
	g, policy, rng := byChance(t, title, 31, nth, counts[nth%len(counts)])
	for !g.Over() {
		mover := g.ToMove()[0]
		v := g.View(mover)
		list, err := ai.Advise(title, &v, nil)
		if err != nil {
			t.Fatalf("ply %d: %v", v.Ply, err)
		}
		look(&v, list)
		m := list[0].Move
		if rng.IntN(5) < nth%3 {
			m, _ = policy.Choose(g, mover)
		}
		if _, err := g.Apply(mover, m); err != nil {
			t.Fatalf("ply %d: %s: %v", v.Ply, notation.PrintMove(title.Lexicon(), m), err)
		}
	}
}

// A blind first card does not mean that no open card is wanted: one that is valued more can be
// taken second. A hint that begins with the deck names it, and what it is for.
func TestAHintToBeginWithTheDeckNamesTheOpenCardThatFollows(t *testing.T) {
	title, _ := titles.Find("amsterdam")
	announced, followed, unsaid := 0, 0, 0
	for i := range 10 {
		blind, second := false, engine.NoCard
		eachAdvised(t, title, 3*i, func(v *engine.View, list []ai.Advice) {
			a := &list[0]
			if blind && v.Owes == engine.OwesSecond && a.Move.Slot > 0 {
				if v.Market[a.Move.Slot-1] == second {
					followed++
				} else if second == engine.NoCard {
					unsaid++
				}
			}
			blind, second = v.Owes == engine.OwesTurn && a.Move.Verb == engine.Draw &&
				a.Move.Slot == 0, engine.NoCard
			if a.Second == nil {
				return
			}
			announced, second = announced+1, *a.Second
			if !blind || !slices.Contains(v.Market, second) || a.Aim == nil || a.Aim.Card != second {
				t.Fatalf("ply %d: %+v, then card %d for %+v", v.Ply, a.Move, second, a.Aim)
			}
			checkAim(t, v, a)
		})
	}
	// The unknown card can change the plan, so that another one, or none, follows.
	if followed < 20 || followed < announced/2 || unsaid > announced/4 {
		t.Errorf("%d open cards announced, %d taken; %d taken unannounced", announced, followed, unsaid)
	}
}

// miscounted says what is wrong about the reason of an advice.
func miscounted(v *engine.View, m *railmap.Map, a *ai.Advice) error {
	aim := a.Aim
	for _, id := range aim.Tickets {
		without := slices.DeleteFunc(slices.Clone(aim.Way), func(r engine.RouteID) bool {
			return r == aim.Route
		})
		switch cities := m.Tickets[id].Cities; {
		case !holds(v, id):
			return fmt.Errorf("ticket %d is not the viewer's", id)
		case joined(v, m, nil, cities):
			return fmt.Errorf("ticket %d is complete", id)
		case id == aim.Tickets[0] && !joined(v, m, aim.Way, cities):
			return fmt.Errorf("the way does not complete ticket %d", id)
		case id == aim.Tickets[0] && joined(v, m, without, cities):
			return fmt.Errorf("ticket %d does not need the route", id)
		}
	}
	spaces, pieces := 0, 0
	for _, r := range aim.Way {
		spaces += m.Routes[r].Length
	}
	for i := range v.Seats {
		if s := &v.Seats[i]; s.Seat == v.Viewer || v.Uses(engine.UsesTeams) && s.Team == v.Own().Team {
			for _, n := range s.Pieces {
				pieces += n
			}
		}
	}
	if spaces > pieces {
		return fmt.Errorf("a way of %d spaces for %d pieces", spaces, pieces)
	}
	for _, r := range append(slices.Clone(aim.Way), aim.Route) {
		if v.Owner(r) != engine.Public || slices.Contains(v.Closed, r) {
			return fmt.Errorf("route %d is not free", r)
		}
	}
	if aim.Lacks == 0 {
		return nil
	}
	before, _, err := asked(v, m, aim.With, aim.Card)
	if err != nil {
		return err
	}
	all, symbols, err := asked(v, m, append(slices.Clone(aim.With), aim.Route), aim.Card)
	held, wilds := heldFor(v, aim.Card)
	switch {
	case err != nil:
		return err
	case before > held:
		return fmt.Errorf("the routes before it take %d, and %d are held", before, held)
	case aim.Lacks != all-held:
		return fmt.Errorf("%d are asked for and %d held", all, held)
	case aim.Wilds > 0 && (aim.Wilds > wilds-symbols || !v.Facts().Wilds[aim.Route]):
		return fmt.Errorf("%d wilds are held, %d of them for symbols", wilds, symbols)
	}
	return nil
}

// asked counts the spaces of routes that a card pays for, and their symbols.
func asked(v *engine.View, m *railmap.Map, routes []engine.RouteID, c engine.Card) (spaces,
	symbols int, err error,
) {
	face := &v.Lexicon().Faces[c]
	for _, id := range routes {
		r := &m.Routes[id]
		symbols += r.Symbols
		if face.Wild {
			spaces += r.Symbols
			continue
		}
		if r.Color != face.Color && r.Color != railmap.Gray ||
			face.Ship != (v.Lexicon().TwoDecks && r.Kind == railmap.Sea) {
			return 0, 0, fmt.Errorf("card %d does not pay for route %d", c, id)
		}
		spaces += r.Length - r.Symbols
	}
	return spaces, symbols, nil
}

// heldFor counts the spaces that the viewer's cards of a kind pay for, and the wilds.
func heldFor(v *engine.View, c engine.Card) (held, wilds int) {
	own := v.Own()
	face := &v.Lexicon().Faces[c]
	for i, f := range v.Lexicon().Faces {
		n := int(own.Hand.Cards[i]) + int(own.Rack.Cards[i])
		switch {
		case f.Wild:
			wilds += n
		case f.Color == face.Color && f.Ship == face.Ship && f.Twin:
			held += 2 * n
		case f.Color == face.Color && f.Ship == face.Ship:
			held += n
		}
	}
	if face.Wild {
		held = wilds
	}
	return held, wilds
}

func holds(v *engine.View, id engine.TicketID) bool {
	return slices.Contains(v.Own().Tickets.IDs, id) || slices.Contains(v.Own().RackTickets.IDs, id)
}

// joined reports whether the routes of the viewer's team and some more join cities.
func joined(v *engine.View, m *railmap.Map, more []engine.RouteID, cities []engine.CityID) bool {
	routes := slices.Clone(more)
	for i := range v.Seats {
		if s := &v.Seats[i]; s.Seat == v.Viewer || v.Uses(engine.UsesTeams) && s.Team == v.Own().Team {
			routes = append(routes, s.Routes...)
		}
	}
	reached := map[engine.CityID]bool{cities[0]: true}
	for grew := true; grew; {
		grew = false
		for _, id := range routes {
			if r := &m.Routes[id]; reached[r.A] != reached[r.B] {
				reached[r.A], reached[r.B], grew = true, true, true
			}
		}
	}
	return !slices.ContainsFunc(cities, func(c engine.CityID) bool { return !reached[c] })
}

// An open wild cannot be the second card (C4), so it helps with nothing then: the same is said if
// other cards lie in its place.
func TestAWildThatCannotBeTakenHelpsWithNoTicket(t *testing.T) {
	title, _ := titles.Find("amsterdam")
	faces, lying, helped := title.Lexicon().Faces, 0, 0
	wild := engine.Card(slices.IndexFunc(faces, func(f engine.Face) bool { return f.Wild }))
	helpedBy := func(v *engine.View, market []engine.Card) bool {
		only := *v
		only.Market = market
		list, err := ai.Advise(title, &only, nil)
		if err != nil {
			t.Fatalf("ply %d: %v", v.Ply, err)
		}
		return list[0].Plan != nil && list[0].Plan.Helped
	}
	for i := range 4 {
		eachAdvised(t, title, i, func(v *engine.View, _ []ai.Advice) {
			if v.Owes != engine.OwesSecond || !slices.Contains(v.Market, wild) {
				return
			}
			lying++
			for _, c := range v.Market {
				if c == wild {
					continue
				}
				among, alone := slices.Clone(v.Market), slices.Repeat([]engine.Card{c}, len(v.Market))
				for slot := range among {
					if among[slot] != wild {
						among[slot] = c
					}
				}
				withWild, without := helpedBy(v, among), helpedBy(v, alone)
				if withWild != without {
					t.Errorf("game %d, ply %d: helped by wilds and card %d: %v; by card %d alone: %v", i, v.Ply, c,
						withWild, c, without)
				}
				if without {
					helped++
				}
			}
		})
	}
	if lying == 0 || helped == 0 {
		t.Errorf("%d wilds lay open, %d times another card helped: this looks at nothing", lying, helped)
	}
}

// A symbol of a ferry is paid by a wild or by any three cards (N5): where one is lacking, any open
// card may help.
func TestAnyCardMayHelpWithAMissingSymbol(t *testing.T) {
	title, _ := titles.Find("nordic")
	m := titles.MapOf(title)
	faces, lacking := title.Lexicon().Faces, 0
	wild := engine.Card(slices.IndexFunc(faces, func(f engine.Face) bool { return f.Wild }))
	lying := func(v *engine.View, c engine.Card) []ai.Advice {
		only := *v
		only.Market = slices.Repeat([]engine.Card{c}, len(v.Market))
		list, err := ai.Advise(title, &only, nil)
		if err != nil {
			t.Fatalf("ply %d: %v", v.Ply, err)
		}
		return list
	}
	for i := range 4 {
		eachAdvised(t, title, i, func(v *engine.View, _ []ai.Advice) {
			if v.Phase != engine.InPlay || v.Owes != engine.OwesTurn || len(v.Market) == 0 {
				return
			}
			for _, a := range lying(v, wild) {
				if a.Aim == nil || a.Move.Verb != engine.Draw || m.Routes[a.Aim.Route].Symbols == 0 ||
					len(a.Aim.Tickets) == 0 || a.Aim.Card != wild {
					continue
				}
				lacking++
				for c := range faces {
					if list := lying(v, engine.Card(c)); !list[0].Plan.Helped {
						t.Errorf("game %d, ply %d: route %d lacks a symbol, but an open %s is said not to help",
							i, v.Ply, a.Aim.Route, faces[c].Name)
					}
				}
			}
		})
	}
	if lacking == 0 {
		t.Error("no symbol was ever lacking: this looks at nothing")
	}
}

// Two tickets that share all their routes: neither has spaces of its own to give up, and once the
// pieces were too few for both, the plan kept both.
func TestNoWayTakesMorePiecesThanTheSeatHas(t *testing.T) {
	for id, nth := range map[string]int{"nordic": 14, "asia": 37, "world": 13} {
		title, _ := titles.Find(id)
		m, ways := titles.MapOf(title), 0
		eachAdvised(t, title, nth, func(v *engine.View, list []ai.Advice) {
			for _, a := range list {
				if a.Aim == nil || a.Aim.Port || len(a.Aim.Way) == 0 {
					continue
				}
				ways++
				if err := miscounted(v, m, &a); err != nil {
					t.Errorf("%s, ply %d: %v", id, v.Ply, err)
				}
			}
		})
		if ways == 0 {
			t.Errorf("%s: no way was looked at", id)
		}
	}
}
