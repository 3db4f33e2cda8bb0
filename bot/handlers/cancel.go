package handlers

import (
	"context"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/route"
	"konduktor/engine/match"
)

// cancel asks the player to confirm the wish to cancel: a lobby ends when its host wants it, a
// running game when all of its players do.
func (h *Handlers) cancel(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	g, err := h.row(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := g.MayAskToCancel(r.By(), r.Now); err != nil {
		return nil, err
	}
	text := "stop.sure"
	if g.State == match.Lobby {
		text = "lobby.cancel-sure"
	}
	return confirm(r.Texts.Say(text, "Game", string(id)), r.Texts.Say("stop.button"),
		discord.Danger, customid.Button(customid.Stop, id)), nil
}

// agreeToStop ends a lobby for its host, or votes for the running game to be cancelled.
func (h *Handlers) agreeToStop(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	t, _, err := h.do(ctx, r, id, match.Cancel{Vote: r.Pressed.Wish})
	if err != nil {
		return nil, err
	}
	if t.State == match.Cancelled {
		return r.Whisper("stop.done", "Game", string(id)), nil
	}
	undecided := strings.Join(plainNames(t.Undecided(t.Leaving)), ", ")
	return r.Whisper("stop.noted", "Game", string(id), "Names", undecided), nil
}

// playOn takes back the wish to cancel a running game, for all.
func (h *Handlers) playOn(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	if _, _, err := h.do(ctx, r, id, match.PlayOn{Vote: r.Pressed.Wish}); err != nil {
		return nil, err
	}
	name := discord.Plain(r.User.Name)
	return r.Whisper("stop.refused", "Name", name), nil
}
