// Package seating decides who sits where: teams in the lobby, the seat order drawn at the start, and how many people can play
// a title.
package seating

import (
	"slices"
	"strconv"
	"strings"

	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/match"
)

// TeamSize returns the number of seats in a team of the title's games, 1 if everybody plays alone. In a lobby, partners are
// neighbours in the list of seats: with teams of two the first and the second, the third and the fourth, and so on. New
// players are added at the end, so only the last team can be incomplete.
func TeamSize(title engine.Title) int {
	if t, ok := title.(interface{ TeamSize() int }); ok {
		return t.TeamSize()
	}
	return 1
}

// Teams divides a copy of seats into teams; the last one may be incomplete.
func Teams(seats []match.Seat, size int) [][]match.Seat {
	return slices.Collect(slices.Chunk(slices.Clone(seats), size))
}

// gathered lists the seats of teams, full teams first, so that players without a partner meet at the end.
func gathered(teams [][]match.Seat, size int) []match.Seat {
	var full, rest []match.Seat
	for _, team := range teams {
		if len(team) == size {
			full = append(full, team...)
		} else {
			rest = append(rest, team...)
		}
	}
	return append(full, rest...)
}

// Without removes a user's seat. Full teams stay together; a player who loses a partner waits for another.
func Without(seats []match.Seat, size int, user string) []match.Seat {
	return without(seats, size, func(s match.Seat) bool { return s.User == user })
}

// WithoutComputer is Without for the computer player of a name.
func WithoutComputer(seats []match.Seat, size int, name string) []match.Seat {
	return without(seats, size, func(s match.Seat) bool { return s.Level != "" && s.Name == name })
}

func without(seats []match.Seat, size int, gone func(match.Seat) bool) []match.Seat {
	teams := Teams(seats, size)
	for i := range teams {
		teams[i] = slices.DeleteFunc(teams[i], gone)
	}
	return gathered(teams, size)
}

// Beside seats a user in another's team. If it is full, the last of the other's partners takes the user's old seat.
func Beside(seats []match.Seat, size int, user, other string) []match.Seat {
	teams := Teams(seats, size)
	from, at := place(teams, user)
	to, kept := place(teams, other)
	switch {
	case from == to:
	case len(teams[to]) < size:
		teams[to] = append(slices.Clip(teams[to]), teams[from][at])
		teams[from] = slices.Delete(teams[from], at, at+1)
	default:
		away := size - 1
		if away == kept {
			away--
		}
		teams[from][at], teams[to][away] = teams[to][away], teams[from][at]
	}
	return gathered(teams, size)
}

// Partners lists the IDs of those who sit in a user's team.
func Partners(seats []match.Seat, size int, user string) []string {
	var list []string
	for _, team := range Teams(seats, size) {
		if at, _ := place([][]match.Seat{team}, user); at < 0 {
			continue
		}
		for _, s := range team {
			if s.User != user {
				list = append(list, s.User)
			}
		}
	}
	return list
}

// place returns a seated user's team and place in it.
func place(teams [][]match.Seat, user string) (team, at int) {
	for i, members := range teams {
		if at := slices.IndexFunc(members, func(s match.Seat) bool { return s.User == user }); at >= 0 {
			return i, at
		}
	}
	return -1, -1
}

// Order draws the seat order (C1, C16): it shuffles the teams, then the seats in each team. Without teams everybody is a team
// of one.
func Order(seats []match.Seat, size int, order *engine.Stream) []match.Seat {
	teams := Teams(seats, size)
	engine.Shuffle(order, teams)
	for _, team := range teams {
		engine.Shuffle(order, team)
	}
	return slices.Concat(teams...)
}

// Of returns which seat a user plays, or has while the house plays it; Public if none.
func Of(g match.Game, user string) engine.Seat {
	return engine.Seat(slices.IndexFunc(g.Seats, func(s match.Seat) bool { return user != "" && s.User == user }) + 1)
}

// Users lists the IDs of the people in seats.
func Users(seats []match.Seat) []string {
	var list []string
	for _, s := range seats {
		if s.User != "" {
			list = append(list, s.User)
		}
	}
	return list
}

// Waited lists the IDs of those who have or play the seats that a game waits for.
func Waited(g match.Game, seats []engine.Seat) []string {
	var list []string
	for _, seat := range seats {
		if user := g.Seats[seat-1].User; user != "" {
			list = append(list, user)
		}
	}
	return list
}

// Names lists the names of the people in seats, which are hostile text.
func Names(seats []match.Seat) []string {
	list := make([]string, len(seats))
	for i, s := range seats {
		list[i] = s.Name
	}
	return list
}

// PlainNames is Names with names that are safe in a message.
func PlainNames(seats []match.Seat) []string {
	list := Names(seats)
	for i, name := range list {
		list[i] = discord.Plain(name)
	}
	return list
}

// Waits reports whether a running game waits for a user.
func Waits(g match.Game, user string) bool {
	return g.State == match.Running && slices.Contains(g.ToMove, user)
}

// WaitingFor lists the games that wait for a user to play.
func WaitingFor(games []match.Game, user string) []match.Game {
	var list []match.Game
	for _, g := range games {
		if seat := Of(g, user); seat != engine.Public && !g.Seats[seat-1].Automated && Waits(g, user) {
			list = append(list, g)
		}
	}
	return list
}

// Gaps reports whether ascending numbers of seats have gaps ("4, 6"), and returns all but the last, and the last, as text.
func Gaps(counts []int) (some, last string, gaps bool) {
	words := make([]string, len(counts))
	for i, n := range counts {
		words[i] = strconv.Itoa(n)
	}
	end := len(words) - 1
	return strings.Join(words[:end], ", "), words[end], counts[end]-counts[0] != end
}
