package speech

import (
	"slices"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/engine"
)

// ConfirmClaim asks whether a legal claim is to be made with a payment, and offers the other ways to pay. A zero payment
// stands for the one that is proposed.
func (s *Speaker) ConfirmClaim(game string, v *engine.View, r engine.RouteID, paid engine.Payment) discord.Message {
	m := engine.Move{Verb: engine.Claim, Route: r}
	if paid.IsZero() {
		paid = proposal(v, m)
	}
	own := v.Own()
	length := s.board.Routes[r].Length
	lines := []string{
		s.heading(game, v),
		s.say("claim.ask", "Route", s.Route(r), "Count", length),
		s.say("claim.pays", "Cards", s.Payment(v, paid)),
		s.say("claim.gives", "Gain", s.gives(v, r)),
		s.say("claim.leaves", "Cards", s.Cards(v, own.Hand.Cards.Minus(&paid.Hand))),
	}
	if list := s.needs(v, r); len(list) > 0 {
		lines = append(lines, s.say("claim.tickets", "Tickets", s.tickets(list)))
	}
	var rows []discord.Row
	if others := s.payments(v, m, paid); len(others) > 1 {
		id := press(PressPayment, game, v.Ply, "{route}", printRoute(r))
		rows = append(rows, menu(id, s.say("claim.payment-hint"), others))
	}
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

// payments lists ways to pay, the chosen one among them and marked. There can be thousands in some titles: the list ends
// where the menu is full, and a command takes any other.
func (s *Speaker) payments(v *engine.View, m engine.Move, chosen engine.Payment) []discord.SelectOption {
	var list []engine.Payment
	for p := range v.Payments(m) {
		if len(list) == maxOptions {
			break
		}
		list = append(list, p)
	}
	if !slices.Contains(list, chosen) {
		list = append([]engine.Payment{chosen}, list[:min(len(list), maxOptions-1)]...)
	}
	var options []discord.SelectOption
	for _, p := range list {
		o := option(s.Payment(v, p), "", PrintPress(p))
		o.Default = p == chosen
		options = append(options, o)
	}
	return options
}

// ConfirmTickets asks whether tickets are to be drawn.
func (s *Speaker) ConfirmTickets(game string, v *engine.View) discord.Message {
	lines := []string{
		s.heading(game, v),
		s.say("tickets.ask", "Count", v.TicketsLeft),
		s.say("tickets.warning"),
	}
	sure := button(discord.Success, s.say("tickets.sure"), press(PressTicketsSure, game, v.Ply))
	return discord.Message{Content: fitLines(lines), Rows: []discord.Row{buttons(sure, s.back(game, v))}}
}

// back is the button that leads from a question back to the panel.
func (s *Speaker) back(game string, v *engine.View) discord.Button {
	return button(discord.Secondary, s.say("panel.back"), press(PressPage, game, v.Ply, "{page}", "0"))
}
