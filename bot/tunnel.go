package bot

import (
	"context"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/speech"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// routeTunnel registers the handlers of what a tunnel asks for: /pay /withdraw, their buttons and menus.
func (b *Bot) routeTunnel(t *router) {
	t.Slash("pay", b.named(b.askToll))
	t.Slash("withdraw", b.named(b.withdraw))
	t.Click(speech.PressToll, b.pressed(b.pickToll))
	t.Click(speech.PressTollWays, b.pressed(b.narrowToll))
	t.Click(speech.PressPay, b.pressed(b.payToll))
	t.Click(speech.PressWithdraw, b.pressed(b.withdraw))
}

// askToll asks to confirm what is paid for a tunnel: /pay. Without cards it proposes the payment.
func (b *Bot) askToll(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	p, err := b.position(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	var paid engine.Payment
	if cards := strings.TrimSpace(r.Option("cards")); cards != "" {
		var ok bool
		if paid, ok = p.speaker.FindPayment(&p.View, engine.Move{Verb: engine.Pay}, cards); !ok {
			return Reply{}, p.unread("no-such-cards")
		}
	}
	return p.confirmToll(r, paid)
}

// pickToll asks to confirm another payment for a tunnel.
func (b *Bot) pickToll(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	p, err := b.position(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	m, err := p.paying(r.value())
	if err != nil {
		return Reply{}, err
	}
	return p.confirmToll(r, m.Payment)
}

// narrowToll shows only some of the ways to pay for a tunnel.
func (b *Bot) narrowToll(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	p, err := b.position(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	ways, err := speech.ParseWays(r.value())
	if err != nil {
		return Reply{}, problem("unknown-button")
	}
	if err := p.refusal(p.proposed(engine.Move{Verb: engine.Pay})); err != nil {
		return Reply{}, err
	}
	return answer(r, p.dated(p.speaker.NarrowToll(string(id), &p.View, ways))), nil
}

// payToll pays what the tunnel asks for.
func (b *Bot) payToll(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	return b.move(ctx, r, id, func(p *position) (engine.Move, error) { return p.paying(r.Params["cards"]) })
}

// withdraw withdraws from a tunnel: /withdraw and its button.
func (b *Bot) withdraw(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	return b.move(ctx, r, id, just(engine.Move{Verb: engine.Withdraw}))
}
