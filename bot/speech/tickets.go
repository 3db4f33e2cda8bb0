package speech

import (
	"iter"
	"slices"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/prospect"
	"konduktor/render/caption"
)

// Values of the suggestions to keep all or none (K6) of the tickets on offer.
const (
	allTickets = "all"
	noTickets  = "none"
)

// offeredTickets are the tickets on offer that are not chosen yet. Before the first is chosen, all
// of them together follow, and none where that is legal.
func (s *Speaker) offeredTickets(v *engine.View, m engine.Move) iter.Seq[choice] {
	if owes(v) != engine.OwesKeep || v.Own() == nil {
		return each(nil, nil)
	}
	offer := v.Own().Offer.IDs
	list := slices.Collect(s.ticketChoices(v, m, offer))
	if len(m.Tickets) > 0 {
		return slices.Values(list)
	}
	if all := s.say("keep.all"); len(offer) > 1 {
		// Its own words alone find it: somebody who types a city wants the first in the list.
		list = append(list, choice{
			label: all + ": " + s.Tickets(offer), value: allTickets, words: all, hidden: true,
		})
	}
	if leastKept(v) == 0 {
		list = append(list, choice{label: s.say("keep.none"), value: noTickets})
	}
	return slices.Values(list)
}

func (s *Speaker) sharedTickets(v *engine.View, m engine.Move) iter.Seq[choice] {
	list, most := shareable(v)
	if len(m.Tickets) >= most {
		list = nil
	}
	return s.ticketChoices(v, m, list)
}

func (s *Speaker) ticketChoices(
	v *engine.View, m engine.Move, list []engine.TicketID,
) iter.Seq[choice] {
	return func(yield func(choice) bool) {
		for _, t := range list {
			c := choice{
				Move:  engine.Move{Verb: m.Verb, Tickets: []engine.TicketID{t}},
				label: caption.Letter(v, t) + " " + s.Ticket(t), whole: caption.Letter(v, t),
				value: v.Lexicon().Tickets[t], words: s.ticketWords(t),
				detail: func() string { return s.ticketDetail(v, t) },
			}
			if !slices.Contains(m.Tickets, t) && !yield(c) {
				return
			}
		}
	}
}

// readTicket adds a ticket to a move: one of those that the viewer can keep or share, or any by its
// ID.
func readTicket(s *Speaker, v *engine.View, m engine.Move, text string) (engine.Move, bool) {
	own := v.Own()
	if none := m.Tickets != nil && len(m.Tickets) == 0; none {
		return m, false // "none" and a ticket: it is not clear what is meant
	}
	switch t, ok := v.Lexicon().Ticket(text); {
	case ok:
		m.Tickets = append(slices.Clip(m.Tickets), t)
		return m, true
	case m.Verb == engine.Share && !v.Uses(engine.UsesTeams):
		return m, true // refused, whatever was typed
	case m.Verb == engine.Declare && owes(v) != engine.OwesDeclare:
		return m, true // likewise
	case own == nil:
		return m, false
	case m.Verb == engine.Keep && text == allTickets:
		m.Tickets = own.Offer.IDs
		return m, true
	case m.Verb == engine.Keep && text == noTickets:
		ok := len(m.Tickets) == 0
		m.Tickets = []engine.TicketID{}
		return m, ok
	}
	list, _ := shareable(v)
	switch owes(v) {
	case engine.OwesKeep:
		list = own.Offer.IDs
	case engine.OwesDeclare:
		if set, ok := declaredSet(v, text); ok && len(m.Tickets) == 0 {
			m.Tickets = set
			return m, true
		}
		list = own.Tickets.IDs
	}
	one, ok := theOne(text, s.ticketChoices(v, engine.Move{}, list))
	m.Tickets = append(slices.Clip(m.Tickets), one.Tickets...)
	return m, ok
}

