package handlers

import (
	"context"
	"errors"
	"fmt"

	"konduktor/bot/discord"
	"konduktor/bot/hall"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine/match"
)

// moveHere gives a game whose table is gone a new one, where the command was given.
func (h *Handlers) moveHere(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	if r.Alone() {
		return nil, route.Fail("guild-only").OfferInstall(r)
	}
	if r.Absent {
		return nil, route.Fail("not-a-member")
	}
	decided, err := hall.Of(ctx, h.Store, r.Guild)
	if err != nil {
		return nil, err
	}
	wanted := match.Settle{Parent: r.Parent}
	if decided.Hall != "" && decided.Hall != r.Parent {
		wanted = match.Settle{Hall: decided.Hall}
	} else if r.Threadless {
		return nil, route.Fail("not-in-voice")
	} else if err := r.MayWrite(); err != nil {
		return nil, err
	}
	reply, err := h.whispering(ctx, r, id, wanted, "table.moving")
	refused, ok := errors.AsType[*match.Refusal](err)
	if !ok || refused.Code != "has-table" {
		return reply, err
	}
	gone, lost := h.goneTable(ctx, r, id)
	if lost != nil {
		return nil, lost
	}
	if gone == "" {
		return reply, err
	}
	wanted.Gone = gone
	return h.whispering(ctx, r, id, wanted, "table.moving")
}

// goneTable returns the thread of a game if it is gone without our being told, as after a deletion
// while the bot was down; else "". Its players need not be told: the game gets a new table at once.
func (h *Handlers) goneTable(ctx context.Context, r *route.Request, id match.GameID,
) (match.ChannelID, error) {
	g, err := h.Store.Game(ctx, id)
	if err != nil || g.Thread == "" || h.Messages.Stands(ctx, g, "here"+r.ID) {
		return "", err
	}
	return g.Thread, nil
}

// Deleted deals with a deletion that Discord reports: games that were played there have no table
// any more. A deleted channel takes its threads along unannounced.
func (h *Handlers) Deleted(ctx context.Context, e discord.Event) error {
	var games []match.Game
	var err error
	if e.Kind == discord.GuildGone {
		games, err = h.Store.OpenGamesOn(ctx, e.Guild)
	} else {
		games, err = h.Store.OpenGamesUnder(ctx, e.Channel)
	}
	if err != nil {
		return err
	}
	var failed error
	for _, g := range games {
		if g.Place() == "" { // homeless already: its players know
			continue
		}
		call := play.Call{Game: g.ID, At: h.Now()}
		_, _, err := h.Games.Do(ctx, call, match.Evict{Place: g.Place()})
		if err != nil && !isUnchanged(err) {
			err = fmt.Errorf("take the table of game %s away: %w", g.ID, err)
			failed = errors.Join(failed, err)
		}
	}
	return failed
}
