package handlers

import (
	"context"

	"konduktor/bot/discord"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine/match"
)

func (h *Looks) showFilm(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	t, err := h.finished(ctx, r, id, route.Fail("film-not-over", "Game", string(id)))
	if err != nil {
		return nil, err
	}
	return route.LaterPrivate(r, func(ctx context.Context) (discord.Message, error) {
		file, err := h.Pictures.Film(ctx, t, r.Texts, h.Games)
		return discord.Message{
			Content: r.Texts.Say("look.film", "Game", string(id)), Files: []discord.File{file},
		}, err
	}), nil
}

// postFilm puts the film of a finished game on its table, for all: the button of the result. A
// second press says where it is.
func (h *Looks) postFilm(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	t, err := h.finished(ctx, r, id, route.Fail("film-not-over", "Game", string(id)))
	if err != nil {
		return nil, err
	}
	if t.Thread == "" {
		return h.showFilm(ctx, r, id)
	}
	link, err := h.AskFilm(ctx, t.Game)
	switch {
	case err != nil:
		return nil, err
	case link != "":
		return r.Whisper("look.film-there", "Link", link), nil
	}
	return route.Whisper(message.Elsewhere(r, t.Game, r.Texts.Say("look.film-coming"))), nil
}

// finished loads a game that is over, for a user who may see its public side. underWay is the
// error if it is not.
func (h *Looks) finished(
	ctx context.Context, r *route.Request, id match.GameID, underWay error,
) (*play.Table, error) {
	t, _, err := h.watched(ctx, r, id)
	switch {
	case err != nil:
		return nil, err
	case t.State == match.Cancelled:
		return nil, route.Fail("game-cancelled", "Game", string(id))
	case t.State != match.Finished:
		return nil, underWay
	case h.Games.Sealed(ctx, t.Game, r.Now):
		return nil, message.Sealed(t.Game)
	}
	return t, nil
}
