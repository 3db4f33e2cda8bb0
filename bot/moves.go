package bot

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/bot/speech"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// routeMoves registers the handlers of moves: /keep /draw /claim /tickets, their buttons, menus and completions.
func (b *Bot) routeMoves(t *router) {
	t.Slash("keep", b.named(b.keep))
	t.Slash("draw", b.named(b.draw))
	t.Slash("claim", b.named(b.claim))
	t.Slash("tickets", b.named(b.askTickets))
	t.Click(speech.PressKeep, b.pressed(b.pickKept))
	t.Click(speech.PressKeepNone, b.pressed(b.keepNone))
	t.Click(speech.PressDraw, b.pressed(b.pickCard))
	t.Click(speech.PressRefill, b.pressed(b.refill))
	t.Click(speech.PressRoute, b.pressed(b.pickRoute))
	t.Click(speech.PressPayment, b.pressed(b.pickPayment))
	t.Click(speech.PressWays, b.pressed(b.narrowPayment))
	t.Click(speech.PressClaim, b.pressed(b.claimSure))
	t.Click(speech.PressTickets, b.pressed(b.askTickets))
	t.Click(speech.PressTicketsSure, b.pressed(b.ticketsSure))
	t.Click(speech.PressPass, b.pressed(b.pass))
	t.Click(speech.PressPage, b.pressed(b.turnPage))
	b.routeTunnel(t)
	b.routeLaying(t)
	b.routeSharing(t)
	b.routePieces(t)
	b.routePorts(t)
}

// keepOptions is the number of options ticket1, ticket2, … of /keep: no title offers more tickets at a time (K2).
const keepOptions = 6

// keep answers an offer of tickets: /keep.
func (b *Bot) keep(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	return b.move(ctx, r, id, func(p *position) (engine.Move, error) {
		ids := keptSoFar(r)
		if slices.Contains(ids, speech.AllTickets) {
			return engine.Move{Verb: engine.Keep, Tickets: p.View.Own().Offer.IDs}, nil
		}
		if slices.Equal(ids, []string{speech.NoTickets}) {
			return engine.Move{Verb: engine.Keep}, nil
		}
		return p.naming(engine.Keep, ids)
	})
}

// keepNone keeps none of the tickets on offer, where that is allowed (K6).
func (b *Bot) keepNone(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	return b.move(ctx, r, id, just(engine.Move{Verb: engine.Keep}))
}

// keptSoFar lists what is named of the tickets to keep.
func keptSoFar(r *Request) []string { return ticketsSoFar(r, keepOptions) }

// ticketsSoFar lists the values of the n options ticket1, ticket2, … but for one that is being typed.
func ticketsSoFar(r *Request, n int) []string {
	var ids []string
	for i := 1; i <= n; i++ {
		name := "ticket" + strconv.Itoa(i)
		if value := strings.TrimSpace(r.Option(name)); value != "" && name != r.Focused().Name {
			ids = append(ids, value)
		}
	}
	return ids
}

// pickKept answers an offer by its menu.
func (b *Bot) pickKept(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	return b.move(ctx, r, id, func(p *position) (engine.Move, error) { return p.naming(engine.Keep, r.Values) })
}

// claim asks to confirm a claim: /claim. Without cards it proposes the payment.
func (b *Bot) claim(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	p, err := b.position(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	if len(p.View.Lexicon().Routes) == 0 {
		return Reply{}, problem("no-routes")
	}
	route, ok := p.speaker.FindRoute(&p.View, r.Option("route"))
	if !ok {
		return Reply{}, p.unclaimed(r.Option("route"))
	}
	var paid engine.Payment
	if cards := strings.TrimSpace(r.Option("cards")); cards != "" {
		if paid, ok = p.speaker.FindPayment(&p.View, engine.Move{Verb: engine.Claim, Route: route}, cards); !ok {
			return Reply{}, p.unread("no-such-cards")
		}
	}
	return p.confirm(r, route, paid)
}

// pickRoute asks to confirm the claim that was picked from the menu.
func (b *Bot) pickRoute(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	p, err := b.position(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	route, ok := p.View.Lexicon().Route(r.value())
	if !ok {
		return Reply{}, problem("unknown-button")
	}
	return p.confirm(r, route, engine.Payment{})
}

// pickPayment asks to confirm a claim with another payment.
func (b *Bot) pickPayment(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	p, err := b.position(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	m, err := p.claiming(r.Params["route"], r.value())
	if err != nil {
		return Reply{}, err
	}
	return p.confirm(r, m.Route, m.Payment)
}

// narrowPayment shows only some of the ways to pay for a claim.
func (b *Bot) narrowPayment(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	p, err := b.position(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	route, ok := speech.ParseRoute(r.Params["route"], len(p.View.Lexicon().Routes))
	ways, misread := speech.ParseWays(r.value())
	if !ok || misread != nil {
		return Reply{}, problem("unknown-button")
	}
	if err := p.refusal(p.proposed(engine.Move{Verb: engine.Claim, Route: route})); err != nil {
		return Reply{}, err
	}
	return answer(r, p.speaker.NarrowClaim(string(id), &p.View, route, ways)), nil
}

// claimSure claims the route that the player has confirmed.
func (b *Bot) claimSure(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	return b.move(ctx, r, id, func(p *position) (engine.Move, error) {
		return p.claiming(r.Params["route"], r.Params["cards"])
	})
}

// askTickets asks to confirm a draw of tickets: /tickets and its button.
func (b *Bot) askTickets(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	p, err := b.position(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	if err := p.refusal(engine.Move{Verb: engine.Tickets}); err != nil {
		return Reply{}, err
	}
	return answer(r, p.speaker.ConfirmTickets(string(id), &p.View)), nil
}

// ticketsSure draws tickets.
func (b *Bot) ticketsSure(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	return b.move(ctx, r, id, just(engine.Move{Verb: engine.Tickets}))
}

// pass ends a turn in which nothing is legal (C12).
func (b *Bot) pass(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	return b.move(ctx, r, id, just(engine.Move{Verb: engine.Pass}))
}

func just(m engine.Move) func(*position) (engine.Move, error) {
	return func(*position) (engine.Move, error) { return m, nil }
}

// turnPage shows the panel again, with another page of routes.
func (b *Bot) turnPage(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	page, ok := speech.ParsePage(r.Params["page"])
	if !ok {
		return Reply{}, problem("unknown-button")
	}
	p, err := b.position(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	return b.later(r, func(ctx context.Context) (discord.Message, error) {
		return b.panelPage(ctx, r.Texts, p.Table.Game, p.Seat, page)
	}), nil
}

// move makes the move that is read out of the request.
func (b *Bot) move(ctx context.Context, r *Request, id storage.GameID, read func(*position) (engine.Move, error)) (Reply, error) {
	p, err := b.position(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	m, err := read(p)
	if err != nil {
		return Reply{}, err
	}
	return b.moveFrom(ctx, r, p, m)
}

// moveFrom makes a move that was chosen in a position.
func (b *Bot) moveFrom(ctx context.Context, r *Request, p *position, m engine.Move) (Reply, error) {
	done, err := b.play(ctx, r, p, m)
	if err != nil {
		return Reply{}, err
	}
	return b.moved(r, done), nil
}
