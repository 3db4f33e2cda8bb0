package match

import (
	"slices"

	"konduktor/engine"
)

// HumanSeats lists the seats that the house does not play. Their owners decide what becomes of the
// game, also while a stand-in plays.
func (g Game) HumanSeats() []Seat {
	return slices.DeleteFunc(slices.Clone(g.Seats), func(s Seat) bool { return s.Automated })
}

// Undecided lists the human seats whose owners have not voted.
func (g Game) Undecided(votes []UserID) []Seat {
	return slices.DeleteFunc(g.HumanSeats(), func(s Seat) bool {
		return slices.Contains(votes, s.Holder())
	})
}

// Unanimous reports whether the owners of all human seats have voted. Without human seats nobody
// has agreed: a vote from before an absence does not decide for the others.
func (g Game) Unanimous(votes []UserID) bool {
	return len(votes) > 0 && len(g.HumanSeats()) > 0 && len(g.Undecided(votes)) == 0
}

// VotesNeeded returns how many votes a majority of the human seats still needs.
func (g Game) VotesNeeded(votes []UserID) int {
	humans := len(g.HumanSeats())
	return max(humans/2+1-(humans-len(g.Undecided(votes))), 0)
}

// Awaiting lists the users who play some seats and have not voted; the house, which agrees to
// everything, is not among them.
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

// others lists the human seats beside one seat.
func (g Game) others(seat engine.Seat) []Seat {
	var list []Seat
	for i, s := range g.Seats {
		if engine.Seat(i+1) != seat && !s.Automated {
			list = append(list, s)
		}
	}
	return list
}

// VotesToOust lists those who want a seat given up and whose own seats are human.
func (g Game) VotesToOust(seat engine.Seat) []UserID {
	var list []UserID
	for _, s := range g.others(seat) {
		if slices.Contains(g.Seats[seat-1].Ousting, s.Holder()) {
			list = append(list, s.Holder())
		}
	}
	return list
}

// QuorumToOust returns how many of the others must want a seat given up: all but one. One alone
// never suffices against a player who plays, so that nobody can throw the only opponent out: at a
// table of two it is not possible.
func (g Game) QuorumToOust(seat engine.Seat) (needed int, possible bool) {
	others, least := len(g.others(seat)), 2
	if g.Seats[seat-1].Automated {
		least = 1
	}
	return max(others-1, least), others >= least
}
