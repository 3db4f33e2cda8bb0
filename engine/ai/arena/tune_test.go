package arena_test

import (
	"math"
	"testing"

	"konduktor/engine/ai"
	"konduktor/engine/ai/arena"
	"konduktor/engine/titles"
)

func TestTuningMovesWeightsFromZeroOnlyWhereTheyCanHaveEitherSign(t *testing.T) {
	title := titles.All()[0]
	seats := title.SeatCounts()[0]
	tuning := arena.Tuning{
		Title:    title,
		Seats:    seats,
		TeamSize: 1,
		Seed:     1,
		Steps:    4,
		Deals:    1,
		Added:    []string{"Early"},
		Fixed:    []string{"Lack"},
	}
	from := ai.Weights{
		"Claim": 2,
		"Lack":  9,
		"Need":  2,
		"Turn":  2,
		"Rate":  1.5,
		"Pace":  1,
		"Slack": 4,
		"Early": 0,
		"Award": 0,
	}
	steps := 0
	w, err := tuning.Run(t.Context(), from, func(int, ai.Weights) bool { steps++; return true })
	if err != nil {
		t.Fatal(err)
	}
	if steps != 4 || w["Early"] == 0 || w["Award"] != 0 || w["Lack"] != 9 || w["Claim"] == 2 ||
		from["Claim"] != 2 {
		t.Errorf("after %d steps: %v, from %v", steps, w, from)
	}
	again, err := tuning.Run(t.Context(), from, func(int, ai.Weights) bool { return true })
	if err != nil || again["Claim"] != w["Claim"] || again["Early"] != w["Early"] {
		t.Errorf("the same tuning gives %v, then %v: %v", w, again, err)
	}
}

func TestTuningAgainstRivalsPlaysBothChangesAgainstEachOfThem(t *testing.T) {
	title := titles.All()[0]
	seats := title.SeatCounts()[0]
	made := map[string]int{}
	rival := func(level string) func() (ai.Player, error) {
		return func() (ai.Player, error) {
			made[level]++
			return ai.NewPlayer(level, title, 1)
		}
	}
	from := ai.Weights{"Claim": 2, "Need": 2, "Turn": 2, "Rate": 1.5, "Pace": 1, "Slack": 4}
	run := func(rivals ...func() (ai.Player, error)) ai.Weights {
		tuning := arena.Tuning{
			Title:    title,
			Seats:    seats,
			TeamSize: 1,
			Seed:     1,
			Steps:    3,
			Deals:    2,
			Rivals:   rivals,
		}
		w, err := tuning.Run(t.Context(), from, func(int, ai.Weights) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	w := run(rival("steady"), rival("easy"))
	if games := 3 * 2 * seats * 2; made["steady"] != games || made["easy"] != games {
		t.Errorf("rivals were made for %v games, want %d each", made, games)
	}
	if itself := run(); itself["Claim"] == w["Claim"] {
		t.Errorf("tuned against rivals and against itself: both %v", w)
	}
	none := func() (ai.Player, error) { return ai.NewPlayer("nobody", title, 1) }
	tuning := arena.Tuning{
		Title:    title,
		Seats:    seats,
		TeamSize: 1,
		Seed:     1,
		Steps:    1,
		Deals:    1,
		Rivals:   []func() (ai.Player, error){none},
	}
	if _, err := tuning.Run(
		t.Context(),
		from,
		func(int, ai.Weights) bool { return true },
	); err == nil {
		t.Error("a rival that there is not was played against")
	}
}

func TestGentleTuningStaysCloserToItsStart(t *testing.T) {
	title := titles.All()[0]
	from := ai.Weights{"Claim": 2, "Need": 2, "Turn": 2, "Rate": 1.5, "Pace": 1, "Slack": 4}
	way := func(gentle bool) (far float64) {
		tuning := arena.Tuning{
			Title:    title,
			Seats:    title.SeatCounts()[0],
			TeamSize: 1,
			Seed:     1,
			Steps:    4,
			Deals:    2,
			Gentle:   gentle,
		}
		if _, err := tuning.Run(t.Context(), from, func(_ int, w ai.Weights) bool {
			far = max(far, math.Abs(math.Log(w["Claim"]/from["Claim"])))
			return true
		}); err != nil {
			t.Fatal(err)
		}
		return far
	}
	if usual, gentle := way(false), way(true); gentle == 0 || gentle > usual/2 {
		t.Errorf("usual tuning goes %v, gentle tuning %v", usual, gentle)
	}
}
