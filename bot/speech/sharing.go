package speech

import (
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/press"
	"konduktor/engine"
	"konduktor/engine/notation"
)

// shareable lists the tickets that the viewer can share now, and at most how many at once.
func shareable(v *engine.View) (list []engine.TicketID, most int) {
	for _, m := range v.Legal() {
		if m.Verb != engine.Share {
			continue
		}
		if len(m.Tickets) == 1 {
			list = append(list, m.Tickets[0])
		}
		most = max(most, len(m.Tickets))
	}
	return list, most
}

// shareMenu offers the tickets that can be put on the team's rack.
func (s *Speaker) shareMenu(p Panel) discord.Row {
	list, most := shareable(p.View)
	var options []discord.SelectOption
	for _, t := range list[:min(len(list), maxOptions)] {
		options = append(options, option(s.Ticket(t), s.ticketDetail(p.View, t), printTicket(engine.Share, t)))
	}
	hint := s.say("share.hint-turn")
	if owes(p.View) == engine.OwesShare {
		hint = s.say("share.hint")
	}
	row := menu(hint, options)
	row.Select.CustomID = p.id(press.Ask, engine.Move{Verb: engine.Share})
	row.Select.Max = min(most, len(options))
	return row
}

// placeButtons ask where the card that was drawn blind goes (S3).
func (s *Speaker) placeButtons(p Panel) discord.Row {
	to := func(where engine.Where) string { return p.do(engine.Move{Verb: engine.Place, Where: where}) }
	return buttons(button(discord.Primary, s.say("place.hand"), to(engine.ToHand)),
		button(discord.Primary, s.say("place.rack"), to(engine.ToRack)))
}

// FindPlace finds the place that a person named: in the notation, or by its name in lists and on buttons.
func (s *Speaker) FindPlace(v *engine.View, text string) (engine.Move, bool) {
	text = text[:min(len(text), maxTyped)]
	if m, err := notation.ParseMove(v.Lexicon(), engine.Place.String()+" "+strings.ToLower(text)); err == nil {
		return m, true
	}
	places := []engine.Move{{Verb: engine.Place, Where: engine.ToHand}, {Verb: engine.Place, Where: engine.ToRack}}
	name := func(m engine.Move) string { return s.place(m.Where) }
	return only(text, places, name, func(m engine.Move) string { return s.placing(v, m) })
}

func (s *Speaker) place(where engine.Where) string {
	if where == engine.ToRack {
		return s.say("place.rack")
	}
	return s.say("place.hand")
}

// placing names a place with the card that would go there.
func (s *Speaker) placing(v *engine.View, m engine.Move) string {
	card := engine.NoCard
	if own := v.Own(); own != nil {
		card = own.Drawn
	}
	return s.say("place.choice", "Card", s.Card(v, card), "Where", s.place(m.Where))
}

// SuggestShare suggests the tickets that the viewer can share and has not chosen yet.
func (s *Speaker) SuggestShare(v *engine.View, chosen []string, typed string) []discord.Choice {
	g := Suggest(typed)
	list, most := shareable(v)
	if len(chosen) >= most {
		return g.Choices()
	}
	taken := " " + strings.Join(chosen, " ") + " "
	for _, t := range list {
		if id := v.Lexicon().Tickets[t]; !strings.Contains(taken, " "+id+" ") {
			g.Add(s.Ticket(t)+" · "+s.worth(t), id, s.ticketWords(t))
		}
	}
	return g.Choices()
}

// askShare asks whether to put tickets on the team's rack: as the whole turn (S6), or one of those just kept (S5).
func (s *Speaker) askShare(p Panel, m engine.Move) []string {
	lines := append([]string{s.say("share.ask")}, s.outlook(p.View, m.Tickets)...)
	if owes(p.View) == engine.OwesShare { // S5: the turn goes on with it
		return append(lines, s.say("share.final"))
	}
	return append(lines, s.say("share.warning"))
}
