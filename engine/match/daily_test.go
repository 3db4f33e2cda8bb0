package match_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine/match"
)

func TestDealIsOpenAndSealedForThirtySixHours(t *testing.T) {
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
		if g.Late(at) == sealed {
			t.Errorf("at %v sealed is %v", at, !sealed)
		}
	}
	if (match.Game{}).Late(late) {
		t.Error("an ordinary game is late")
	}
}

func TestSkippedDayEndsAStreak(t *testing.T) {
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
		if got := match.Streak(c.days, nil, today); got != c.want {
			t.Errorf("%v on %s: %d days in a row, want %d", c.days, today, got, c.want)
		}
	}
}

func TestDailyDealRefusesUndoCancelAndRestart(t *testing.T) {
	day := match.Day("2026-11-24")
	ola := match.Actor{User: "ola"}
	table := &match.Table{Game: match.Game{
		State: match.Running, Seats: []match.Seat{{User: "ola"}, {Name: "Ada", Level: "steady"}},
		Terms: match.Terms{Daily: day},
	}}
	refused := func(at time.Time, wanted match.Command) string {
		_, err := match.Rules{}.Decide(table, ola, at, wanted)
		refusal, _ := errors.AsType[*match.Refusal](err)
		if refusal == nil {
			return ""
		}
		return refusal.Code
	}
	open := day.Closes().Add(-time.Second)
	for _, c := range []struct {
		at     time.Time
		wanted match.Command
		want   string
	}{
		{open, match.Cancel{}, "daily-own"},
		{day.Closes(), match.Cancel{}, ""},
		{open, match.Start{}, "daily-own"},
		{open, match.Start{Deal: day.Plus(1)}, "daily-own"},
		{open, match.Start{Deal: day}, "game-unknown"}, // it has no place here
	} {
		if got := refused(c.at, c.wanted); got != c.want {
			t.Errorf("%T at %v: refused as %q, want %q", c.wanted, c.at, got, c.want)
		}
	}
}

func TestAWeekAddsUpWhatEachDayShows(t *testing.T) {
	place := func(below, same, all int) match.Place {
		return match.Place{Below: below, Same: same, All: all}
	}
	got := match.DailyScores([]match.DailyResult{
		{Day: "2026-11-23", User: "a", Place: place(1, 1, 4)}, // 33.3: shown as 33
		{Day: "2026-11-23", User: "b", Place: place(2, 1, 4)}, // 66.7: 67
		{Day: "2026-11-24", User: "b", Place: place(0, 2, 2)}, // 50
		{Day: "2026-11-24", User: "a", Place: place(5, 2, 7)}, // 91.7: 92
		{Day: "2026-11-25", User: "c", Place: place(8, 2, 10)},
		{Day: "2026-11-25", User: "a", Place: place(0, 1, 10)},
		{Day: "2026-11-26", User: "c", Place: place(2, 2, 10)}, // 94.4 and 27.8: 122
	})
	want := []match.DailyScore{
		{User: "a", Days: 3, Percent: 125, Rank: 1},
		{User: "c", Days: 2, Percent: 122, Rank: 2},
		{User: "b", Days: 2, Percent: 117, Rank: 3},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	tied := match.DailyScores([]match.DailyResult{
		{User: "b", Place: place(1, 1, 3)},
		{User: "a", Place: place(1, 1, 3)},
		{User: "c", Place: place(0, 1, 3)},
	})
	alone := match.DailyScores([]match.DailyResult{{User: "a", Place: place(0, 1, 1)}})
	if len(alone) > 0 {
		t.Errorf("who is compared with nobody scores %+v", alone)
	}
	if tied[0].User != "a" || tied[1].Rank != 1 || tied[2].Rank != 3 {
		t.Errorf("equal sums give %+v", tied)
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
			counts := map[int]int{}
			for _, n := range all {
				counts[n]++
			}
			if got := match.PlaceIn(counts, mine); got != p {
				t.Fatalf("%d among %v: %+v, want %+v", mine, all, got, p)
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
}
