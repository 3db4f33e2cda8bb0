package speech

import (
	"slices"
	"strings"

	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/render/caption"
)

// Result says how a game ended: every seat's points by source, every ticket (unless a picture of
// the final sheet is drawn, whose alternative text has them), notes, and end: the seed, so that
// everybody can check the shuffles (C16).
func (s *Speaker) Result(v *engine.View, end string, drawn bool, notes ...string) string {
	sheet := s.Of(v).Sheet()
	lines := sheet.Lines()
	if drawn {
		lines = append([]string{sheet.Heading}, sheet.Totals()...)
	}
	if margin := s.Margin(v); margin != "" { // it names the winner, as the heading does
		lines = append([]string{sheet.Title, margin}, lines[1:]...)
	}
	notes = append(s.finalNotes(v), notes...)
	if text := strings.Join(slices.Concat(lines, notes), "\n"); discord.Fit(text, maxSheet) != text {
		lines = sheet.ShortLines() // the picture and the record say what paid for them
	}
	for i, line := range lines { // else Discord makes numbered lists and counts itself
		if place, rest, ok := strings.Cut(line, ". "); ok && len(place) == 1 {
			lines[i] = place + `\. ` + rest
		}
	}
	lines = append(lines, notes...)
	for len(lines) > 0 {
		text := strings.Join(lines, "\n") + "\n\n" + end
		if discord.Fit(text, maxContent) == text {
			return text
		}
		lines = append(lines[:len(lines)-2], "…")
	}
	return end
}

// Proof reveals the seed of a game, and says how to check its record.
func (s *Speaker) Proof(seed string) string {
	end := s.say("result.seed", "Seed", seed) + "\n" + s.say("result.verify")
	if s.own {
		end += " " + s.say("result.verify-map")
	}
	return end
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
		if one.Who == "" {
			one.Who = s.say("result.conductor")
		}
		id := "result.stint"
		switch i {
		case 0:
			id = "result.stint-first"
		case len(list) - 1:
			id = "result.stint-last"
		}
		said[i] = s.say(id, "Who", one.Who, "First", one.First, "Last", one.Last)
	}
	return s.say("result.stints", "Name", s.Seat(v, seat), "List", strings.Join(said, "; "))
}

// maxSheet is the longest text of a final sheet that leaves room for the seed's lines.
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
