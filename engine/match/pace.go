package match

import "time"

// Pace is how much time each seat has. A seat starts with the bank; a completed turn earns the
// increment, up to the cap.
type Pace struct {
	ID                   string // in the store and the texts
	Bank, Increment, Cap time.Duration
	Usual                time.Duration // that a turn waits: an estimate
}

// NoPace is the choice of a game without clocks. A row keeps it as "".
const NoPace = "none"

// DefaultPace is the pace of a game for which none was chosen.
const DefaultPace = "daily"

// Paces lists the paces, fastest first.
func Paces() []Pace {
	return []Pace{
		{"brisk", 24 * time.Hour, 4 * time.Hour, 72 * time.Hour, time.Hour},
		{"daily", 72 * time.Hour, 12 * time.Hour, 120 * time.Hour, 4 * time.Hour},
		{"relaxed", 240 * time.Hour, 36 * time.Hour, 240 * time.Hour, 10 * time.Hour},
	}
}

// FindPace returns the pace with an ID; false for a game without clocks.
func FindPace(id string) (Pace, bool) {
	for _, p := range Paces() {
		if p.ID == id {
			return p, true
		}
	}
	return Pace{}, false
}

// The words for how long computers wait with a move; "" is the usual time.
const (
	AtOnce  = "none"
	Quickly = "soon"
	Slowly  = "long"
)

// Delays lists the words, the usual one first.
func Delays() []string { return []string{"usual", AtOnce, Quickly, Slowly} }

// ThinkingTime returns how long the house waits before it moves for a seat, so that people can
// follow a computer; an absent person has been waited for already.
func (g Game) ThinkingTime(s Seat) time.Duration {
	switch {
	case s.Level == "" || g.Delay == AtOnce:
		return 0
	case g.Delay == Quickly:
		return 3 * time.Second
	case g.Delay == Slowly:
		return 10 * time.Minute
	}
	return 15 * time.Second
}
