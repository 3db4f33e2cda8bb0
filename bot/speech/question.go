package speech

import (
	"slices"

	"konduktor/bot/discord"
	"konduktor/bot/press"
	"konduktor/engine"
	"konduktor/engine/railmap"
)

// question is the part of a question about a move that differs from verb to verb: the sentences below the game's heading,
// the menus with other choices, and the buttons that make the move or lead back.
type question struct {
	sentences func(s *Speaker, p Panel, m engine.Move) []string
	menus     func(s *Speaker, p Panel, m engine.Move, ways press.Ways) []discord.Row
	buttons   func(s *Speaker, p Panel, m engine.Move) []discord.Button
}

// confirmations ask whether to make a move. Moves of other verbs are made at once.
var confirmations = map[engine.Verb]*question{
	engine.Keep:     {(*Speaker).askKeep, noMenus, sure("keep.sure")},
	engine.Pieces:   {(*Speaker).askSplit, noMenus, sure("pieces.sure")},
	engine.Claim:    {(*Speaker).askClaim, (*Speaker).payMenus, sure("claim.sure")},
	engine.Port:     {(*Speaker).askPort, (*Speaker).payMenus, sure("port.sure")},
	engine.Pay:      {(*Speaker).askToll, (*Speaker).payMenus, (*Speaker).tollButtons},
	engine.Lay:      {(*Speaker).askLay, (*Speaker).layMenus, (*Speaker).layButtons},
	engine.Tickets:  {(*Speaker).askTickets, noMenus, sure("tickets.sure")},
	engine.Share:    {(*Speaker).askShare, noMenus, sure("share.sure")},
	engine.Exchange: {(*Speaker).askExchange, noMenus, sure("exchange.sure")},
}

// The questions about what is still to be chosen of a move.
var (
	whichDeck    = &question{(*Speaker).askDeck, noMenus, (*Speaker).deckButtons}
	whichSingles = &question{(*Speaker).askSingles, (*Speaker).singlesMenus, onlyBack}
	whichPieces  = &question{(*Speaker).askSwap, (*Speaker).swapMenus, onlyBack}
)

// questionAbout returns how a move is asked about before it is made, nil if it is made at once.
func questionAbout(v *engine.View, m engine.Move) *question {
	switch {
	case isRefilled(v, m) && len(Refills(v, m.Slot)) > 1:
		return whichDeck
	case m.Verb == engine.Lay && m.Payment.IsZero():
		return whichSingles
	case m.Verb == engine.Exchange && m.Pile == engine.NoPile:
		return whichPieces
	}
	return confirmations[m.Verb]
}

// Asks reports whether a move is asked about before it is made.
func Asks(v *engine.View, m engine.Move) bool { return questionAbout(v, m) != nil }

// Question asks about a legal move for which Asks is true: what is still to be chosen, or whether to make the move as
// Proposed completes it. The menus offer the other ways to pay, only those among ways.
func (s *Speaker) Question(p Panel, m engine.Move, ways press.Ways) discord.Message {
	q := questionAbout(p.View, m)
	if q == confirmations[m.Verb] {
		m = s.Proposed(p.View, m, ways)
	}
	lines := append([]string{s.heading(p.Game, p.View)}, q.sentences(s, p, m)...)
	last := q.buttons
	if p.Planning != NoPlan && q == confirmations[m.Verb] {
		lines, last = append(lines, s.say("plan.sure-ask")), (*Speaker).planButtons
	}
	rows := append(q.menus(s, p, m, ways), buttons(last(s, p, m)...))
	return discord.Message{Content: fitLines(lines), Rows: p.numbered(rows)}
}

// Proposed completes a move with a proposal for what is still to be chosen: one of the ways to pay, a deck, pieces to
// exchange. A move that it cannot complete is not legal.
func (s *Speaker) Proposed(v *engine.View, m engine.Move, ways press.Ways) engine.Move {
	if m.Verb.Paid() && (m.Payment.IsZero() || ways != nil) {
		return s.wallet(v).proposed(m, ways)
	}
	return (&wallet{v: v}).proposed(m, ways)
}

// proposed completes a move as Proposed does.
func (w *wallet) proposed(m engine.Move, ways press.Ways) engine.Move {
	v := w.v
	switch {
	case m.Verb.Paid() && m.Payment.IsZero(), m.Verb == engine.Lay && m.Payment.IsZero(), ways != nil:
		if p, ok := w.proposal(m, ways); ok {
			m.Payment = p
		}
	case isRefilled(v, m):
		m.Pile = engine.Trains
		if decks := Refills(v, m.Slot); len(decks) > 0 {
			m.Pile = decks[0]
		}
	case m.Verb == engine.Exchange && m.Pile == engine.NoPile:
		m.Pile, m.N = engine.Trains, 1
		for _, legal := range legalOf(v, engine.Exchange) {
			return legal
		}
	}
	return m
}

