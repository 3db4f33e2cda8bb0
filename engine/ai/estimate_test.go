package ai

import (
	"maps"
	"math"
	"os"
	"testing"

	"konduktor/engine"
	"konduktor/engine/titles"
)

// In World estimates correlate better with final scores when each card that the plan lacks has a
// price.
func TestPricingMissingCardsImprovesTheEstimate(t *testing.T) {
	const least = .005
	games := 30
	if os.Getenv("KONDUKTOR_FULL") != "" {
		games = 150
	}
	title, ok := titles.Find("world")
	if !ok {
		t.Fatal("there is no World")
	}
	priced := weightsOf(title.(mapped), title.ID(), 3, true)
	free := maps.Clone(priced)
	free["Lack"] = 0
	with, without := agreement(t, title, 3, games, priced, free)
	t.Logf("estimates and results: %.3f with the price, %.3f without", with, without)
	if with <= without+least {
		t.Errorf("estimates correlate %.3f with the price, %.3f without", with, without)
	}
}

// agreement is how estimates by two sets of weights correlate with final scores, each less the
// table's mean, when each seat has 3 to 15 turns left.
func agreement(t *testing.T, title engine.Title, seats, games int, a, b Weights,
) (ofA, ofB float64) {
	var results []float64
	var estimates [2][]float64
	minds := [2]ranker{newMind(title.(mapped), a), newMind(title.(mapped), b)}
	for i := range games {
		setup, _ := Simulated(777, i, seats)
		var players []Player
		for range seats {
			players = append(players, &thinker{title: title, strong: true})
		}
		var seen [2][][]float64 // by mind, turn and seat
		played, err := PlayOut(t.Context(), title, setup, players, func(step *Step) {
			if step.Game.Over() {
				return
			}
			mover := step.Game.ToMove()[0]
			if v := step.Game.View(mover); v.Owes != engine.OwesTurn || mover == step.Seat {
				return
			}
			for k, mind := range minds {
				var now []float64
				for s := range seats {
					v := step.Game.View(engine.Seat(s + 1))
					mind.Forget()
					now = append(now, mind.Estimate(&v))
				}
				seen[k] = append(seen[k], now)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		var final []float64
		for s := range played.View.Seats {
			final = append(final, float64(played.View.Seats[s].Final.Total))
		}
		for turn := range seen[0] {
			if left := len(seen[0]) - turn; left < 3*seats || left > 15*seats {
				continue
			}
			results = append(results, deviations(final)...)
			for k := range minds {
				estimates[k] = append(estimates[k], deviations(seen[k][turn])...)
			}
		}
	}
	return correlation(estimates[0], results), correlation(estimates[1], results)
}

// deviations returns each value less their mean.
func deviations(values []float64) []float64 {
	mean := 0.
	for _, x := range values {
		mean += x / float64(len(values))
	}
	var list []float64
	for _, x := range values {
		list = append(list, x-mean)
	}
	return list
}

// correlation is that of values whose means are 0.
func correlation(x, y []float64) float64 {
	var xy, xx, yy float64
	for i := range x {
		xy, xx, yy = xy+x[i]*y[i], xx+x[i]*x[i], yy+y[i]*y[i]
	}
	return xy / math.Sqrt(xx*yy)
}
