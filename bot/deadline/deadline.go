// Package deadline makes moves for seats whose time to answer is up. It knows no rule: the engine names the move
// (engine.View.Overdue).
package deadline

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/storage"
)

const (
	atOnce     = 16               // deadlines read at a time
	retryAfter = 15 * time.Minute // until a move that could not be made for a seat is tried again
	// longestWait bounds how long the store is not looked at, so that nobody need wake the keeper: another process may
	// have set a deadline, or the clock may have been set.
	longestWait = time.Minute
	// maxRaces bounds how often a move is tried again after another one was faster: all seats at once, twice over.
	maxRaces = 2 * engine.MaxSeats
)

// Store is what this room needs of the store.
type Store interface {
	Overdue(ctx context.Context, now time.Time, n int) ([]storage.Deadline, error)
	NextDeadline(ctx context.Context) (time.Time, error)
	PutOff(ctx context.Context, d storage.Deadline, due time.Time) error
}

// Games loads games and makes moves in them.
type Games interface {
	Table(ctx context.Context, id storage.GameID) (*play.Table, error)
	Make(ctx context.Context, o play.Occasion, t *play.Table, seat engine.Seat, m engine.Move) (play.Made, error)
}

// Keeper keeps the deadlines. All fields must be set.
type Keeper struct {
	Store Store
	Games Games
	Log   *slog.Logger
	Now   func() time.Time
	After func(d time.Duration) (<-chan time.Time, func()) // a timer and what stops it
	Wake  func()                                           // there may be something to send
}

// Run makes the moves of seats whose time is up, until ctx ends: first those of the time when the bot was down.
func (k *Keeper) Run(ctx context.Context) {
	for ctx.Err() == nil {
		wait := longestWait
		if err := k.CatchUp(ctx); err == nil {
			wait = k.untilDeadline(ctx)
		} else if ctx.Err() == nil {
			k.Log.ErrorContext(ctx, "deadlines not kept", "error", err)
		}
		timer, stop := k.After(wait)
		select {
		case <-ctx.Done():
		case <-timer:
		}
		stop()
	}
}

// untilDeadline returns how long there is nothing to do for Run.
func (k *Keeper) untilDeadline(ctx context.Context) time.Duration {
	next, err := k.Store.NextDeadline(ctx)
	if err != nil {
		return longestWait // there is none, or the store is ill
	}
	return min(max(next.Sub(k.Now()), 0), longestWait)
}

// CatchUp makes the moves of all seats whose time is up. One that cannot be made is put off and holds no other up.
func (k *Keeper) CatchUp(ctx context.Context) error {
	for {
		passed, err := k.Store.Overdue(ctx, k.Now(), atOnce)
		if err != nil {
			return fmt.Errorf("read the deadlines: %w", err)
		}
		if len(passed) == 0 {
			return nil
		}
		for _, d := range passed {
			err := k.moveFor(ctx, d)
			if err == nil {
				continue
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			k.Log.LogAttrs(ctx, slog.LevelError, "no move made for a seat", slog.String("game", string(d.Game)),
				slog.Int("seat", int(d.Seat)), slog.Any("error", err))
			if err := k.putDeadline(ctx, d, k.Now().Add(retryAfter)); err != nil {
				return err
			}
		}
	}
}

// moveFor makes the move of a seat that did not answer in time, by the same way in as any move. Nothing happens if the
// seat was faster, and nothing but the end of its deadline if there is no move to be made for it any more.
func (k *Keeper) moveFor(ctx context.Context, d storage.Deadline) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	for range maxRaces {
		t, err := k.Games.Table(ctx, d.Game)
		if err != nil {
			return err
		}
		if !t.Seats[d.Seat-1].Due.Equal(d.Due) {
			return nil
		}
		v := t.View(d.Seat)
		m, ok := v.Overdue()
		if !ok || t.State != storage.Running {
			return k.putDeadline(ctx, d, time.Time{})
		}
		_, err = k.Games.Make(ctx, play.Occasion{At: k.Now(), TimeIsUp: true}, t, d.Seat, m)
		if errors.Is(err, storage.ErrStale) {
			continue // somebody moved: this seat, or during setup another one
		}
		if err == nil {
			k.Wake()
		}
		return err
	}
	return fmt.Errorf("game %s: other moves were always faster", d.Game)
}

// putDeadline puts a deadline off, or lifts it if due is zero. It is no error if the seat has moved since.
func (k *Keeper) putDeadline(ctx context.Context, d storage.Deadline, due time.Time) error {
	if err := k.Store.PutOff(ctx, d, due); err != nil && !errors.Is(err, storage.ErrStale) {
		return fmt.Errorf("put a deadline of game %s off: %w", d.Game, err)
	}
	return nil
}
