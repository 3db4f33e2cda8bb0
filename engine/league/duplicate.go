package league

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/match"
)

// Evening is a duplicate evening: the same deal at several tables, where each seat is compared with
// the same seat of the others.
type Evening struct {
	Seed   engine.Seed // of the deal
	Tables []Sitting
}

// Sitting is one table of an evening.
type Sitting struct {
	Users  []match.UserID // in turn order, as the cards were dealt; "": a computer player
	Points []int          // by seat; none: there is no result
	Closed bool           // it ended without one
}

// The tables of an evening.
const (
	LeastTables = 2
	MostTables  = 8
)

// NewEvening draws who sits where. Computer players fill the last table up; the lot spreads them
// over all. A *match.Refusal if there are too few people, or too many.
func NewEvening(users []match.UserID, seats int, seed engine.Seed) (Evening, error) {
	users = slices.Clone(users)
	slices.Sort(users)
	if seats < 2 || seats > engine.MaxSeats || len(users) <= seats*(LeastTables-1) ||
		len(users) > seats*MostTables || len(slices.Compact(slices.Clone(users))) != len(users) {
		return Evening{}, match.Refuse("evening-tables", "Least", seats*(LeastTables-1)+1,
			"Most", seats*MostTables)
	}
	for len(users)%seats > 0 {
		users = append(users, "")
	}
	lot := engine.NewStream(seed, "evening")
	engine.Shuffle(&lot, users)
	e := Evening{Seed: seed}
	for table := range slices.Chunk(users, seats) {
		e.Tables = append(e.Tables, Sitting{Users: table})
	}
	return e, nil
}

// End notes how a table ended: with points by seat, or nil if its game was cancelled.
// match.ErrUnchanged if that is known.
func (e *Evening) End(table int, points []int) error {
	if table < 0 || table >= len(e.Tables) {
		return match.Refuse("evening-result")
	}
	t := &e.Tables[table]
	switch {
	case t.Points != nil || t.Closed:
		return match.ErrUnchanged
	case points != nil && len(points) != len(t.Users):
		return match.Refuse("evening-result")
	}
	t.Points, t.Closed = slices.Clone(points), points == nil
	return nil
}

// Sealed reports whether a table is still played, so that nobody may learn what the cards were.
func (e *Evening) Sealed() bool {
	return slices.ContainsFunc(e.Tables, func(t Sitting) bool { return t.Points == nil && !t.Closed })
}

// Comparison is what a seat's owner reached, among all with the same cards.
type Comparison struct {
	User   match.UserID
	Seat   engine.Seat
	Points int
	Place  match.Place
}

// Compare returns the results by matchpoints, the best first; none while the evening is sealed.
// Those of computer players are compared with, and not listed.
func (e *Evening) Compare() []Comparison {
	if e.Sealed() {
		return nil
	}
	var list []Comparison
	for seat := range e.Tables[0].Users {
		counts, from := map[int]int{}, len(list)
		for _, t := range e.Tables {
			if t.Points != nil {
				counts[t.Points[seat]]++
				list = append(list, Comparison{
					User: t.Users[seat], Seat: engine.Seat(seat + 1), Points: t.Points[seat],
				})
			}
		}
		for i := from; i < len(list); i++ {
			list[i].Place = match.PlaceIn(counts, list[i].Points)
		}
	}
	slices.SortStableFunc(list, func(a, b Comparison) int {
		return b.Place.Percent() - a.Place.Percent()
	})
	return slices.DeleteFunc(list, func(c Comparison) bool { return c.User == "" })
}
