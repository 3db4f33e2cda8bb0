package match

import (
	"cmp"
	"math"
	"slices"
	"time"
)

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

func (d Day) Plus(days int) Day { return DayOf(d.Begins().AddDate(0, 0, days)) }

// Closes returns when the deal of a day can no longer be played, and is no longer a secret.
func (d Day) Closes() time.Time { return d.Begins().Add(DayOpen) }

// LastClosed returns the last day whose deal has closed.
func LastClosed(now time.Time) Day { return DayOf(now.Add(-DayOpen)) }

// Late reports whether a game is the deal of a day that has closed, so that its end does not count.
func (g Game) Late(at time.Time) bool { return g.Daily != "" && !at.Before(g.Daily.Closes()) }

// Luck names what computers leave to chance in a game. In the deal of a day it follows from the
// seed, so that they meet everybody's moves alike.
func (g Game) Luck() string {
	if g.Daily == "" {
		return string(g.ID)
	}
	return g.Seed.Commitment()
}

// mayInEvening refuses what would show the cards of an evening to others who play the same deal.
func (c *Change) mayInEvening(wanted Command) error {
	switch wanted.(type) {
	case Settle, AskStandIn, AnswerStandIn, Seek, Take:
		return Refuse("evening-own")
	}
	return nil
}

// mayInDaily refuses what a user wants of a deal of the day beside playing it: nobody else may see
// it or play for them, no move is tried out, and the one try cannot be thrown away.
func (c *Change) mayInDaily(wanted Command) error {
	g := &c.Table.Game
	switch w := wanted.(type) {
	case MakeMove, GiveUp, SettleClock, AdoptCalendar, AskUndo, AnswerUndo:
		return nil
	case Start:
		if w.Deal == g.Daily {
			return nil
		}
	case Cancel:
		if g.Late(c.Now) {
			return nil
		}
	}
	return Refuse("daily-own", "Until", g.Daily.Closes())
}

// Streak counts the days in a row, up to today or yesterday, on which somebody has finished the
// deal. days are in descending order. A day that was lost to everybody breaks no row (LostDays).
func Streak(days, lost []Day, today Day) int {
	next := today
	for n, d := range days {
		for next != d && (next == today || slices.Contains(lost, next)) {
			next = next.Plus(-1)
		}
		if d != next {
			return n
		}
		next = next.Plus(-1)
	}
	return len(days)
}

// NextDay returns the day whose deal goes on with a row that has come to a day: one that was lost
// is not missed.
func NextDay(last Day, lost []Day) Day {
	next := last.Plus(1)
	for slices.Contains(lost, next) {
		next = next.Plus(1)
	}
	return next
}

// Milestone returns the days in a row that are worth a word which a deal has brought somebody to,
// or past; 0: none.
func Milestone(before, after int) (days int) {
	for _, n := range []int{3, 7, 30, 50, 100} {
		if before < n && n <= after {
			days = n
		}
	}
	return days
}

// Place is how a result compares with all others of the same deal.
type Place struct{ Below, Same, All int } // Same and All include the result itself

// PlaceIn compares a result with all results, itself included, which are counted by their points.
func PlaceIn(counts map[int]int, points int) (p Place) {
	for other, n := range counts {
		p.All += n
		switch {
		case other < points:
			p.Below += n
		case other == points:
			p.Same = n
		}
	}
	return p
}

// Rank is the place from the top, 1 for the best; equal results share it.
func (p Place) Rank() int { return p.All - p.Below - p.Same + 1 }

// Matchpoints is the share of the others who were beaten, in percent, as in duplicate bridge: a
// tie counts half. There must be others.
func (p Place) Matchpoints() float64 {
	return 100 * (float64(p.Below) + float64(p.Same-1)/2) / float64(p.All-1)
}

// Percent is Matchpoints as it is shown, and summed up.
func (p Place) Percent() int { return int(math.Round(p.Matchpoints())) }

// DailyResult is what somebody's try has brought, among all with the same deal.
type DailyResult struct {
	Day    Day
	User   UserID
	Points int
	Place  Place
}

// DailyScore sums up somebody's results of some days.
type DailyScore struct {
	User    UserID
	Days    int
	Percent int // the sum: a day without a result brings nothing
	Rank    int // among those listed; equal sums share it
}

// DailyScores sums up results by people, the highest sum first. A result that nothing compares with
// is not one of them.
func DailyScores(results []DailyResult) []DailyScore {
	var list []DailyScore
	at := map[UserID]int{} // in list: a server may have thousands of people
	for _, r := range results {
		if r.Place.All < 2 {
			continue
		}
		i, known := at[r.User]
		if !known {
			i, list = len(list), append(list, DailyScore{User: r.User})
			at[r.User] = i
		}
		list[i].Days++
		list[i].Percent += r.Place.Percent()
	}
	slices.SortStableFunc(list, func(a, b DailyScore) int {
		return cmp.Or(cmp.Compare(b.Percent, a.Percent), cmp.Compare(a.User, b.User))
	})
	for i := range list {
		list[i].Rank = i + 1
		if i > 0 && list[i].Percent == list[i-1].Percent {
			list[i].Rank = list[i-1].Rank
		}
	}
	return list
}
