package match

import (
	"slices"
	"strconv"
	"strings"

	"konduktor/engine"
)

// TeamSize returns the seats in a team of the title's games, 1 without teams. In a lobby partners
// are neighbours in the list of seats, two by two; only the last team can be incomplete.
func TeamSize(title engine.Title) int {
	if t, ok := title.(interface{ TeamSize() int }); ok {
		return t.TeamSize()
	}
	return 1
}

// Teams divides a copy of seats.
func Teams[S any](seats []S, size int) [][]S {
	return slices.Collect(slices.Chunk(slices.Clone(seats), size))
}

// gathered lists the seats of teams, full teams first, so that players without partners meet at the
// end.
func gathered(teams [][]Seat, size int) []Seat {
	var full, rest []Seat
	for _, team := range teams {
		if len(team) == size {
			full = append(full, team...)
		} else {
			rest = append(rest, team...)
		}
	}
	return append(full, rest...)
}

// Without removes a user's seat. Full teams stay; a player who loses a partner waits for another.
func Without(seats []Seat, size int, user UserID) []Seat {
	return without(seats, size, func(s Seat) bool { return s.User == user })
}

// WithoutComputer is Without for the computer player with a name.
func WithoutComputer(seats []Seat, size int, name string) []Seat {
	return without(seats, size, func(s Seat) bool { return s.Level != "" && s.Name == name })
}

func without(seats []Seat, size int, gone func(Seat) bool) []Seat {
	teams := Teams(seats, size)
	for i := range teams {
		teams[i] = slices.DeleteFunc(teams[i], gone)
	}
	return gathered(teams, size)
}

// Beside seats a user in another's team. If it is full, the other's last partner takes the user's
// old seat.
func Beside(seats []Seat, size int, user, other UserID) []Seat {
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

// Partners lists the users in a user's team.
func Partners(seats []Seat, size int, user UserID) []UserID {
	var list []UserID
	for _, team := range Teams(seats, size) {
		if at, _ := place([][]Seat{team}, user); at < 0 {
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

func place(teams [][]Seat, user UserID) (team, at int) {
	for i, members := range teams {
		at := slices.IndexFunc(members, func(s Seat) bool { return s.User == user })
		if at >= 0 {
			return i, at
		}
	}
	return -1, -1
}

// SeatOrder draws the seat order (C1, C16): it shuffles the teams, then the seats in each team.
func SeatOrder[S any](seats []S, size int, seed engine.Seed) []S {
	teams, stream := Teams(seats, size), engine.NewStream(seed, "order")
	order := &stream
	engine.Shuffle(order, teams)
	for _, team := range teams {
		engine.Shuffle(order, team)
	}
	return slices.Concat(teams...)
}

// LobbyOrder returns a started game's players in the order of the lobby; nil if the seats come from
// those of another game.
func (g Game) LobbyOrder(title engine.Title) []string {
	names := Names(g.Seats)
	switch {
	case g.Series != nil:
		return nil
	case g.InOrder:
		return names
	}
	lobby, places := make([]string, len(names)), make([]int, len(names))
	for i := range places {
		places[i] = i
	}
	for i, place := range SeatOrder(places, TeamSize(title), g.Seed) {
		lobby[place] = names[i]
	}
	return lobby
}

// Gaps reports whether ascending numbers of seats have gaps, and returns all but the last ("2, 4"),
// and the last.
func Gaps(counts []int) (some, last string, gaps bool) {
	words := make([]string, len(counts))
	for i, n := range counts {
		words[i] = strconv.Itoa(n)
	}
	end := len(words) - 1
	return strings.Join(words[:end], ", "), words[end], counts[end]-counts[0] != end
}
