package play

import (
	"cmp"
	"context"
	"sync"

	"konduktor/engine"
	"konduktor/engine/match"
)

// wishesOf returns what loads what a player has set when it is first asked for: a move is
// acknowledged without it. What cannot be read counts as not set: a game must stay playable.
func (s *Service) wishesOf(ctx context.Context) func(match.UserID) match.Habits {
	var mu sync.Mutex
	read := map[match.UserID]match.Habits{}
	return func(user match.UserID) match.Habits {
		mu.Lock()
		defer mu.Unlock()
		habits, known := read[user]
		if !known && user != "" {
			habits, _ = s.Store.Habits(ctx, user) // with an error, the zero value
			read[user] = habits
		}
		return habits
	}
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
	if t.wishes == nil || seat == engine.Public {
		return true
	}
	// the table's word comes first
	return !t.Unaided && !t.wishes(t.Seats[seat-1].User).Unaided
}

// DrawnNames are what the players want to be called in pictures, by seat; "" if they want nothing.
// A seat keeps its owner's name while another one plays it.
func (t *Table) DrawnNames() []string {
	if t.wishes == nil {
		return nil
	}
	names := make([]string, len(t.Seats))
	for i, seat := range t.Seats {
		names[i] = t.wishes(cmp.Or(seat.Owner, seat.User)).Drawn
	}
	distinct(names, t.Shown())
	return names
}

// Habits are what a seat's player has set; the zero value for bystanders.
func (t *Table) Habits(seat engine.Seat) match.Habits {
	if t.wishes == nil || seat == engine.Public {
		return match.Habits{}
	}
	return t.wishes(t.Seats[seat-1].User)
}
