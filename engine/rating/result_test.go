package rating

import (
	"errors"
	"slices"
	"testing"
)

// The rules of docs/ratings.md about what is rated, seat by seat.
func TestRatedUnitsFollowTheRules(t *testing.T) {
	person := func(p, place int) Entrant { return Entrant{Person: p, Place: place} }
	computer := func(level string, place int) Entrant {
		return Entrant{Person: Computer, Level: level, Place: place}
	}
	absent := Entrant{Person: 9, Absent: true, Place: 1}
	paired := func(list ...Entrant) []Entrant {
		for i := range list {
			list[i].Team = i / 2
		}
		return list
	}
	for name, c := range map[string]struct {
		title string
		seats []Entrant
		want  []int // places of the units
		err   error
	}{
		"two people": {
			"nordic",
			[]Entrant{person(0, 2), person(1, 1)},
			[]int{2, 1},
			nil,
		},
		"a place is removed": {
			"nordic",
			[]Entrant{person(0, 3), absent, person(1, 2)},
			[]int{3, 2},
			nil,
		},
		"one is left": {
			"nordic",
			[]Entrant{person(0, 1), absent},
			nil, ErrTooFew,
		},
		"computers alone": {
			"amsterdam",
			[]Entrant{person(0, 1), computer("steady", 2)},
			nil, ErrTooFew,
		},
		"a computer as an anchor": {
			"amsterdam",
			[]Entrant{person(0, 1), computer("easy", 3), person(1, 2)},
			[]int{1, 3, 2},
			nil,
		},
		"a computer of no strength": {
			"nordic",
			[]Entrant{person(0, 1), computer("strong", 3), person(1, 2)},
			nil, ErrUnknown,
		},
		"two teams": {
			"asia", paired(person(0, 1), person(1, 1), person(2, 2), person(3, 2)),
			[]int{1, 2},
			nil,
		},
		"half a team is away": {
			"asia", paired(person(0, 1), absent, person(2, 2), person(3, 2)),
			nil, ErrTooFew,
		},
		"half a team is a computer": {
			"asia", paired(person(0, 1), computer("easy", 1), person(2, 2), person(3, 2)),
			nil, ErrTooFew,
		},
	} {
		seats := slices.Clone(c.seats)
		for i := range seats {
			if c.title != "asia" {
				seats[i].Team = i
			}
		}
		g, err := NewGame(c.title, seats, 0)
		var places []int
		for _, u := range g.Units {
			places = append(places, u.Place)
		}
		if !errors.Is(err, c.err) || !slices.Equal(places, c.want) {
			t.Errorf("%s: places %v, %v; want %v, %v", name, places, err, c.want, c.err)
		}
	}
}
