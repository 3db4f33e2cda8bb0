package play

import (
	"context"
	"slices"
	"strings"
	"sync"

	"konduktor/engine"
	"konduktor/engine/match"
)

// wishes are how the players of a game want to see it.
type wishes struct {
	unaided []engine.Seat // get no hints about their tickets
	names   []string      // by seat: what to be called in pictures; "": as at the deal
}

// wishesOf returns what loads the players' wishes when they are first asked for: a move is acknowledged without them.
func (g *Games) wishesOf(ctx context.Context, row match.Game) func() wishes {
	return sync.OnceValue(func() wishes { return g.loadWishes(ctx, row) })
}

// loadWishes loads what the players of a game have set. What cannot be read is as nobody has set it: a game must stay playable.
func (g *Games) loadWishes(ctx context.Context, row match.Game) wishes {
	w := wishes{names: make([]string, len(row.Seats))}
	for i, s := range row.Seats {
		player := g.habitsOf(ctx, s.User)
		w.names[i] = player.Drawn
		if s.Owner != "" { // the seat keeps the name of whose it is while another one plays it
			w.names[i] = g.habitsOf(ctx, s.Owner).Drawn
		}
		if row.Unaided || player.Unaided { // the table's word comes first
			w.unaided = append(w.unaided, engine.Seat(i+1))
		}
	}
	distinct(w.names, row.Seats)
	return w
}

// distinct takes away each name that is another seat's too: two players of one table are not drawn alike.
func distinct(names []string, seats []match.Seat) {
	for i, name := range names {
		for j, s := range seats {
			if i != j && (strings.EqualFold(name, s.Name) || j < i && strings.EqualFold(name, names[j])) {
				names[i] = ""
			}
		}
	}
}

func (g *Games) habitsOf(ctx context.Context, user match.UserID) match.Habits {
	habits, err := g.store.Habits(ctx, user)
	if err != nil {
		return match.Habits{}
	}
	return habits
}

// Hints reports whether a seat is told what looks ahead for its tickets: the one place that decides it for pictures and texts.
func (t *Table) Hints(seat engine.Seat) bool {
	return t.wishes == nil || !slices.Contains(t.wishes().unaided, seat)
}

// Advises reports whether the players may ask what a computer player would do. If nothing was agreed on, one who plays against
// computers alone may, unless the table is played without hints.
func (t *Table) Advises() bool {
	switch t.Advice {
	case match.WithAdvice:
		return true
	case match.NoAdvice:
		return false
	}
	people := 0
	for _, s := range t.Seats {
		if s.Level == "" {
			people++
		}
	}
	return people == 1 && !t.Unaided
}

// DrawnNames are what the players want to be called in pictures, by seat; "" for those who want nothing.
func (t *Table) DrawnNames() []string {
	if t.wishes == nil {
		return nil
	}
	return t.wishes().names
}
