package guess_test

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/ai/guess"
	"konduktor/engine/railmap"
	"konduktor/engine/titles"
)

// TestWhatIsSaidToBeLikelyHappens plays games of all levels and compares how often a guessed seat
// holds a ticket with how often the real one does.
func TestWhatIsSaidToBeLikelyHappens(t *testing.T) {
	games, worlds := 8, 40
	if os.Getenv("KONDUKTOR_FULL") != "" {
		games, worlds = 120, 100
	}
	for _, title := range titles.All() {
		m := title.(interface{ Map() *railmap.Map }).Map()
		if len(m.Routes) == 0 {
			continue // a ticket's cards leave no trace on a board
		}
		var said, happened, counted [10]float64
		for i := range games {
			seats := title.SeatCounts()[i%len(title.SeatCounts())]
			watch(t, title, 7, i, seats, func(v, truth *engine.View, told []engine.Event) {
				if v.Ply%17 != 0 {
					return
				}
				var held [engine.MaxSeats][railmap.MaxTickets]float64
				guesser := guess.New(title, m, v, told, rand.New(rand.NewPCG(9, uint64(i))))
				for range worlds {
					h, err := guesser.Next()
					if err != nil {
						t.Fatal(err)
					}
					for s := range h.Seats {
						for _, id := range h.Seats[s].Tickets {
							held[s][id] += 1 / float64(worlds)
						}
					}
				}
				for s := range v.Seats {
					if v.Seats[s].Tickets.Known {
						continue
					}
					for id := range m.Tickets {
						chance := held[s][id]
						k := min(int(10*chance), 9)
						counted[k]++
						said[k] += chance
						if slices.Contains(truth.Seats[s].Tickets.IDs, engine.TicketID(id)) {
							happened[k]++
						}
					}
				}
			})
		}
		for k, n := range counted {
			t.Logf("%s: said to be %4.1f %%: %4.1f %% of %.0f", title.ID(), 100*said[k]/n, 100*happened[k]/n, n)
		}
	}
}

// watch plays a game of all levels, and shows each seat that moves in play, and the truth.
func watch(t *testing.T, title engine.Title, series uint64, game, seats int,
	show func(v, truth *engine.View, told []engine.Event),
) {
	t.Helper()
	setup, _ := ai.Simulated(series, game, seats)
	g, err := title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	players := make([]ai.Player, seats)
	for s := range players {
		level := ai.Levels()[(s+game)%len(ai.Levels())]
		players[s], err = ai.NewPlayerWithEffort(level, title, uint64(game), .05)
		if err != nil {
			t.Fatal(err)
		}
	}
	told := make([][]engine.Event, seats)
	for !g.Over() {
		s := g.ToMove()[0]
		v := g.View(s)
		if v.Phase == engine.InPlay {
			truth := g.Unveiled()
			show(&v, &truth, told[s-1])
		}
		m, err := players[s-1].Choose(context.Background(), &v, told[s-1])
		if err != nil {
			t.Fatal(err)
		}
		events, err := g.Apply(s, m)
		if err != nil {
			t.Fatal(err)
		}
		for k := range told {
			for _, e := range events {
				told[k] = append(told[k], e.For(engine.Seat(k+1)))
			}
		}
	}
}
