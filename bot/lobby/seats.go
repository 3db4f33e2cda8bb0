package lobby

import (
	"slices"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
)

// seatsProblem says with how many people a title is played.
func seatsProblem(title engine.Title) *route.Problem {
	counts := title.SeatCounts()
	if some, last, gaps := match.Gaps(counts); gaps {
		return route.Fail("seats-either", "Some", some, "Last", last)
	}
	return route.Fail("seats", "Least", slices.Min(counts), "Most", slices.Max(counts))
}

// tooFew says why a game cannot start with those who have joined.
func tooFew(g match.Game, title engine.Title) *route.Problem {
	size := match.TeamSize(title)
	if lone := len(g.Seats) % size; lone > 0 {
		some, last, _ := match.Gaps(title.SeatCounts())
		names := discord.PlainAll(match.Names(g.Seats[len(g.Seats)-lone:]))
		return route.Fail("partner-missing", "Names", strings.Join(names, " + "), "Some", some, "Last", last)
	}
	return seatsProblem(title)
}
