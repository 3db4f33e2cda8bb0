package speech

import (
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/render/caption"
)

// proposals is how many sets of tickets are proposed to be declared (K8).
const proposals = 3

// firstSets lists the best sets that the viewer can declare, and reports whether there are more.
func firstSets(v *engine.View) (list [][]engine.TicketID, more bool) {
	for set := range v.Declarations() {
		if len(list) == proposals {
			return list, true
		}
		list = append(list, set)
	}
	return list, false
}

// setLines say in a line each what the proposed sets give. Tickets of all of them are named once.
func (s *Speaker) setLines(v *engine.View) []string {
	list, _ := firstSets(v)
	if len(list) == 0 {
		return nil
	}
	common := slices.Clone(list[0])
	for _, set := range list {
		common = slices.DeleteFunc(common, func(t engine.TicketID) bool {
			return !slices.Contains(set, t)
		})
	}
	var lines []string
	if len(common) > 0 {
		lines = append(lines, s.say("declare.common", "Tickets", s.ticketNames(common)))
	}
	for i, set := range list {
		own := slices.DeleteFunc(slices.Clone(set), func(t engine.TicketID) bool {
			return slices.Contains(common, t)
		})
		p := s.promise(v, set)
		line := s.say("declare.set", "Number", i+1, "Total", p.total, "Tickets", s.ticketNames(own))
		lines = append(lines, line+p.parts)
	}
	return lines
}

// promise is what declaring a set brings.
type promise struct {
	expected float64 // points
	total    string  // "about 84 points"
	parts    string  // " (sure: 31 points; …)"; "" if the total says it all
}

// promise says what a set brings for sure, and what may come: the big cities' cards that nobody can
// be sure of, each with its chance (K10). In the first of two passes its points are sure; what is
// left can still be completed, and nobody can say anything of the cities (K9).
func (s *Speaker) promise(v *engine.View, set []engine.TicketID) promise {
	sure, last := 0, v.Pass == v.Passes
	for _, t := range v.Own().Tickets.IDs {
		switch points := s.board.Tickets[t].Points; {
		case slices.Contains(set, t):
			sure += points
		case last:
			sure -= points
		}
	}
	if !last {
		return promise{float64(sure), s.say("declare.now", "Total", s.Points(sure)), ""}
	}
	may, more := 0, 0.
	var cities []string
	for _, c := range v.Stakes(set) {
		switch {
		case c.Sure:
			sure += c.Points
		case c.Chance > 0:
			may += c.Points
			more += c.Chance * float64(c.Points)
			cities = append(cities, s.say("declare.city", "City", s.City(c.City),
				"Gain", caption.Signed(c.Points), "Percent", unsure(c.Chance)))
		}
	}
	if may == 0 {
		return promise{float64(sure), s.Points(sure), ""}
	}
	expected := float64(sure) + more
	return promise{
		expected: expected,
		total:    s.say("declare.about", "Total", s.Points(int(math.Round(expected)))),
		parts: " (" + s.say("declare.parts", "Sure", s.Points(sure), "Most", may,
			"Cities", strings.Join(cities, ", ")) + ")",
	}
}

// unsure is a chance in percent that is neither none nor sure.
func unsure(chance float64) int { return min(max(int(math.Round(100*chance)), 1), 99) }

func (s *Speaker) setButtons(p Panel) discord.Row {
	list, more := firstSets(p.View)
	var row []discord.Button
	for i, set := range list {
		id := p.id(customid.Ask, engine.Move{Verb: engine.Declare, Tickets: set})
		label := s.say("declare.pick", "Number", i+1, "Total", s.promise(p.View, set).total)
		row = append(row, button(discord.Primary, label, id))
	}
	if more {
		id := p.id(customid.Ask, engine.Move{Verb: engine.Declare})
		row = append(row, button(discord.Secondary, s.say("declare.other-set"), id))
	}
	return buttons(row...)
}

// settled completes a choice of tickets by those that fit whatever else is declared. A choice that
// the track does not pay for stays as it is.
func settled(v *engine.View, m engine.Move) (chosen, open []engine.TicketID) {
	chosen, open = v.Settle(m.Tickets)
	if len(chosen)+len(open) == 0 {
		chosen = slices.Sorted(slices.Values(m.Tickets))
	}
	return chosen, open
}

func declarable(v *engine.View, m engine.Move) engine.Move {
	for {
		chosen, open := settled(v, m)
		m.Tickets = chosen
		if len(open) == 0 {
			return m
		}
		m.Tickets = append(m.Tickets, open[0])
	}
}

// lacksTickets reports whether a declaration leaves a choice: some tickets still fit, not all of
// them together.
func lacksTickets(v *engine.View, m engine.Move) bool {
	_, open := settled(v, m)
	return len(open) > 0
}

func (s *Speaker) askSet(p Panel, m engine.Move) []string {
	lines := []string{s.say("declare.ask-other")}
	if chosen, _ := settled(p.View, m); len(chosen) > 0 {
		lines = append(lines, s.say("declare.so-far", "Tickets", s.Tickets(chosen)))
	}
	return append(lines, s.yardLines(p.View)...)
}

func (s *Speaker) setMenus(p Panel, m engine.Move, _ customid.Ways) []discord.Row {
	chosen, open := settled(p.View, m)
	row := choiceMenu(s.say("declare.hint", "Count", len(open)),
		s.ticketChoices(p.View, engine.Move{Verb: engine.Declare}, open))
	row.Select.CustomID = p.id(customid.Ask, engine.Move{Verb: engine.Declare, Tickets: chosen})
	return []discord.Row{row}
}

func (s *Speaker) askDeclare(p Panel, m engine.Move) []string {
	lines := []string{s.say("declare.ask"), s.Tickets(m.Tickets)}
	if p.View.Own() != nil {
		gives := s.promise(p.View, m.Tickets)
		lines = append(lines, s.say("declare.gives", "Total", gives.total)+gives.parts)
	}
	return append(lines, s.whileUndone(p.View)...)
}

// declaredTickets are the tickets that can be added to a declaration, those of the best set first.
func (s *Speaker) declaredTickets(v *engine.View, m engine.Move) iter.Seq[choice] {
	_, open := settled(v, m)
	best, _ := firstSets(v)
	slices.SortStableFunc(open, func(a, b engine.TicketID) int {
		rank := func(t engine.TicketID) int {
			if len(best) > 0 && slices.Contains(best[0], t) {
				return 0
			}
			return 1
		}
		return rank(a) - rank(b)
	})
	single := s.ticketChoices(v, m, open)
	if len(m.Tickets) > 0 {
		return single
	}
	return func(yield func(choice) bool) {
		for i, set := range best {
			c := choice{
				Move:  engine.Move{Verb: engine.Declare, Tickets: set},
				label: s.say("declare.pick", "Number", i+1, "Total", s.promise(v, set).total),
				value: strconv.Itoa(i + 1), detail: func() string { return s.ticketNames(set) },
			}
			if !yield(c) {
				return
			}
		}
		single(yield)
	}
}

// declares tells what a seat has declared: to itself which tickets, to the others only that it has.
func (t *teller) declares(e *engine.Event) string {
	if len(e.Tickets) > 0 && t.isOwn(e) {
		return t.say("narrate.you-declared", "Tickets", t.Tickets(e.Tickets))
	}
	return t.by(e, "declared")
}

// declaredSet returns the proposed set with a typed number: "1" is the first.
func declaredSet(v *engine.View, text string) ([]engine.TicketID, bool) {
	list, _ := firstSets(v)
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > len(list) {
		return nil, false
	}
	return list[n-1], true
}
