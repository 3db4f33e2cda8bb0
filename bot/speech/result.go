package speech

import (
	"slices"
	"strings"

	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/render/caption"
)

// Result says how a game ended: its story, every seat's points by source, every ticket (unless
// pictures of the end are drawn, which lead to them), and notes.
func (s *Speaker) Result(v *engine.View, turns []engine.Turn, drawn bool, notes ...string,
) string {
	sheet := s.Of(v).Sheet()
	lines := sheet.Lines()
	if drawn {
		lines = append([]string{sheet.Heading}, sheet.Totals()...)
	}
	lines[0] = sheet.Title + " " + s.story(v, turns)
	notes = append(s.finalNotes(v), notes...)
	if text := strings.Join(slices.Concat(lines, notes), "\n"); discord.Fit(text, maxSheet) != text {
		lines = append(lines[:1], sheet.ShortLines()[1:]...) // the record says what paid for them
	}
	won := " ★ " + s.say("render.winner-mark") // the story says it
	for i, line := range lines {               // else Discord makes numbered lists and counts itself
		if place, rest, ok := strings.Cut(line, ". "); ok && len(place) == 1 {
			lines[i] = place + `\. ` + strings.TrimSuffix(rest, won)
		}
	}
	return discord.Lines(append(lines, notes...))
}

// Proof reveals the seed of a game, and says how to check its record (C16).
func (s *Speaker) Proof(seed, commitment string) string {
	text := s.say("result.seed", "Seed", seed, "Commitment", commitment) + "\n" +
		s.say("result.verify")
	if s.own {
		text += " " + s.say("result.verify-map")
	}
	return text
}

// Outcome tells bystanders how a game ended, in a sentence, and then the points by place. It names
// each winner once: among the points they are their place.
func (s *Speaker) Outcome(v *engine.View, turns []engine.Turn) string {
	var points []string
	places := s.Of(v).Sheet().Sides
	for i, side := range caption.Ranking(v) {
		switch won := s.Of(v).Points(v.Seat(side[0]).Final.Total); {
		case !caption.Won(v, side[0]):
			points = append(points, places[i].Place+`\. `+places[i].Name+" "+
				caption.Number(v.Seat(side[0]).Final.Total))
		case i == 0: // others who share the victory have as many
			points = append(points, won)
		}
	}
	return s.story(v, turns) + "\n" + strings.Join(points, " · ")
}

// story says in a sentence who won by how much, and the first reason for it that holds.
func (s *Speaker) story(v *engine.View, turns []engine.Turn) string {
	told := strings.TrimSuffix(s.Margin(v), ".")
	if told == "" {
		var names []string
		for _, side := range caption.Ranking(v) {
			if caption.Won(v, side[0]) {
				names = append(names, s.Of(v).SideName(side))
			}
		}
		return s.say("result.shared", "Names", strings.Join(names, ", ")) + "."
	}
	if why := s.because(v, turns); why != "" {
		told += ": " + why
	}
	return told + "."
}

const (
	leastDeficit = 5 // points, and a quarter of the winner's, for a comeback
	leastLoot    = 4 // cards
	leastChanges = 3 // of the lead
)

