package commands

import (
	"slices"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
)

// usable reports whether a user can use a command for a game. Games for which they can are offered
// and found first.
type usable func(g match.Game, user match.UserID) bool

// UsableFor returns the games for which a command can be used at a moment.
func UsableFor(path string, now time.Time) func(g match.Game, user match.UserID) bool {
	spec, ok := specs[path]
	if !ok {
		return noGame
	}
	return func(g match.Game, user match.UserID) bool {
		hidden := spec.discloses && g.State == match.Finished && g.Daily != "" && !g.Late(now)
		return spec.games(g, user) && !hidden
	}
}

// AboutLobby reports whether a command changes lobbies: it is about the lobby at the table where it
// is used rather than about a game elsewhere.
func AboutLobby(path string) bool { return specs[path].lobby }

// specs are the commands by their paths.
var specs = specsUnder(tree(nil), "")

func specsUnder(list []commandSpec, under string) map[string]commandSpec {
	all := map[string]commandSpec{}
	for _, c := range list {
		if len(c.subs) == 0 {
			all[under+c.name] = c
		}
		for path, sub := range specsUnder(c.subs, under+c.name+" ") {
			all[path] = sub
		}
	}
	return all
}

// noGame is for commands that are about no game.
func noGame(match.Game, match.UserID) bool { return false }

func anyGame(match.Game, match.UserID) bool { return true }

// played is for commands that show a game whose cards have been dealt.
func played(g match.Game, _ match.UserID) bool { return g.Seed != engine.Seed{} }

func playedIn(g match.Game, user match.UserID) bool { return played(g, user) && seated(g, user) }

func finished(g match.Game, _ match.UserID) bool { return g.State == match.Finished }

// moving is for moves, and for whatever else somebody who plays a seat decides in a running game.
func moving(g match.Game, user match.UserID) bool {
	return g.State == match.Running && seated(g, user)
}

func waiting(g match.Game, user match.UserID) bool { return moving(g, user) && !g.WaitsFor(user) }

func joinable(g match.Game, user match.UserID) bool {
	return g.State == match.Lobby && !seated(g, user)
}

func hosting(g match.Game, user match.UserID) bool {
	return g.State == match.Lobby && g.Host == user
}

func hostingOrMoving(g match.Game, user match.UserID) bool {
	return hosting(g, user) || moving(g, user)
}

func leavable(g match.Game, user match.UserID) bool {
	return g.State == match.Lobby && seated(g, user) && g.Host != user ||
		g.State == match.Running && g.Concerns(user)
}

func owning(g match.Game, user match.UserID) bool {
	return g.State == match.Running && g.SeatHeldBy(user) != engine.Public
}

// standingBack is for owners of a seat that somebody else plays.
func standingBack(g match.Game, user match.UserID) bool {
	return owning(g, user) && g.Seats[g.SeatHeldBy(user)-1].Player() != user
}

func withFreeSeat(g match.Game, user match.UserID) bool {
	return moving(g, user) && slices.ContainsFunc(g.Seats, match.Seat.Vacant)
}

func withoutTable(g match.Game, user match.UserID) bool { return moving(g, user) && g.Thread == "" }

func pausable(g match.Game, user match.UserID) bool {
	return moving(g, user) && g.Pace != "" && !g.Paused
}

func paused(g match.Game, user match.UserID) bool {
	return moving(g, user) && g.Pace != "" && g.Paused
}

func open(g match.Game, _ match.UserID) bool {
	return g.State == match.Lobby || g.State == match.Running
}

func rated(g match.Game, _ match.UserID) bool { return len(g.Rated) > 0 }

func timed(g match.Game, _ match.UserID) bool { return g.State == match.Running && g.Pace != "" }

func seated(g match.Game, user match.UserID) bool { return g.SeatOf(user) != engine.Public }
