package message

import (
	"context"
	"errors"

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
	return func(ctx context.Context, r *route.Request) (*route.Reply, error) {
		if r.Kind == discord.Autocomplete {
			return next(ctx, r)
		}
		made, ok, err := p.games.Repeated(ctx, r.Call(""))
		if err != nil {
			return nil, err
		}
		if ok {
			return p.AfterMove(r, made), nil
		}
		reply, err := next(ctx, r)
		if err != nil {
			return p.refuse(ctx, r, err)
		}
		if act := reply.Act; act != nil {
			reply.Act = func(ctx context.Context) (*route.Reply, error) {
				return p.act(ctx, r, reply.Typed, act)
			}
		}
		return reply, nil
	}
}

// act carries a typed command out, unless it has been typed and carried out before. The game may
// have been picked from a menu since.
func (p *Panels) act(ctx context.Context, r *route.Request, typed string,
	act func(context.Context) (*route.Reply, error),
) (*route.Reply, error) {
	made, ok, err := p.retyped(ctx, r, typed)
	if err != nil {
		return nil, err
	}
	if ok {
		reply := p.AfterMove(r, made)
		reply.Typed = typed
		return reply, nil
	}
	reply, err := act(ctx)
	if err != nil {
		return p.refuse(ctx, r, err)
	}
	return reply, nil
}

// tapped is why a button was refused whose position has passed. Made returns the move that an
// earlier tap on it has made; false if none has.
type tapped interface {
	error
	Made(ctx context.Context, r *route.Request) (play.Made, bool, error)
}

// refuse answers a request that was not carried out. Another delivery, the same command typed
// before, or an earlier tap may have been: then this one was refused for its own move.
func (p *Panels) refuse(ctx context.Context, r *route.Request, err error) (*route.Reply, error) {
	made, ok, lost := p.games.Repeated(ctx, r.Call(""))
	if lost == nil && !ok {
		made, ok, lost = p.retyped(ctx, r, r.Typed())
	}
	if late, is := errors.AsType[tapped](err); is && lost == nil && !ok {
		made, ok, lost = late.Made(ctx, r)
	}
	if ok && lost == nil {
		return p.AfterMove(r, made), nil
	}
	if reason, ok := errors.AsType[*play.Refused](err); ok {
		err = refused{reason}
	}
	return nil, err
}

func (p *Panels) retyped(ctx context.Context, r *route.Request, typed string,
) (play.Made, bool, error) {
	call := r.Call("")
	call.Typed = typed
	return p.games.Retyped(ctx, call)
}

// refused is a rule's reason against a move, which is told with a panel.
type refused struct{ *play.Refused }

// Unwrap returns the reason.
func (e refused) Unwrap() error { return e.Refused }

// Reply tells the reason and shows the player what is possible.
func (e refused) Reply(r *route.Request) *route.Reply {
	s := Speaker(r.Texts, e.Table)
	shown := speech.Panel{
		Place: speech.Place{Game: string(e.Table.ID), At: customid.Of(e.Table.Game)}, View: &e.View,
		News: []string{s.Refusal(&e.View, e.Refusal)}, Where: link(e.Table),
	}
	if e.Refusal.Code == engine.RefuseTurn {
		shown.Stage = speech.Barred
	}
	m := s.Panel(shown)
	m.Ephemeral = true
	return &route.Reply{Message: &m}
}

// link is the address of the thread that a game is played in, "" if it has none. A mention would
// show its whole name, which takes two lines of a phone.
func link(t *play.Table) string {
	if t.Thread == "" {
		return ""
	}
	return discord.LinkMessage(t.Guild, t.Thread, "")
}
