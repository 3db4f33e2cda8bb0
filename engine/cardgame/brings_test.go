package cardgame

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/cardgame/assign"
	"konduktor/engine/enginetest"
)

// gain is what a choice of tickets brings compared with the program's, over many seats.
type gain struct{ points, better, worse int }

func (g *gain) add(points int) {
	g.points += points
	if points > 0 {
		g.better++
	}
	if points < 0 {
		g.worse++
	}
}

// Steady players play. The program's set of each seat is compared with the first proposal and with
// the best set of all, while every other seat declares the program's. docs/computer-players.md has
// the figures of the long version.
func TestK8BestSetNeverLosesToTheProgramsSet(t *testing.T) {
	t.Parallel()
	for _, seats := range []int{2, 3} {
		games, asked, sets := enginetest.Size(40, 2000), 0, 0
		var proposed, best gain
		for i := range games {
			g := playedSteadily(t, i, seats)
			for s := engine.Seat(1); int(s) <= seats; s++ {
				if g.owedBy(s) != engine.OwesDeclare {
					continue
				}
				asked++
				d := g.declarer(s)
				program := endsWith(g, s, g.edition.tickets.Choose(&d.track, d.open))
				most := program
				for set := range g.edition.tickets.Maximal(&d.track, d.open, nil) {
					sets++
					most = max(most, endsWith(g, s, set))
				}
				best.add(most - program)
				proposed.add(endsWith(g, s, d.best()[0].set) - program)
			}
		}
		t.Logf("%d seats, %d games: %d of %d seats asked, %.1f sets each; best %+v, proposed %+v", seats,
			games, asked, seats*games, float64(sets)/float64(asked), best, proposed)
		if best.worse > 0 || proposed.points <= 0 || proposed.points > best.points {
			t.Errorf("%d seats: the best sets bring %+v, the proposals %+v", seats, best, proposed)
		}
	}
}

// playedSteadily is a game of steady players that has come to its declarations, or its end.
func playedSteadily(t *testing.T, i, seats int) *Game {
	t.Helper()
	setup, _ := ai.Simulated(77, i, seats)
	setup.Options = engine.UsualOptions(Title)
	game, err := Title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	player, err := ai.NewPlayer("steady", Title, uint64(i))
	if err != nil {
		t.Fatal(err)
	}
	g, told := game.(*Game), make([][]engine.Event, seats)
	for g.Phase != engine.InDeclare && !g.Over() {
		s := g.ToMove()[0]
		v := g.View(s)
		m, err := player.Choose(t.Context(), &v, told[s-1])
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range apply(t, g, s, m) {
			for k := range told {
				told[k] = append(told[k], e.For(engine.Seat(k+1)))
			}
		}
	}
	return g
}

// endsWith returns a seat's final total if it declares a set and all others get the program's.
func endsWith(g *Game, s engine.Seat, set assign.Set) int {
	c, _ := g.Clone().(*Game)
	for i := range c.N {
		p := &c.seats[i]
		p.set, p.declares = c.edition.tickets.Choose(&p.track, p.open()), false
	}
	c.seat(s).set = set
	c.scorePass()
	return c.Finals[s-1].Total
}
