package match

import (
	"slices"
	"strings"
)

// Series is how the seats of a rematch follow from those before. Games of the same players turn
// their order round: everybody has each place equally often, to one game (C1).
type Series struct {
	// Base are the players of the first game in turn order: IDs of users, names of computers.
	Base  []string `json:"base"`
	Round int      `json:"round"` // games since the first; 0: this is the first
}

// Rematch returns the series that a lobby which repeats a game continues; nil if its seats are in
// the order of joining.
func (g Game) Rematch(size int) *Series {
	switch {
	case g.InOrder:
		return nil
	case g.Series != nil && g.Series.fits(g.Seats, size):
		return &Series{g.Series.Base, g.Series.Round + 1}
	}
	return &Series{players(g.Seats), 1}
}

// players says who has the seats: their holders, or computers by name.
func players(seats []Seat) []string {
	list := make([]string, len(seats))
	for i, s := range seats {
		list[i] = string(s.Holder())
		if s.Level != "" {
			list[i] = s.Name
		}
	}
	return list
}

// fits reports whether seats have the players of a series, in the same teams. Nobody is forgotten
// among them.
func (s *Series) fits(seats []Seat, size int) bool {
	return !slices.Contains(s.Base, "") && slices.Equal(sets(players(seats), size), sets(s.Base, size))
}

// sets names the teams of players so that those of the same members are equal, in any order.
func sets(players []string, size int) []string {
	var list []string
	for _, team := range Teams(players, size) {
		slices.Sort(team)
		list = append(list, strings.Join(team, "\n"))
	}
	slices.Sort(list)
	return list
}

// order returns the seats of a round in turn order. Teams follow one another, and when each has
// begun once, their members do.
func (s *Series) order(seats []Seat, size int) []Seat {
	first := slices.Clone(seats)
	slices.SortFunc(first, func(a, b Seat) int {
		return slices.Index(s.Base, players([]Seat{a})[0]) - slices.Index(s.Base, players([]Seat{b})[0])
	})
	teams := Teams(first, size)
	for i, members := range teams {
		teams[i] = turned(members, s.Round/len(teams))
	}
	return slices.Concat(turned(teams, s.Round)...)
}

// turned has the last of a list come first, some times over.
func turned[T any](list []T, times int) []T {
	at := (len(list) - times%len(list)) % len(list)
	return slices.Concat(list[at:], list[:at])
}
