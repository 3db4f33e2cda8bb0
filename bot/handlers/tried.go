package handlers

import (
	"context"
	"errors"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/message"
	"konduktor/bot/people"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine/match"
)

// tryFromHere begins a private game against computers from a turn of a finished game: the button of
// /game replay. It is played in direct messages.
func (h *Handlers) tryFromHere(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	from, err := h.positionOf(ctx, r, id)
	if err != nil {
		return nil, err
	}
	return route.LaterPrivate(r, func(ctx context.Context) (discord.Message, error) {
		return h.goOn(ctx, r, from)
	}), nil
}

// position is one of a finished game.
type position struct {
	row match.Game
	match.GoingOn
}

func (h *Handlers) positionOf(ctx context.Context, r *route.Request, id match.GameID,
) (position, error) {
	t, err := h.Games.Table(ctx, id)
	switch {
	case err != nil:
		return position{}, err
	case !message.MayLook(t.Game, r):
		return position{}, route.Fail("game-unknown")
	case t.State != match.Finished:
		return position{}, route.Fail("replay-not-over", "Game", string(id))
	case h.Games.Sealed(ctx, t.Game, r.Now):
		return position{}, message.Sealed(t.Game)
	}
	from, err := h.Games.After(ctx, t, r.Pressed.Turn, t.SeatOf(r.User.ID))
	return position{t.Game, from}, err
}

// goOn opens and deals the game that goes on from a position, in the user's direct messages.
func (h *Handlers) goOn(ctx context.Context, r *route.Request, from position,
) (discord.Message, error) {
	wanted := match.Start{From: &from.GoingOn, Seed: from.row.Seed}
	if r.Pressed.Anew {
		var err error
		if wanted.Seed, err = h.Games.DrawSeed(); err != nil {
			return discord.Message{}, err
		}
	}
	hello := r.Texts.Say("replay.trying", "Game", string(from.Game), "Turn", from.Turn)
	trial := from.row.Trial(from.Tried, r.Pressed.Anew)
	return h.dealAlone(ctx, r, trial, wanted, hello, "replay.tried")
}

// doubleTap is how soon a second press of a button means the game that the first one began.
const doubleTap = 10 * time.Second

// playForReal begins a game of a title against computers in the user's direct messages: what
// follows its lesson.
func (h *Handlers) playForReal(ctx context.Context, r *route.Request) (*route.Reply, error) {
	title, ok := h.Atlas.Title(r.Pressed.Title)
	if !ok {
		return nil, route.Fail("title-unknown")
	}
	running, err := h.Store.GamesOf(ctx, r.User.ID, match.Lobby, match.Running)
	if err != nil {
		return nil, err
	}
	for _, g := range running {
		if g.Title == title.ID() && g.Solitary() && r.Now.Sub(g.Created) < doubleTap {
			return r.Whisper("learn.real-begun", "Game", string(g.ID)), nil
		}
	}
	return route.LaterPrivate(r, func(ctx context.Context) (discord.Message, error) {
		g := match.NewGame(title, nil)
		seed, err := h.Games.DrawSeed()
		if err != nil {
			return discord.Message{}, err
		}
		hello := r.Texts.Say("learn.real", "Title", h.Atlas.NameOf(ctx, r.Texts, g))
		return h.dealAlone(ctx, r, g, match.Start{Seed: seed}, hello, "learn.real-begun")
	}), nil
}

// dealAlone opens and deals a game against computers in the user's direct messages, which begins
// there with hello. The answer says so, and tells the commitment, as no table does (C16).
func (h *Handlers) dealAlone(ctx context.Context, r *route.Request, g match.Game,
	wanted match.Start, hello, said string,
) (m discord.Message, err error) {
	opened, _, err := h.Games.Open(ctx, r.Call(""), func() (match.Game, error) {
		return h.alone(ctx, r, g, hello)
	})
	if err != nil {
		return m, err
	}
	if opened.State == match.Lobby { // else a repetition: it is under way
		wanted.Solo, wanted.Direct = play.AwayLevel, opened.Channel
		if wanted.Sign, err = h.Games.FreeSign(ctx, opened); err != nil {
			return m, err
		}
		by := match.Actor{User: r.User.ID, Name: r.By().Name, Channel: opened.Channel}
		t, _, err := h.Games.Do(ctx, play.Call{Game: opened.ID, By: by, At: r.Now}, wanted)
		if err != nil {
			return m, err
		}
		opened = t.Game
	}
	m.Content = r.Texts.Say(said, "Game", string(opened.ID)) + "\n" +
		r.Texts.Say("table.commitment", "Commitment", opened.Seed.Commitment())
	return m, nil
}

// alone makes the row of a game in the user's direct messages, and says hello there.
func (h *Handlers) alone(ctx context.Context, r *route.Request, g match.Game, hello string,
) (match.Game, error) {
	var err error
	if g.ID, err = h.freeID(ctx, r.User.ID); err != nil {
		return g, err
	}
	g.Channel, g.Locale = r.Channel, r.Texts.Lang()
	if r.Alone() {
		return g, nil
	}
	m := discord.Message{Content: hello, Nonce: "try" + r.ID}
	g.Channel, _, err = h.People.Write(ctx, r.User.ID, m)
	if errors.Is(err, people.ErrClosed) || discord.IsDMClosed(err) {
		err = route.Fail("try-closed")
	}
	return g, err
}
