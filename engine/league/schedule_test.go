package league

import (
	"fmt"
	"slices"
	"testing"

	"konduktor/engine"
)

func wants(sides, games int) []int {
	list := make([]int, sides)
	for i := range list {
		list[i] = games
	}
	return list
}

// worst returns by how much the pair that meets most exceeds the mean of all pairs.
func mostMet(sides int, games [][]int) (most, mean float64) {
	met, pairs := map[[2]int]int{}, 0
	for _, table := range games {
		for _, a := range table {
			for _, b := range table {
				if a < b {
					met[[2]int{a, b}]++
					pairs++
				}
			}
		}
	}
	for _, n := range met {
		most = max(most, float64(n))
	}
	return most, float64(pairs) / float64(sides*(sides-1)/2)
}

// unevenPlaces returns the largest difference between how often one side has two places, at tables
// of one size.
func unevenPlaces(sides int, games [][]int) (worst int) {
	for size := 2; size <= 4; size++ {
		for side := range sides {
			counts := make([]int, size)
			for _, table := range games {
				if at := slices.Index(table, side); at >= 0 && len(table) == size {
					counts[at]++
				}
			}
			worst = max(worst, slices.Max(counts)-slices.Min(counts))
		}
	}
	return worst
}

func checkSchedule(t *testing.T, sides, seats int, rounds [][][]int) {
	t.Helper()
	for r, round := range rounds {
		seen := map[int]bool{}
		for _, table := range round {
			if len(table) > seats || len(table) < max(seats-1, 2) {
				t.Fatalf("round %d has a table of %d", r, len(table))
			}
			for _, side := range table {
				if seen[side] || side < 0 || side >= sides {
					t.Fatalf("round %d: side %d in %v", r, side, round)
				}
				seen[side] = true
			}
		}
	}
}

func TestEverySizeOfDivisionIsScheduledEvenly(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		for sides := 4; sides <= 16; sides++ { // from 4: pairs that stay together
			for games := 1; games <= 16; games++ {
				t.Run(fmt.Sprintf("%d sides, %d seats, %d games", sides, seats, games), func(t *testing.T) {
					p := Plan{Seats: seats, Want: wants(sides, games), Seed: engine.Seed{byte(games)}}
					rounds := p.Schedule()
					all := slices.Concat(rounds...)
					checkSchedule(t, sides, seats, rounds)
					if most, mean := mostMet(sides, all); most > mean+2 {
						t.Errorf("a pair meets %v times, the mean is %v", most, mean)
					}
					if n := unevenPlaces(sides, all); n > 1 {
						t.Errorf("a side has one place %d times more often than another", n)
					}
					short, small := 0, make([]int, sides)
					for side := range sides {
						own := 0
						for _, table := range all {
							if slices.Contains(table, side) {
								own++
								if len(table) < seats {
									small[side]++
								}
							}
						}
						if own > games || own < games-1 {
							t.Errorf("side %d has %d games", side, own)
						}
						short += games - own
					}
					if short >= seats {
						t.Errorf("%d games are missing", short)
					}
					if n := slices.Max(small) - slices.Min(small); n > 2 {
						t.Errorf("one side is at small tables %d times more often: %v", n, small)
					}
					if seats == 2 && sides%2 == 0 {
						if most, mean := mostMet(sides, all); most >= mean+1 {
							t.Errorf("at two seats a pair meets %v times, the mean is %v", most, mean)
						}
					}
				})
			}
		}
	}
}
