package speech

import (
	"strconv"
	"strings"

	"konduktor/engine"
	"konduktor/engine/prospect"
	"konduktor/render/caption"
)

// claimEffect says what a claim changes for the viewer's tickets, which lanes it closes, and
// whether it begins the last round.
func (s *Speaker) claimEffect(v *engine.View, r engine.RouteID) []string {
	tickets := prospect.Own(v)
	effect := prospect.OfClaim(v, s.board, r, tickets)
	var lines []string
	if s.Hints(v) {
		lines = s.changes(effect.Tickets)
	}
	if len(lines) == 0 && len(tickets) > 0 && s.Hints(v) {
		lines = append(lines, s.say("ahead.nothing"))
	}
	if len(effect.Closes) > 0 {
		lines = append(lines, s.say("ahead.closes", "Routes", s.routeCodes(effect.Closes)))
	}
	if effect.LastRound {
		lines = append(lines, s.say("ahead.last-round", "Count", v.Facts().LastTurns))
	}
	return lines
}

// changes say how the prospects of tickets change, gains first: completed, nearer, farther, out of
// reach.
func (s *Speaker) changes(list []prospect.Change) []string {
	var lines, nearer, farther, lost []string
	for i := range list {
		c := &list[i]
		ticket, worth := s.TicketCities(c.After.ID), c.After.Worth
		switch {
		case c.Completes():
			lines = append(lines, s.say("ahead.completes", "Ticket", ticket, "Points", worth))
		case c.Ordered():
			lines = append(lines, s.say("ahead.ordered", "Ticket", ticket, "Points", worth,
				"Before", c.Before.Worth))
		case c.Loses():
			lost = append(lost, s.say("ahead.lost", "Ticket", ticket, "Points", -worth))
		case c.Shorter() > 0:
			nearer = append(nearer, s.distance(c, c.Before.Way.Spaces, c.After.Way.Spaces))
		case c.Shorter() < 0:
			farther = append(farther, s.distance(c, c.Before.Way.Spaces, c.After.Way.Spaces))
		}
	}
	if len(nearer) > 0 {
		lines = append(lines, s.say("ahead.nearer", "List", strings.Join(nearer, " · ")))
	}
	if len(farther) > 0 {
		lines = append(lines, s.say("ahead.farther", "List", strings.Join(farther, " · ")))
	}
	return append(lines, lost...)
}

// distance says what a ticket still lacked before and lacks now: "Göteborg – Oulu 6 → 3".
func (s *Speaker) distance(c *prospect.Change, before, after int) string {
	return s.say("ahead.distance", "Ticket", s.TicketCities(c.After.ID), "Before", before,
		"After", after)
}

// effects say by letters what other seats' claims among events change for the viewer's tickets: "B
// 6→7, C out of reach"; nothing without hints.
func (s *Speaker) effects(v *engine.View, events []engine.Event) map[engine.RouteID]string {
	told := map[engine.RouteID]string{}
	if s.Hints(v) {
		for _, effect := range prospect.Replay(v, s.board, events, prospect.Own(v)) {
			told[effect.Route] = s.effect(v, &effect)
		}
	}
	return told
}

