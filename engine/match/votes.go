package match

import (
	"slices"

	"konduktor/engine"
)

// HumanSeats lists the seats that the house does not play. Their owners vote, also while a stand-in
// plays.
func (g Game) HumanSeats() []Seat {
	return dropped(g.Shown(), func(s Seat) bool { return s.Automated })
}

// Undecided lists the human seats whose owners have not voted.
func (g Game) Undecided(votes []UserID) []Seat {
	return slices.DeleteFunc(g.HumanSeats(), func(s Seat) bool {
		return slices.Contains(votes, s.Holder())
	})
}

// Unanimous reports whether the owners of all human seats, at least one, have voted.
func (g Game) Unanimous(votes []UserID) bool {
	return len(votes) > 0 && len(g.HumanSeats()) > 0 && len(g.Undecided(votes)) == 0
}

// VotesNeeded returns how many votes a majority of the human seats still needs.
func (g Game) VotesNeeded(votes []UserID) int {
	humans := len(g.HumanSeats())
	return max(humans/2+1-(humans-len(g.Undecided(votes))), 0)
}

// Awaiting lists the users who play some seats and have not voted.
func (g Game) Awaiting(seats []engine.Seat, votes []UserID) []UserID {
	var list []UserID
	for _, seat := range seats {
		s := g.Seats[seat-1]
		if !s.Automated && s.User != "" && !slices.Contains(votes, s.User) {
			list = append(list, s.User)
		}
	}
	return list
}
