package panel

import (
	"context"
	"errors"

	"konduktor/bot/atlas"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
)

// Around answers an interaction that was carried out before as it was answered then, likewise a
// command that is typed again because its answer was lost, and shows what is possible to a player
// whose move a rule refuses.
func (p *Panels) Around(next route.Handler) route.Handler {
	return func(ctx context.Context, r *route.Request) (route.Reply, error) {
		if r.Kind == discord.Autocomplete {
			return next(ctx, r)
		}
		made, ok, err := p.games.Repeated(ctx, r.Call(""))
		if err == nil && !ok {
			again := r.Call("")
			again.Typed = r.Typed()
			made, ok, err = p.games.Retyped(ctx, again)
		}
		if err != nil {
			return route.Reply{}, err
		}
		if ok {
			return p.AfterMove(r, made), nil
		}
		reply, err := next(ctx, r)
		if err == nil {
			return reply, nil
		}
		// Another delivery may have been carried out meanwhile: what this one was refused for is its
		// own move.
		if made, ok, lost := p.games.Repeated(ctx, r.Call("")); ok && lost == nil {
			return p.AfterMove(r, made), nil
		}
		if reason, ok := errors.AsType[*play.Refused](err); ok {
			err = refused{reason}
		}
		return reply, err
	}
}

// refused is a rule's reason against a move, which is told with a panel.
type refused struct{ *play.Refused }

// Unwrap returns the reason.
func (e refused) Unwrap() error { return e.Refused }

// Reply tells the reason and shows the player what is possible.
func (e refused) Reply(r *route.Request) route.Reply {
	m := atlas.Speaker(r.Texts, e.Table).Panel(speech.Panel{
		Game: string(e.Table.ID), At: customid.Of(e.Table.Game), View: &e.View,
		News:  []string{atlas.Speaker(r.Texts, e.Table).Refusal(&e.View, e.Refusal)},
		Where: link(e.Table), Told: e.Refusal.Code == engine.RefuseTurn,
	})
	m.Ephemeral = true
	return route.Reply{Message: &m}
}

// link mentions the thread that a game is played in, "" if it has none.
func link(t *play.Table) string {
	if t.Thread == "" {
		return ""
	}
	return discord.MentionChannel(t.Thread)
}
