package rating

import (
	"errors"
	"slices"
	"testing"
)

// The rules of docs/ratings.md about what is rated, seat by seat.
func TestRatedUnitsFollowTheRules(t *testing.T) {
	person := func(p, place int) Entrant { return Entrant{Person: p, Rated: true, Place: place} }
	computer := func(level string, place int) Entrant {
		return Entrant{Person: Computer, Level: level, Place: place}
	}
	guest := func(place int) Entrant { return Entrant{Person: 9, Place: place} }
	out := func(p, place int, why LeftOut) Entrant {
		return Entrant{Person: p, Rated: true, LeftOut: why, Place: place}
	}
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
		"two who share a place": {
			"nordic",
			[]Entrant{person(0, 1), person(1, 1)},
			[]int{1, 1},
			nil,
		},
		"one takes no part": {
			"nordic",
			[]Entrant{person(0, 3), guest(1), person(1, 2)},
			[]int{3, 2},
			nil,
		},
		"one alone takes part": {"nordic", []Entrant{person(0, 1), guest(2)}, nil, ErrTooFew},
		"one was early": {
			"nordic",
			[]Entrant{person(0, 3), out(2, 1, Early), person(1, 2)},
			[]int{3, 2},
			nil,
		},
		"two of three were": {
			"nordic",
			[]Entrant{person(0, 3), out(2, 1, Early), out(1, 2, Voted)},
			nil, ErrOneLeft,
		},
		"one of two was removed": {
			"nordic",
			[]Entrant{person(0, 2), out(1, 1, Removed)},
			nil, ErrOneLeft,
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
		"one left with a computer": {
			"amsterdam",
			[]Entrant{person(0, 1), computer("easy", 3), out(1, 2, Early)},
			[]int{1, 3},
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
		"half a team was early": {
			"asia", paired(person(0, 1), out(9, 1, Early), person(2, 2), person(3, 2)),
			[]int{1, 2},
			nil,
		},
		"a whole team was": {
			"asia", paired(out(0, 1, Early), out(1, 1, Voted), person(2, 2), person(3, 2)),
			nil, ErrOneLeft,
		},
		"a person and a computer in each team": {
			"asia", paired(person(0, 1), computer("easy", 1), person(2, 2), computer("steady", 2)),
			[]int{1, 2},
			nil,
		},
		"both people in one team": {
			"asia", paired(person(0, 1), person(1, 1), computer("easy", 2), computer("easy", 2)),
			nil, ErrPartners,
		},
		"one of each team takes part": {
			"asia", paired(person(0, 1), guest(1), guest(2), person(3, 2)),
			[]int{1, 2},
			nil,
		},
		"three teams": {
			"asia", paired(person(0, 1), person(1, 1), computer("easy", 3), computer("easy", 3),
				person(2, 2), guest(2)),
			[]int{1, 3, 2},
			nil,
		},
	} {
		seats := slices.Clone(c.seats)
		for i := range seats {
			if c.title != "asia" {
				seats[i].Team = i
			}
		}
		g, err := NewGame(c.title, 1, seats, 0)
		var places []int
		for _, u := range g.Units {
			places = append(places, u.Place)
		}
		if !errors.Is(err, c.err) || !slices.Equal(places, c.want) {
			t.Errorf("%s: places %v, %v; want %v, %v", name, places, err, c.want, c.err)
		}
	}
}

// A team is as strong as those of its members who count.
func TestATeamCountsByThoseWhoAreRated(t *testing.T) {
	seats := []Entrant{
		{Person: 0, Rated: true, Place: 1},
		{Person: Computer, Level: "steady", Place: 1},
		{Person: 1, Rated: true, LeftOut: Early, Team: 1, Place: 2},
		{Person: 2, Rated: true, Team: 1, Place: 2},
	}
	g, err := NewGame("asia", 1, seats, 0)
	if err != nil {
		t.Fatal(err)
	}
	want := [][]Player{{{Person: 0}, {Person: Computer}}, {{Person: 2}}}
	for i, u := range g.Units {
		if !slices.Equal(u.Members, want[i]) {
			t.Errorf("unit %d: got %v, want %v", i, u.Members, want[i])
		}
	}
}

func TestStrengthsOfAnotherVersionAreNotKnown(t *testing.T) {
	for version, want := range map[int]bool{0: false, 1: true, Version + 1: false} {
		if got := Known(version, "nordic", 2, "strong"); got != want {
			t.Errorf("version %d: known %v", version, got)
		}
	}
}
