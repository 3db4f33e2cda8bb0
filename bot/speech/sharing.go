package speech

import (
	"strconv"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/engine"
)

// shareable lists the tickets that the viewer can share now, and how many of them at once at the most.
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
		options = append(options, option(s.Ticket(t), s.worth(t), p.View.Lexicon().Tickets[t]))
	}
	hint := s.say("share.hint-turn")
	if owes(p.View) == engine.OwesShare {
		hint = s.say("share.hint")
	}
	row := menu(press(PressShare, p.Game, p.View.Ply), hint, options)
	row.Select.Max = min(most, len(options))
	return row
}

// placeButtons ask where the card goes that was drawn blind (S3).
func (s *Speaker) placeButtons(p Panel) discord.Row {
	to := func(where engine.Where) string {
		return press(PressPlace, p.Game, p.View.Ply, "{where}", printWhere(where))
	}
	return buttons(button(discord.Primary, s.say("place.hand"), to(engine.ToHand)),
		button(discord.Primary, s.say("place.rack"), to(engine.ToRack)))
}

// printWhere writes a place as the notation does.
func printWhere(where engine.Where) string {
	if where == engine.ToRack {
		return "rack"
	}
	return "hand"
}

// ParseWhere reads where a card goes, out of a custom id or an option's value.
func ParseWhere(text string) (engine.Where, bool) {
	for _, where := range []engine.Where{engine.ToHand, engine.ToRack} {
		if text == printWhere(where) {
			return where, true
		}
	}
	return engine.Nowhere, false
}

// FindWhere finds the place that a person named: in the notation, or as a list or a button calls it.
func (s *Speaker) FindWhere(v *engine.View, text string) (engine.Where, bool) {
	if where, ok := ParseWhere(strings.ToLower(strings.TrimSpace(text))); ok {
		return where, true
	}
	found, n := engine.Nowhere, 0
	for _, where := range []engine.Where{engine.ToHand, engine.ToRack} {
		if matches(text, s.place(where)) || fold(text) == fold(s.placing(v, where)) {
			found, n = where, n+1
		}
	}
	return found, n == 1 && fold(text) != ""
}

func (s *Speaker) place(where engine.Where) string {
	if where == engine.ToRack {
		return s.say("place.rack")
	}
	return s.say("place.hand")
}

// placing names a place with the card that would go there.
func (s *Speaker) placing(v *engine.View, where engine.Where) string {
	card := engine.NoCard
	if own := v.Own(); own != nil {
		card = own.Drawn
	}
	return s.say("place.choice", "Card", s.Card(v, card), "Where", s.place(where))
}

// SuggestPlaces suggests where the card goes that the viewer has drawn blind.
func (s *Speaker) SuggestPlaces(v *engine.View, typed string) []discord.Choice {
	g := Suggest(typed)
	for _, m := range v.Legal() {
		if m.Verb == engine.Place {
			g.Add(s.placing(v, m.Where), printWhere(m.Where))
		}
	}
	return g.Choices()
}

// SuggestShare suggests tickets that the viewer can share, but for those chosen already.
func (s *Speaker) SuggestShare(v *engine.View, chosen []string, typed string) []discord.Choice {
	g := Suggest(typed)
	list, most := shareable(v)
	if len(chosen) >= most {
		return g.Choices()
	}
	taken := " " + strings.Join(chosen, " ") + " "
	for _, t := range list {
		if id := v.Lexicon().Tickets[t]; !strings.Contains(taken, " "+id+" ") {
			g.Add(s.Ticket(t)+" · "+s.worth(t), id)
		}
	}
	return g.Choices()
}

// ConfirmShare asks whether tickets are to be put on the team's rack as a whole turn (S6).
func (s *Speaker) ConfirmShare(game string, v *engine.View, tickets []engine.TicketID) discord.Message {
	lines := []string{
		s.heading(game, v),
		s.say("share.ask", "Tickets", s.tickets(tickets)),
		s.say("share.warning"),
	}
	sure := press(PressShareSure, game, v.Ply, "{tickets}", printTickets(tickets))
	return discord.Message{
		Content: fitLines(lines), Rows: []discord.Row{buttons(button(discord.Success, s.say("share.sure"), sure), s.back(game, v))},
	}
}

// SharesAtOnce says that the viewer owes the sharing of a ticket just kept, which is not asked about.
func SharesAtOnce(v *engine.View) bool { return owes(v) == engine.OwesShare }

// printTickets writes tickets for a custom id: their numbers.
func printTickets(list []engine.TicketID) string {
	numbers := make([]string, len(list))
	for i, t := range list {
		numbers[i] = strconv.Itoa(int(t))
	}
	return strings.Join(numbers, ".")
}

// ParseTickets reads what printTickets has written; they are tickets of a map with n.
func ParseTickets(text string, n int) ([]engine.TicketID, bool) {
	var list []engine.TicketID
	for number := range strings.SplitSeq(text, ".") {
		t, ok := parseNumber(number, n-1)
		if !ok || len(list) == maxOptions {
			return nil, false
		}
		list = append(list, engine.TicketID(t))
	}
	return list, true
}
