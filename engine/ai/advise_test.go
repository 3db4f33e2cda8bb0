package ai_test

import (
	"errors"
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/titles"
)

// Steady plays whole games of each title; whenever it chooses, it is asked for advice first.
func TestAdviceBeginsWithSteadysOwnMoveAndIsLegal(t *testing.T) {
	for _, title := range titles.All() {
		t.Run(title.ID(), func(t *testing.T) {
			seats := title.SeatCounts()[0]
			setup, _ := ai.Simulated(12, 0, seats)
			g, err := title.New(setup)
			if err != nil {
				t.Fatal(err)
			}
			told := make([][]engine.Event, seats)
			steady, reasons, forTickets := player(t, "steady", title, 0), 0, 0
			kinds := map[engine.Verb]bool{} // of moves with figures
			for !g.Over() {
				mover := g.ToMove()[0]
				v := g.View(mover)
				want, err := steady.Choose(t.Context(), &v, told[mover-1])
				if err != nil {
					t.Fatal(err)
				}
				list, err := ai.Advise(title, &v, told[mover-1])
				if err != nil || len(list) == 0 || len(list) > 3 || !list[0].Move.Equal(&want) {
					t.Fatalf("ply %d: got %+v, error %v; steady plays %+v", g.Ply(), list, err, want)
				}
				for _, a := range list {
					if _, err := g.Clone().Apply(mover, a.Move); err != nil {
						t.Fatalf("ply %d: %+v is refused: %v", g.Ply(), a.Move, err)
					}
					if a.Aim != nil {
						checkAim(t, &v, &a)
						reasons, forTickets = reasons+1, forTickets+len(a.Aim.Tickets)
					}
					kinds[a.Move.Verb] = kinds[a.Move.Verb] || checkFigures(t, &v, &a)
				}
				events, err := g.Apply(mover, want)
				if err != nil {
					t.Fatal(err)
				}
				for k := range told {
					for _, e := range events {
						told[k] = append(told[k], e.For(engine.Seat(k+1)))
					}
				}
			}
			if board := len(title.Lexicon().Routes) > 0; board != (reasons > 0) ||
				board != (forTickets > 0) {
				t.Errorf("%d draws were for a route, %d for tickets", reasons, forTickets)
			}
			v := g.View(1)
			yards := v.Uses(engine.UsesYards)
			if kinds[engine.Draw] != yards || kinds[engine.Keep] == yards ||
				kinds[engine.Pieces] != v.Uses(engine.UsesPorts) {
				t.Errorf("there are figures for %v", kinds)
			}
			if _, err := ai.Advise(title, &v, told[0]); !errors.Is(err, ai.ErrNoMove) {
				t.Errorf("after the end: %v", err)
			}
		})
	}
}

// checkFigures checks the figures of an advice, and reports whether it has some.
func checkFigures(t *testing.T, v *engine.View, a *ai.Advice) bool {
	t.Helper()
	if a.Better < 0 || a.Better > 100 || a.Better > 0 && a.Move.Verb != engine.Draw {
		t.Fatalf("ply %d: %d of 100 cards are better than %+v", v.Ply, a.Better, a.Move)
	}
	kept := slices.Concat(a.Kept.Counted, a.Kept.Dropped, a.Kept.Dear)
	for _, id := range kept {
		if a.Move.Verb != engine.Keep || !holds(v, id) && !slices.Contains(a.Move.Tickets, id) {
			t.Fatalf("ply %d: after %+v the plan speaks of ticket %d", v.Ply, a.Move, id)
		}
	}
	pieces := 0
	for _, n := range a.Pieces {
		pieces += n
	}
	if pieces > int(a.Move.N)+int(a.Move.M) && a.Move.Verb == engine.Pieces {
		t.Fatalf("ply %d: the plan takes %v of %+v", v.Ply, a.Pieces, a.Move)
	}
	return a.Better > 0 || len(kept) > 0 || pieces > 0
}

