package guess_test

import (
	"math"
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

// TestGuessedTicketsAreCalibrated plays games of all levels and compares how often a guessed seat
// holds a ticket with how often the real one does.
func TestGuessedTicketsAreCalibrated(t *testing.T) {
	games, worlds, off := 2, 30, .15
	if os.Getenv("KONDUKTOR_FULL") != "" {
		games, worlds, off = 120, 100, .03
	}
	var said, happened, counted [10]float64 // by tenths of what is said
	for _, title := range titles.All() {
		m := title.(interface{ Map() *railmap.Map }).Map()
		if len(m.Routes) == 0 {
			continue // there all tickets are equally likely
		}
		for i := range games {
			seats := title.SeatCounts()[i%len(title.SeatCounts())]
			watch(t, title, i, seats, func(v, truth *engine.View, told []engine.Event) {
				held := guessTickets(t, title, v, told, worlds)
				for s := range v.Seats {
					if v.Seats[s].Tickets.Known {
						continue
					}
					for id, chance := range held[s][:len(m.Tickets)] {
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
	}
	for k, n := range counted {
		t.Logf("said to be %4.1f %%: %4.1f %% of %.0f", 100*said[k]/n, 100*happened[k]/n, n)
	}
	n := counted[6] + counted[7]
	chance, share := (said[6]+said[7])/n, (happened[6]+happened[7])/n
	if n < 50 || math.Abs(chance-share) > off {
		t.Errorf("of %.0f tickets that %.3f are said to be held %.3f are", n, chance, share)
	}
}

// guessTickets returns, by seat and ticket, the share of guessed worlds in which the seat holds it.
func guessTickets(t *testing.T, title engine.Title, v *engine.View, told []engine.Event, worlds int,
) (held [engine.MaxSeats][railmap.MaxTickets]float64) {
	t.Helper()
	m := title.(interface{ Map() *railmap.Map }).Map()
	guesser := guess.New(title, m, v, told, rand.New(rand.NewPCG(9, uint64(v.Ply))))
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
	return held
}

// watch plays a game of all levels, and shows, now and then, what the seat that moves in play sees,
// and the truth.
func watch(t *testing.T, title engine.Title, game, seats int,
	show func(v, truth *engine.View, told []engine.Event),
) {
	t.Helper()
	players := make([]ai.Player, seats)
	for s := range players {
		level := ai.Levels()[(s+game)%len(ai.Levels())]
		p, err := ai.NewPlayerWithEffort(level, title, uint64(game), .02)
		if err != nil {
			t.Fatal(err)
		}
		players[s] = p
	}
	setup, _ := ai.Simulated(7, game, seats)
	_, err := ai.PlayOut(t.Context(), title, setup, players, func(step *ai.Step) {
		if step.Game.Over() || step.Game.Ply()%17 != 0 {
			return
		}
		s := step.Game.ToMove()[0]
		v, truth := step.Game.View(s), step.Game.Unveiled()
		if v.Phase == engine.InPlay {
			show(&v, &truth, step.Told[s-1])
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}
