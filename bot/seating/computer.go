package seating

import (
	"slices"

	"konduktor/engine/match"
)

// computerNames are what computer players are called, one each of a table's seats.
var computerNames = [...]string{"Bot Ada", "Bot Bruno", "Bot Cela", "Bot Darek", "Bot Ewa", "Bot Franek"}

// Computer returns a seat for a computer player beside others, with a name that no other has.
func Computer(seats []match.Seat, level string) match.Seat {
	taken := Names(seats)
	for _, name := range computerNames {
		if !slices.Contains(taken, name) {
			return match.Seat{Name: name, Level: level}
		}
	}
	return match.Seat{Name: computerNames[0], Level: level} // more seats than any title has
}