// isRefilled reports whether a draw leaves open which deck fills its slot (W3).
func isRefilled(v *engine.View, m engine.Move) bool {
	return m.Verb == engine.Draw && m.Slot > 0 && m.Pile == engine.NoPile && v.Lexicon().TwoDecks
}

// sure makes the button that makes the move, and the one back.
func sure(id string) func(s *Speaker, p Panel, m engine.Move) []discord.Button {
	return func(s *Speaker, p Panel, m engine.Move) []discord.Button {
		return []discord.Button{button(discord.Success, s.say(id), p.do(m)), s.back(p)}
	}
}

func onlyBack(s *Speaker, p Panel, _ engine.Move) []discord.Button {
	return []discord.Button{s.back(p)}
}

func noMenus(*Speaker, Panel, engine.Move, press.Ways) []discord.Row { return nil }

// back is the button that leads from a question back to the panel.
func (s *Speaker) back(p Panel) discord.Button {
	return button(discord.Secondary, s.say("panel.back"), p.pageID(p.Page))
}

func (s *Speaker) askClaim(p Panel, m engine.Move) []string {
	v, route := p.View, &s.board.Routes[m.Route]
	lines := []string{
		s.say("claim.ask", "Route", s.Route(m.Route), "Count", route.Length),
		s.say("claim.pays", "Cards", s.Payment(v, m.Payment)),
		s.say("claim.gives", "Gain", s.gives(v, m.Route)),
	}
	lines = append(lines, s.leaves(v, m.Payment)...)
	switch {
	case route.Kind == railmap.Tunnel:
		lines = append(lines, s.say("tunnel.warning", "Count", route.Reveals))
	case route.Symbols > 0 || route.Pairs > 0 || route.Kind == railmap.Sea || s.texts.Has("title."+s.board.Title+".takes-"+route.ID):
		lines = append(lines, s.say("claim.takes", "Takes", s.fare(m.Route)))
	}
	return append(lines, s.claimEffect(v, m.Route)...)
}

func (s *Speaker) gives(v *engine.View, r engine.RouteID) string {
	return s.Join(append([]string{s.gain(r)}, s.tokenWords(v, r, "claim.", "-too")...))
}

// leaves says which cards are left after a payment.
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

// askKeep asks whether to keep tickets of an offer, and says which are given back.
func (s *Speaker) askKeep(p Panel, m engine.Move) []string {
	v := p.View
	lines := []string{s.say("keep.ask-none")}
	if len(m.Tickets) > 0 {
		lines = append([]string{s.say("keep.ask")}, s.outlook(v, m.Tickets)...)
	}
	var back []engine.TicketID
	for _, t := range v.Own().Offer.IDs {
		if !slices.Contains(m.Tickets, t) {
			back = append(back, t)
		}
	}
	if len(back) > 0 {
		lines = append(lines, s.say("keep.back", "Tickets", s.Tickets(back)))
	}
	return append(lines, s.whileUndone(v)...)
}

// whileUndone says how long a choice can be taken back, as far as the others decide that by moving; nothing if it is the last one at setup.
func (s *Speaker) whileUndone(v *engine.View) []string {
	switch {
	case v.Phase != engine.InSetup:
		return []string{s.say("keep.until-moved")}
	case len(v.ToMove) > 1:
		return []string{s.say("keep.until-all")}
	}
	return nil
}

func (s *Speaker) askTickets(p Panel, _ engine.Move) []string {
	drawn, _ := offered(p.View)
	lines := []string{s.say("tickets.ask", "Count", drawn, "Left", p.View.TicketsLeft), s.ticketsWarning(p.View)}
	return append(lines, s.reachable(p.View)...)
}

// offered returns how many tickets a viewer would draw now, and how many of them must be kept at least (C9).
func offered(v *engine.View) (drawn, least int) {
	l := v.Lexicon()
	drawn = min(l.Offered, v.TicketsLeft)
	return drawn, min(l.Kept, drawn)
}

// ticketsLabel is the button that draws tickets: it says how many, and how many of them must be kept.
func (s *Speaker) ticketsLabel(v *engine.View) string {
	drawn, least := offered(v)
	if least == 0 {
		return s.say("panel.tickets-any", "Count", drawn)
	}
	return s.say("panel.tickets", "Count", drawn, "Least", least)
}

// ticketsWarning says what drawing tickets commits a player to.
func (s *Speaker) ticketsWarning(v *engine.View) string {
	_, least := offered(v)
	if least == 0 {
		return s.say("tickets.warning-any") // K6
	}
	return s.say("tickets.warning", "Count", least)
}
