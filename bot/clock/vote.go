package clock

import (
	"context"
	"errors"
	"slices"
	"time"

	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// pause notes that a player wants the clocks stopped; when most of those who are there do, they stand still.
func (d *Desk) pause(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	g, err := d.seated(ctx, r, id, func(g *match.Game, seat engine.Seat, calendars play.Calendars) ([]storage.Message, error) {
		_, err := play.Voter(*g, r)
		switch {
		case err != nil:
			return nil, err
		case g.Paused:
			return nil, route.Fail("is-paused", "Game", string(id))
		case slices.Contains(g.Pausing, r.User.ID):
			return nil, nil // the table has been told
		}
		g.Pausing = append(slices.Clone(g.Pausing), r.User.ID)
		if g.VotesNeeded(g.Pausing) == 0 {
			g.Paused, g.PauseEnds, g.Pausing = true, r.Now.Add(match.LongestPause), nil
			if err := turnClocks(ctx, d.Games, g, calendars, r.Now); err != nil {
				return nil, err
			}
		}
		told := []storage.Message{d.Teller.AboutRow(*g, tell.Pausing, seat)}
		if g.Paused {
			told = append(told, d.Teller.Renewals(*g)...)
		}
		return told, nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	if g.Paused {
		return route.Whisper(r.Texts.Say("clock.paused", "Game", string(id), "Until", speech.Stamp(g.PauseEnds, "f"))), nil
	}
	return route.Whisper(r.Texts.Say("clock.vote-noted", "Game", string(id), "Count", g.VotesNeeded(g.Pausing))), nil
}

// resume lets the clocks run again at the wish of one player. No vote is counted: while no clock runs, nobody finds out that
// another player has left for good, so a game could wait for that vote for ever.
func (d *Desk) resume(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	_, err := d.seated(ctx, r, id, func(g *match.Game, seat engine.Seat, calendars play.Calendars) ([]storage.Message, error) {
		if !g.Paused {
			return nil, route.Fail("not-paused", "Game", string(id))
		}
		return goOn(ctx, d.Games, d.Teller, g, calendars, seat, r.Now)
	})
	if err != nil {
		return route.Reply{}, err
	}
	return route.Whisper(r.Texts.Say("clock.resumed", "Game", string(id))), nil
}

// endPause lets the clocks of a game run again once its pause has been as long as one can be. Those who are waited for are called.
func (k *Keeper) endPause(ctx context.Context, d match.Deadline, now time.Time) error {
	_, err := k.Games.Amend(ctx, d.Game, storage.Origin{}, func(g *match.Game) ([]storage.Message, error) {
		if g.State != match.Running || !g.Paused || now.Before(g.PauseEnds) {
			return nil, play.ErrUnchanged
		}
		calendars, err := k.Games.Calendars(ctx, *g)
		if err != nil {
			return nil, err
		}
		return goOn(ctx, k.Games, k.Teller, g, calendars, engine.Public, now)
	})
	if errors.Is(err, play.ErrUnchanged) {
		return nil
	}
	return err
}

// goOn lets the clocks of a paused game run again. by wished it, Public if the pause was over by itself.
func goOn(
	ctx context.Context, games Games, teller Messages, g *match.Game, calendars play.Calendars, by engine.Seat, now time.Time,
) ([]storage.Message, error) {
	g.Paused, g.PauseEnds, g.Pausing = false, time.Time{}, nil
	if err := turnClocks(ctx, games, g, calendars, now); err != nil {
		return nil, err
	}
	told := append(teller.UndoEnds(*g), teller.Renewals(*g)...)
	return append(told, teller.AboutRow(*g, tell.Pausing, by)), nil
}

// turnClocks stops the clocks of a game, or starts those of the seats that it waits for: also of a seat that only the house plays.
func turnClocks(ctx context.Context, games Games, g *match.Game, calendars play.Calendars, now time.Time) error {
	t, err := games.TableOf(ctx, *g)
	if err != nil {
		return err
	}
	v := t.View(engine.Public)
	for i := range g.Seats {
		c := &g.Seats[i].Clock
		if g.Paused {
			c.Pause(calendars[i], now)
		} else if v.Moves(engine.Seat(i + 1)) {
			c.Resume(now)
		}
	}
	g.Undoing.Rest(g.Paused, now)
	g.Arrange(calendars.Of)
	return nil
}

// more gives those whom the game waits for more time: a gift of another player's.
func (d *Desk) more(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	_, err := d.seated(ctx, r, id, func(g *match.Game, giver engine.Seat, calendars play.Calendars) ([]storage.Message, error) {
		given, full := false, false
		for i := range g.Seats {
			c := &g.Seats[i].Clock
			switch {
			case engine.Seat(i+1) == giver || !c.Runs() || c.Automated:
				continue
			case c.Gifts >= match.MaxGifts:
				full = true
				continue
			}
			c.Give(calendars[i], r.Now)
			given = true
		}
		switch {
		case !given && full:
			return nil, route.Fail("gifts-enough", "Most", match.MaxGifts)
		case !given:
			return nil, route.Fail("nobody-to-give")
		}
		g.Arrange(calendars.Of)
		return append(d.Teller.Renewals(*g), d.Teller.AboutRow(*g, tell.Gift, giver)), nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	return route.Whisper(r.Texts.Say("clock.given", "Hours", int(match.Gift.Hours()))), nil
}
