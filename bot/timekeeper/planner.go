package timekeeper

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// A Planner carries out what players want done in their next turns, when the turns begin.
// match.Intention decides which step is made. While a seat has a plan its player is not told of the
// turn. The planner makes the moves as if the player had clicked; then one transaction removes the
// plan and tells the player what was done, or why nothing was. After a crash either the plan is
// still there and is taken up again, or the player has been told.

const (
	// grace is how long a plan waits after the move before it, so that people hear of that first
	// and the player can still act by hand.
	grace       = 5 * time.Second
	plansAtOnce = 16 // plans read at a time
	// longestPlanWait bounds how long the store is not looked at: another process may have made a
	// move.
	longestPlanWait = time.Minute
)

// PlanStore is what this package needs of the store.
type PlanStore interface {
	Plan(ctx context.Context, id match.GameID, seat engine.Seat) (match.Plan, error)
	SavePlan(ctx context.Context, p match.Plan, head match.Link, why storage.Origin) error
	EndPlan(ctx context.Context, p match.Plan, out []storage.Message) error
	ReadyPlans(ctx context.Context, n int) ([]match.Plan, error)
}

// PlanGames loads games and makes moves in them.
type PlanGames interface {
	Table(ctx context.Context, id match.GameID) (*play.Table, error)
	Chronicle(ctx context.Context, row match.Game, upTo engine.Ply, viewer engine.Seat,
	) (*play.Chronicle, error)
	Do(ctx context.Context, c play.Call, wanted match.Command) (*play.Table, *match.Change, error)
	Rebase(ctx context.Context, t *play.Table, p *match.Plan) error
}

// PlannerOptions are what a planner needs. All fields must be set.
type PlannerOptions struct {
	Store PlanStore
	Games PlanGames
	// Tell makes a direct message to a seat about what has become of its plan.
	Tell  func(g match.Game, seat engine.Seat, why match.Outcome) storage.Message
	Log   *slog.Logger
	Now   func() time.Time
	After func(d time.Duration) (<-chan time.Time, func()) // a timer and what stops it
	Woken <-chan struct{}                                  // a move may have been made
	Wakes func()                                           // there may be something to send
}

// Planner carries plans out when the turns that they are for have begun.
type Planner struct{ PlannerOptions }

// NewPlanner returns a planner that does nothing until Run or CatchUp is called.
func NewPlanner(o PlannerOptions) *Planner { return &Planner{o} }

// Run carries plans out until ctx ends.
func (k *Planner) Run(ctx context.Context) {
	for ctx.Err() == nil {
		wait := longestPlanWait
		if next, err := k.catchUp(ctx); err != nil && ctx.Err() == nil {
			k.Log.ErrorContext(ctx, "plans not carried out", "error", err)
		} else if !next.IsZero() {
			wait = min(next.Sub(k.Now()), longestPlanWait)
			if wait <= 0 { // it has just been looked at: never again and again in the same moment
				wait = grace
			}
		}
		timer, stop := k.After(wait)
		select {
		case <-ctx.Done():
		case <-timer:
		case <-k.Woken:
		}
		stop()
	}
}

// Next returns when the next plan is due; zero if none is.
func (k *Planner) Next(ctx context.Context) (time.Time, error) {
	list, err := k.Store.ReadyPlans(ctx, 1)
	if err != nil {
		return time.Time{}, fmt.Errorf("find the next plan: %w", err)
	}
	return firstDue(list), nil
}

func firstDue(list []match.Plan) time.Time {
	if len(list) == 0 {
		return time.Time{}
	}
	return list[0].Due.Add(grace)
}

// CatchUp carries out the plans that are due. One that cannot be dealt with holds no other up.
func (k *Planner) CatchUp(ctx context.Context) error {
	_, err := k.catchUp(ctx)
	return err
}

// catchUp is CatchUp, and returns what Next would afterwards.
func (k *Planner) catchUp(ctx context.Context) (next time.Time, faults error) {
	type revision struct {
		game match.GameID
		seat engine.Seat
		rev  int
	}
	for tried := map[revision]bool{}; ; {
		// Those that stay come first again, and hold no other up.
		list, err := k.Store.ReadyPlans(ctx, plansAtOnce+len(tried))
		if err != nil {
			return time.Time{}, err
		}
		before := len(tried)
		for _, p := range list {
			if which := (revision{p.Game, p.Seat, p.Rev}); !tried[which] &&
				!p.Due.Add(grace).After(k.Now()) {
				tried[which] = true
				faults = errors.Join(faults, k.end(ctx, p))
			}
		}
		if len(tried) == before || ctx.Err() != nil {
			return firstDue(list), faults
		}
		k.Wakes()
	}
}

// end carries a plan out as far as possible and removes it. A fault of ours ends it too, since its
// player has not been called.
func (k *Planner) end(ctx context.Context, p match.Plan) error {
	err := k.try(ctx, p)
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	k.Log.LogAttrs(ctx, slog.LevelError, "plan not carried out", slog.Any("plan", p),
		slog.Any("error", err))
	last, err := k.Store.Plan(ctx, p.Game, p.Seat)
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	t, err := k.Games.Table(ctx, p.Game)
	if err != nil {
		return k.remove(ctx, last, nil)
	}
	return k.remove(ctx, last, k.told(t, last, match.PlanFailed))
}

