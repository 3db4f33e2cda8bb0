package bot

import (
	"context"

	"github.com/konduktor-bot/konduktor/bot/speech"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// routeSharing registers the handlers of what partners share: /place /share, their buttons and menus.
func (b *Bot) routeSharing(t *router) {
	t.Slash("place", b.named(b.place))
	t.Slash("share", b.named(b.share))
	t.Click(speech.PressPlace, b.pressed(b.pickPlace))
	t.Click(speech.PressShare, b.pressed(b.pickShared))
	t.Click(speech.PressShareSure, b.pressed(b.shareSure))
}

// shareOptions is the number of options ticket1, ticket2 of /share (S6).
const shareOptions = 2

// place says where a card goes that was drawn blind: /place.
func (b *Bot) place(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	return b.move(ctx, r, id, func(p *position) (engine.Move, error) {
		where, ok := p.speaker.FindWhere(&p.View, r.Option("where"))
		if !ok {
			return engine.Move{}, p.misread("no-such-place")
		}
		return engine.Move{Verb: engine.Place, Where: where}, nil
	})
}

// pickPlace says where a card goes by its buttons.
func (b *Bot) pickPlace(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	where, ok := speech.ParseWhere(r.Params["where"])
	if !ok {
		return Reply{}, problem("unknown-button")
	}
	return b.move(ctx, r, id, just(engine.Move{Verb: engine.Place, Where: where}))
}

// share puts tickets on the team's rack: /share. As a whole turn it asks to confirm.
func (b *Bot) share(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	return b.sharing(ctx, r, id, ticketsSoFar(r, shareOptions))
}

// pickShared puts tickets on the team's rack by the menu.
func (b *Bot) pickShared(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	return b.sharing(ctx, r, id, r.Values)
}

func (b *Bot) sharing(ctx context.Context, r *Request, id storage.GameID, ids []string) (Reply, error) {
	p, err := b.position(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	if !p.View.Uses(engine.UsesTeams) {
		if err := p.refusal(engine.Move{Verb: engine.Share}); err != nil {
			return Reply{}, err
		}
	}
	m, err := p.naming(engine.Share, ids)
	if err != nil {
		return Reply{}, err
	}
	if speech.SharesAtOnce(&p.View) {
		return b.moveFrom(ctx, r, p, m)
	}
	if err := p.refusal(m); err != nil {
		return Reply{}, err
	}
	return answer(r, p.speaker.ConfirmShare(string(id), &p.View, m.Tickets)), nil
}

// shareSure shares the tickets that the player has confirmed.
func (b *Bot) shareSure(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	return b.move(ctx, r, id, func(p *position) (engine.Move, error) {
		list, ok := speech.ParseTickets(r.Params["tickets"], len(p.View.Lexicon().Tickets))
		if !ok {
			return engine.Move{}, problem("unknown-button")
		}
		return engine.Move{Verb: engine.Share, Tickets: list}, nil
	})
}
