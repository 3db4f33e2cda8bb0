package match_test

import (
	"testing"

	"konduktor/engine/ai"
	"konduktor/engine/ai/match"
	"konduktor/engine/titles"
)

func TestTuningMovesWeightsFromZeroOnlyWhereTheyCanHaveEitherSign(t *testing.T) {
	title := titles.All()[0]
	seats := title.SeatCounts()[0]
	tuning := match.Tuning{Title: title, Seats: seats, TeamSize: 1, Seed: 1, Steps: 4, Deals: 1, Added: []string{"Early"}}
	from := ai.Weights{"Claim": 2, "Need": 2, "Turn": 2, "Rate": 1.5, "Pace": 1, "Slack": 4, "Early": 0, "Award": 0}
	steps := 0
	w, err := tuning.Run(t.Context(), from, func(int, ai.Weights) bool { steps++; return true })
	if err != nil {
		t.Fatal(err)
	}
	if steps != 4 || w["Early"] == 0 || w["Award"] != 0 || w["Claim"] == 2 || from["Claim"] != 2 {
		t.Errorf("after %d steps: %v, from %v", steps, w, from)
	}
	again, err := tuning.Run(t.Context(), from, func(int, ai.Weights) bool { return true })
	if err != nil || again["Claim"] != w["Claim"] || again["Early"] != w["Early"] {
		t.Errorf("the same tuning gives %v, then %v: %v", w, again, err)
	}
}
