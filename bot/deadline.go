package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"time"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// DefaultPatience is how long a seat is waited for that owes an answer for which the rules know a default.
const DefaultPatience = 24 * time.Hour

const (
	overdueAtOnce = 16               // deadlines read at a time
	overdueRest   = 15 * time.Minute // until a move that could not be made for a seat is tried again
)

// setDeadlines notes of every seat when a move is made for it (engine.View.Overdue; v is anybody's view of the game as it
// is now). A seat that goes on owing an answer while others move keeps its time.
func (b *Bot) setDeadlines(g *storage.Game, v *engine.View, mover engine.Seat, now time.Time) {
	g.Seats = slices.Clone(g.Seats) // the row before the move is still in use
	for i := range g.Seats {
		s, seat := &g.Seats[i], engine.Seat(i+1)
		switch _, ends := v.Overdue(seat); {
		case !ends:
			s.Due = time.Time{}
		case seat == mover || s.Due.IsZero():
			s.Due = now.Add(b.patience)
		}
	}
}

// deadlinesOf lists the seats' deadlines, for the store.
func deadlinesOf(g storage.Game) map[engine.Seat]time.Time {
	var list map[engine.Seat]time.Time
	for i, s := range g.Seats {
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

// keepTime makes the moves of seats whose time is up, until ctx ends: first those of the time when the bot was down. It
// looks at the store at least every longestWait, so that nobody need wake it: another process may have set a deadline,
// or the clock may have been set.
func (b *Bot) keepTime(ctx context.Context) {
	for ctx.Err() == nil {
		wait := longestWait
		if err := b.moveOverdue(ctx); err == nil {
			wait = b.untilDeadline(ctx)
		} else if ctx.Err() == nil {
			b.log.ErrorContext(ctx, "deadlines not kept", "error", err)
		}
		b.pause(ctx, wait)
	}
}

// untilDeadline returns how long there is nothing to do for keepTime.
func (b *Bot) untilDeadline(ctx context.Context) time.Duration {
	next, err := b.store.NextDeadline(ctx)
	if err != nil {
		return longestWait // there is none, or the store is ill
	}
	return min(max(next.Sub(b.now()), 0), longestWait)
}

// moveOverdue makes the moves of all seats whose time is up. One that cannot be made is put off and holds no other up.
func (b *Bot) moveOverdue(ctx context.Context) error {
	for {
		passed, err := b.store.Overdue(ctx, b.now(), overdueAtOnce)
		if err != nil {
			return fmt.Errorf("read the deadlines: %w", err)
		}
		if len(passed) == 0 {
			return nil
		}
		for _, d := range passed {
			err := b.moveFor(ctx, d)
			if err == nil {
				continue
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			b.log.LogAttrs(ctx, slog.LevelError, "no move made for a seat", slog.String("game", string(d.Game)),
				slog.Int("seat", int(d.Seat)), slog.Any("error", err))
			if err := b.putDeadline(ctx, d, b.now().Add(overdueRest)); err != nil {
				return err
			}
		}
	}
}

// moveFor makes the move of a seat that did not answer in time, by the same way in as any move. Nothing happens if the
// seat was faster, and nothing but the end of its deadline if there is no move to be made for it any more.
func (b *Bot) moveFor(ctx context.Context, d storage.Deadline) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	for range maxRaces {
		t, err := b.table(ctx, d.Game)
		if err != nil {
			return err
		}
		if !t.Seats[d.Seat-1].Due.Equal(d.Due) {
			return nil
		}
		v := t.View(d.Seat)
		m, ok := v.Overdue(d.Seat)
		if !ok || t.State != storage.Running {
			return b.putDeadline(ctx, d, time.Time{})
		}
		_, err = b.try(ctx, occasion{At: b.now(), TimeIsUp: true}, t, d.Seat, m)
		if errors.Is(err, storage.ErrStale) {
			continue // somebody moved: this seat, or during setup another one
		}
		if err == nil {
			b.signal()
		}
		return err
	}
	return problem("busy")
}

// putDeadline puts a deadline off, or lifts it if due is zero. It is no error if the seat has moved since.
func (b *Bot) putDeadline(ctx context.Context, d storage.Deadline, due time.Time) error {
	if err := b.store.PutOff(ctx, d, due); err != nil && !errors.Is(err, storage.ErrStale) {
		return fmt.Errorf("put a deadline of game %s off: %w", d.Game, err)
	}
	return nil
}
