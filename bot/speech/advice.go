package speech

import (
	"strconv"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/press"
	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/prospect"
)

// Advice shows what a computer player would consider, best first, each with its reason and a button that chooses it.
func (s *Speaker) Advice(p Panel, list []ai.Advice) discord.Message {
	lines := []string{s.heading(p.Game, p.View), s.say("advice.heading")}
	if len(list) == 1 {
		lines[1] = s.say("advice.heading-one")
	}
	var row []discord.Button
	for i := range list {
		a := &list[i]
		words := capital(s.planMove(p.View, a.Move, drawnCard(p.View, a.Move)))
		if a.Move.Verb == engine.Keep || a.Move.Verb == engine.Pieces || a.Move.Verb == engine.Pay || a.Move.Verb == engine.Withdraw {
			words = capital(s.advised(p.View, a.Move))
		}
		lines = append(lines, s.say("advice.move", "Number", i+1, "Move", words, "Why", s.adviceReason(p.View, a, i == 0)))
		if id := p.id(press.Ask, a.Move); len(id) <= press.MaxLength {
			row = append(row, button(discord.Secondary, discord.Fit(strconv.Itoa(i+1)+". "+Bare(words), maxLabel), id))
		}
	}
	if len(list) > 1 && list[0].Move.Verb == engine.Keep {
		lines = append(lines, s.say("advice.keep-order"))
	}
	lines = append(lines, s.say("advice.honest"))
	m := discord.Message{Content: fitLines(lines)}
	if len(row) > 0 {
		m.Rows = p.numbered([]discord.Row{buttons(row...)})
	}
	return m
}

// drawnCard is the open card that a draw takes, NoCard for any other move.
func drawnCard(v *engine.View, m engine.Move) engine.Card {
	if m.Verb != engine.Draw || m.Slot == 0 {
		return engine.NoCard
	}
	return v.Market[m.Slot-1]
}

// advised names a move that no plan can have.
func (s *Speaker) advised(v *engine.View, m engine.Move) string {
	switch {
	case m.Verb == engine.Keep && len(m.Tickets) == 0:
		return s.say("advice.move-keep-none")
	case m.Verb == engine.Keep:
		return s.say("advice.move-keep", "Tickets", s.Tickets(m.Tickets))
	case m.Verb == engine.Pieces:
		return s.say("advice.move-pieces", "Split", s.split(v, m))
	case m.Verb == engine.Pay:
		return s.say("advice.move-pay", "Cards", s.Payment(v, m.Payment))
	}
	return s.say("advice.move-withdraw")
}

// adviceReason says why a move is good, in facts that the reader can check; best says that no other move is thought better.
func (s *Speaker) adviceReason(v *engine.View, a *ai.Advice, best bool) string {
	switch m := a.Move; m.Verb {
	case engine.Claim:
		return s.claimReason(v, a)
	case engine.Draw:
		return s.drawReason(v, a, best)
	case engine.Keep:
		return s.keepReason(v, m)
	case engine.Tickets:
		return s.say("advice.why-tickets")
	case engine.Lay:
		if list := s.layChanges(v, &m.Payment.Hand); list != "" {
			return s.say("ahead.lay", "List", list)
		}
		return s.say("advice.why-lay")
	case engine.Port:
		return s.say("advice.why-port", "Count", s.naming(v, m.City))
	case engine.Place:
		if m.Where == engine.ToRack {
			return s.say("advice.why-rack")
		}
		return s.say("advice.why-hand")
	case engine.Pay:
		return s.say("advice.why-pay", "Gain", s.gain(v.Tunnel.Route))
	}
	return s.say("advice.why-" + a.Move.Verb.String())
}

// claimReason says what a claim does for the tickets, else what it scores.
func (s *Speaker) claimReason(v *engine.View, a *ai.Advice) string {
	effect := prospect.OfClaim(v, s.board, a.Move.Route, prospect.Own(v))
	lines := s.changes(effect.Tickets)
	switch {
	case len(lines) > 0:
	case a.Planned:
		lines = append(lines, s.say("advice.why-planned"))
	default:
		lines = append(lines, s.say("advice.why-points", "Gain", s.gives(v, a.Move.Route)))
	}
	if effect.LastRound {
		lines = append(lines, s.say("ahead.last-round", "Count", v.Ground().LastTurns))
	}
	return strings.Join(lines, " ")
}

// drawReason says for which route a card is wanted, or for how many tickets.
func (s *Speaker) drawReason(v *engine.View, a *ai.Advice, best bool) string {
	card := drawnCard(v, a.Move)
	switch {
	case card == engine.NoCard && best && len(v.Market) > 0:
		return s.say("advice.why-deck-best")
	case card == engine.NoCard:
		return s.say("advice.why-deck")
	case a.Aim != nil:
		return s.aimReason(v, a, card)
	case card == v.Lexicon().Wild():
		return s.say("advice.why-wild")
	}
	if n := s.lacking(v, card); n > 0 {
		return s.say("advice.why-lacking", "Count", n)
	} else if v.Ground() == nil {
		return s.say("advice.why-draw-cards")
	}
	return s.say("advice.why-draw")
}

// aimReason says for which route a card is wanted, and whether that is for a ticket or for points.
func (s *Speaker) aimReason(v *engine.View, a *ai.Advice, card engine.Card) string {
	aim := a.Aim
	text := s.say("advice.why-aim", "Count", aim.Lacks, "Card", s.Card(v, card), "Route", s.RouteEnds(aim.Route))
	if wild := v.Lexicon().Wild(); wild != engine.NoCard && card != wild && v.Own().Hand.Cards[wild] > 0 {
		text += " " + s.say("advice.why-uncounted")
	}
	if len(aim.Tickets) == 0 {
		return text + " " + s.say("advice.aim-points")
	}
	return text + " " + s.say("advice.aim-ticket", "Ticket", s.ticketsBriefly(aim.Tickets))
}

// lacking counts the viewer's tickets that take a card, on a map of cards, and lack one of its colour (K8).
func (s *Speaker) lacking(v *engine.View, card engine.Card) int {
	n := 0
	for _, t := range prospect.Of(v, s.board, v.Viewer, prospect.Own(v)) {
		for _, p := range t.Cards {
			if p.Card == card && p.Missing() > p.Hand {
				n++
			}
		}
	}
	return n
}

// keepReason says how much tickets take together, those kept before included.
func (s *Speaker) keepReason(v *engine.View, m engine.Move) string {
	if len(m.Tickets) == 0 {
		return s.say("advice.why-keep-none")
	}
	routes := map[engine.RouteID]bool{}
	points, spaces, cards := 0, 0, 0
	for _, t := range m.Tickets {
		points += s.board.Tickets[t].Points
	}
	for _, t := range prospect.Of(v, s.board, v.Viewer, append(prospect.Own(v), m.Tickets...)) {
		cards += t.Lacks()
		for _, r := range t.Way.Routes {
			if !routes[r] {
				routes[r] = true
				spaces += s.board.Routes[r].Length
			}
		}
	}
	if v.Ground() == nil {
		return s.say("advice.why-keep-cards", "Points", s.Points(points), "Count", cards)
	}
	return s.say("advice.why-keep", "Points", s.Points(points), "Count", spaces)
}

// naming counts the viewer's tickets that name a city.
func (s *Speaker) naming(v *engine.View, city engine.CityID) int {
	n := 0
	for _, t := range prospect.Own(v) {
		for _, c := range s.board.Tickets[t].Cities {
			if c == city {
				n++
				break
			}
		}
	}
	return n
}
