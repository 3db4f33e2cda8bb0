package seating

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/match"
)

// There lists the seats that a person plays: those that the house does not play. On what becomes of the game the owners of these
// seats decide, also while a stand-in plays.
func There(g match.Game) []match.Seat {
	return slices.DeleteFunc(slices.Clone(g.Seats), func(s match.Seat) bool { return s.Automated })
}

// Undecided lists the seats of those who are there and have not voted.
func Undecided(g match.Game, votes []string) []match.Seat {
	return slices.DeleteFunc(There(g), func(s match.Seat) bool { return slices.Contains(votes, Owner(s)) })
}

// Owners lists whose seats these are, leaving out those that are nobody's.
func Owners(seats []match.Seat) []string {
	var list []string
	for _, s := range seats {
		if owner := Owner(s); owner != "" {
			list = append(list, owner)
		}
	}
	return list
}

// Unanimous reports whether everybody who is there has voted. Where nobody is, nobody has agreed: who voted before they were away does
// not decide for the others.
func Unanimous(g match.Game, votes []string) bool {
	return len(votes) > 0 && len(There(g)) > 0 && len(Undecided(g, votes)) == 0
}

// Missing is how many votes a majority of those who are there still needs.
func Missing(g match.Game, votes []string) int {
	there := len(There(g))
	return max(there/2+1-(there-len(Undecided(g, votes))), 0)
}

// Asked lists the users who play some seats and have not voted; the house, which agrees to everything, is not among them.
func Asked(g match.Game, seats []engine.Seat, votes []string) []string {
	var list []string
	for _, seat := range seats {
		if s := g.Seats[seat-1]; !s.Automated && s.User != "" && !slices.Contains(votes, s.User) {
			list = append(list, s.User)
		}
	}
	return list
}

// others lists the seats of those who are there beside one seat.
func others(g match.Game, seat engine.Seat) []match.Seat {
	var list []match.Seat
	for i, s := range g.Seats {
		if engine.Seat(i+1) != seat && !s.Automated {
			list = append(list, s)
		}
	}
	return list
}

// Votes lists those who are there and want a seat given up.
func Votes(g match.Game, seat engine.Seat) []string {
	var list []string
	for _, s := range others(g, seat) {
		if slices.Contains(g.Seats[seat-1].Ousting, Owner(s)) {
			list = append(list, Owner(s))
		}
	}
	return list
}

// VotesToOust is how many of the others must want a seat given up: all but one. Against a player who plays, one alone never
// suffices, so that nobody can throw the only opponent out: then it is not possible at a table of two.
func VotesToOust(g match.Game, seat engine.Seat) (needed int, possible bool) {
	there, least := len(others(g, seat)), 2
	if g.Seats[seat-1].Automated {
		least = 1
	}
	return max(there-1, least), there >= least
}
