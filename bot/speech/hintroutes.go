package speech

import (
	"slices"
	"strings"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/ai/railway"
	"konduktor/engine/prospect"
	"konduktor/engine/railmap"
)

// aimReason says for which routes a card is wanted, and whether that is for a ticket or for points.
func (s *Speaker) aimReason(v *engine.View, a *ai.Advice, card engine.Card) string {
	if a.Aim.Port {
		return s.say("advice.why-port-card")
	}
	return s.lackReason(v, a.Aim, card) + " " + s.endReason(v, a)
}

// lackReason says which cards the routes of an aim still need, as the reader can count them. Where
// other cards can stand in (N5, N7), it says what the route takes instead: the number missing
// depends on what the reader wants to spend.
func (s *Speaker) lackReason(v *engine.View, aim *railway.Aim, card engine.Card) string {
	face := &v.Lexicon().Faces[aim.Card]
	if s.board.Routes[aim.Route].Symbols > 0 || v.Facts().AnyFor[aim.Route] > 0 {
		text := s.say("advice.why-takes",
			"Route", s.RouteEnds(aim.Route), "Takes", s.fare(aim.Route), "Held", s.heldOf(v))
		if len(aim.With) > 0 {
			text += " " + s.say("advice.why-with", "Routes", s.endsOf(aim.With))
		}
		return text
	}
	routes := s.RouteEnds(aim.Route)
	if len(aim.With) > 0 { // which can be claimed at once
		routes = s.say("advice.why-after", "Route", routes, "Routes", s.endsOf(aim.With))
	}
	lacking := func(n int) string {
		if !face.Ship {
			return s.CardsOf(face.Color, n)
		}
		return s.Ships(face.Color, n)
	}
	switch drawn := &v.Lexicon().Faces[card]; {
	case drawn.Wild:
		return s.say("advice.why-stand-in", "Cards", lacking(aim.Lacks-aim.Wilds), "Routes", routes)
	case aim.Wilds == 0 && drawn.Twin:
		return s.say("advice.why-aim-twin", "Cards", lacking(aim.Lacks), "Routes", routes)
	case aim.Wilds == 0:
		return s.say("advice.why-aim", "Cards", lacking(aim.Lacks), "Routes", routes)
	case aim.Wilds < aim.Lacks:
		return s.say("advice.why-aim-wilds",
			"Cards", lacking(aim.Lacks-aim.Wilds), "Routes", routes, "Wilds", s.Wilds(aim.Wilds))
	}
	return s.say("advice.why-spare", "Wilds", s.Wilds(aim.Wilds), "Route", s.RouteEnds(aim.Route))
}

// heldOf lists the viewer's cards, the rack included, for routes that cards of any colour pay for
// (N5, N7).
func (s *Speaker) heldOf(v *engine.View) string {
	own := v.Own()
	return s.Cards(v, own.Hand.Cards.Plus(&own.Rack.Cards))
}

func (s *Speaker) endsOf(routes []engine.RouteID) string {
	return s.Join(namesOf(routes, s.RouteEnds))
}

func (s *Speaker) endReason(v *engine.View, a *ai.Advice) string {
	if len(a.Aim.Tickets) > 0 {
		return s.wayReason(v, a)
	}
	gain := s.gives(v, a.Aim.Route)
	var nearer []engine.TicketID
	effect := prospect.OfClaim(v, s.board, a.Aim.Route, prospect.Own(v))
	for i := range effect.Tickets {
		if c := &effect.Tickets[i]; c.Shorter() > 0 || c.Completes() || c.Ordered() {
			nearer = append(nearer, c.After.ID)
		}
	}
	if len(nearer) > 0 {
		return s.say("advice.aim-nearer", "Gain", gain, "Ticket", s.firstOf(nearer))
	}
	return s.say("advice.aim-points", "Gain", gain)
}

func (s *Speaker) firstOf(list []engine.TicketID) string {
	if len(list) == 1 {
		return s.TicketCities(list[0])
	}
	return s.say("advice.ticket-more", "Ticket", s.TicketCities(list[0]), "Count", len(list)-1)
}

