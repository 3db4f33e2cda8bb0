// Package clock keeps the clocks of the seats: it reminds their players, makes moves for those whose time is up, and lets
// people say when their clocks stand still, give others more time, and take their seats back. It knows no rule: the engine
// names the move (engine.View.Overdue), package pace says how much time is left.
package clock

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

const (
	atOnce     = 16               // deadlines read at a time
	retryAfter = 15 * time.Minute // until a move that could not be made for a seat is tried again
	// longestWait bounds how long the store is not looked at, so that nobody need wake the keeper: another process may
	// have set a deadline, or the clock may have been set.
	longestWait = time.Minute
)

// Store is what this room needs of the store.
type Store interface {
	Overdue(ctx context.Context, now time.Time, n int) ([]match.Deadline, error)
	NextDeadline(ctx context.Context) (time.Time, error)
	Habits(ctx context.Context, user match.UserID) (match.Habits, error)
	PutOff(ctx context.Context, d match.Deadline, due time.Time) error
	GamesOf(ctx context.Context, user match.UserID, states ...match.State) ([]match.Game, error)
	GamesIn(ctx context.Context, states ...match.State) ([]match.Game, error)
	Digests(ctx context.Context, now time.Time, n int) ([]match.UserID, error)
	SaveHabits(ctx context.Context, h match.Habits) error
	Enqueue(ctx context.Context, out []storage.Message) error
	Tenures(ctx context.Context, id match.GameID) ([]match.Tenure, error)
}

// Games loads games, makes moves in them and changes their rows.
type Games interface {
	Table(ctx context.Context, id match.GameID) (*play.Table, error)
	Seated(ctx context.Context, r *route.Request, id match.GameID) (*play.Table, engine.Seat, error)
	TableOf(ctx context.Context, row match.Game) (*play.Table, error)
	Chronicle(ctx context.Context, row match.Game, upTo engine.Ply, viewer engine.Seat) (*play.Chronicle, error)
	Calendars(ctx context.Context, row match.Game) (play.Calendars, error)
	Amend(ctx context.Context, id match.GameID, why storage.Origin, change play.Change) (match.Game, error)
	AmendOnce(ctx context.Context, r *route.Request, id match.GameID, change play.Change) (match.Game, error)
	Make(ctx context.Context, o play.Occasion, t *play.Table, seat engine.Seat, m engine.Move) (play.Made, error)
	HandOver(ctx context.Context, row *match.Game, seat engine.Seat, now time.Time, change func(*match.Game)) error
}

// Messages makes messages for the outbox.
type Messages interface {
	ToPlayer(g match.Game, kind storage.Kind, seat engine.Seat) storage.Message
	AboutRow(g match.Game, kind storage.Kind, seat engine.Seat) storage.Message
	ToEverybody(g match.Game, kind storage.Kind) []storage.Message
	UndoEnds(g match.Game) []storage.Message
	Handed(before, after match.Game, seat engine.Seat, why string) []storage.Message
	Renewals(g match.Game) []storage.Message
	Nudge(g match.Game, by engine.Seat, seats []engine.Seat) storage.Message
	Digest(user match.UserID, due time.Time) storage.Message
}

// Keeper keeps the clocks. All exported fields must be set.
type Keeper struct {
	Store  Store
	Games  Games
	Teller Messages
	Log    *slog.Logger
	Now    func() time.Time
	After  func(d time.Duration) (<-chan time.Time, func()) // a timer and what stops it
	Wake   func()                                           // there may be something to send
	Poked  <-chan struct{}                                  // there may be something to do for Run
	House  Chooser                                          // chooses the moves of the seats that the house plays

	swept atomic.Int64 // when lobbies were last looked through, in seconds since 1970
}

