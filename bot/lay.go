package bot

import (
	"context"

	"github.com/konduktor-bot/konduktor/bot/speech"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// routeLaying registers the handlers of what is laid into a railyard (K5): /lay, its buttons and menus.
func (b *Bot) routeLaying(t *router) {
	t.Slash("lay", b.named(b.lay))
	t.Click(speech.PressLay, b.pressed(b.pickRow))
	t.Click(speech.PressLayCards, b.pressed(b.pickLaid))
	t.Click(speech.PressLayWays, b.pressed(b.narrowLay))
	t.Click(speech.PressLaySingles, b.pressed(b.pickSingles))
	t.Click(speech.PressLaySure, b.pressed(b.laySure))
}

// lay asks to confirm cards to be laid: /lay.
func (b *Bot) lay(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	p, err := b.position(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	if !p.View.Uses(engine.UsesYards) {
		return p.confirmLay(r, engine.Payment{}) // refused with what there is instead
	}
	laid, ok := p.speaker.FindLay(&p.View, r.Option("row"))
	if !ok {
		return Reply{}, p.unread("no-such-row")
	}
	return p.confirmLay(r, laid)
}

// pickRow proposes a row of the colour that was picked from the menu, or asks which single cards are to be laid.
func (b *Bot) pickRow(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	p, err := b.position(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	if r.value() == speech.Singles {
		if err := p.refusal(engine.Move{Verb: engine.Lay, Payment: speech.Proposed(&p.View, engine.NoCard)}); err != nil {
			return Reply{}, err
		}
		return answer(r, p.speaker.AskSingles(string(id), &p.View)), nil
	}
	color, ok := p.View.Lexicon().Card(r.value())
	if !ok {
		return Reply{}, problem("unknown-button")
	}
	return p.confirmLay(r, speech.Proposed(&p.View, color))
}

// pickLaid asks to confirm another row of the colour.
func (b *Bot) pickLaid(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	p, err := b.position(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	m, err := p.laying(r.value())
	if err != nil {
		return Reply{}, err
	}
	return p.confirmLay(r, m.Payment)
}

// narrowLay shows only some of a colour's rows.
func (b *Bot) narrowLay(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	p, err := b.position(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	color, ok := p.View.Lexicon().Card(r.Params["card"])
	ways, misread := speech.ParseWays(r.value())
	if !ok || misread != nil {
		return Reply{}, problem("unknown-button")
	}
	if err := p.refusal(engine.Move{Verb: engine.Lay, Payment: speech.Proposed(&p.View, color)}); err != nil {
		return Reply{}, err
	}
	return answer(r, p.speaker.NarrowLay(string(id), &p.View, color, ways)), nil
}

// pickSingles asks to confirm three single cards.
func (b *Bot) pickSingles(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	p, err := b.position(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	laid, ok := speech.ParseSingles(&p.View, r.Values)
	if !ok {
		return Reply{}, problem("unknown-button")
	}
	return p.confirmLay(r, laid)
}

// laySure lays the cards that the player has confirmed.
func (b *Bot) laySure(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	return b.move(ctx, r, id, func(p *position) (engine.Move, error) { return p.laying(r.Params["cards"]) })
}

// confirmLay asks to confirm a lay, or says why it is not possible.
func (p *position) confirmLay(r *Request, laid engine.Payment) (Reply, error) {
	if err := p.refusal(engine.Move{Verb: engine.Lay, Payment: laid}); err != nil {
		return Reply{}, err
	}
	return answer(r, p.speaker.ConfirmLay(string(p.Table.ID), &p.View, laid)), nil
}

// laying reads the cards to lay that a custom id or a menu carries.
func (p *position) laying(cards string) (engine.Move, error) {
	m := engine.Move{Verb: engine.Lay}
	var err error
	if m.Payment, err = speech.ParsePress(cards, len(p.View.Lexicon().Faces)); err != nil {
		return m, problem("unknown-button")
	}
	return m, nil
}