// planLines say what becomes of the viewer's incomplete tickets: those that the best move does not
// help, with the other move that does, and those that the plan gives up although they are possible.
// At setup they say nothing.
func (s *Speaker) planLines(v *engine.View, list []ai.Advice) []string {
	first := &list[0]
	if first.Plan == nil || v.Phase == engine.InSetup {
		return nil
	}
	var lines []string
	forTicket := func(a ai.Advice) bool { return a.Aim != nil && len(a.Aim.Tickets) > 0 }
	if len(first.Plan.Counted) > 0 && !forTicket(*first) && !s.helps(v, first) {
		id, args := "advice.plan-later", []any{"Tickets", s.ticketNames(first.Plan.Counted)}
		switch next := slices.IndexFunc(list, forTicket); {
		case next > 0:
			id = "advice.plan-next"
			args = append(args, "Number", next+1, "Behind", s.behind(first.Worth-list[next].Worth))
		case !first.Plan.Helped && len(v.Market) > 0:
			id = "advice.plan-waits"
		}
		lines = append(lines, s.say(id, args...))
	}
	for _, without := range []struct {
		id      string
		tickets []engine.TicketID
	}{{"advice.plan-dropped", first.Plan.Dropped}, {"advice.plan-dear", first.Plan.Dear}} {
		var open []engine.TicketID
		for _, p := range prospect.Of(v, s.board, v.Viewer, without.tickets) {
			if p.Standing == prospect.Open {
				open = append(open, p.ID)
			}
		}
		if len(open) > 0 {
			lines = append(lines, s.say(without.id, "Tickets", s.ticketNames(open)))
		}
	}
	return lines
}

// helps reports whether a claim brings a ticket of the viewer's nearer. It is false for draws and
// true for other moves.
func (s *Speaker) helps(v *engine.View, a *ai.Advice) bool {
	switch a.Move.Verb {
	case engine.Draw:
		return false
	case engine.Claim:
		return len(prospect.OfClaim(v, s.board, a.Move.Route, prospect.Own(v)).Tickets) > 0
	}
	return true
}

func (s *Speaker) ticketNames(list []engine.TicketID) string {
	return s.Join(namesOf(list, s.TicketCities))
}

// wayReason says which ticket a route is for. If the route is not on the way drawn for the reader,
// it says what is better about the other way.
func (s *Speaker) wayReason(v *engine.View, a *ai.Advice) string {
	aim := a.Aim
	ticket := s.firstOf(aim.Tickets)
	list := prospect.Of(v, s.board, v.Viewer, aim.Tickets[:1])
	if len(list) == 0 || list[0].Standing != prospect.Open {
		return s.say("advice.on-a-way", "Ticket", ticket)
	}
	drawn := &list[0].Way
	if slices.Contains(drawn.Routes, aim.Route) {
		via := s.via(aim.Tickets[0], drawn.Routes)
		return s.say("advice.on-the-way", "Ticket", ticket, "Count", drawn.Spaces, "Via", via) +
			s.exchanging(drawn.Exchange)
	}
	return s.otherWay(v, a, drawn) + s.exchanging(prospect.Exchange(v, s.board, aim.Way))
}

// exchanging says that a way takes more pieces of a kind than are left (W11).
func (s *Speaker) exchanging(n int) string {
	if n == 0 {
		return ""
	}
	return " " + s.say("advice.way-exchange", "Count", n)
}

// otherWay says that a route is on another way to a ticket than the drawn one.
func (s *Speaker) otherWay(v *engine.View, a *ai.Advice, drawn *prospect.Way) string {
	aim := a.Aim
	ticket, spaces := s.firstOf(aim.Tickets), s.spaces(aim.Way)
	args := []any{"Ticket", ticket, "Count", spaces, "Via", s.via(aim.Tickets[0], aim.Way)}
	if spaces <= drawn.Spaces {
		return s.say("advice.on-another-way", args...)
	}
	args = append(args, "Least", drawn.Spaces)
	if gains := s.detour(v, drawn.Routes, a); gains != "" {
		return s.say("advice.on-a-longer-way", append(args, "For", gains)...)
	}
	return s.say("advice.on-a-longer-way-still", args...)
}

// detour lists the advantages of a way over a shorter one.
func (s *Speaker) detour(v *engine.View, short []engine.RouteID, a *ai.Advice) string {
	var list []string
	note := func(id string, n int) {
		if n > 0 {
			list = append(list, s.say(id, "Count", n))
		}
	}
	points, tokens := s.yield(v, a.Aim.Way)
	fewer, less := s.yield(v, short)
	note("advice.more-points", points-fewer)
	for i := range v.Tokens {
		note("advice.more-"+v.Tokens[i].Name, tokens[i]-less[i])
	}
	note("advice.fewer-cards", prospect.Lacks(v, s.board, short)-prospect.Lacks(v, s.board, a.Aim.Way))
	note("advice.shared-spaces", a.Aim.Shared)
	return strings.Join(list, ", ")
}

func (s *Speaker) yield(v *engine.View, routes []engine.RouteID) (points int, tokens []int) {
	tokens = make([]int, len(v.Tokens))
	for _, r := range routes {
		points += railmap.Points(s.board.Routes[r].Length)
		for i := range v.Tokens {
			if v.Tokens[i].Brings(r) {
				tokens[i]++
			}
		}
	}
	return points, tokens
}

func (s *Speaker) spaces(routes []engine.RouteID) int {
	n := 0
	for _, r := range routes {
		n += s.board.Routes[r].Length
	}
	return n
}