func (s *Speaker) ticketWords(t engine.TicketID) string {
	var words []string
	for _, c := range s.board.Tickets[t].Cities {
		words = append(words, s.cityWords(c))
	}
	return strings.Join(words, " ")
}

// keepMenu offers the tickets on offer, ticked where fewer can be given back than must be kept.
// Buttons keep all, or none where that is legal (K6).
func (s *Speaker) keepMenu(p Panel) discord.Row {
	least, hint := leastKept(p.View), s.say("panel.keep-hint-any")
	if least > 0 {
		hint = s.say("panel.keep-hint", "Count", least)
	}
	row := choiceMenu(hint, s.ticketChoices(p.View, engine.Move{Verb: engine.Keep},
		p.View.Own().Offer.IDs))
	n := len(row.Select.Options)
	row.Select.Min, row.Select.Max = max(least, 1), n
	for i := range row.Select.Options {
		row.Select.Options[i].Default = n < 2*least
	}
	return row
}

func (s *Speaker) shareMenu(p Panel) discord.Row {
	list, most := shareable(p.View)
	hint := s.say("share.hint-turn")
	if owes(p.View) == engine.OwesShare {
		hint = s.say("share.hint")
	}
	share := engine.Move{Verb: engine.Share}
	row := choiceMenu(hint, s.ticketChoices(p.View, share, list))
	row.Select.CustomID = p.id(customid.Ask, share)
	row.Select.Max = min(most, len(row.Select.Options))
	return row
}

func leastKept(v *engine.View) int {
	least := -1
	for _, m := range legalOf(v, engine.Keep) {
		if least < 0 || len(m.Tickets) < least {
			least = len(m.Tickets)
		}
	}
	return max(least, 0)
}

// shareable lists the tickets that the viewer can share now, and at most how many at once.
func shareable(v *engine.View) (list []engine.TicketID, most int) {
	for _, m := range legalOf(v, engine.Share) {
		if len(m.Tickets) == 1 {
			list = append(list, m.Tickets[0])
		}
		most = max(most, len(m.Tickets))
	}
	return list, most
}

// offered returns how many tickets the viewer would draw now, and how many of them must be kept
// (C9).
func offered(v *engine.View) (drawn, least int) {
	l := v.Lexicon()
	drawn = min(l.Offered, v.TicketsLeft)
	return drawn, min(l.Kept, drawn)
}

// askKeep asks whether to keep tickets of an offer, and says which are given back.
func (s *Speaker) askKeep(p Panel, m engine.Move) []string {
	v := p.View
	lines := []string{s.say("keep.ask-none")}
	if len(m.Tickets) > 0 {
		lines = append([]string{s.say("keep.ask")}, s.outlook(v, m.Tickets)...)
	}
	var back []string
	for _, t := range v.Own().Offer.IDs {
		if !slices.Contains(m.Tickets, t) {
			back = append(back, s.lettered(v, t))
		}
	}
	if len(back) > 0 {
		lines = append(lines, s.say("keep.back", "Tickets", s.Join(back)))
	}
	return append(lines, s.whileUndone(v)...)
}

// whileUndone says how long a choice can be taken back, where others end that by moving.
func (s *Speaker) whileUndone(v *engine.View) []string {
	switch {
	case v.Phase == engine.InPlay:
		return []string{s.say("keep.until-moved")}
	case len(v.ToMove) > 1:
		return []string{s.say("keep.until-all")}
	}
	return nil
}

// askShare asks whether to put tickets on the team's rack: as the whole turn (S6), or one of those
// just kept (S5).
func (s *Speaker) askShare(p Panel, m engine.Move) []string {
	lines := append([]string{s.say("share.ask")}, s.outlook(p.View, m.Tickets)...)
	if owes(p.View) == engine.OwesShare {
		return append(lines, s.say("share.final"))
	}
	return append(lines, s.say("share.warning"))
}

