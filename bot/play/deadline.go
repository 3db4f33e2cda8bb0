package play

import (
	"slices"
	"time"

	"konduktor/engine"
	"konduktor/storage"
)

// SetDeadlines notes of every seat when a move is made for it (v is anybody's view of the game as it is now): a tunnel is
// answered by one seat while all others wait in the middle of a turn. A seat that goes on owing an answer while others move keeps its time.
func (g *Games) SetDeadlines(row *storage.Game, v *engine.View, mover engine.Seat, now time.Time) {
	row.Seats = slices.Clone(row.Seats) // the row before the move is still in use
	for i := range row.Seats {
		s, seat := &row.Seats[i], engine.Seat(i+1)
		switch {
		case v.Owes != engine.OwesPay || !v.Moves(seat):
			s.Due = time.Time{}
		case seat == mover || s.Due.IsZero():
			s.Due = now.Add(g.patience)
		}
	}
}

// deadlines lists the seats' deadlines, for the store.
func deadlines(row storage.Game) map[engine.Seat]time.Time {
	var list map[engine.Seat]time.Time
	for i, s := range row.Seats {
		if s.Due.IsZero() {
			continue
		}
		if list == nil {
			list = map[engine.Seat]time.Time{}
		}
		list[engine.Seat(i+1)] = s.Due
	}
	return list
}
