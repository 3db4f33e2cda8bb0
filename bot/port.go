package bot

import (
	"context"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/bot/speech"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// routePorts registers the handlers of building ports: /port, its buttons and menus.
func (b *Bot) routePorts(t *router) {
	t.Slash("port", b.named(b.port))
	t.Click(speech.PressPortPayment, b.pressed(b.pickPortPayment))
	t.Click(speech.PressPortWays, b.pressed(b.narrowPort))
	t.Click(speech.PressPort, b.pressed(b.pickPort))
	t.Click(speech.PressBuild, b.pressed(b.portSure))
}

// port asks to confirm a port (W10): /port. Without cards it proposes the payment.
func (b *Bot) port(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	p, err := b.position(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	m := engine.Move{Verb: engine.Port}
	var ok bool
	if m.City, ok = p.speaker.FindHarbour(&p.View, r.Option("city")); !ok {
		return Reply{}, p.misread("no-such-city")
	}
	if cards := strings.TrimSpace(r.Option("cards")); cards != "" {
		if m.Payment, ok = p.speaker.FindPayment(&p.View, m, cards); !ok {
			return Reply{}, p.unread("no-such-cards")
		}
	}
	return p.confirmPort(r, m)
}

// confirmPort asks to confirm a port, or says why it is not possible. A zero payment stands for the proposed one.
func (p *position) confirmPort(r *Request, m engine.Move) (Reply, error) {
	m = p.proposed(m)
	if err := p.refusal(m); err != nil {
		return Reply{}, err
	}
	return answer(r, p.speaker.ConfirmPort(string(p.Table.ID), &p.View, m.City, m.Payment)), nil
}

// pickPort asks to confirm the port whose city was picked from the menu.
func (b *Bot) pickPort(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	p, err := b.position(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	city, ok := p.View.Lexicon().City(r.value())
	if !ok {
		return Reply{}, problem("unknown-button")
	}
	return p.confirmPort(r, engine.Move{Verb: engine.Port, City: city})
}

// building reads the port that a custom id carries.
func (p *position) building(city, cards string) (engine.Move, error) {
	m := engine.Move{Verb: engine.Port}
	var ok bool
	if m.City, ok = speech.ParseCity(city, len(p.View.Lexicon().Cities)); !ok {
		return m, problem("unknown-button")
	}
	var err error
	if m.Payment, err = speech.ParsePress(cards, len(p.View.Lexicon().Faces)); err != nil {
		return m, problem("unknown-button")
	}
	return m, nil
}

// pickPortPayment asks to confirm a port with another payment.
func (b *Bot) pickPortPayment(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	p, err := b.position(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	m, err := p.building(r.Params["city"], r.value())
	if err != nil {
		return Reply{}, err
	}
	return p.confirmPort(r, m)
}

// narrowPort shows only some of the ways to pay for a port.
func (b *Bot) narrowPort(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	p, err := b.position(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	city, ok := speech.ParseCity(r.Params["city"], len(p.View.Lexicon().Cities))
	ways, misread := speech.ParseWays(r.value())
	if !ok || misread != nil {
		return Reply{}, problem("unknown-button")
	}
	if err := p.refusal(p.proposed(engine.Move{Verb: engine.Port, City: city})); err != nil {
		return Reply{}, err
	}
	return answer(r, p.speaker.NarrowPort(string(id), &p.View, city, ways)), nil
}

// portSure builds the port that the player has confirmed.
func (b *Bot) portSure(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	return b.move(ctx, r, id, func(p *position) (engine.Move, error) {
		return p.building(r.Params["city"], r.Params["cards"])
	})
}

// completePort suggests cities where a port can be built, and ways to pay for it.
func completePort(r *Request, s *speech.Speaker, v *engine.View) []discord.Choice {
	if r.Focused().Name == "cards" {
		return s.SuggestPortPayments(v, r.Option("city"), r.Focused().Value)
	}
	return s.SuggestPorts(v, r.Focused().Value)
}
