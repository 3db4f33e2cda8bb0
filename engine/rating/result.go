package rating

import (
	"errors"
	"time"

	"konduktor/engine"
)

// Why a finished game is not rated. The texts are those of `konduktor ratings`.
var (
	ErrUnfinished = errors.New("not finished")
	ErrTooFew     = errors.New("fewer than two people or teams of people to compare")
	ErrUnknown    = errors.New("a computer whose strength at such a table is not known")
)

// Entrant is who played a seat.
type Entrant struct {
	Person int    // index of a person, or Computer
	Level  string // of a computer
	// Absent: others played too much of the seat for it to count for its person.
	Absent bool
}

// Result makes a rated game of a finished one: a view after the end, who sat where, and how long
// ago it ended. The error is one of those above if it is not rated.
func Result(v *engine.View, seats []Entrant, age time.Duration) (Game, error) {
	g := Game{Title: v.Title, Age: age}
	people := 0
	for team := range teams(v) {
		unit, human, err := unitOf(v, seats, team)
		if err != nil {
			return Game{}, err
		}
		if human {
			people++
		}
		if len(unit.Members) > 0 {
			g.Units = append(g.Units, unit)
		}
	}
	if people < 2 {
		return Game{}, ErrTooFew
	}
	return g, nil
}

// teams yields the seats that stand together, team by team; without teams each seat is one.
func teams(v *engine.View) func(func([]int) bool) {
	return func(yield func([]int) bool) {
		for first := 0; first < len(v.Seats); {
			var members []int
			for i := first; i < len(v.Seats); i++ {
				if i == first || v.Uses(engine.UsesTeams) && v.Seats[i].Team == v.Seats[first].Team {
					members = append(members, i)
				}
			}
			if !yield(members) {
				return
			}
			first += len(members)
		}
	}
}

// unitOf makes a unit of a team's seats, without members if one was absent, and says whether all
// are people.
func unitOf(v *engine.View, seats []Entrant, team []int) (unit Unit, human bool, err error) {
	human = true
	for _, i := range team {
		f := v.Seats[i].Final
		switch e := seats[i]; {
		case f == nil:
			return Unit{}, false, ErrUnfinished
		case e.Absent:
			return Unit{}, false, nil
		case e.Person != Computer:
			unit.Members = append(unit.Members, Player{Person: e.Person})
		default:
			known, ok := levelStrength(v.Title, len(v.Seats), e.Level)
			if !ok {
				return Unit{}, false, ErrUnknown
			}
			human = false
			unit.Members = append(unit.Members, Player{Person: Computer, Known: known})
		}
		unit.Place = f.Place
	}
	return unit, human, nil
}
