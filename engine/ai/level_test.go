package ai_test

import (
	"context"
	"errors"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/ai/arena"
	"konduktor/engine/enginetest"
	"konduktor/engine/titles"
)

func player(t *testing.T, level string, title engine.Title, seed uint64) ai.Player {
	t.Helper()
	p, err := ai.NewPlayer(level, title, seed)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// contest lets one player sit against others of another level, from each place of some deals.
func contest(t *testing.T, title engine.Title, seats, deals int, one, others string) *arena.Tally {
	t.Helper()
	team := 1
	if sized, ok := title.(interface{ TeamSize() int }); ok {
		team = sized.TeamSize()
	}
	var tally arena.Tally
	for d := range deals {
		for k := range seats / team {
			seating := arena.Seating(2, seats, team, k)
			players := make([]ai.Player, seats)
			for s, who := range seating {
				players[s] = player(t, []string{one, others}[who], title, uint64(d*seats+s))
			}
			setup, _ := ai.Simulated(3, d, seats)
			g, err := ai.PlayOut(t.Context(), title, setup, players)
			if err != nil {
				t.Fatal(err)
			}
			r := arena.ResultOf(0, d, &g, seating)
			tally.Add(&r)
		}
	}
	return &tally
}

func TestSteadyBeatsGreedyAtEveryTable(t *testing.T) {
	for _, title := range titles.All() {
		for _, seats := range title.SeatCounts() {
			tally := contest(t, title, seats, 4, "steady", "greedy")
			if win, _, _ := tally.Win(); win < .75 {
				t.Errorf("%s with %d seats: steady wins %.2f of %d games", title.ID(), seats, win, tally.Games)
			}
		}
	}
}

func TestAChoiceDependsOnItsArgumentsAlone(t *testing.T) {
	for _, title := range titles.All() {
		for _, level := range ai.Levels() {
			seats := title.SeatCounts()[0]
			setup, rng := ai.Simulated(4, 0, seats)
			g, err := title.New(setup)
			if err != nil {
				t.Fatal(err)
			}
			fresh := func() ai.Player {
				p, err := ai.NewPlayerWithEffort(level, title, 7, .2)
				if err != nil {
					t.Fatal(err)
				}
				return p
			}
			used, told := fresh(), make([][]engine.Event, seats)
			for !g.Over() {
				s := g.ToMove()[0]
				v := g.View(s)
				var events []engine.Event
				if !ai.Searches(level) || g.Ply()%97 == 0 {
					m, err := used.Choose(t.Context(), &v, told[s-1])
					again, errAgain := fresh().Choose(t.Context(), &v, told[s-1])
					if err != nil || errAgain != nil || !m.Equal(&again) {
						t.Fatalf("%s of %s, ply %d: %+v, a new player chooses %+v (%v, %v)",
							level, title.ID(), g.Ply(), m, again, err, errAgain)
					}
					if events, err = g.Apply(s, m); err != nil {
						t.Fatal(err)
					}
				} else {
					_, _, events = enginetest.PlayRandomly(t, g, rng)
				}
				for i := range told {
					for _, e := range events {
						told[i] = append(told[i], e.For(engine.Seat(i+1)))
					}
				}
			}
		}
	}
}

func TestSeatThatCannotMoveHasNoChoice(t *testing.T) {
	for _, title := range titles.All() {
		setup, _ := ai.Simulated(4, 0, title.SeatCounts()[0])
		g, err := title.New(setup)
		if err != nil {
			t.Fatal(err)
		}
		v := g.View(engine.Public)
		for _, level := range append(ai.Levels(), "random") {
			if _, err := player(t, level, title, 0).Choose(t.Context(), &v, nil); !errors.Is(err,
				ai.ErrNoMove) {
				t.Errorf("%s of %s for a bystander: %v", level, title.ID(), err)
			}
		}
	}
}

func TestUnknownLevelIsRefused(t *testing.T) {
	if _, err := ai.NewPlayer("clever", titles.All()[0], 0); err == nil {
		t.Error("a level that there is not was found")
	}
}

func TestEveryLevelPlaysLegallyAtEveryTable(t *testing.T) {
	for _, title := range titles.All() {
		seats := title.SeatCounts()[len(title.SeatCounts())-1]
		setup, _ := ai.Simulated(5, 1, seats)
		players := make([]ai.Player, seats)
		for s := range players {
			level := ai.Levels()[s%len(ai.Levels())]
			p, err := ai.NewPlayerWithEffort(level, title, 1, .3)
			if err != nil {
				t.Fatal(err)
			}
			players[s] = cheap{p}
		}
		if _, err := ai.PlayOut(t.Context(), title, setup, players); err != nil {
			t.Errorf("%s: %v", title.ID(), err)
		}
	}
}

// cheap lets a player think at every eighth move only; otherwise it answers at once.
type cheap struct{ ai.Player }

func (c cheap) Choose(ctx context.Context, v *engine.View, told []engine.Event) (engine.Move,
	error,
) {
	if v.Ply%8 != 0 {
		hurried, cancel := context.WithCancel(ctx)
		cancel()
		ctx = hurried
	}
	return c.Player.Choose(ctx, v, told)
}

func TestHurriedStrongPlaysItsFirstThought(t *testing.T) {
	hurried, cancel := context.WithCancel(t.Context())
	cancel()
	for _, title := range titles.All() {
		seats := title.SeatCounts()[0]
		setup, _ := ai.Simulated(6, 1, seats)
		g, err := title.New(setup)
		if err != nil {
			t.Fatal(err)
		}
		strong := player(t, "strong", title, 1)
		lazy, err := ai.NewPlayerWithEffort("strong", title, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		for !g.Over() {
			v := g.View(g.ToMove()[0])
			a, errA := strong.Choose(hurried, &v, nil)
			b, errB := lazy.Choose(t.Context(), &v, nil)
			if errA != nil || errB != nil || !a.Equal(&b) {
				t.Fatalf("%s, ply %d: %+v and %+v (%v, %v)", title.ID(), g.Ply(), a, b, errA, errB)
			}
			if _, err := g.Apply(v.Viewer, a); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestStrongGuessesAWorldForEveryChoice(t *testing.T) {
	for _, title := range titles.All() {
		counts := title.SeatCounts()
		for _, seats := range counts[:enginetest.Size(1, len(counts))] {
			setup, _ := ai.Simulated(9, 1, seats)
			players := make([]ai.Player, seats)
			for s := range players {
				strong, err := ai.NewPlayerWithEffort("strong", title, 1, .01)
				if err != nil {
					t.Fatal(err)
				}
				players[s] = strong
			}
			if _, err := ai.PlayOut(t.Context(), title, setup, players); err != nil {
				t.Errorf("%s with %d seats: %v", title.ID(), seats, err)
			}
			for s, p := range players {
				if n := p.(interface{ Failures() int }).Failures(); n > 0 {
					t.Errorf("%s with %d seats: seat %d could not guess at %d choices", title.ID(), seats, s+1, n)
				}
			}
		}
	}
}

func TestStrongThinksAboutTheFirstTickets(t *testing.T) {
	differs := false
	for _, title := range titles.All() {
		seats := title.SeatCounts()[0]
		for deal := range 6 {
			setup, _ := ai.Simulated(10, deal, seats)
			g, err := title.New(setup)
			if err != nil {
				t.Fatal(err)
			}
			v := g.View(1)
			var moves [2]engine.Move
			for i, effort := range []float64{0, .1} {
				p, err := ai.NewPlayerWithEffort("strong", title, 1, effort)
				if err != nil {
					t.Fatal(err)
				}
				if moves[i], err = p.Choose(t.Context(), &v, nil); err != nil || moves[i].Verb != engine.Keep {
					t.Fatalf("%s, deal %d: %+v: %v", title.ID(), deal, moves[i], err)
				}
			}
			differs = differs || !moves[0].Equal(&moves[1])
		}
	}
	if !differs {
		t.Error("thinking never changed which tickets are kept")
	}
}

func TestFailedGuessOfAWorldIsCounted(t *testing.T) {
	title := titles.All()[0]
	setup, _ := ai.Simulated(11, 1, title.SeatCounts()[0])
	g, err := title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	v := g.View(1)
	v.Decks[0].Cards = 1000 // more than there are
	strong := player(t, "strong", title, 1)
	m, err := strong.Choose(t.Context(), &v, nil)
	if err != nil || m.Verb != engine.Keep {
		t.Errorf("%+v: %v", m, err)
	}
	if got := strong.(interface{ Failures() int }).Failures(); got != 1 {
		t.Errorf("%d failures, want 1", got)
	}
}
