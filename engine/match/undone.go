package match

import (
	"time"

	"konduktor/engine"
)

// Rollback is how a game goes back: the moves from a ply on are taken back.
type Rollback struct {
	To    engine.Ply // the number of moves before the first that is taken back
	From  Link       // the head of the game before
	At    time.Time
	By    UserID // id of the user who wanted it
	Again []Move // made again at once, from To on: the choices of others (C2)
}

// Undone returns the moves that go: all but the first To.
func (r Rollback) Undone(moves []Move, branch int) []Undone {
	var gone []Undone
	for i, m := range moves[r.To:] {
		u := Undone{Move: m, Branch: branch, Gone: r.At, By: r.By}
		if i > 0 && len(r.Again) > 0 {
			u.By = ""
		}
		gone = append(gone, u)
	}
	return gone
}

// Undone is a move that was taken back. Branch and Ply are its position; it never changes.
type Undone struct {
	Move
	Branch int       // how often moves had been taken back before this
	Gone   time.Time // when it was taken back
	By     UserID    // who wanted it; "": nobody, it was made again at once
}

// Undoing is a player's wish to take a move back. It holds only in the position in which it was
// made.
type Undoing struct {
	User   UserID     `json:"user"`
	To     engine.Ply `json:"to"` // the number of moves that would remain
	Ply    engine.Ply `json:"ply"`
	Branch int        `json:"branch"`
	// no answer by then means No; zero while the clocks stand still
	Ends time.Time `json:"ends,omitzero"`
	// how long there is to answer, while the clocks stand still
	Left   time.Duration `json:"left,omitzero"`
	Agreed []UserID      `json:"agreed,omitempty"`
	// Over: the answer was No, or there was none in time. Nobody asks twice.
	Over bool `json:"over,omitempty"`
}

// Holds reports whether the wish was made in the game's present position and is open.
func (u Undoing) Holds(g Game) bool {
	return u.User != "" && !u.Over && g.State == Running && u.Ply == g.Ply && u.Branch == g.Branch
}

// Rest stops the time to answer, or restarts it, with the game's clocks.
func (u *Undoing) Rest(paused bool, now time.Time) {
	switch {
	case u.User == "" || u.Over:
	case paused && !u.Ends.IsZero():
		u.Ends, u.Left = time.Time{}, max(u.Ends.Sub(now), 0)
	case !paused && u.Ends.IsZero():
		u.Ends, u.Left = now.Add(u.Left), 0
	}
}
