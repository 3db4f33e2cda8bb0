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
	ErrNoLots     = errors.New("the order of seats was not drawn by lot")
	ErrTooFew     = errors.New("fewer than two people who take part")
	ErrPartners   = errors.New("all who take part are in one team")
	ErrUnknown    = errors.New("a computer whose strength at such a table is not known")
	ErrOneLeft    = errors.New("fewer than two sides are left to compare")
)

// Entrant is to whom a seat was dealt, and what became of it.
type Entrant struct {
	Person  int     // index of a person, or Computer
	Level   string  // of a computer
	Rated   bool    // a person who took part when the cards were dealt
	LeftOut LeftOut // "": nothing speaks against the seat
	Team    int     // seats of the same team have one place; without teams each seat is its own
	Place   int
}

// LeftOut is why a seat is left out of the order of places.
type LeftOut string

// The reasons, as records have them.
const (
	Early   LeftOut = "early"   // its owner played less than a third of its turns
	Voted   LeftOut = "voted"   // the others voted its owner out
	Removed LeftOut = "removed" // the server's managers took it out
)

// IsEarly reports whether the owner of a seat played too little of it to be rated.
func IsEarly(own, all int) bool { return 3*own < all }

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

// Settle returns why a game that is dealt to these seats is not rated: nil, ErrTooFew, ErrPartners
// or ErrUnknown. version is that of the table of computers' strengths.
func Settle(title string, version int, seats []Entrant) error {
	people := slices.DeleteFunc(slices.Clone(seats), func(e Entrant) bool { return !e.Rated })
	switch {
	case len(people) < 2:
		return ErrTooFew
	case !slices.ContainsFunc(people, func(e Entrant) bool { return e.Team != people[0].Team }):
		return ErrPartners
	case slices.ContainsFunc(seats, func(e Entrant) bool {
		return e.Person == Computer && !Known(version, title, len(seats), e.Level)
	}):
		return ErrUnknown
	}
	return nil
}

// NewGame makes a rated game of a finished one: who entered it seat by seat, and how long ago it
// ended. The error is one of Settle, or ErrOneLeft, if it is not rated.
func NewGame(title string, version int, seats []Entrant, age time.Duration) (Game, error) {
	if err := Settle(title, version, seats); err != nil {
		return Game{}, err
	}
	g := Game{Title: title, Age: age}
	unit := map[int]int{} // by team
	for _, e := range seats {
		p := Player{Person: e.Person}
		switch {
		case e.LeftOut != "":
			continue
		case e.Person == Computer:
			p.Known, _ = strengthOf(version, title, len(seats), e.Level)
		case !e.Rated:
			continue
		}
		i, begun := unit[e.Team]
		if !begun {
			i = len(g.Units)
			unit[e.Team] = i
			g.Units = append(g.Units, Unit{Place: e.Place})
		}
		g.Units[i].Members = append(g.Units[i].Members, p)
	}
	if len(g.Units) < 2 {
		return Game{}, ErrOneLeft
	}
	return g, nil
}
