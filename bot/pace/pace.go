// Package pace computes how much time players have: the paces of games, when a clock stands still, what is left at a moment,
// and when a reminder is due. It is pure: everything follows from what the store keeps and the moment that is given.
package pace

import (
	"slices"
	"time"
)

// Pace is how much time each seat of a game has. The bank is what a seat begins with; a turn that its player completes earns
// the increment, up to the cap.
type Pace struct {
	ID                   string // in the store and the texts
	Bank, Increment, Cap time.Duration
}

// None is the choice of a game without clocks. The store keeps it as "".
const None = "none"

// Default is the pace of a game for which none was chosen.
const Default = "daily"

// All lists the paces, fastest first.
func All() []Pace {
	return []Pace{
		{"brisk", 24 * time.Hour, 4 * time.Hour, 72 * time.Hour},
		{"daily", 72 * time.Hour, 12 * time.Hour, 120 * time.Hour},
		{"relaxed", 240 * time.Hour, 36 * time.Hour, 240 * time.Hour},
	}
}

// Find returns the pace of that name; false for a game without clocks.
func Find(id string) (Pace, bool) {
	all := All()
	i := slices.IndexFunc(all, func(p Pace) bool { return p.ID == id })
	if i < 0 {
		return Pace{}, false
	}
	return all[i], true
}
