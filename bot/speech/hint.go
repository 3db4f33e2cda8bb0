package speech

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/prospect"
	"konduktor/render/caption"
)

// Advice shows the moves that a computer player would consider, best first, each with its reason
// and a button that chooses it.
func (s *Speaker) Advice(p Panel, list []ai.Advice) discord.Message {
	lines := []string{s.say("advice.heading")}
	if len(list) == 1 {
		lines[0] = s.say("advice.heading-one")
	}
	var row []discord.Button
	for i := range list {
		a := &list[i]
		words := Capital(s.advised(p.View, a.Move))
		why := s.adviceReason(p.View, a, i == 0)
		if a.Move.Verb == engine.Keep && i > 0 {
			why += " " + s.behind(list[0].Worth-a.Worth)
		}
		lines = append(lines, s.say("advice.move", "Number", i+1, "Move", words, "Why", why))
		if id := p.id(customid.Ask, a.Move); len(id) <= customid.MaxLength {
			row = append(row, button(discord.Secondary, strconv.Itoa(i+1)+". "+Bare(words), id))
		}
	}
	if len(list) > 1 && list[0].Move.Verb == engine.Keep {
		lines = append(lines, s.say("advice.keep-order"))
	}
	if len(list) > 0 {
		lines = append(lines, s.usualSplit(p.View, &list[0])...)
		lines = append(lines, s.planLines(p.View, list)...)
	}
	lines = append(lines, s.say("advice.honest"))
	m := parts{text: Text{}.Say(s.headline(p)).Say(lines...)}
	if len(row) > 0 {
		m.rows = p.numbered([]discord.Row{buttons(row...)})
	}
	return m.message()
}

// usualSplit names the division of pieces that a panel offers first, if the best hint is another
// one: the rules recommend it, whatever the tickets are (W2).
func (s *Speaker) usualSplit(v *engine.View, best *ai.Advice) []string {
	if best.Move.Verb != engine.Pieces {
		return nil
	}
	usual := legalOf(v, engine.Pieces)[0]
	if best.Move.Equal(&usual) {
		return nil
	}
	return []string{s.say("advice.split-usual", "Split", s.split(v, usual))}
}

// openCard is the open card that a draw takes, NoCard for any other move.
func openCard(v *engine.View, m engine.Move) engine.Card {
	if m.Verb != engine.Draw || m.Slot == 0 {
		return engine.NoCard
	}
	return v.Market[m.Slot-1]
}

// Move names a move as advice does.
func (s *Speaker) Move(v *engine.View, m engine.Move) string { return s.advised(v, m) }

// Briefly is Move for a place with little room: tickets by their letters, a route by its ends
// without a verb.
func (s *Speaker) Briefly(v *engine.View, m engine.Move) string {
	switch {
	case m.Verb == engine.Claim:
		return s.RouteEnds(m.Route) + ": " + s.Payment(v, m.Payment)
	case m.Verb == engine.Keep && len(m.Tickets) > 0:
		var letters []string
		for _, t := range v.Own().Offer.IDs {
			if slices.Contains(m.Tickets, t) {
				letters = append(letters, caption.Letter(v, t))
			}
		}
		return s.say("advice.move-keep", "Tickets", s.Join(letters))
	}
	return s.Move(v, m)
}

// Reason says why a move that was advised is good, in facts that the reader can check.
func (s *Speaker) Reason(v *engine.View, a *ai.Advice) string { return s.adviceReason(v, a, true) }

// State lists what a picture of the board leaves out, as a panel does: the market, the others'
// figures, and what the viewer holds.
func (s *Speaker) State(v *engine.View) Text { return append(s.Glance(v), s.signed().held(v)...) }

// advised names a move: as a plan does, if a plan can have it.
func (s *Speaker) advised(v *engine.View, m engine.Move) string {
	switch {
	case m.Verb == engine.Keep && len(m.Tickets) == 0:
		return s.say("advice.move-keep-none")
	case m.Verb == engine.Keep:
		return s.say("advice.move-keep", "Tickets", s.Tickets(m.Tickets))
	case m.Verb == engine.Declare:
		return s.say("advice.move-declare", "Tickets", s.ticketNames(m.Tickets))
	case m.Verb == engine.Pieces:
		return s.say("advice.move-pieces", "Split", s.split(v, m))
	case m.Verb == engine.Place && m.Where == engine.ToRack:
		return s.say("advice.move-rack", "Card", s.Card(v, v.Own().Drawn))
	case m.Verb == engine.Place:
		return s.say("advice.move-hand", "Card", s.Card(v, v.Own().Drawn))
	case m.Verb == engine.Pay:
		return s.say("advice.move-pay", "Cards", s.Payment(v, m.Payment))
	case m.Verb == engine.Withdraw:
		return s.say("advice.move-withdraw")
	}
	return s.planMove(v, m, openCard(v, m))
}

