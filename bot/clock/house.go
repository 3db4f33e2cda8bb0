package clock

import (
	"context"
	"errors"
	"fmt"
	"time"

	"konduktor/bot/opponent"
	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Chooser chooses the moves of seats that the house plays. False if it has no move; then, and if its move is refused, the default
// is made.
type Chooser interface {
	Choose(ctx context.Context, s opponent.Seat) (engine.Move, bool)
}

// ByDefault chooses the default of each state, on any level.
type ByDefault struct{}

// Choose returns what the engine says of a seat whose player does not answer.
func (ByDefault) Choose(_ context.Context, s opponent.Seat) (engine.Move, bool) {
	return s.View.Overdue()
}

// playOn makes the next move of a seat that the house plays; v is the view of the seat.
func (k *Keeper) playOn(ctx context.Context, t *play.Table, v *engine.View, now time.Time) error {
	on := play.Occasion{At: now, ByHouse: true}
	c, err := k.Games.Chronicle(ctx, t.Game, t.Ply, v.Viewer)
	if err != nil {
		return err
	}
	seat := opponent.Seat{
		Game: string(t.ID), Edition: t.Edition(), View: v, Told: c.Events(), Level: t.Seats[v.Viewer-1].Level,
	}
	if move, ok := k.House.Choose(ctx, seat); ok {
		_, err := k.Games.Make(ctx, on, t, v.Viewer, move)
		if _, refused := errors.AsType[*play.Refused](err); !refused {
			return err
		}
	}
	move, ok := v.Overdue()
	if !ok {
		return fmt.Errorf("game %s: seat %d has no default", t.ID, v.Viewer)
	}
	_, err = k.Games.Make(ctx, on, t, v.Viewer, move)
	return err
}

// relieve gives a seat whose player is on vacation or out of time to the stand-in. A stand-in who is out of time gives it to the
// house, until the player is back. So does the last player of a game; no move is made, since nobody is left to play on with.
func (k *Keeper) relieve(ctx context.Context, d match.Deadline, now time.Time) error {
	tenures, err := k.Store.Tenures(ctx, d.Game)
	if err != nil {
		return fmt.Errorf("load the tenures of game %s: %w", d.Game, err)
	}
	_, err = k.Games.Amend(ctx, d.Game, storage.Origin{}, func(g *match.Game) ([]storage.Message, error) {
		seat := g.Seats[d.Seat-1]
		if g.State != match.Running || !seat.Due.Equal(d.Due) || seat.Automated {
			return nil, play.ErrUnchanged
		}
		before, why := *g, match.TimeUp
		change := func(g *match.Game) { g.LetHousePlay(d.Seat, match.TimeUp, now) }
		calendars, err := k.Games.Calendars(ctx, *g)
		if err != nil {
			return nil, err
		}
		switch friend := seat.StandIn; {
		case friend != "" && g.MayPlay(tenures, friend, d.Seat) == match.Eligible:
			why, change = match.StoodIn, func(g *match.Game) { g.LetStandIn(d.Seat, friend, now) }
		case seat.Clock.Left(calendars[d.Seat-1], now) > 0: // on vacation, and the friend sits at the table by now: the clock rests
			g.Seats[d.Seat-1].StandIn = ""
			g.Arrange(calendars.Of)
			return nil, nil
		}
		if err := k.Games.HandOver(ctx, g, d.Seat, now, change); err != nil {
			return nil, err
		}
		return k.Teller.Handed(before, *g, d.Seat, why), nil
	})
	switch {
	case errors.Is(err, play.ErrUnchanged):
		return nil
	case err != nil:
		return err
	}
	return k.countVotes(ctx, d.Game, now)
}
