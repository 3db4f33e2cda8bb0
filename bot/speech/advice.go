package speech

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/press"
	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/prospect"
	"konduktor/engine/railmap"
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
		why := s.adviceReason(p.View, a, i == 0)
		if a.Move.Verb == engine.Keep && i > 0 {
			why += " " + s.behind(list[0].Worth-a.Worth)
		}
		lines = append(lines, s.say("advice.move", "Number", i+1, "Move", words, "Why", why))
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
		return s.keepReason(v, a)
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

// claimReason says what a claim does for the tickets, and what it scores.
func (s *Speaker) claimReason(v *engine.View, a *ai.Advice) string {
	effect := prospect.OfClaim(v, s.board, a.Move.Route, prospect.Own(v))
	lines, gain := s.changes(effect.Tickets), s.gives(v, a.Move.Route)
	switch forTickets := a.Aim != nil && len(a.Aim.Tickets) > 0; {
	case len(lines) == 0 && !forTickets:
		lines = append(lines, s.say("advice.why-points", "Gain", gain))
	case len(lines) == 0:
		lines = append(lines, s.wayReason(v, a), s.say("advice.gives", "Gain", gain))
	default:
		lines = append(lines, s.say("advice.gives", "Gain", gain))
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
	aim, ends := a.Aim, s.RouteEnds(a.Aim.Route)
	var text string
	switch {
	case aim.Wilds == 0:
		text = s.say("advice.why-aim", "Count", aim.Lacks, "Card", s.Card(v, card), "Route", ends)
	case aim.Wilds < aim.Lacks:
		text = s.say("advice.why-aim-wilds", "Count", aim.Lacks-aim.Wilds, "Card", s.Card(v, card), "Route", ends, "Wilds", s.Wilds(aim.Wilds))
	default:
		text = s.say("advice.why-spare", "Wilds", s.Wilds(aim.Wilds), "Route", ends)
	}
	if len(aim.Tickets) == 0 {
		return text + " " + s.say("advice.aim-points", "Gain", s.gives(v, aim.Route))
	}
	return text + " " + s.wayReason(v, a)
}

// wayReason says for which ticket a route is. If it is not on the way that is drawn for the reader, it says what speaks for the other.
func (s *Speaker) wayReason(v *engine.View, a *ai.Advice) string {
	aim := a.Aim
	ticket := s.ticketsBriefly(aim.Tickets)
	list := prospect.Of(v, s.board, v.Viewer, aim.Tickets[:1])
	if len(list) == 0 || list[0].Standing != prospect.Open {
		return s.say("advice.on-a-way", "Ticket", ticket)
	}
	drawn, spaces := &list[0].Way, s.spaces(aim.Way)
	switch {
	case slices.Contains(drawn.Routes, aim.Route):
		return s.say("advice.on-the-way", "Ticket", ticket, "Count", drawn.Spaces)
	case spaces <= drawn.Spaces:
		return s.say("advice.on-another-way", "Ticket", ticket, "Count", spaces)
	}
	args := []any{"Ticket", ticket, "Count", spaces, "Least", drawn.Spaces}
	if gains := s.detour(v, drawn.Routes, a); gains != "" {
		return s.say("advice.on-a-longer-way", append(args, "For", gains)...)
	}
	return s.say("advice.on-a-longer-way-still", args...)
}

// detour lists what a way has before a shorter one.
func (s *Speaker) detour(v *engine.View, short []engine.RouteID, a *ai.Advice) string {
	var list []string
	note := func(id string, n int) {
		if n > 0 {
			list = append(list, s.say(id, "Count", n))
		}
	}
	points, goods := s.yield(v, a.Aim.Way)
	fewer, less := s.yield(v, short)
	note("advice.more-points", points-fewer)
	note("advice.more-goods", goods-less)
	note("advice.fewer-cards", prospect.Lacks(v, s.board, short)-prospect.Lacks(v, s.board, a.Aim.Way))
	note("advice.shared-spaces", a.Aim.Shared)
	return strings.Join(list, ", ")
}

// yield sums up what claiming routes gives.
func (s *Speaker) yield(v *engine.View, routes []engine.RouteID) (points, goods int) {
	for _, r := range routes {
		points += railmap.Points(s.board.Routes[r].Length)
		if givesGoods(s.board, v, r) {
			goods++
		}
	}
	return points, goods
}

func (s *Speaker) spaces(routes []engine.RouteID) int {
	n := 0
	for _, r := range routes {
		n += s.board.Routes[r].Length
	}
	return n
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

// behind says by how many points a choice is thought worse than the first.
func (s *Speaker) behind(points float64) string {
	n := int(math.Round(points))
	if n <= 0 {
		return s.say("advice.as-good")
	}
	return s.say("advice.behind", "Count", n)
}

// keepReason says how much tickets take together, those kept before included.
func (s *Speaker) keepReason(v *engine.View, a *ai.Advice) string {
	m := a.Move
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
