package speech

import (
	"strings"

	"konduktor/engine"
)

// Daily is a finished try at the deal of a day.
type Daily struct {
	Title  string
	Day    string
	Final  *engine.Final
	Rank   int // among All who have finished it
	All    int
	Beaten int // in percent of the others
	Streak int // days in a row
}

// DailyCard says how a try went, in a form to be pasted elsewhere: nothing in it tells what the
// cards are.
func (s *Speaker) DailyCard(d Daily) string {
	lines := []string{
		"Konduktor · " + s.TitleLabel(d.Title) + " · " + d.Day,
		s.say("daily.points", "Points", d.Final.Total, "Rank", d.Rank, "All", d.All,
			"Percent", d.Beaten),
		s.say("daily.tickets", "Signs", strings.Repeat("🟩", len(d.Final.Completed))+
			strings.Repeat("🟥", len(d.Final.Failed)),
			"Made", len(d.Final.Completed), "All", len(d.Final.Completed)+len(d.Final.Failed)),
	}
	if n := len(d.Final.Bonuses); n > 0 {
		lines = append(lines, s.say("daily.bonuses", "Signs", strings.Repeat("⭐", n)))
	}
	lines = append(lines, s.say("daily.streak", "Days", d.Streak))
	return "```\n" + strings.Join(lines, "\n") + "\n```"
}
