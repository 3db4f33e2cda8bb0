package match_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"konduktor/engine/match"
)

func TestADealIsOpenAndSealedForThirtySixHours(t *testing.T) {
	late := time.Date(2026, 11, 24, 23, 59, 0, 0, time.FixedZone("UTC-8", -8*3600))
	day := match.DayOf(late)
	if day != "2026-11-25" {
		t.Fatalf("the day of %v is %s", late, day)
	}
	closes := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	if got := day.Closes(); !got.Equal(closes) {
		t.Errorf("closes at %v, want %v", got, closes)
	}
	g := match.Game{Terms: match.Terms{Daily: day}}
	for at, sealed := range map[time.Time]bool{
		late: true, closes.Add(-time.Second): true, closes: false,
	} {
		if g.Sealed(at) != sealed {
			t.Errorf("at %v sealed is %v", at, !sealed)
		}
	}
	if (match.Game{}).Sealed(late) {
		t.Error("an ordinary game is sealed")
	}
}

func TestAStreakEndsWithADayLeftOut(t *testing.T) {
	const today = match.Day("2026-12-01")
	for _, c := range []struct {
		days []match.Day
		want int
	}{
		{nil, 0},
		{[]match.Day{today}, 1},
		{[]match.Day{today, "2026-11-30", "2026-11-29", "2026-11-27"}, 3},
		{[]match.Day{"2026-11-30", "2026-11-29"}, 2}, // today's can still be played
		{[]match.Day{"2026-11-29", "2026-11-28"}, 0},
	} {
		if got := match.Streak(c.days, today); got != c.want {
			t.Errorf("%v on %s: %d days in a row, want %d", c.days, today, got, c.want)
		}
	}
}

func TestMatchpointsCountTheBeatenAndHalfTheTied(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		all := make([]int, 2+random.IntN(30))
		for i := range all {
			all[i] = random.IntN(9)
		}
		for i, mine := range all {
			p, beaten, better := match.Place{All: len(all)}, 0.0, 0
			for j, other := range all {
				switch {
				case other < mine:
					p.Below++
					beaten++
				case other == mine:
					p.Same++
					if j != i {
						beaten += 0.5
					}
				default:
					better++
				}
			}
			want := 100 * beaten / float64(len(all)-1)
			if got := p.Matchpoints(); math.Abs(got-want) > 1e-9 {
				t.Fatalf("%d among %v: %v matchpoints, want %v", mine, all, got, want)
			}
			if got := p.Rank(); got != better+1 {
				t.Fatalf("%d among %v: place %d, want %d", mine, all, got, better+1)
			}
		}
	}
	if got := (match.Place{Same: 1, All: 1}).Matchpoints(); got != 100 {
		t.Errorf("alone: %v matchpoints", got)
	}
}
