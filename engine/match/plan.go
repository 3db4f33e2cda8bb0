package match

import (
	"log/slog"
	"slices"
	"time"

	"konduktor/engine"
)

// Plan is what a player wants done in a seat's next turn, as text (Intention). It is a secret of
// its player, so it does not print.
type Plan struct {
	Game   GameID
	Seat   engine.Seat
	User   UserID     // who made it
	Rev    int        // every change raises it by one; 0: it is not kept yet
	Ply    engine.Ply // with Branch: the position in which it was begun
	Branch int
	Made   time.Time // or last changed by its player
	Steps  []string  // in the order in which they are tried
	Stops  []string  // events that end it
	Begun  bool      // it is being carried out
	// Due is when the game last changed; only ReadyPlans sets it.
	Due time.Time
}

// Holds reports whether the moves after which a plan was last changed stand, or were made again
// alike.
func (p Plan) Holds(moves []Move, undone []Undone) bool {
	return !slices.ContainsFunc(undone, func(u Undone) bool {
		known := !u.At.After(p.Made) && u.Gone.After(p.Made)
		return known && (int(u.Ply) >= len(moves) ||
			moves[u.Ply].Seat != u.Seat || moves[u.Ply].Text != u.Text)
	})
}

// LogValue names the plan without what it says.
func (p Plan) LogValue() slog.Value {
	return slog.GroupValue(slog.String("game", string(p.Game)), slog.Int("seat", int(p.Seat)),
		slog.Int("rev", p.Rev))
}

func (p Plan) String() string { return "(plan)" }

func (p Plan) GoString() string { return "(plan)" }
