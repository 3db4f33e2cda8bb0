package league

import (
	"cmp"
	"fmt"
	"slices"

	"konduktor/engine"
	"konduktor/engine/match"
)

// SignUp enters a side: one user, or two who have agreed to be partners. Once the season runs, it
// joins the lowest division with room for it, in the rounds that have not begun.
type SignUp struct{ Users []match.UserID }

func (u SignUp) decide(c *Change) error {
	s := &c.Season
	size := 1
	if s.Rules.Pairs {
		size = 2
	}
	switch {
	case len(u.Users) != size || slices.Contains(u.Users, "") || size == 2 && u.Users[0] == u.Users[1]:
		return match.Refuse("season-side", "Count", size)
	case slices.ContainsFunc(u.Users, func(user match.UserID) bool { return s.SideOf(user) >= 0 }):
		return match.Refuse("season-in")
	case len(s.Sides) >= MostSides:
		return match.Refuse("season-full", "Most", MostSides)
	}
	side := Side{Users: slices.Clone(u.Users)}
	if s.State == Running {
		at := s.roomy()
		if at < 0 {
			return match.Refuse("season-late")
		}
		d := &s.Divisions[at]
		side.Division, side.Missed = at+1, d.Begun
		d.Sides = append(d.Sides, len(s.Sides))
	}
	s.Sides = append(s.Sides, side)
	if side.Division > 0 {
		s.plan(side.Division)
	}
	return nil
}

// roomy returns the index of the lowest division that a side can still join, -1 if there is none.
func (s *Season) roomy() int {
	for i := len(s.Divisions) - 1; i >= 0; i-- {
		if d := &s.Divisions[i]; d.Begun < d.rounds() && len(d.Sides) < MostInside {
			return i
		}
	}
	return -1
}

// Leave takes a user's side out. The games that have begun go on and count; if nobody plays, the
// clock does.
type Leave struct{ User match.UserID }

func (l Leave) decide(c *Change) error {
	s := &c.Season
	at := s.SideOf(l.User)
	if at < 0 || s.Sides[at].Left {
		return match.Refuse("season-out")
	}
	c.happened(Event{Kind: Withdrawn, Users: s.Sides[at].Users})
	if s.State == Open {
		s.Sides = slices.Delete(s.Sides, at, at+1)
		return nil
	}
	s.Sides[at].Left = true
	s.plan(s.Sides[at].Division)
	return nil
}

// Substitute has another user take over somebody's place in their side, with its results: the
// organiser's choice.
type Substitute struct{ Who, By match.UserID }

func (u Substitute) decide(c *Change) error {
	s := &c.Season
	at := s.SideOf(u.Who)
	switch {
	case u.Who == "" || u.By == "" || s.SideOf(u.By) >= 0:
		return match.Refuse("season-substitute")
	case at < 0 || s.Sides[at].Left:
		return match.Refuse("season-out")
	}
	users := slices.Clone(s.Sides[at].Users)
	users[slices.Index(users, u.Who)] = u.By
	s.Sides[at].Users = users
	c.happened(Event{Kind: Substituted, Users: []match.UserID{u.Who, u.By}})
	return nil
}

// Start begins the season now: the organiser's choice.
type Start struct{}

func (Start) decide(c *Change) error {
	s := &c.Season
	switch {
	case s.State != Open:
		return match.Refuse("season-running")
	case len(s.Sides) < s.Rules.Least():
		return match.Refuse("season-few", "Least", s.Rules.Least())
	}
	c.start()
	return nil
}

func (c *Change) start() {
	s := &c.Season
	s.State = Running
	s.divide()
	for i := range s.Divisions {
		s.plan(i + 1)
	}
}

// divide puts the sides into divisions of even sizes: by the season before, and new ones last, in
// the order of a lot.
func (s *Season) divide() {
	order := make([]int, len(s.Sides))
	for i := range order {
		order[i] = i
	}
	lot := engine.NewStream(s.Seed, "divisions")
	engine.Shuffle(&lot, order)
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(s.former(s.Sides[a]), s.former(s.Sides[b]))
	})
	n, r := len(order), s.Rules
	divisions := max(1, min((n+r.Most-1)/r.Most, n/r.Least()))
	for i := range divisions {
		size := len(order) / (divisions - i)
		d := Division{Sides: slices.Clone(order[:size])}
		for _, side := range d.Sides {
			s.Sides[side].Division = i + 1
		}
		s.Divisions, order = append(s.Divisions, d), order[size:]
	}
}

// former returns the place of a side by the season before: that of its better user.
func (s *Season) former(side Side) int {
	for at, user := range s.Former {
		if slices.Contains(side.Users, user) {
			return at
		}
	}
	return len(s.Former)
}

// plan schedules a division's games that have not begun.
func (s *Season) plan(division int) {
	d := &s.Divisions[division-1]
	p := Plan{
		Seats: s.Rules.Seats, Want: make([]int, len(d.Sides)), Seed: s.Seed,
		For: fmt.Sprintf("%d %d %d", division, d.Begun, len(d.Sides)),
	}
	d.Fixtures = d.begun()
	for i, side := range d.Sides {
		if !s.Sides[side].Left {
			p.Want[i] = s.Rules.Games - s.Sides[side].Missed
		}
	}
	for _, f := range d.Fixtures {
		table := make([]int, len(f.Sides))
		for i, side := range f.Sides {
			table[i] = slices.Index(d.Sides, side)
			p.Want[table[i]]--
		}
		p.Begun = append(p.Begun, table)
	}
	for i, round := range p.Schedule() {
		for _, table := range round {
			f := Fixture{Round: d.Begun + i + 1, Sides: make([]int, len(table))}
			for k, side := range table {
				f.Sides[k] = d.Sides[side]
			}
			d.Fixtures = append(d.Fixtures, f)
		}
	}
}
