package speech

import (
	"iter"
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

// setLines say what each of the proposed sets gives. Tickets of all of them are named once.
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
		total, sums := s.setSums(v, set)
		lines = append(lines, s.say("declare.set", "Number", i+1, "Total", s.Points(total),
			"Tickets", s.ticketNames(own), "Sums", sums))
	}
	return lines
}

// setSums is what declaring a set gives: its points, minus those of the tickets left, and each big
// city's card that the seat would have by the tickets that everybody can see (K10).
func (s *Speaker) setSums(v *engine.View, set []engine.TicketID) (total int, sums string) {
	paid, left := 0, 0
	for _, t := range v.Own().Tickets.IDs {
		if slices.Contains(set, t) {
			paid += s.board.Tickets[t].Points
		} else {
			left += s.board.Tickets[t].Points
		}
	}
	parts := []string{s.say("declare.paid", "Points", caption.Signed(paid))}
	if left > 0 {
		parts = append(parts, s.say("declare.left", "Points", caption.Signed(-left)))
	}
	bonus, cities := s.bigCities(v, set)
	if len(cities) > 0 {
		parts = append(parts, s.say("declare.cities", "List", strings.Join(cities, ", ")))
	}
	return paid - left + bonus, strings.Join(parts, "; ")
}

// bigCities lists the big cities that a seat's completed tickets would name, and what their cards
// give as the public tickets stand.
func (s *Speaker) bigCities(v *engine.View, set []engine.TicketID) (points int, list []string) {
	for i := range s.board.Cities {
		bonus, most, who := s.board.Cities[i].Bonus, 0, engine.Public
		naming := func(tickets []engine.TicketID) (n int) {
			for _, t := range tickets {
				if slices.Contains(s.board.Tickets[t].Cities, engine.CityID(i)) {
					n++
				}
			}
			return n
		}
		own := naming(v.Own().Completed) + naming(set)
		for k := range v.Seats {
			if n := naming(v.Seats[k].Completed); v.Seats[k].Seat != v.Viewer && n > most {
				most, who = n, v.Seats[k].Seat
			}
		}
		city := s.City(engine.CityID(i))
		switch {
		case bonus == 0 || own == 0:
		case own < most:
			list = append(list, s.say("declare.behind", "City", city, "Count", own,
				"Who", s.Seat(v, who), "Most", most))
		default:
			points += bonus
			list = append(list, s.say("declare.city", "City", city, "Count", own,
				"Gain", caption.Signed(bonus)))
		}
	}
	return points, list
}

func (s *Speaker) setButtons(p Panel) discord.Row {
	list, more := firstSets(p.View)
	var row []discord.Button
	for i, set := range list {
		total, _ := s.setSums(p.View, set)
		id := p.id(customid.Ask, engine.Move{Verb: engine.Declare, Tickets: set})
		label := s.say("declare.pick", "Number", i+1, "Total", s.Points(total))
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

// declarable completes a choice of tickets to a set that can be declared.
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

// setMenus offer one more ticket: each of those that still fit.
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
		total, sums := s.setSums(p.View, m.Tickets)
		lines = append(lines, s.say("declare.sums", "Total", s.Points(total), "Sums", sums))
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
			total, _ := s.setSums(v, set)
			c := choice{
				Move:  engine.Move{Verb: engine.Declare, Tickets: set},
				label: s.say("declare.pick", "Number", i+1, "Total", s.Points(total)),
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
	if len(e.Tickets) > 0 {
		return t.say("narrate.you-declared", "Tickets", t.Tickets(e.Tickets))
	}
	return t.by(e.Seat, "declared")
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