// adviceReason says why a move is good, in facts that the reader can check. best means that no
// other move is thought better.
func (s *Speaker) adviceReason(v *engine.View, a *ai.Advice, best bool) string {
	switch m := a.Move; m.Verb {
	case engine.Claim:
		return s.claimReason(v, a)
	case engine.Draw:
		return s.drawReason(v, a, best)
	case engine.Keep:
		return s.keepReason(v, a)
	case engine.Tickets:
		if a.Turns > 0 && a.Needed == 0 {
			return s.say("advice.why-tickets-done", "Count", a.Turns)
		}
		return s.say("advice.why-tickets") + s.timeReason(a)
	case engine.Lay:
		if text := s.layChange(v, &m.Payment.Hand); text != "" {
			return text
		}
		return s.say("advice.why-lay")
	case engine.Port:
		return s.say("advice.why-port", "Count", len(s.ticketsAtCity(v, m.City)))
	case engine.Place:
		return s.placeReason(v, a)
	case engine.Exchange:
		return s.say("advice.why-exchange", "Count", m.N)
	case engine.Pieces:
		return s.say("advice.why-pieces", "Needs", s.Fleet(v, a.Pieces...))
	case engine.Withdraw:
		if len(legalOf(v, engine.Pay)) == 0 {
			return s.say("advice.why-withdraw-must")
		}
		return s.say("advice.why-withdraw")
	case engine.Pay:
		return s.say("advice.why-pay", "Gain", s.gain(v.Tunnel.Route))
	}
	return s.say("advice.why-" + a.Move.Verb.String())
}

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
		lines = append(lines, s.say("ahead.last-round", "Count", v.Facts().LastTurns))
	}
	return strings.Join(lines, " ")
}

func (s *Speaker) drawReason(v *engine.View, a *ai.Advice, best bool) string {
	card := openCard(v, a.Move)
	switch {
	case card == engine.NoCard:
		return s.deckReason(v, a, best)
	case a.Aim != nil:
		return s.aimReason(v, a, card)
	case card == v.Lexicon().Wild():
		return s.say("advice.why-wild", "Wilds", s.wilds())
	}
	if v.Facts() == nil {
		return s.wantedReason(v, card)
	}
	return s.say("advice.why-draw")
}

func (s *Speaker) deckReason(v *engine.View, a *ai.Advice, best bool) string {
	text := s.say("advice.why-deck")
	wild := v.Lexicon().Wild()
	if wild != engine.NoCard && (a.Move.Pile == engine.Ships) == v.Lexicon().Faces[wild].Ship {
		text = s.say("advice.why-deck-wild", "Wild", s.Words(wildCard))
	}
	switch {
	case a.Second != nil:
		text = s.say("advice.why-deck-first", "Card", s.Card(v, *a.Second))
		if a.Aim != nil {
			text += " " + s.aimReason(v, a, *a.Second)
		}
		return text
	case best && a.Better > 0:
		return s.say("advice.why-deck-better", "Better", a.Better, "Wilds", s.wilds())
	case best && len(v.Market) > 0:
		text = s.say("advice.why-deck-best") + " " + text
	}
	return text
}

// placeReason says why a card goes to the hand or to the rack (S3).
func (s *Speaker) placeReason(v *engine.View, a *ai.Advice) string {
	switch {
	case a.Move.Where == engine.ToRack:
		return s.say("advice.why-rack")
	case a.Aim != nil:
		return s.aimReason(v, a, v.Own().Drawn)
	}
	return s.say("advice.why-hand")
}

// wantedReason says how many cards of a colour the viewer's tickets take together, on a map of
// cards, and how many are there.
func (s *Speaker) wantedReason(v *engine.View, card engine.Card) string {
	for _, p := range prospect.Wanted(v, s.board, prospect.Own(v)) {
		if p.Card != card || p.Needs <= p.Track {
			continue
		}
		id, needs, held := "advice.why-wanted", p.Needs-p.Track, p.Yard+p.Hand
		if held >= needs {
			id = "advice.why-wanted-spare"
		}
		return s.say(id, "Needs", needs, "Held", held)
	}
	return s.say("advice.why-draw-cards")
}

func (s *Speaker) behind(points float64) string {
	n := int(math.Round(points))
	if n <= 0 {
		return s.say("advice.as-good")
	}
	return s.say("advice.behind", "Count", n)
}

func (s *Speaker) keepReason(v *engine.View, a *ai.Advice) string {
	m := a.Move
	if len(m.Tickets) == 0 {
		return s.say("advice.why-keep-none")
	}
	routes := map[engine.RouteID]bool{}
	points, spaces := 0, 0
	var lost []engine.TicketID
	for _, t := range m.Tickets {
		points += s.board.Tickets[t].Points
	}
	all := append(prospect.Own(v), m.Tickets...)
	for _, t := range prospect.Of(v, s.board, v.Viewer, all) {
		if t.Standing == prospect.Lost {
			lost = append(lost, t.ID)
		}
		for _, r := range t.Way.Routes {
			if !routes[r] {
				routes[r] = true
				spaces += s.board.Routes[r].Length
			}
		}
	}
	if v.Facts() == nil {
		cards := prospect.Unlaid(v, s.board, all)
		text := s.say("advice.why-keep-cards", "Points", s.Points(points), "Count", cards)
		return text + s.timeReason(a)
	}
	text := s.say("advice.why-keep", "Points", s.Points(points), "Count", spaces)
	if len(lost) > 0 {
		text += " " + s.say("advice.keep-lost", "Tickets", s.ticketNames(lost))
	}
	for _, out := range []struct {
		id      string
		tickets []engine.TicketID
	}{{"advice.keep-without", a.Kept.Dropped}, {"advice.keep-dear", a.Kept.Dear}} {
		left := slices.DeleteFunc(slices.Clone(out.tickets), func(t engine.TicketID) bool {
			return slices.Contains(lost, t)
		})
		if len(left) > 0 {
			text += " " + s.say(out.id, "Tickets", s.ticketNames(left))
		}
	}
	return text
}

func (s *Speaker) timeReason(a *ai.Advice) string {
	if a.Turns == 0 {
		return ""
	}
	return " " + s.say("advice.why-turns", "Count", a.Turns, "Needed", a.Needed)
}