func (s *Speaker) askTickets(p Panel, _ engine.Move) []string {
	drawn, least := offered(p.View)
	warning := s.say("tickets.warning", "Count", least)
	if least == 0 {
		warning = s.say("tickets.warning-any") // K6
	}
	return []string{s.say("tickets.ask", "Count", drawn, "Left", p.View.TicketsLeft), warning}
}

// ticketsLabel is the button that draws tickets. The question says how many must be kept.
func (s *Speaker) ticketsLabel(v *engine.View) string {
	drawn, _ := offered(v)
	return s.say("panel.tickets", "Count", drawn)
}

// lettered is a ticket of the viewer as pictures and lists letter it: "B Dam – Waag (5)".
func (s *Speaker) lettered(v *engine.View, t engine.TicketID) string {
	return caption.Letter(v, t) + " " + s.TicketWorth(t)
}

func (s *Speaker) worth(t engine.TicketID) string {
	ticket := &s.board.Tickets[t]
	if ticket.InOrder > 0 {
		return s.say("ticket.worth-tour",
			"Points", ticket.Points, "InOrder", ticket.InOrder, "Penalty", ticket.Penalty)
	}
	return s.say("ticket.worth", "Points", ticket.Points, "Penalty", ticket.Penalty)
}

// signedTickets is how many open tickets always say what they lack.
const signedTickets = 5

// tickets lists the viewer's tickets, those on offer first, a line each, and the complete ones on
// one line.
func (s *Speaker) tickets(v *engine.View) (text Text) {
	own, open := v.Own(), 0
	var done []string
	lists := caption.TicketLists(v)
	for i, part := range lists {
		alone := i == 0 && len(lists[1].IDs)+len(lists[2].IDs) == 0 // the question is about them

		of := "" // who has the tickets, before the first of them: lines are dear on a phone
		switch {
		case len(part.IDs) == 0 || alone:
		case i == len(lists)-1:
			of = s.say("panel.of-team") + " "
		case i != 1 || len(text) > 0:
			text = text.Say(s.say(part.Title) + ":")
		}
		for _, p := range prospect.Of(v, s.board, v.Viewer, part.IDs) {
			if p.Standing == prospect.Done && i > 0 {
				done = append(done, s.TicketCities(p.ID)+" "+caption.Number(p.Worth))
				continue
			}
			open++
			text = append(text, s.ticketLine(v, &p, of, open > signedTickets)...)
			of = ""
		}
	}
	for _, t := range own.Completed { // K9
		done = append(done, s.TicketWorth(t))
	}
	switch {
	case len(done) > 0:
		text = text.Say("✓ " + strings.Join(done, ", "))
	case len(text) == 0:
		text = text.Say(s.say("render.no-tickets"))
	}
	return text
}

// ticketLine is a ticket with whose it is, what it lacks, by signs, and the routes of its way.
// Further ones give way first.
func (s *Speaker) ticketLine(v *engine.View, p *prospect.Ticket, of string, further bool) Text {
	line := s.Of(v).TicketLine(p)
	ticket, needs := piece{text: "\n" + of + line.Ticket}, piece{text: line.Needs}
	if further {
		ticket.less = []step{{asTicket, ""}}
		if line.Spaces != "" {
			needs.less = []step{{asNeeds, line.Spaces}}
		}
		needs.less = append(needs.less, step{asTicket, ""})
	}
	return Text{ticket, needs, {line.Codes, []step{{asCodes, ""}}}}
}

// ticketDetail says how a ticket stands, or without hints what it scores beyond its label.
func (s *Speaker) ticketDetail(v *engine.View, t engine.TicketID) string {
	if s.Hints(v) && v.Phase != engine.InDeclare { // what can be chosen is paid for (K8)
		if list := prospect.Of(v, s.board, v.Viewer, []engine.TicketID{t}); len(list) == 1 {
			return fitWords(s.stands(&list[0]), maxLine)
		}
	}
	return s.worth(t)
}
