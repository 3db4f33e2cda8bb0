package arena_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/ai/arena"
	"konduktor/engine/titles"
)

func TestSeatingRotatesFromGameToGame(t *testing.T) {
	var got [][]int
	for game := range 4 {
		got = append(got, arena.Seating(2, 4, 1, game))
	}
	want := [][]int{{0, 1, 1, 1}, {1, 1, 1, 0}, {1, 1, 0, 1}, {1, 0, 1, 1}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int{1, 1, 0, 0}, arena.Seating(2, 4, 2, 1)); diff != "" {
		t.Errorf("partners are the same player: %s", diff)
	}
}

// over is a finished game with these scores and winners; in teams of two if teams is set.
func over(teams bool, scores []int, winners ...engine.Seat) engine.View {
	v := engine.View{Phase: engine.IsOver, Winners: winners}
	for i, n := range scores {
		s := engine.SeatView{
			Seat:  engine.Seat(i + 1),
			Final: &engine.Final{Total: n, Completed: make([]engine.TicketID, 1)},
		}
		if teams {
			s.Team = i / 2
		}
		v.Seats = append(v.Seats, s)
	}
	if teams {
		v.WithRules(nil, engine.UsesTeams, nil, nil)
	}
	return v
}

func TestVictoryIsDividedAmongItsWinners(t *testing.T) {
	for _, c := range []struct {
		name    string
		v       engine.View
		seating []int
		want    float64
	}{
		{"won alone", over(false, []int{3, 2}, 1), []int{0, 1}, 1},
		{"lost", over(false, []int{3, 2}, 1), []int{1, 0}, 0},
		{"shared by three", over(false, []int{3, 3, 3}, 1, 2, 3), []int{1, 1, 0}, 1. / 3},
		{"partners win together", over(true, []int{3, 3, 2, 2}, 1, 2), []int{0, 0, 1, 1}, 1},
		{"two teams share", over(true, []int{3, 3, 3, 3}, 1, 2, 3, 4), []int{0, 0, 1, 1}, .5},
	} {
		if got := arena.Share(&c.v, c.seating); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func add(t *arena.Tally, dealt int, game *ai.Played, seating []int) {
	r := arena.ResultOf(t.Games, dealt, game, seating)
	t.Add(&r)
}

func TestVictoriesAreCountedByPlace(t *testing.T) {
	var seats, teams arena.Tally
	for i, v := range []engine.View{
		over(false, []int{3, 2, 1}, 1), over(false, []int{3, 3, 1}, 1, 2),
		over(false, []int{1, 2, 3}, 3), over(false, []int{3, 2, 1}, 1),
	} {
		add(&seats, i, &ai.Played{View: v}, []int{0, 0, 0})
	}
	if diff := cmp.Diff([]float64{2.5 / 4, .5 / 4, 1. / 4}, seats.Places()); diff != "" {
		t.Errorf("by seat (-want +got):\n%s", diff)
	}
	v := over(true, []int{3, 3, 2, 2}, 1, 2)
	add(&teams, 0, &ai.Played{View: v}, []int{0, 0, 0, 0})
	if diff := cmp.Diff([]float64{1, 0}, teams.Places()); diff != "" {
		t.Errorf("by team (-want +got):\n%s", diff)
	}
}

func TestTheSeatingsOfOneDealAreOneObservation(t *testing.T) {
	var same, mixed arena.Tally
	won, lost := over(false, []int{5, 1}, 1), over(false, []int{1, 5}, 2)
	for d := range 200 {
		if d%2 == 0 {
			add(&same, d, &ai.Played{View: won}, []int{0, 1})
			add(&same, d, &ai.Played{View: won}, []int{0, 1})
		} else {
			add(&same, d, &ai.Played{View: lost}, []int{0, 1})
			add(&same, d, &ai.Played{View: lost}, []int{0, 1})
		}
		add(&mixed, d, &ai.Played{View: won}, []int{0, 1})
		add(&mixed, d, &ai.Played{View: lost}, []int{0, 1})
	}
	win, low, high := same.Win()
	// A share of one half in 200 independent deals: 1.96 * 0.5 / sqrt(200).
	if win != .5 || math.Abs(high-low-2*.0693) > .001 {
		t.Errorf("win %v, from %v to %v", win, low, high)
	}
	if _, low, high := mixed.Win(); high-low >= .14 {
		t.Errorf("deals that come out even give %v to %v", low, high)
	}
	if got := same.Margin(); got != 0 {
		t.Errorf("margin %v, want 0", got)
	}
	if points, completed := same.Score(0); points != 3 || completed != 1 {
		t.Errorf("mean score %v, completed %v", points, completed)
	}
}

func TestTheHabitsOfAPlayerAreCounted(t *testing.T) {
	var tally arena.Tally
	won, lost := over(false, []int{5, 1}, 1), over(false, []int{1, 5}, 2)
	won.Seats[0].Final.Ports = 3
	lost.Seats[0].Final.Failed = []engine.TicketID{1, 2}
	add(&tally, 0, &ai.Played{View: won, Ender: 1}, []int{0, 1})
	add(&tally, 0, &ai.Played{View: lost, Ender: 1}, []int{0, 1})
	add(&tally, 1, &ai.Played{View: won, Ender: 2}, []int{0, 1})
	want := arena.Habits{Ended: 2, EndedWon: .5, Failing: 1. / 3, Ports: 2}
	if diff := cmp.Diff(want, tally.Habits(0)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := tally.Habits(1); got.Ended != 1 || got.EndedWon != 0 {
		t.Errorf("the other player: %+v", got)
	}
}

func TestEveryTitleIsPlayedToItsEnd(t *testing.T) {
	for _, title := range titles.All() {
		seats := title.SeatCounts()[0]
		setup, _ := ai.Simulated(1, 1, seats)
		players := make([]ai.Player, seats)
		for i := range players {
			p, err := ai.NewPlayer([]string{"random", "greedy"}[i%2], title, uint64(i))
			if err != nil {
				t.Fatal(err)
			}
			players[i] = p
		}
		game, err := ai.PlayOut(t.Context(), title, setup, players)
		if err != nil || game.View.Phase != engine.IsOver || game.Moves == 0 {
			t.Errorf("%s: phase %q after %d moves: %v", title.ID(), game.View.Phase, game.Moves, err)
		}
	}
}
