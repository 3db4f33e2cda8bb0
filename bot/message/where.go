package message

import (
	"cmp"
	"slices"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine/match"
)

// MayLook reports whether a user may see a game's public side: its players may, and everybody on
// its server or in its private channel.
func MayLook(g match.Game, r *route.Request) bool {
	return g.Host == r.User.ID || g.Concerns(r.User.ID) || g.IsAt(r.By())
}

// Mark is the mark of a game, always the same once it is dealt: "🔵 blue circle".
func Mark(texts *locale.Texts, g match.Game) string {
	return texts.Say("mark." + match.SignOf(g.ID, g.Sign))
}

// Sign is the mark of a game without its words, for a place that names the game, too.
func Sign(texts *locale.Texts, g match.Game) string {
	return speech.Mark(texts, match.SignOf(g.ID, g.Sign))
}

// Sealed says from when the cards of a deal of the day, or of an evening, are no secret any more.
func Sealed(g match.Game) error {
	if g.Duplicate() {
		return route.Fail("evening-sealed")
	}
	return route.Fail("daily-sealed", "Until", speech.Stamp(g.Daily.Closes(), "f"))
}

// ByDeadline sorts games: those that wait for the user, those that wait for others, lobbies; within
// each by deadline, those without clocks last.
func ByDeadline(games []match.Game, user match.UserID) {
	slices.SortStableFunc(games, func(x, y match.Game) int {
		a, b := FirstEnd(x, user), FirstEnd(y, user)
		byEnd := a.Compare(b)
		if a.IsZero() || b.IsZero() { // a zero time is far in the past
			byEnd = -byEnd
		}
		return cmp.Or(cmp.Compare(rank(x, user), rank(y, user)), byEnd)
	})
}

func rank(g match.Game, user match.UserID) int {
	switch {
	case g.WaitsFor(user):
		return 0
	case g.State == match.Running:
		return 1
	}
	return 2
}

// FirstEnd returns when a user's time is up, or the first of the others' if the game does not wait
// for them; zero if nobody's time runs.
func FirstEnd(g match.Game, user match.UserID) time.Time {
	var first time.Time
	for _, s := range g.Seats {
		if s.Ends.IsZero() || s.Automated || g.WaitsFor(user) && s.User != user {
			continue
		}
		if first.IsZero() || s.Ends.Before(first) {
			first = s.Ends
		}
	}
	return first
}

// Where links to a game's table, or to the channel of its lobby.
func Where(texts *locale.Texts, g match.Game) string {
	switch {
	case g.Solitary():
		return texts.Say("games.solitary")
	case g.State == match.Lobby:
		return discord.MentionChannel(g.Outside())
	case g.Thread == "":
		return texts.Say("games.homeless")
	}
	return discord.MentionChannel(g.Thread)
}

// Elsewhere adds a link to a game's table to what is said about it, for a user who is not there
// just now.
func Elsewhere(r *route.Request, g match.Game, said string) string {
	if r.Channel == g.Thread {
		return said
	}
	return said + "\n" + r.Texts.Say("panel.table", "Where", Where(r.Texts, g))
}
