package rating

import (
	"errors"
	"slices"
	"time"

	"konduktor/engine"
)

// Why a finished game is not rated. The texts are those of `konduktor ratings`.
var (
	ErrUnfinished = errors.New("not finished")
	ErrTooFew     = errors.New("fewer than two people or teams of people to compare")
	ErrNoLots     = errors.New("the order of seats was not drawn by lot")
	ErrUnknown    = errors.New("a computer whose strength at such a table is not known")
)

// Entrant is who played a seat, and how that ended.
type Entrant struct {
	Person int    // index of a person, or Computer
	Level  string // of a computer
	// Absent: the seat is rated for nobody, since its person does not take part, or others played too
	// much of it (match.Result.Rated).
	Absent bool
	Team   int // seats of the same team have one place; without teams each seat is its own
	Place  int
}

// Entrants returns the places of a finished game; who played is for the caller to say.
// ErrUnfinished if it is not over.
func Entrants(v *engine.View) ([]Entrant, error) {
	list := make([]Entrant, len(v.Seats))
	for i := range v.Seats {
		s := &v.Seats[i]
		if s.Final == nil {
			return nil, ErrUnfinished
		}
		list[i].Team, list[i].Place = i, s.Final.Place
		if v.Uses(engine.UsesTeams) {
			list[i].Team = s.Team
		}
	}
	return list, nil
}

// NewGame makes a rated game of a finished one: who entered it seat by seat, and how long ago it
// ended. The error is one of those above if it is not rated.
func NewGame(title string, seats []Entrant, age time.Duration) (Game, error) {
	g := Game{Title: title, Age: age}
	people := 0
	for i, e := range seats {
		if slices.ContainsFunc(seats[:i], func(o Entrant) bool { return o.Team == e.Team }) {
			continue
		}
		unit, human, err := unitOf(title, seats, e.Team)
		if err != nil {
			return Game{}, err
		}
		if len(unit.Members) > 0 {
			g.Units = append(g.Units, unit)
		}
		if human {
			people++
		}
	}
	if people < 2 {
		return Game{}, ErrTooFew
	}
	return g, nil
}

// unitOf makes a unit of a team's seats, without members if one was absent, and says whether all
// are people who count.
func unitOf(title string, seats []Entrant, team int) (unit Unit, human bool, err error) {
	human = true
	for _, e := range seats {
		switch {
		case e.Team != team:
		case e.Absent:
			return Unit{}, false, nil
		case e.Person != Computer:
			unit.Members = append(unit.Members, Player{Person: e.Person})
			unit.Place = e.Place
		default:
			known, ok := levelStrength(title, len(seats), e.Level)
			if !ok {
				return Unit{}, false, ErrUnknown
			}
			human = false
			unit.Members = append(unit.Members, Player{Person: Computer, Known: known})
			unit.Place = e.Place
		}
	}
	return unit, human, nil
}
