package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/bot/speech"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// position is a game as one of its players sees it who is about to move: questions before a move are answered out of it.
type position struct {
	Table   *table
	Seat    engine.Seat
	View    engine.View // of Seat
	speaker *speech.Speaker
}

// position loads the game for the request's user. *movedOn if what was clicked belongs to a state that has passed.
func (b *Bot) position(ctx context.Context, r *Request, id storage.GameID) (*position, error) {
	t, seat, err := b.seated(ctx, r, id)
	if err != nil {
		return nil, err
	}
	fresh, err := b.fresh(ctx, t, seat, r.Ply())
	if err != nil {
		return nil, err
	}
	if !fresh {
		return nil, &movedOn{t, seat}
	}
	return &position{t, seat, t.View(seat), t.speaker(r.Texts)}, nil
}

// refusal says why a move would be refused now, nil if it would not; nothing is changed.
func (p *position) refusal(m engine.Move) error {
	_, err := p.Table.game.Clone().Apply(p.Seat, m)
	if reason, ok := errors.AsType[*engine.Refusal](err); ok {
		return &refused{reason, p.Table, p.View}
	}
	if err != nil {
		return fmt.Errorf("try a move in game %s: %w", p.Table.ID, err)
	}
	return nil
}

// confirm asks to confirm a claim, or says why it is not possible. A zero payment stands for the proposed one.
func (p *position) confirm(r *Request, route engine.RouteID, paid engine.Payment) (Reply, error) {
	m := p.proposed(engine.Move{Verb: engine.Claim, Route: route, Payment: paid})
	if err := p.refusal(m); err != nil {
		return Reply{}, err
	}
	return answer(r, p.speaker.ConfirmClaim(string(p.Table.ID), &p.View, route, m.Payment)), nil
}

// confirmToll asks to confirm what is paid for a tunnel, or says why it is not possible. A zero payment stands for the
// proposed one. Who cannot pay is asked to withdraw.
func (p *position) confirmToll(r *Request, paid engine.Payment) (Reply, error) {
	m := p.proposed(engine.Move{Verb: engine.Pay, Payment: paid})
	if err := p.refusal(m); err != nil {
		return Reply{}, err
	}
	return answer(r, p.dated(p.speaker.ConfirmToll(string(p.Table.ID), &p.View, m.Payment))), nil
}

// dated says in a question until when it can be answered, if that is not for ever.
func (p *position) dated(m discord.Message) discord.Message {
	if due := p.speaker.Due(&p.View, p.Table.Seats[p.Seat-1].Due); due != "" {
		m.Content = discord.Fit(m.Content, maxContent-len(due)-1) + "\n" + due
	}
	return m
}

// proposed fills in the payment that is proposed for a move without one.
func (p *position) proposed(m engine.Move) engine.Move {
	if m.Payment.IsZero() {
		for proposed := range p.View.Payments(m) {
			m.Payment = proposed
			break
		}
	}
	return m
}

// paying reads the payment for a tunnel that a custom id carries.
func (p *position) paying(cards string) (engine.Move, error) {
	m := engine.Move{Verb: engine.Pay}
	var err error
	if m.Payment, err = speech.ParsePress(cards, len(p.View.Lexicon().Faces)); err != nil {
		return m, problem("unknown-button")
	}
	return m, nil
}

// naming reads the tickets to keep or to share.
func (p *position) naming(verb engine.Verb, ids []string) (engine.Move, error) {
	m := engine.Move{Verb: verb}
	for _, id := range ids {
		t, ok := p.View.Lexicon().Ticket(id)
		if !ok {
			return m, p.misread("no-such-ticket")
		}
		m.Tickets = append(m.Tickets, t)
	}
	return m, nil
}

// drawing reads which card to draw, as a person named it.
func (p *position) drawing(card string) (engine.Move, error) {
	m, ok := p.speaker.FindDraw(&p.View, card)
	if !ok {
		return m, p.undrawn(card)
	}
	return m, nil
}

