package bot

import (
	"context"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/bot/speech"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// routePieces registers the handlers of choosing and exchanging pieces: /pieces /exchange, their buttons and menus.
func (b *Bot) routePieces(t *router) {
	t.Slash("pieces", b.named(b.choosePieces))
	t.Slash("exchange", b.named(b.exchange))
	t.Click(speech.PressPieces, b.pressed(b.pickPieces))
	t.Click(speech.PressFleet, b.pressed(b.pickPieces))
	t.Click(speech.PressExchange, b.pressed(b.exchange))
	t.Click(speech.PressGive, b.pressed(b.pickExchange))
	t.Click(speech.PressExchangeSure, b.pressed(b.exchangeSure))
}

// choosePieces makes the choice of pieces (W2): /pieces.
func (b *Bot) choosePieces(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	return b.move(ctx, r, id, func(p *position) (engine.Move, error) {
		m, ok := p.speaker.FindSplit(&p.View, r.Option("trains"), r.Option("ships"))
		if !ok {
			return m, p.misread("no-such-pieces")
		}
		return m, nil
	})
}

// pickPieces makes the choice of pieces by its button or menu.
func (b *Bot) pickPieces(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	text, pressed := r.Params["pieces"]
	if !pressed {
		text = r.value()
	}
	m, ok := speech.ParseSplit(text)
	if !ok {
		return Reply{}, problem("unknown-button")
	}
	return b.move(ctx, r, id, just(m))
}

// exchange asks to confirm an exchange of pieces (W11): /exchange. Without one it shows what can be exchanged.
func (b *Bot) exchange(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	p, err := b.position(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	named := r.Option("pieces")
	m, ok := p.speaker.FindExchange(&p.View, named)
	switch {
	case named != "" && !ok:
		return Reply{}, p.misread("no-such-exchange")
	case ok:
		return p.confirmExchange(r, m)
	}
	if m, ok = speech.AnyExchange(&p.View); !ok {
		return Reply{}, p.refusedExchange()
	}
	if err := p.refusal(m); err != nil {
		return Reply{}, err
	}
	return answer(r, p.speaker.AskExchange(string(id), &p.View)), nil
}

// refusedExchange says why nothing can be exchanged now.
func (p *position) refusedExchange() error {
	for _, given := range []engine.Pile{engine.Trains, engine.Ships} {
		if err := p.refusal(engine.Move{Verb: engine.Exchange, Pile: given, N: 1}); err != nil {
			return err
		}
	}
	return problem("no-such-exchange")
}

// confirmExchange asks to confirm an exchange, or says why it is not possible.
func (p *position) confirmExchange(r *Request, m engine.Move) (Reply, error) {
	if err := p.refusal(m); err != nil {
		return Reply{}, err
	}
	return answer(r, p.speaker.ConfirmExchange(string(p.Table.ID), &p.View, m)), nil
}

// pickExchange asks to confirm the exchange that was picked from a menu.
func (b *Bot) pickExchange(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	p, err := b.position(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	m, ok := speech.ParseExchange(r.Params["pile"], r.value())
	if !ok {
		return Reply{}, problem("unknown-button")
	}
	return p.confirmExchange(r, m)
}

// exchangeSure exchanges the pieces that the player has confirmed.
func (b *Bot) exchangeSure(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	m, ok := speech.ParseExchange(r.Params["pile"], r.Params["count"])
	if !ok {
		return Reply{}, problem("unknown-button")
	}
	return b.move(ctx, r, id, just(m))
}

// completePieces suggests choices of pieces: for the trains all of them, for the ships those that go with the trains.
func completePieces(r *Request, s *speech.Speaker, v *engine.View) []discord.Choice {
	if r.Focused().Name == "ships" {
		return s.SuggestShips(v, r.Option("trains"), r.Focused().Value)
	}
	return s.SuggestPieces(v, r.Focused().Value)
}
