package play

import (
	"context"
	"slices"
	"sync"

	"konduktor/engine"
	"konduktor/engine/match"
)

// wishes are how the players of a game want to see it.
type wishes struct {
	unaided []engine.Seat // get no hints about their tickets
	names   []string      // by seat: what to be called in pictures; "": as at the deal
	// by seat: the picture of the map in one's own turns
	pictures []match.Pictures
}

// wishesOf returns what loads the players' wishes when they are first asked for: a move is
// acknowledged without them.
func (s *Service) wishesOf(ctx context.Context, row match.Game) func() wishes {
	return sync.OnceValue(func() wishes { return s.loadWishes(ctx, row) })
}

// loadWishes loads what the players of a game have set. What cannot be read counts as not set: a
// game must stay playable.
func (s *Service) loadWishes(ctx context.Context, row match.Game) wishes {
	habitsOf := func(user match.UserID) match.Habits {
		habits, err := s.Store.Habits(ctx, user)
		if err != nil {
			return match.Habits{}
		}
		return habits
	}
	w := wishes{names: make([]string, len(row.Seats))}
	for i, seat := range row.Seats {
		player := habitsOf(seat.User)
		w.names[i] = player.Drawn
		w.pictures = append(w.pictures, player.Pictures)
		if seat.Owner != "" { // the seat keeps its owner's name while another one plays it
			w.names[i] = habitsOf(seat.Owner).Drawn
		}
		if row.Unaided || player.Unaided { // the table's word comes first
			w.unaided = append(w.unaided, engine.Seat(i+1))
		}
	}
	distinct(w.names, row.Shown())
	return w
}

// distinct takes away each name that is another seat's too: two players of one table are not drawn
// alike.
func distinct(names []string, seats []match.Seat) {
	for i, name := range names {
		for j, s := range seats {
			another := match.Alike(name, s.Name) || j < i && match.Alike(name, names[j])
			if i != j && another || match.Reserved(name) {
				names[i] = ""
			}
		}
	}
}

// Hints reports whether a seat is shown what looks ahead for its tickets: the one place that
// decides it for pictures and texts.
func (t *Table) Hints(seat engine.Seat) bool {
	return t.wishes == nil || !slices.Contains(t.wishes().unaided, seat)
}

// DrawnNames are what the players want to be called in pictures, by seat; "" if they want nothing.
func (t *Table) DrawnNames() []string {
	if t.wishes == nil {
		return nil
	}
	return t.wishes().names
}

// Pictures is which picture of the map a seat's player wants in a turn.
func (t *Table) Pictures(seat engine.Seat) match.Pictures {
	if t.wishes == nil || seat == engine.Public {
		return match.Square
	}
	return t.wishes().pictures[seat-1]
}
