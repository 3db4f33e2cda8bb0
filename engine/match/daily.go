package match

import "time"

// Day is a calendar day in UTC, "2026-11-24". Each has one deal for everybody who plays it; see
// package daily.
type Day string

// DayOpen is for how long the deal of a day can be played. It reaches into the next day, so that no
// time zone is late.
const DayOpen = 36 * time.Hour

// DayOf returns the day at a moment.
func DayOf(at time.Time) Day { return Day(at.UTC().Format(time.DateOnly)) }

// Begins returns the first moment of a day; the zero time if it is none.
func (d Day) Begins() time.Time {
	at, _ := time.Parse(time.DateOnly, string(d))
	return at
}

// Plus returns the day some days later.
func (d Day) Plus(days int) Day { return DayOf(d.Begins().AddDate(0, 0, days)) }

// Closes returns when the deal of a day can no longer be played, and is no longer a secret.
func (d Day) Closes() time.Time { return d.Begins().Add(DayOpen) }

// Sealed reports whether nobody may learn yet what the cards of a game were, because others can
// still play the same deal.
func (g Game) Sealed(now time.Time) bool { return g.Daily != "" && now.Before(g.Daily.Closes()) }

// Streak counts the days in a row, up to today or yesterday, on which somebody has finished the
// deal. days are in descending order.
func Streak(days []Day, today Day) int {
	next := today
	if len(days) > 0 && days[0] == today.Plus(-1) {
		next = days[0]
	}
	for n, d := range days {
		if d != next {
			return n
		}
		next = next.Plus(-1)
	}
	return len(days)
}

// Place is how a result compares with all others of the same deal.
type Place struct{ Below, Same, All int } // Same and All include the result itself

// Rank is the place from the top, 1 for the best; equal results share it.
func (p Place) Rank() int { return p.All - p.Below - p.Same + 1 }

// Matchpoints is the share of the others who were beaten, in percent, as in duplicate bridge: a
// tie counts half. Without others it is 100.
func (p Place) Matchpoints() float64 {
	if p.All < 2 {
		return 100
	}
	return 100 * (float64(p.Below) + float64(p.Same-1)/2) / float64(p.All-1)
}
