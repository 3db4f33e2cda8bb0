package speech

import (
	"slices"
	"strings"

	"konduktor/bot/discord"
	"konduktor/engine"
)

// Result says how a game ended: every seat's points by source, every ticket, and the seed in hex,
// so that everybody can check the shuffles (C16). If a picture of the final sheet is drawn, the
// tickets are left to it and its alternative text.
func (s *Speaker) Result(v *engine.View, seed string, drawn bool) string {
	sheet := s.Of(v).Sheet()
	lines := sheet.Lines()
	if drawn {
		lines = append([]string{sheet.Heading}, sheet.Totals()...)
	}
	notes := s.finalNotes(v)
	if text := strings.Join(slices.Concat(lines, notes), "\n"); discord.Fit(text, maxSheet) != text {
		lines = sheet.ShortLines() // the picture and the record say what paid for them
	}
	for i, line := range lines { // else Discord makes numbered lists and counts itself
		if place, rest, ok := strings.Cut(line, ". "); ok && len(place) == 1 {
			lines[i] = place + `\. ` + rest
		}
	}
	lines = append(lines, notes...)
	end := s.say("result.seed", "Seed", seed) + "\n" + s.say("result.verify")
	if s.own {
		end += " " + s.say("result.verify-map")
	}
	for len(lines) > 0 {
		text := strings.Join(lines, "\n") + "\n\n" + end
		if discord.Fit(text, maxContent) == text {
			return text
		}
		lines = append(lines[:len(lines)-2], "…")
	}
	return end
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
