package storage

import "konduktor/engine/match"

// Census says how much a store holds, for those who watch over it.
type Census struct {
	Games   []Kept // by title, then by state; only what there is
	Waiting int    // messages in the outbox
}

// Kept is a number of games.
type Kept struct {
	Title string
	State match.State
	N     int
}
