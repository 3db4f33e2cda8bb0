package bot

import (
	"context"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/bot/speech"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// draw draws a card: /draw. Where a slot can be filled from several decks and none is named, it asks from which (W3).
func (b *Bot) draw(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	return b.drawing(ctx, r, id, func(p *position) (engine.Move, error) {
		m, err := p.drawing(r.Option("card"))
		deck := strings.TrimSpace(r.Option("refill"))
		if err != nil || deck == "" || m.Slot == 0 || !p.View.Lexicon().TwoDecks {
			return m, err
		}
		pile, ok := p.speaker.FindPile(&p.View, deck)
		if !ok {
			return m, p.misread("no-such-deck")
		}
		m.Pile = pile
		return m, nil
	})
}

// pickCard draws a card by its menu, or asks from which deck its slot is filled.
func (b *Bot) pickCard(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	return b.drawing(ctx, r, id, func(p *position) (engine.Move, error) { return p.picking(r.value()) })
}

func (b *Bot) drawing(ctx context.Context, r *Request, id storage.GameID, read func(*position) (engine.Move, error)) (Reply, error) {
	p, err := b.position(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	m, err := read(p)
	if err != nil {
		return Reply{}, err
	}
	if m.Slot == 0 || m.Pile != engine.NoPile || !p.View.Lexicon().TwoDecks {
		return b.moveFrom(ctx, r, p, m)
	}
	decks := speech.Refills(&p.View, m.Slot)
	if len(decks) > 1 {
		return answer(r, p.speaker.AskRefill(string(id), &p.View, m.Slot)), nil
	}
	if m.Pile = engine.Trains; len(decks) == 1 { // without any the rules refuse the slot, whichever is named
		m.Pile = decks[0]
	}
	return b.moveFrom(ctx, r, p, m)
}

// refill draws from a slot that is filled from the deck of the button.
func (b *Bot) refill(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	return b.move(ctx, r, id, func(p *position) (engine.Move, error) {
		m, ok := speech.ParseDraw(p.View.Lexicon(), r.Params["slot"]+" "+r.Params["pile"])
		if !ok {
			return m, problem("unknown-button")
		}
		return m, nil
	})
}

// completeDraw suggests cards to draw, and decks to fill their slot from.
func completeDraw(r *Request, s *speech.Speaker, v *engine.View) []discord.Choice {
	if r.Focused().Name == "refill" {
		return s.SuggestRefills(v, r.Option("card"), r.Focused().Value)
	}
	return s.SuggestDraws(v, r.Focused().Value)
}
