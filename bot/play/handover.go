package play

import (
	"context"
	"slices"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
)

// HandOver changes who plays a seat of a running game, by change, and what follows from it: whom the game waits for, and the
// clocks. It changes the row only; the caller saves it.
func (g *Games) HandOver(ctx context.Context, row *match.Game, seat engine.Seat, now time.Time, change func(*match.Game)) error {
	t, err := g.TableOf(ctx, *row)
	if err != nil {
		return err
	}
	before, err := g.Calendars(ctx, *row)
	if err != nil {
		return err
	}
	row.Seats = slices.Clone(row.Seats)
	change(row)
	v := t.View(engine.Public)
	row.ToMove = row.UsersOf(v.ToMove)
	after, err := g.Calendars(ctx, *row)
	if err != nil {
		return err
	}
	c := &row.Seats[seat-1].Clock
	p, paced := match.FindPace(row.Pace)
	switch {
	case !paced:
		g.handDeadlineOver(row, seat, &v, now)
		return nil
	case c.Automated:
		c.Settle(before[seat-1], now)
	default:
		c.HandOver(before[seat-1], p, now)
	}
	resumeAfter(row, &v, seat, now)
	row.Arrange(after.Of)
	return nil
}

// resumeAfter lets the clock of a seat that has changed hands run if the game waits for it. Nobody is left to end the pause of a
// game that all have left, so it ends here, for all seats: otherwise the game would never end.
func resumeAfter(row *match.Game, v *engine.View, handed engine.Seat, now time.Time) {
	ended := row.Paused && row.Deserted()
	if ended {
		row.Paused, row.PauseEnds, row.Pausing = false, time.Time{}, nil
		row.Undoing.Rest(false, now)
	}
	for i := range row.Seats {
		seat, c := engine.Seat(i+1), &row.Seats[i].Clock
		if (seat == handed || ended) && v.Moves(seat) && !c.Runs() && !row.Paused {
			c.Resume(now)
		}
	}
}

// handDeadlineOver is HandOver for a game without clocks. The house is due at once; a person who has to answer a tunnel has all
// of the time for it.
func (g *Games) handDeadlineOver(row *match.Game, seat engine.Seat, v *engine.View, now time.Time) {
	c := &row.Seats[seat-1].Clock
	if !c.Automated {
		*c = match.Clock{}
		if v.Moves(seat) && v.Owes == engine.OwesPay {
			c.Due = now.Add(g.patience)
			c.Ends = c.Due
		}
	}
	row.ArrangeUntimed(v.Moves, now)
}