// because is why the first side won, read off the result and the course: a comeback, a robbery, a
// ticket without which it would have lost, the final count, a changing lead, or what brought most.
// It does not name the winner. "" if there is nothing to tell.
func (s *Speaker) because(v *engine.View, turns []engine.Turn) string {
	ranking := caption.Ranking(v)
	won, first, second := ranking[0], v.Seat(ranking[0][0]).Final, v.Seat(ranking[1][0]).Final
	deficit, when := 0, 0
	var loot engine.Event
	for i := range turns {
		at := &turns[i].View
		for _, side := range ranking[1:] {
			if d := at.Seat(side[0]).Score - at.Seat(won[0]).Score; d > deficit {
				deficit, when = d, i
			}
		}
		for _, e := range turns[i].Events {
			if e.Kind == engine.EventRobbed && slices.Contains(won, e.Seat) && e.N > loot.N {
				loot = e
			}
		}
	}
	if deficit >= leastDeficit && 4*deficit >= first.Total && when < len(turns)-1 {
		return s.say("result.comeback", "Count", deficit, "Turn", when)
	}
	if loot.N >= leastLoot {
		return s.say("result.robbed", "Who", s.Seat(v, loot.Victim), "Count", loot.N)
	}
	best := -1
	for i, n := range first.Earned {
		if n > first.Total-second.Total && (best < 0 || n > first.Earned[best]) {
			best = i
		}
	}
	if best >= 0 {
		return s.say("result.ticket", "Ticket", s.Of(v).TicketCities(first.Completed[best]),
			"Points", caption.Signed(first.Earned[best]))
	}
	// with yards a course counts cards
	if c := caption.CourseOf(turns); !v.Uses(engine.UsesYards) && c.Turns() > 0 {
		reigns := c.Reigns()
		last := reigns[len(reigns)-1].Side
		if last != caption.Nobody && !caption.Won(v, c.Sides[last][0]) {
			return s.say("result.overtaken", "Who", s.Of(v).SideName(c.Sides[last]))
		}
		if n := c.Changes(); n >= leastChanges {
			return s.say("result.lead", "Count", n)
		}
	}
	for _, g := range s.gaps(v, first, second) {
		if g.points > 0 {
			return s.gap(g)
		}
	}
	return ""
}

// Margin says by how much the first side is ahead of the next, or which tie-break decided; "" if
// they share the victory.
func (s *Speaker) Margin(v *engine.View) string {
	ranking := caption.Ranking(v)
	if len(ranking) < 2 || caption.Won(v, ranking[1][0]) {
		return ""
	}
	a, b := v.Seat(ranking[0][0]).Final, v.Seat(ranking[1][0]).Final
	who := s.Of(v).SideName(ranking[0])
	for _, seat := range ranking[0] {
		if last := s.atLast[seat]; last.First > 0 {
			who += " (" + s.stint("result.stint-last", last) + ")"
		}
	}
	if lead := a.Total - b.Total; lead > 0 {
		return s.say("result.margin", "Who", who, "Count", lead)
	}
	id, own, other := "result.tie-tickets", len(a.Completed), len(b.Completed) // first in all titles
	switch {
	case own != other:
	case v.Uses(engine.UsesYards): // K11
		id, own, other = "result.tie-cities", len(a.Bonuses), len(b.Bonuses)
	case v.Uses(engine.UsesPorts): // W14
		id, own, other = "result.tie-ports", a.Ports, b.Ports
	default: // N12, S11
		id, own, other = "result.tie-path", a.Longest, b.Longest
	}
	return s.say(id, "Who", who, "Own", own, "Other", other)
}

// Stint is a row of a seat's turns that one player made.
type Stint struct {
	Who         string // fit for a message; "": the house
	First, Last int    // turns of the game, from 1
}

// Stints says who played a seat from when to when.
func (s *Speaker) Stints(v *engine.View, seat engine.Seat, list []Stint) string {
	said := make([]string, len(list))
	for i, one := range list {
		id := "result.stint"
		switch i {
		case len(list) - 1:
			id = "result.stint-last"
		case 0:
			id = "result.stint-first"
		}
		said[i] = s.stint(id, one)
	}
	return s.say("result.stints", "Name", s.Seat(v, seat), "List", strings.Join(said, "; "))
}

// PlayedAtLast says who played a seat to the end, other than its owner: a winner is named with it.
func (s *Speaker) PlayedAtLast(seat engine.Seat, last Stint) { s.atLast[seat] = last }

func (s *Speaker) stint(id string, one Stint) string {
	if one.Who == "" {
		one.Who = s.say("result.conductor")
	}
	return s.say(id, "Who", one.Who, "First", one.First, "Last", one.Last)
}

// maxSheet is the longest text of a final sheet that leaves room for a heading.
const maxSheet = maxContent - 400

// finalNotes say how many points each seat spent on exchanges (W11), which the final sheet does not
// show.
func (s *Speaker) finalNotes(v *engine.View) []string {
	var lines []string
	for i := range v.Seats {
		if seat := &v.Seats[i]; seat.Exchanged > 0 {
			lines = append(lines, s.say("final.exchanged", "Name", s.Seat(v, seat.Seat),
				"Count", seat.Exchanged))
		}
	}
	if len(lines) > 0 {
		lines = append([]string{""}, lines...)
	}
	return lines
}
