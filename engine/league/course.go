package league

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"konduktor/engine"
	"konduktor/engine/match"
)

// Tick is the passing of time.
type Tick struct{}

func (Tick) decide(c *Change) error {
	s := &c.Season
	if due := s.Due(); due.IsZero() || c.now.Before(due) {
		return match.ErrUnchanged
	}
	switch {
	case s.State != Open:
	case len(s.Sides) < s.Rules.Least():
		s.State = Over
		c.happened(Event{Kind: CalledOff})
	default:
		c.start()
	}
	return nil
}

// Report is the result of a game: the places of its sides, which they may share, and their points.
// Seats that others played count for their owners (docs/ratings.md).
type Report struct {
	Division, Fixture int // from 1; an index
	Places, Points    []int
}

func (r Report) decide(c *Change) error {
	f, err := c.fixture(r.Division, r.Fixture)
	switch {
	case err != nil:
		return err
	case !f.missing(): // told twice, or annulled meanwhile
		return match.ErrUnchanged
	case len(r.Points) != len(f.Sides) || !placed(r.Places, len(f.Sides)):
		return match.Refuse("season-result")
	}
	f.Places, f.Points = slices.Clone(r.Places), slices.Clone(r.Points)
	return nil
}

// placed reports whether places are those of n sides: after a shared one, the next are skipped.
func placed(places []int, n int) bool {
	for _, p := range places {
		if ahead := count(places, func(other int) bool { return other < p }); p != ahead+1 {
			return false
		}
	}
	return len(places) == n
}

func count[T any](list []T, is func(T) bool) (n int) {
	for _, one := range list {
		if is(one) {
			n++
		}
	}
	return n
}

// Annul has a game count for nobody: the organiser's choice, or it was cancelled.
type Annul struct {
	Division, Fixture int
	Reason            string // hostile text
}

func (a Annul) decide(c *Change) error {
	f, err := c.fixture(a.Division, a.Fixture)
	if err != nil {
		return err
	}
	reason := strings.TrimSpace(a.Reason)
	switch {
	case reason == "" || !utf8.ValidString(reason) || utf8.RuneCountInString(reason) > LongestReason:
		return match.Refuse("season-reason", "Most", LongestReason)
	case f.Void != "":
		return match.ErrUnchanged
	}
	f.Void = reason
	c.happened(Event{Kind: Annulled, Division: a.Division, Fixture: a.Fixture})
	return nil
}

// fixture returns a game that has begun.
func (c *Change) fixture(division, at int) (*Fixture, error) {
	s := &c.Season
	if division < 1 || division > len(s.Divisions) {
		return nil, match.Refuse("season-fixture")
	}
	d := &s.Divisions[division-1]
	if at < 0 || at >= len(d.begun()) {
		return nil, match.Refuse("season-fixture")
	}
	return &d.Fixtures[at], nil
}

// Extend gives everybody more time, to sign up or to play: the organiser's choice.
type Extend struct{ By time.Duration }

func (e Extend) decide(c *Change) error {
	s := &c.Season
	if e.By < day || e.By > 60*day {
		return match.Refuse("season-extend")
	}
	if s.State == Open {
		s.Begins = s.Begins.Add(e.By)
	}
	for i := range s.Divisions {
		s.Divisions[i].Extra += e.By
	}
	return nil
}

// Next opens the season after one that is over. Who wants to play in it signs up for it; the best
// sides of a division change places with the last of the one above.
func (s *Season) Next(r Rules, seed engine.Seed, begins time.Time) (Season, error) {
	next, err := New(r, seed, begins)
	next.Number, next.Former = s.Number+1, s.Former
	if len(s.Divisions) == 0 || err != nil { // a season that was called off moves nobody
		return next, err
	}
	next.Former = nil
	for _, side := range s.placed(seed) {
		next.Former = append(next.Former, s.Sides[side].Users...)
	}
	return next, nil
}

// placed lists the sides in the order of the next season; those that share a rank by lot.
func (s *Season) placed(seed engine.Seed) []int {
	lot := engine.NewStream(seed, "ties")
	orders := make([][]int, len(s.Divisions))
	for i := range orders {
		rows := s.Standing(i + 1)
		engine.Shuffle(&lot, rows)
		slices.SortStableFunc(rows, func(a, b Row) int { return a.Rank - b.Rank })
		for _, row := range rows {
			orders[i] = append(orders[i], row.Side)
		}
	}
	var list []int
	var down, stay []int
	for i, order := range orders {
		up := s.Moves(i)
		promoted := order[:up]
		list = append(slices.Concat(list, stay, promoted), down...)
		lowest := len(order) - s.Moves(i+1)
		stay, down = order[up:lowest], order[lowest:]
	}
	return slices.Concat(list, stay, down)
}

// Moves returns how many sides go up from a division by its index, and as many down to it.
func (s *Season) Moves(below int) int {
	if below < 1 || below >= len(s.Divisions) {
		return 0
	}
	above := len(s.Divisions[below-1].Sides)
	return min(s.Rules.Moves, above/3, len(s.Divisions[below].Sides)/3)
}