// checkAim checks that an advice's aim agrees with its move, and speaks of the viewer's own
// tickets.
func checkAim(t *testing.T, v *engine.View, a *ai.Advice) {
	t.Helper()
	draws := a.Move.Verb == engine.Draw || a.Move.Verb == engine.Place
	if draws != (a.Aim.Lacks > 0 || a.Aim.Port) || a.Aim.Wilds > a.Aim.Lacks ||
		!a.Aim.Port && v.Owner(a.Aim.Route) != engine.Public ||
		(len(a.Aim.Tickets) > 0) != slices.Contains(a.Aim.Way, a.Aim.Route) {
		t.Fatalf("ply %d: %+v is for %+v", v.Ply, a.Move, a.Aim)
	}
	if a.Aim.Wilds > 0 && !v.Facts().Wilds[a.Aim.Route] {
		t.Fatalf("ply %d: wilds pay for route %d, on which none may be used (N4)", v.Ply, a.Aim.Route)
	}
	for _, id := range a.Aim.Tickets {
		if !holds(v, id) {
			t.Fatalf("ply %d: a route is for ticket %d, which nobody here holds", v.Ply, id)
		}
	}
}

func TestN4AWildIsAdvisedOnlyForARouteThatTakesIt(t *testing.T) {
	title, _ := titles.Find("nordic")
	board := titles.Map("nordic")
	alone, helped := 0, 0
	for i := range 6 {
		eachAdvised(t, title, i, func(v *engine.View, list []ai.Advice) {
			for _, a := range list {
				if a.Aim == nil || a.Aim.Port {
					continue
				}
				checkAim(t, v, &a)
				takes := v.Facts().Wilds[a.Aim.Route]
				switch {
				case a.Aim.Wilds > 0:
					helped++
				case !takes && a.Aim.Lacks > 0:
					alone++
				}
				draws := a.Move.Verb == engine.Draw && a.Move.Slot > 0
				wild := draws && v.Lexicon().Faces[v.Market[a.Move.Slot-1]].Wild
				if wild && !takes && board.Routes[a.Aim.Route].Symbols == 0 {
					t.Fatalf("ply %d: a wild is advised for route %d", v.Ply, a.Aim.Route)
				}
			}
		})
	}
	if alone == 0 || helped == 0 {
		t.Errorf("%d routes without and %d with the help of wilds: the test proves little",
			alone, helped)
	}
}

func TestEquivalentMovesAreAdvisedOnce(t *testing.T) {
	title := titles.All()[0]
	for i := range 20 {
		g, policy, _ := byChance(t, title, 7, i, 2)
		for range 40 {
			mover := g.ToMove()[0]
			v := g.View(mover)
			list, err := ai.Advise(title, &v, nil)
			if err != nil {
				t.Fatal(err)
			}
			var drawn []engine.Card
			for _, a := range list {
				if a.Move.Verb != engine.Draw || a.Move.Slot == 0 {
					continue
				}
				if c := v.Market[a.Move.Slot-1]; slices.Contains(drawn, c) {
					t.Fatalf("game %d, ply %d: card %d is advised twice", i, g.Ply(), c)
				} else {
					drawn = append(drawn, c)
				}
			}
			m, _ := policy.Choose(g, mover)
			if _, err := g.Apply(mover, m); err != nil {
				t.Fatal(err)
			}
			if g.Over() {
				break
			}
		}
	}
}

// A player first thinks of keeping all tickets, so that is among the hints, however good it is.
func TestKeepingAllIsAmongTheHints(t *testing.T) {
	for _, title := range titles.All() {
		for i := range 8 {
			setup, _ := ai.Simulated(44, i, title.SeatCounts()[0])
			g, err := title.New(setup)
			if err != nil {
				t.Fatal(err)
			}
			v := g.View(1)
			list, err := ai.Advise(title, &v, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(list, func(a ai.Advice) bool {
				return len(a.Move.Tickets) == len(v.Own().Offer.IDs)
			}) || len(list) > 3 {
				t.Errorf("%s, deal %d: %d hints, none of which keeps all", title.ID(), i, len(list))
			}
		}
	}
}
