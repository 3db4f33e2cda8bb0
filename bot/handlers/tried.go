package handlers

import (
	"context"
	"errors"

	"konduktor/bot/discord"
	"konduktor/bot/games"
	"konduktor/bot/opponent"
	"konduktor/bot/people"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine/match"
)

// tryFromHere begins a private game against computers from a turn of a finished game: the button of
// /game replay. It is played in direct messages.
func (h *Handlers) tryFromHere(ctx context.Context, r *route.Request, id match.GameID,
) (route.Reply, error) {
	if reply, done, err := h.openedBefore(ctx, r); done || err != nil {
		return reply, err
	}
	from, err := h.positionOf(ctx, r, id)
	if err != nil {
		return route.Reply{}, err
	}
	if open, err := h.openGames(ctx, r.User.ID); err != nil {
		return route.Reply{}, err
	} else if open >= match.MaxGames {
		return route.Reply{}, route.Fail("too-many-games", "Most", match.MaxGames)
	}
	return route.LaterPrivate(r, func(ctx context.Context) (discord.Message, error) {
		trial, err := h.goOn(ctx, r, from)
		return discord.Message{Content: r.Texts.Say("replay.tried", "Game", string(trial))}, err
	}), nil
}

// position is one of a finished game.
type position struct {
	row match.Game
	match.GoingOn
}

// positionOf returns the position that a button names.
func (h *Handlers) positionOf(ctx context.Context, r *route.Request, id match.GameID,
) (position, error) {
	t, err := h.Games.Table(ctx, id)
	switch {
	case err != nil:
		return position{}, err
	case !games.MayLook(t.Game, r):
		return position{}, route.Fail("game-unknown")
	case t.State != match.Finished:
		return position{}, route.Fail("replay-not-over", "Game", string(id))
	case t.Sealed(r.Now):
		return position{}, games.Sealed(t.Game)
	}
	from, err := h.Games.After(ctx, t, r.Pressed.Turn, t.SeatOf(r.User.ID))
	return position{t.Game, from}, err
}

// goOn opens and deals the game that goes on from a position, in the user's direct messages.
func (h *Handlers) goOn(ctx context.Context, r *route.Request, from position,
) (match.GameID, error) {
	g := from.row.Trial(from.Tried, r.Pressed.Anew)
	g.Channel = r.Channel
	var err error
	if g.ID, err = h.newID(ctx); err != nil {
		return "", err
	}
	if !r.Alone() {
		hello := discord.Message{
			Content: r.Texts.Say("replay.trying", "Game", string(from.Game), "Turn", from.Turn),
			Nonce:   "try" + r.ID,
		}
		g.Channel, _, err = h.People.Write(ctx, r.User.ID, hello)
		switch {
		case errors.Is(err, people.ErrClosed), discord.IsDMClosed(err):
			return "", route.Fail("try-closed")
		case err != nil:
			return "", err
		}
	}
	g.Locale = r.Texts.Lang()
	opened, err := h.Games.Open(ctx, r.Call(g.ID), g)
	if err != nil {
		return "", err
	}
	wanted := match.Start{Solo: opponent.AwayLevel, From: &from.GoingOn, Seed: from.row.Seed}
	if r.Pressed.Anew {
		if wanted.Seed, err = h.drawSeed(); err != nil {
			return "", err
		}
	}
	if wanted.Sign, err = h.freeSign(ctx, opened); err != nil {
		return "", err
	}
	by := match.Actor{User: r.User.ID, Name: r.By().Name, Channel: opened.Channel}
	_, _, err = h.Games.Do(ctx, play.Call{Game: opened.ID, By: by, At: r.Now}, wanted)
	return opened.ID, err
}
