package ai

import (
	"maps"
	"math"
	"os"
	"testing"

	"konduktor/engine"
	"konduktor/engine/titles"
)

// What a plan lacks is worth more than the chance that it fails: where strong prices it, its
// estimates on the way agree better with how games end.
func TestACardThatThePlanLacksTellsHowAGameEnds(t *testing.T) {
	games := 12
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
	with, without := agreement(t, title, 3, games, priced), agreement(t, title, 3, games, free)
	t.Logf("estimates and results: %.3f with the price, %.3f without", with, without)
	if with <= without {
		t.Errorf("with the price of a missing card estimates agree %.3f, without %.3f", with, without)
	}
}

// agreement is the correlation of estimated and final leads over the mean of a table, when each
// seat has 3 to 15 turns left.
func agreement(t *testing.T, title engine.Title, seats, games int, w Weights) float64 {
	var estimates, results []float64
	for i := range games {
		setup, _ := Simulated(777, i, seats)
		var players []Player
		for s := range seats {
			players = append(players, newSearcher(title, uint64(i*seats+s), 0)) // the first judgement
		}
		mind := newMind(title.(mapped), w)
		var seen [][]float64 // by turn and seat
		played, err := PlayOut(t.Context(), title, setup, players, func(step *Step) {
			if step.Game.Over() {
				return
			}
			mover := step.Game.ToMove()[0]
			if v := step.Game.View(mover); v.Owes != engine.OwesTurn || mover == step.Seat {
				return
			}
			var now []float64
			for s := range seats {
				v := step.Game.View(engine.Seat(s + 1))
				mind.Forget()
				now = append(now, mind.Estimate(&v))
			}
			seen = append(seen, now)
		})
		if err != nil {
			t.Fatal(err)
		}
		var final []float64
		for s := range played.View.Seats {
			final = append(final, float64(played.View.Seats[s].Final.Total))
		}
		for turn, now := range seen {
			if left := len(seen) - turn; left < 3*seats || left > 15*seats {
				continue
			}
			estimates = append(estimates, overMean(now)...)
			results = append(results, overMean(final)...)
		}
	}
	return correlation(estimates, results)
}

// overMean is by how much each value exceeds their mean.
func overMean(values []float64) []float64 {
	mean := 0.
	for _, x := range values {
		mean += x / float64(len(values))
	}
	var over []float64
	for _, x := range values {
		over = append(over, x-mean)
	}
	return over
}

// correlation is that of values whose means are 0.
func correlation(x, y []float64) float64 {
	var xy, xx, yy float64
	for i := range x {
		xy, xx, yy = xy+x[i]*y[i], xx+x[i]*x[i], yy+y[i]*y[i]
	}
	return xy / math.Sqrt(xx*yy)
}
