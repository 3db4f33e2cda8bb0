package speech

import (
	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// ConfirmClaim asks whether a legal claim is to be made with a payment, and offers the other ways to pay. A zero payment
// stands for the one that is proposed.
func (s *Speaker) ConfirmClaim(game string, v *engine.View, r engine.RouteID, paid engine.Payment) discord.Message {
	return s.confirmClaim(game, v, r, paid, nil)
}

// NarrowClaim is ConfirmClaim for a part of the ways to pay.
func (s *Speaker) NarrowClaim(game string, v *engine.View, r engine.RouteID, ways Ways) discord.Message {
	return s.confirmClaim(game, v, r, proposalOf(v, engine.Move{Verb: engine.Claim, Route: r}, ways), ways)
}

func (s *Speaker) confirmClaim(game string, v *engine.View, r engine.RouteID, paid engine.Payment, ways Ways) discord.Message {
	m := engine.Move{Verb: engine.Claim, Route: r}
	if paid.IsZero() {
		paid = proposal(v, m)
	}
	route := &s.board.Routes[r]
	lines := []string{
		s.heading(game, v),
		s.say("claim.ask", "Route", s.Route(r), "Count", route.Length),
		s.say("claim.pays", "Cards", s.Payment(v, paid)),
		s.say("claim.gives", "Gain", s.gives(v, r)),
	}
	lines = append(lines, s.leaves(v, paid)...)
	switch {
	case route.Kind == railmap.Tunnel:
		lines = append(lines, s.say("tunnel.warning", "Count", route.Reveals))
	case route.Symbols > 0 || route.Pairs > 0 || route.Kind == railmap.Sea || s.texts.Has("title."+s.board.Title+".takes-"+route.ID):
		lines = append(lines, s.say("claim.takes", "Takes", s.fare(r)))
	}
	if list := s.needs(v, r); len(list) > 0 {
		lines = append(lines, s.say("claim.tickets", "Tickets", s.tickets(list)))
	}
	rows := s.wayRows(v, payer{
		move: m, chosen: press(PressPayment, game, v.Ply, "{route}", printRoute(r)),
		narrow: press(PressWays, game, v.Ply, "{route}", printRoute(r)),
	}, paid, ways)
	sure := press(PressClaim, game, v.Ply, "{route}", printRoute(r), "{cards}", PrintPress(paid))
	rows = append(rows, buttons(button(discord.Success, s.say("claim.sure"), sure), s.back(game, v)))
	return discord.Message{Content: fitLines(lines), Rows: rows}
}

func (s *Speaker) gives(v *engine.View, r engine.RouteID) string {
	if goods(s.board, v, r) {
		return s.join([]string{s.gain(r), s.say("claim.goods")})
	}
	return s.gain(r)
}

// leaves says which cards are left when a payment has been made.
func (s *Speaker) leaves(v *engine.View, paid engine.Payment) []string {
	own := v.Own()
	if !own.Hand.Cards.Holds(&paid.Hand) || !own.Rack.Cards.Holds(&paid.Rack) {
		return nil
	}
	lines := []string{s.say("claim.leaves", "Cards", s.Cards(v, own.Hand.Cards.Minus(&paid.Hand)))}
	if paid.Rack != (engine.Cards{}) {
		lines = append(lines, s.say("claim.leaves-rack", "Cards", s.Cards(v, own.Rack.Cards.Minus(&paid.Rack))))
	}
	return lines
}

// ConfirmTickets asks whether tickets are to be drawn.
func (s *Speaker) ConfirmTickets(game string, v *engine.View) discord.Message {
	lines := []string{
		s.heading(game, v),
		s.say("tickets.ask", "Count", v.TicketsLeft),
		s.ticketsWarning(v),
	}
	sure := button(discord.Success, s.say("tickets.sure"), press(PressTicketsSure, game, v.Ply))
	return discord.Message{Content: fitLines(lines), Rows: []discord.Row{buttons(sure, s.back(game, v))}}
}

// back is the button that leads from a question back to the panel.
func (s *Speaker) back(game string, v *engine.View) discord.Button {
	return button(discord.Secondary, s.say("panel.back"), press(PressPage, game, v.Ply, "{page}", "0"))
}
