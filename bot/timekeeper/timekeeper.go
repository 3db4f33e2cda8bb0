// Package timekeeper acts when time passes. It sends reminders, plays for seats whose time has run
// out or that the house plays, ends pauses, and closes what everybody has left. It decides nothing
// itself: match.Table.Expire says what a deadline means, match.Clock.Left how much time remains.
package timekeeper

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

const (
	atOnce = 16 // deadlines read at a time
	// thinkFor is how long the house plays before other deadlines are looked at again.
	thinkFor = 250 * time.Millisecond
	// thinkers is how many games Run has the house play at a time: a move waits for the disk longer
	// than it takes to find, and those that wait together share a commit.
	thinkers   = 4
	retryAfter = 15 * time.Minute // until a clock that could not be dealt with is tried again
	// longestWait is when the store is looked at even if nobody wakes the timekeeper: another
	// process may have set a deadline, or the clock may have been set.
	longestWait = time.Minute
)

// Store is what the timekeeper needs of the store beside the service.
type Store interface {
	Overdue(ctx context.Context, now time.Time, n int) ([]match.Deadline, error)
	NextDeadline(ctx context.Context) (time.Time, error)
	PutOff(ctx context.Context, d match.Deadline, due time.Time) error
	storage.Habits
	GamesAwaiting(ctx context.Context, user match.UserID) ([]match.Game, error)
	GamesIn(ctx context.Context, states ...match.State) ([]match.Game, error)
	Digests(ctx context.Context, now time.Time, n int) ([]match.UserID, error)
	Enqueue(ctx context.Context, out []storage.Message) error
}

// Chooser chooses the moves of seats that the house plays. False if it has no move; then, and if
// its move is illegal, the default is made.
type Chooser interface {
	Choose(ctx context.Context, s play.BenchSeat) (engine.Move, bool)
}

// Timekeeper keeps the clocks. All exported fields must be set.
type Timekeeper struct {
	Store Store
	Games *play.Service
	// Digest makes the one message of a day for a user.
	Digest func(user match.UserID, due time.Time) storage.Message
	Log    *slog.Logger
	Now    func() time.Time
	After  func(d time.Duration) (<-chan time.Time, func()) // a timer and what stops it
	Wake   func()                                           // there may be something to send
	Woken  <-chan struct{}                                  // there may be something to do for Run
	House  Chooser

	swept atomic.Int64 // when lobbies were last looked through, in seconds since 1970
}

// Run deals with deadlines until ctx ends, beginning with those that passed while the bot was down.
func (k *Timekeeper) Run(ctx context.Context) {
	for ctx.Err() == nil {
		wait := longestWait
		if err := k.catchUp(ctx, thinkers); err == nil {
			wait = k.untilDeadline(ctx)
		} else if ctx.Err() == nil {
			k.Log.ErrorContext(ctx, "clocks not kept", "error", err)
		}
		timer, stop := k.After(wait)
		select {
		case <-ctx.Done():
		case <-k.Woken:
		case <-timer:
		}
		stop()
	}
}

// untilDeadline returns how long Run has nothing to do.
func (k *Timekeeper) untilDeadline(ctx context.Context) time.Duration {
	next, err := k.Store.NextDeadline(ctx)
	if err != nil {
		return longestWait // there is none, or the store is ill
	}
	return min(max(next.Sub(k.Now()), 0), longestWait)
}

// CatchUp deals with all deadlines that have passed, sends the digests of the day and closes
// forgotten lobbies. A clock that cannot be dealt with is put off and holds nothing else up. Moves
// of the house, which take thought, wait in a queue meanwhile.
func (k *Timekeeper) CatchUp(ctx context.Context) error { return k.catchUp(ctx, 1) }

// catchUp is CatchUp where the house plays some games at a time.
func (k *Timekeeper) catchUp(ctx context.Context, thinkers int) error {
	var failed error // of digests and lobbies, which must not hold clocks up
	for house := newQueue(); ; {
		// Each time, since the house may be busy for long.
		failed = cmp.Or(failed, k.sendDigests(ctx), k.expireLobbies(ctx))
		passed, err := k.Store.Overdue(ctx, k.Now(), atOnce+house.len())
		if err != nil {
			return err
		}
		passed = slices.DeleteFunc(passed, house.has)
		for _, d := range passed {
			if _, err := k.handle(ctx, task{Deadline: d}, house); err != nil {
				return err
			}
		}
		if len(passed) >= atOnce {
			continue // there may be more
		}
		if house.len() == 0 && len(passed) == 0 {
			return failed
		}
		for stop := k.Now().Add(thinkFor); house.len() > 0 && k.Now().Before(stop); {
			if err := k.think(ctx, house, thinkers); err != nil {
				return err
			}
		}
	}
}

// think has the house make the next moves of some games side by side.
func (k *Timekeeper) think(ctx context.Context, house *queue, thinkers int) error {
	tasks := house.take(thinkers)
	after, errs := make([]*play.Table, len(tasks)), make([]error, len(tasks))
	var all sync.WaitGroup
	for i, one := range tasks {
		all.Go(func() { after[i], errs[i] = k.handle(ctx, one, nil) })
	}
	all.Wait()
	for _, t := range after {
		if t != nil {
			house.addNext(t, k.Now())
		}
	}
	return errors.Join(errs...)
}