// undrawn says why the card that a person named is none to draw: nothing can be drawn now, several fit, or none lies open.
func (p *position) undrawn(card string) error {
	if err := p.first(); err != nil && !p.can(engine.Draw) {
		return err
	}
	if fit := p.speaker.WhichDraws(&p.View, card); fit != "" {
		return problem("which-card", "Cards", fit)
	}
	if open := p.speaker.InsteadOpen(&p.View, card); open != "" {
		return problem("not-open", "Open", open)
	}
	return p.misread("no-such-card")
}

// unclaimed says why what a person named is no route to claim: nothing can be claimed now, several fit, or none.
func (p *position) unclaimed(route string) error {
	if err := p.first(); err != nil && !p.can(engine.Claim) {
		return err
	}
	if fit := p.speaker.WhichRoutes(&p.View, route); fit != "" {
		return problem("which-route", "Routes", fit)
	}
	return p.misread("no-such-route")
}

// can reports whether a move of the verb is legal.
func (p *position) can(verb engine.Verb) bool {
	return slices.ContainsFunc(p.View.Legal(), func(m engine.Move) bool { return m.Verb == verb })
}

// first says what is to be done before a turn, or that it is not the player's; nil if a turn is due.
func (p *position) first() error {
	if p.View.Moves(p.Seat) && p.View.Phase == engine.InPlay && p.View.Owes == engine.OwesTurn {
		return nil
	}
	return p.refusal(engine.Move{Verb: engine.Pass})
}

// unread says how cards can be typed.
func (p *position) unread(id string) error {
	return p.misread(id, "Example", p.speaker.CardsExample(&p.View))
}

// picking reads which card to draw, as a menu says it.
func (p *position) picking(card string) (engine.Move, error) {
	m, ok := speech.ParseDraw(p.View.Lexicon(), card)
	if !ok {
		return m, problem("unknown-button")
	}
	return m, nil
}

// claiming reads the claim that a custom id carries.
func (p *position) claiming(route, cards string) (engine.Move, error) {
	m := engine.Move{Verb: engine.Claim}
	var ok bool
	if m.Route, ok = speech.ParseRoute(route, len(p.View.Lexicon().Routes)); !ok {
		return m, problem("unknown-button")
	}
	var err error
	if m.Payment, err = speech.ParsePress(cards, len(p.View.Lexicon().Faces)); err != nil {
		return m, problem("unknown-button")
	}
	return m, nil
}

// misread says that what was typed could not be understood, and what would be: unless the player cannot move at all,
// which is then the better reason.
func (p *position) misread(id string, args ...any) error {
	if !p.View.Moves(p.Seat) {
		if err := p.refusal(engine.Move{Verb: engine.Pass}); err != nil {
			return err
		}
	}
	return problem(id, args...)
}

// sayRefused tells a rule's reason against a move, and shows the player what is possible.
func (b *Bot) sayRefused(r *Request, e *refused) discord.Message {
	s := e.Table.speaker(r.Texts)
	m := s.Panel(speech.Panel{
		Game: string(e.Table.ID), View: &e.View, News: []string{s.Refusal(&e.View, e.Refusal)}, Where: tableLink(e.Table.Game),
	})
	m.Ephemeral = true
	return m
}

// value is the option picked from a menu of which one can be picked.
func (r *Request) value() string {
	if len(r.Values) != 1 {
		return ""
	}
	return r.Values[0]
}

// answer shows a message of the player's own: in the place of what was clicked, else as a new message that on a server
// only the player sees.
func answer(r *Request, m discord.Message) Reply {
	if r.Kind == discord.Click {
		return Reply{Update: &m}
	}
	return private(r, m)
}

// private shows a new message that on a server only the player sees.
func private(r *Request, m discord.Message) Reply {
	m.Ephemeral = r.Guild != ""
	return Reply{Message: &m}
}

// tableLink mentions the thread that a game is played in, "" if it has none.
func tableLink(g storage.Game) string {
	if g.Thread == "" {
		return ""
	}
	return "<#" + g.Thread + ">"
}
