package handlers

import (
	"context"
	"errors"

	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine/match"
)

func isUnchanged(err error) bool { return errors.Is(err, match.ErrUnchanged) }

func (h *Handlers) pause(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	t, _, err := h.do(ctx, r, id, match.Pause{Vote: r.Pressed.Wish})
	if err != nil {
		return nil, err
	}
	if t.Paused {
		until := speech.Stamp(t.PauseEnds, "f")
		said := r.Texts.Say("clock.paused", "Game", string(id), "Until", until)
		return route.Whisper(said), nil
	}
	missing := t.VotesNeeded(t.Pausing)
	return r.Whisper("clock.vote-noted", "Game", string(id), "Count", missing), nil
}

func (h *Handlers) refusePause(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	return h.whispering(ctx, r, id, match.RefusePause{Vote: r.Pressed.Wish}, "clock.pause-denied")
}

func (h *Handlers) more(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	if _, _, err := h.do(ctx, r, id, match.GiveTime{}); err != nil {
		return nil, err
	}
	return r.Whisper("clock.given", "Hours", int(match.Gift.Hours())), nil
}