func (s *Speaker) effect(v *engine.View, effect *prospect.Effect) string {
	var list []string
	for i := range effect.Tickets {
		c := &effect.Tickets[i]
		text := caption.Letter(v, c.After.ID) + " "
		switch {
		case c.Completes():
			text += s.say("ahead.done")
		case c.Loses():
			text += s.say("ahead.out-of-reach")
		case c.Shorter() != 0:
			text += strconv.Itoa(c.Before.Way.Spaces) + "→" + strconv.Itoa(c.After.Way.Spaces)
		default:
			continue
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

func (s *Speaker) routeCodes(list []engine.RouteID) string {
	return s.Join(namesOf(list, func(r engine.RouteID) string { return caption.Code(s.board, r) }))
}

// layEffect says for which of the viewer's tickets a lay brings cards that they still lack (K8).
func (s *Speaker) layEffect(v *engine.View, laid *engine.Cards) []string {
	if !s.Hints(v) {
		return nil
	}
	switch text := s.layChange(v, laid); {
	case text != "":
		return []string{text}
	case len(prospect.Own(v)) == 0:
		return nil
	}
	return []string{s.say("ahead.lay-nothing")}
}

// layChange says how many cards the viewer's tickets together lack before a lay and then; "" if
// that is the same.
func (s *Speaker) layChange(v *engine.View, laid *engine.Cards) string {
	own := prospect.Own(v)
	before := prospect.Unlaid(v, s.board, own)
	after := prospect.OfLay(v, s.board, laid, own)
	if before == after {
		return ""
	}
	return s.say("ahead.lay", "Before", before, "After", after)
}

// outlook lists tickets that a choice is about.
func (s *Speaker) outlook(v *engine.View, list []engine.TicketID) []string {
	var lines []string
	for _, p := range prospect.Of(v, s.board, v.Viewer, list) {
		line := s.Of(v).TicketLine(&p)
		lines = append(lines, line.Ticket+line.Needs)
	}
	return lines
}

// stands says how a ticket stands: "complete", "5 spaces: 3 red, 2 of any one colour", "out of
// reach".
func (s *Speaker) stands(p *prospect.Ticket) string {
	switch {
	case p.Standing == prospect.Done:
		return s.say("ahead.done")
	case p.Standing == prospect.Lost:
		return s.say("ahead.out-of-reach")
	case p.Cards != nil:
		return s.say("ahead.lacks", "Count", p.Lacks())
	}
	return s.way(&p.Way)
}

// way says how many spaces a way still has, what cards it takes, and what must be exchanged for it.
func (s *Speaker) way(w *prospect.Way) string {
	text := s.say("ahead.way", "Count", w.Spaces, "Cards", s.Needs(prospect.Needs(s.board, w.Routes)))
	if w.Exchange > 0 {
		text += ", " + s.say("ahead.exchange", "Count", w.Exchange)
	}
	return text
}

// maxStops bounds the cities that describe a way.
const maxStops = 6

// via names the cities on a way that is still to be claimed, from the ticket's first city on. It is
// empty for a single route, because the sentence names that.
func (s *Speaker) via(ticket engine.TicketID, routes []engine.RouteID) string {
	if len(routes) < 2 {
		return ""
	}
	var parts []string
	shown, left := 0, 0
	for _, line := range s.lines(s.board.Tickets[ticket].Cities[0], routes) {
		fits := min(len(line), maxStops-shown)
		if fits == 1 { // a single city is no part of a way
			fits = 0
		}
		left += len(line) - fits
		if shown += fits; fits == 0 {
			shown = maxStops
			continue
		}
		parts = append(parts, strings.Join(namesOf(line[:fits], s.City), " – "))
	}
	text := strings.Join(parts, ", ")
	if left > 0 {
		text = s.say("advice.via-more", "Cities", text, "Count", left)
	}
	return s.say("advice.via", "Cities", text)
}

// lines splits routes into lines of cities. Between two of them lies what is built already or
// branches off.
func (s *Speaker) lines(from engine.CityID, routes []engine.RouteID) [][]engine.CityID {
	at := map[engine.CityID][]engine.RouteID{}
	for _, r := range routes {
		e := &s.board.Routes[r]
		at[e.A], at[e.B] = append(at[e.A], r), append(at[e.B], r)
	}
	used := map[engine.RouteID]bool{}
	walk := func(c engine.CityID) []engine.CityID {
		line := []engine.CityID{c}
		for next := true; next; {
			next = false
			for _, r := range at[c] {
				if !used[r] {
					used[r], next = true, true
					c = s.board.Routes[r].Far(c)
					line = append(line, c)
					break
				}
			}
		}
		return line
	}
	var list [][]engine.CityID
	begin := func(c engine.CityID) {
		if line := walk(c); len(line) > 1 {
			list = append(list, line)
		}
	}
	if len(at[from]) == 1 {
		begin(from)
	}
	for _, ends := range []bool{true, false} { // what has no end goes round
		for _, r := range routes {
			for _, c := range []engine.CityID{s.board.Routes[r].A, s.board.Routes[r].B} {
				if len(at[c]) == 1 || !ends {
					begin(c)
				}
			}
		}
	}
	return list
}
