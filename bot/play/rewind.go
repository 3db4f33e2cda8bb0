package play

import (
	"context"
	"slices"
	"time"

	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
)

// rewindClocks sets the clocks of a row that has gone back to moves; v is the view of the seat that wanted it. Nobody gains time:
// the increments of the turns that are no longer complete go back, and the time since the last move is the seat's own, as if that
// move had not been made. *route.Problem "undo-no-time" if none would be left.
func (g *Games) rewindClocks(ctx context.Context, row *match.Game, v *engine.View, b Back, now time.Time, moves []match.Move) error {
	row.Seats = slices.Clone(row.Seats)
	p, ok := match.FindPace(row.Pace)
	if !ok {
		at := now
		if len(moves) > 0 {
			at = moves[len(moves)-1].At // a tunnel's seat has its old deadline again
		}
		for i := range row.Seats {
			row.Seats[i].Clock = match.Clock{Automated: row.Seats[i].Automated}
		}
		g.setDeadlines(row, v, moved{at: at})
		return nil
	}
	calendars, err := g.Calendars(ctx, *row)
	if err != nil {
		return err
	}
	since := waitedSince(row.Seats, now)
	for i := range row.Seats {
		seat, c := engine.Seat(i+1), &row.Seats[i].Clock
		c.Unearn(p, b.ended(seat))
		switch owes := v.Moves(seat); {
		case !owes:
			c.Stop(calendars[i], now)
		case c.Runs() || row.Paused:
		case seat == b.Seat:
			c.Begin(since)
		default:
			c.Begin(now)
		}
		if v.Moves(seat) && b.ended(seat) > 0 {
			c.Relieved = true // somebody may have been given time in this turn before, and it has not begun anew
		}
	}
	own := row.Seats[b.Seat-1].Clock
	if own.Runs() && own.Left(calendars[b.Seat-1], now) <= 0 {
		return route.Fail("undo-no-time", "Game", string(row.ID))
	}
	row.Arrange(calendars.Of)
	return nil
}

// waitedSince returns from when on the clocks of those who are waited for run, now if none runs.
func waitedSince(seats []match.Seat, now time.Time) time.Time {
	since := time.Time{}
	for _, s := range seats {
		if s.Since.After(since) {
			since = s.Since
		}
	}
	if since.IsZero() || since.After(now) {
		return now
	}
	return since
}