// try carries a plan out in the position that its game is in, and again if somebody was faster.
func (k *Planner) try(ctx context.Context, p match.Plan) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("game %s: panic: %v\n%s", p.Game, fault, debug.Stack())
		}
	}()
	begun := p.Begun
	for again := range 2 * engine.MaxSeats {
		if again > 0 {
			p, err = k.Store.Plan(ctx, p.Game, p.Seat)
			if errors.Is(err, storage.ErrNotFound) {
				return nil // its player has given it up
			}
			if err != nil {
				return err
			}
			p.Begun = begun // its move was not made: if its player has moved now, then by hand
		}
		t, err := k.Games.Table(ctx, p.Game)
		if err != nil {
			return err
		}
		if err := k.carryOut(ctx, t, p); !errors.Is(err, match.ErrStale) {
			return err
		}
	}
	return fmt.Errorf("game %s: other moves were always faster", p.Game)
}

// carryOut does what a plan says in the position of a table, and ends it. match.ErrStale if
// somebody was faster.
func (k *Planner) carryOut(ctx context.Context, t *play.Table, row match.Plan) error {
	why, err := k.void(ctx, t, row)
	if err != nil {
		return err
	}
	v := t.View(row.Seat)
	if why == match.PlanNone && (!v.Moves(row.Seat) || v.Phase != engine.InPlay ||
		v.Owes != engine.OwesTurn) {
		return nil // it is not the seat's turn any more: somebody took the move before back
	}
	if why != match.PlanNone {
		return k.Store.EndPlan(ctx, row, k.told(t, row, why))
	}
	p, err := match.ReadIntention(row, v.Lexicon())
	if err != nil {
		return err
	}
	c, err := k.Games.Chronicle(ctx, t.Game, t.Ply, row.Seat)
	if err != nil {
		return err
	}
	refuses := func(m engine.Move) error { return t.Refusal(row.Seat, m) }
	s, why := p.Choose(&v, c.EventsSince(row.Ply), refuses)
	if why != match.PlanDone {
		return k.Store.EndPlan(ctx, row, k.told(t, row, why))
	}
	row.Begun = true
	if err := k.Store.SavePlan(ctx, row, t.Head, storage.Origin{}); err != nil {
		return fmt.Errorf("begin a plan of game %s: %w", row.Game, err)
	}
	row.Rev++
	after, err := k.make(ctx, t, row.Seat, s)
	if err != nil {
		return err
	}
	return k.Store.EndPlan(ctx, row, k.told(after, row, match.PlanDone))
}

// void says why a plan is of no use in a game, if it is.
func (k *Planner) void(ctx context.Context, t *play.Table, row match.Plan) (match.Outcome, error) {
	if t.State != match.Running || int(row.Seat) > len(t.Seats) ||
		t.Seats[row.Seat-1].User != row.User || t.Seats[row.Seat-1].Automated {
		return match.PlanSilent, nil
	}
	if row.Branch < t.Restored {
		return match.PlanRestored, nil
	}
	if err := k.Games.Rebase(ctx, t, &row); err != nil {
		return match.PlanSilent, err
	}
	if t.Branch != row.Branch {
		return match.PlanUndone, nil
	}
	c, err := k.Games.Chronicle(ctx, t.Game, t.Ply, engine.Public)
	switch {
	case err != nil:
		return match.PlanSilent, err
	case !c.MovedSince(row.Seat, row.Ply):
		return match.PlanNone, nil
	case row.Begun: // and then the process ended
		return match.PlanDone, nil
	}
	return match.PlanSilent, nil
}

// make makes the moves of a step, up to the first one that is impossible, and returns the table.
func (k *Planner) make(ctx context.Context, t *play.Table, seat engine.Seat, s match.Step,
) (*play.Table, error) {
	v := t.View(seat)
	m, ok := s.Begins(&v)
	for n := 1; ok; n++ {
		call := play.Call{Game: t.ID, At: k.Now(), Table: t}
		wanted := match.MakeMove{Seat: seat, Move: m, Why: match.Planned, Rev: t.Rev}
		after, _, err := k.Games.Do(ctx, call, wanted)
		if err != nil && n > 1 {
			return t, nil // what has been made stands; its player is asked to go on
		}
		if err != nil {
			return nil, err
		}
		t, v = after, after.View(seat)
		if v.EndsTurn(seat) {
			break
		}
		m, ok = s.Next(n, &v)
	}
	return t, nil
}

// told is the message to a player about the end of a plan. A player with a plan was not called to
// the turn, so there is a message even if nothing became of the plan.
func (k *Planner) told(t *play.Table, row match.Plan, why match.Outcome) []storage.Message {
	if int(row.Seat) > len(t.Seats) || t.Seats[row.Seat-1].User != row.User ||
		t.State != match.Running && why == match.PlanSilent {
		return nil
	}
	return []storage.Message{k.Tell(t.Game, row.Seat, why)}
}

// remove ends a plan. It is no error if it has ended.
func (k *Planner) remove(ctx context.Context, p match.Plan, out []storage.Message) error {
	if err := k.Store.EndPlan(ctx, p, out); !errors.Is(err, match.ErrStale) {
		return err
	}
	return nil
}