// handle is pass, and puts the deadline off if that fails. An error ends CatchUp.
func (k *Timekeeper) handle(ctx context.Context, d task, later *queue) (*play.Table, error) {
	t, err := k.pass(ctx, d, later)
	switch {
	case err == nil:
		return t, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	k.Log.LogAttrs(ctx, slog.LevelError, "clock not kept",
		slog.String("game", string(d.Game)), slog.Int("seat", int(d.Seat)),
		slog.Any("error", err))
	return nil, k.putOff(ctx, d.Deadline)
}

// putOff puts a deadline off. It is no error if the seat has moved since.
func (k *Timekeeper) putOff(ctx context.Context, d match.Deadline) error {
	err := k.Store.PutOff(ctx, d, k.Now().Add(retryAfter))
	if err != nil && !errors.Is(err, storage.ErrStale) {
		return err
	}
	return nil
}

// pass does what a deadline that has passed means, and returns the table after that, or nil.
// Nothing happens if the seat was faster. If the house has to move, the task goes into the queue
// later; without one the house moves now. A panic becomes an error: a fault in one game must not
// stop the others.
func (k *Timekeeper) pass(ctx context.Context, d task, later *queue) (t *play.Table, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	if t = d.table; t == nil {
		if t, err = k.Games.Table(ctx, d.Game); err != nil {
			return nil, err
		}
	}
	call := play.Call{Game: d.Game, At: k.Now(), Table: t, Still: evenIfChanged}
	after, change, err := k.Games.Do(ctx, call, match.PassDeadline{Deadline: d.Deadline})
	if errors.Is(err, match.ErrHouseMoves) {
		if later != nil {
			later.add(d.Deadline, t)
			return nil, nil
		}
		after, err = k.playOn(ctx, call, d.Seat)
	}
	switch {
	case errors.Is(err, match.ErrUnchanged), errors.Is(err, match.ErrStale):
		return nil, nil // somebody was faster: if it is still called for, the deadline stands
	case err != nil:
		return nil, err
	}
	k.Wake()
	if change != nil && lostSeat(change) {
		return nil, k.countVotes(ctx, d.Game)
	}
	return after, nil
}

// evenIfChanged has a deadline decided at the table as somebody has left it since.
func evenIfChanged(*play.Table) error { return nil }

// lostSeat reports whether a change has taken a seat from its player, who may not have voted.
func lostSeat(c *match.Change) bool {
	for _, e := range c.Events {
		switch e := e.Event.(type) {
		case match.SeatChanged:
			return true
		case match.Moved:
			return e.Reason == match.Absent || e.Reason == match.Lapsed
		}
	}
	return false
}

func (k *Timekeeper) countVotes(ctx context.Context, id match.GameID) error {
	_, _, err := k.Games.Do(ctx, play.Call{Game: id, At: k.Now()}, match.CountVotes{})
	if errors.Is(err, match.ErrUnchanged) {
		return nil
	}
	return err
}

// playOn makes the next move of a seat that the house plays, and returns the table after it.
func (k *Timekeeper) playOn(ctx context.Context, call play.Call, seat engine.Seat,
) (*play.Table, error) {
	t := call.Table
	c, err := k.Games.Chronicle(ctx, t.Game, t.Ply, seat)
	if err != nil {
		return nil, err
	}
	v := t.View(seat)
	player := play.BenchSeat{
		Game: string(t.ID), Luck: t.Luck(), Edition: t.Edition(), View: &v, Told: c.Events(),
		Level: t.Seats[seat-1].Level,
	}
	wanted := match.MakeMove{Seat: seat, Why: match.ByHouse, Rev: t.Rev}
	if move, ok := k.House.Choose(ctx, player); ok {
		wanted.Move = move
		after, _, err := k.Games.Do(ctx, call, wanted)
		if _, illegal := errors.AsType[*play.Refused](err); !illegal {
			return after, err
		}
	}
	move, ok := v.Overdue()
	if !ok {
		return nil, fmt.Errorf("game %s: seat %d has no default", t.ID, seat)
	}
	wanted.Move = move
	after, _, err := k.Games.Do(ctx, call, wanted)
	return after, err
}

// sweepEvery is how often lobbies are looked through: nothing about them is due to the minute.
const sweepEvery = time.Hour

// expireLobbies closes the lobbies in which nothing has changed for long. One that cannot be closed
// is tried again at the next sweep, and holds no other up.
func (k *Timekeeper) expireLobbies(ctx context.Context) error {
	now := k.Now()
	last := k.swept.Load()
	if now.Unix()-last < int64(sweepEvery.Seconds()) && now.Unix() >= last {
		return nil
	}
	lobbies, err := k.Store.GamesIn(ctx, match.Lobby)
	if err != nil {
		return err
	}
	var failed error
	for _, g := range lobbies {
		if now.Before(g.Updated.Add(match.Farewell - match.Notice)) {
			continue
		}
		_, _, err := k.Games.Do(ctx, play.Call{Game: g.ID, At: now}, match.ExpireLobby{})
		if err != nil && !errors.Is(err, match.ErrUnchanged) {
			failed = errors.Join(failed, fmt.Errorf("close lobby %s: %w", g.ID, err))
		}
	}
	k.swept.Store(now.Unix())
	return failed
}