// Run does what clocks are due for, until ctx ends: first those of the time when the bot was down.
func (k *Keeper) Run(ctx context.Context) {
	for ctx.Err() == nil {
		wait := longestWait
		if err := k.CatchUp(ctx); err == nil {
			wait = k.untilDeadline(ctx)
		} else if ctx.Err() == nil {
			k.Log.ErrorContext(ctx, "clocks not kept", "error", err)
		}
		timer, stop := k.After(wait)
		select {
		case <-ctx.Done():
		case <-k.Poked:
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

// CatchUp does what all clocks are due for, sends the digests of the day and closes forgotten lobbies. What cannot be done for a
// clock is put off and holds nothing else up.
func (k *Keeper) CatchUp(ctx context.Context) error {
	for {
		passed, err := k.Store.Overdue(ctx, k.Now(), atOnce)
		if err != nil {
			return fmt.Errorf("read the deadlines: %w", err)
		}
		if len(passed) == 0 {
			break
		}
		for _, d := range passed {
			err := k.look(ctx, d)
			if err == nil {
				continue
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			k.Log.LogAttrs(ctx, slog.LevelError, "clock not kept", slog.String("game", string(d.Game)),
				slog.Int("seat", int(d.Seat)), slog.Any("error", err))
			if err := k.putDeadline(ctx, d, k.Now().Add(retryAfter)); err != nil {
				return err
			}
		}
	}
	if err := k.sendDigests(ctx); err != nil {
		return err
	}
	return k.expireLobbies(ctx)
}

// look does what a clock is due for, by the same ways in as anybody's doing. Nothing happens if the seat was faster, and
// nothing but the end of its deadline if there is nothing to be done for it any more.
func (k *Keeper) look(ctx context.Context, d match.Deadline) error {
	return play.Race(d.Game, func() error {
		t, err := k.Games.Table(ctx, d.Game)
		if err != nil {
			return err
		}
		if !t.Seats[d.Seat-1].Due.Equal(d.Due) {
			return nil
		}
		if err := k.act(ctx, d, t); err != nil {
			return err
		}
		k.Wake()
		return nil
	})
}

// act does what the clock of a seat is due for.
func (k *Keeper) act(ctx context.Context, d match.Deadline, t *play.Table) error {
	now, v := k.Now(), t.View(d.Seat)
	on := play.Occasion{At: now}
	move, ok := v.Overdue()
	switch {
	case t.State == match.Running && t.Paused:
		return k.endPause(ctx, d, now)
	case !ok || t.State != match.Running:
		return k.putDeadline(ctx, d, time.Time{})
	}
	_, paced := match.FindPace(t.Pace)
	seat := t.Seats[d.Seat-1]
	switch {
	case !paced && v.Owes == engine.OwesPay && !seat.Automated:
		on.TimeIsUp = true
	case paced && !seat.Clock.Runs(), !paced && !seat.Automated:
		return k.putDeadline(ctx, d, time.Time{})
	case t.Game.Deserted():
		return k.close(ctx, d, now)
	case seat.Automated:
		return k.playOn(ctx, t, &v, now)
	default:
		calendars, err := k.Games.Calendars(ctx, t.Game)
		if err != nil {
			return err
		}
		left, calendar := seat.Clock.Left(calendars[d.Seat-1], now), calendars[d.Seat-1]
		switch {
		case seat.StandIn != "" && calendar.OnVacation(now),
			left <= 0 && (seat.StandIn != "" || seat.Owner != "" || t.Game.LastHuman(d.Seat)):
			return k.relieve(ctx, d, now)
		case left > 0:
			return k.remind(ctx, d, calendars, now)
		}
		on.TimeIsUp, on.ByHouse = true, true
	}
	if _, err := k.Games.Make(ctx, on, t, d.Seat, move); err != nil || !on.TimeIsUp {
		return err
	}
	return k.countVotes(ctx, d.Game, now)
}

// countVotes cancels a game that all who are still there want cancelled: the seat that did not vote is no longer waited for.
func (k *Keeper) countVotes(ctx context.Context, id match.GameID, now time.Time) error {
	return k.cancel(ctx, id, tell.Stopped, now, func(g match.Game) bool { return g.Unanimous(g.Leaving) })
}

// close ends a game that all of its players have left. They are told of it a day before, or later if the bot was down then.
func (k *Keeper) close(ctx context.Context, d match.Deadline, now time.Time) error {
	over := false
	_, err := k.Games.Amend(ctx, d.Game, storage.Origin{}, func(g *match.Game) ([]storage.Message, error) {
		seat := &g.Seats[d.Seat-1]
		if g.State != match.Running || !g.Deserted() || !seat.Due.Equal(d.Due) {
			return nil, play.ErrUnchanged
		}
		var out []storage.Message
		if g.Warned.Before(seat.Ends.Add(-match.Notice)) {
			g.Warned = now
			out = append(out, k.Teller.AboutRow(*g, tell.Expiring, d.Seat))
		}
		seat.Due = seat.Ends
		if earliest := g.Warned.Add(match.Notice); seat.Due.Before(earliest) {
			seat.Due = earliest
		}
		if over = !seat.Due.After(now); over {
			return nil, play.ErrUnchanged
		}
		return out, nil
	})
	if !over {
		if errors.Is(err, play.ErrUnchanged) {
			return nil
		}
		return err
	}
	return k.cancel(ctx, d.Game, tell.Deserted, now, func(g match.Game) bool {
		return g.Deserted() && g.Seats[d.Seat-1].Due.Equal(d.Due)
	})
}

// cancel ends a running game if there is still a reason for it. Its players, its table and its channel are told; the kind of
// the table's message says why.
func (k *Keeper) cancel(ctx context.Context, id match.GameID, kind storage.Kind, now time.Time, reason func(match.Game) bool) error {
	_, err := k.Games.Amend(ctx, id, storage.Origin{}, func(g *match.Game) ([]storage.Message, error) {
		if g.State != match.Running || !reason(*g) {
			return nil, play.ErrUnchanged
		}
		g.State, g.ToMove, g.Updated = match.Cancelled, nil, now
		return append(k.Teller.ToEverybody(*g, tell.Panel), k.Teller.AboutRow(*g, tell.Lobby, engine.Public),
			k.Teller.AboutRow(*g, kind, engine.Public)), nil
	})
	if errors.Is(err, play.ErrUnchanged) {
		return nil
	}
	return err
}

// putDeadline puts a deadline off, or lifts it if due is zero. It is no error if the seat has moved since.
func (k *Keeper) putDeadline(ctx context.Context, d match.Deadline, due time.Time) error {
	if err := k.Store.PutOff(ctx, d, due); err != nil && !errors.Is(err, storage.ErrStale) {
		return fmt.Errorf("put a deadline of game %s off: %w", d.Game, err)
	}
	return nil
}
