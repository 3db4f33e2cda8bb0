package speech

import (
	"strings"

	"konduktor/engine"
)

// Daily is a finished try at the deal of a day.
type Daily struct {
	Title  string
	Day    string
	Points int
	Rank   int // among All who have finished it
	All    int
	Beaten string        // how many of the others
	Final  *engine.Final // nil: the game is not kept any more
	Routes int           // claimed
	Streak int           // days in a row
}

// DailyCard says how a try went in five lines that can be pasted elsewhere: nothing in them tells
// what the cards are.
func (s *Speaker) DailyCard(d Daily) string {
	points := s.say("daily.points", "Points", d.Points, "Rank", d.Rank, "All", d.All,
		"Beaten", d.Beaten)
	if d.All == 1 {
		points = s.say("daily.first", "Points", d.Points)
	}
	streak := s.say("daily.streak", "Days", d.Streak)
	lines := []string{"Konduktor · " + s.TitleLabel(d.Title) + " · " + d.Day, points}
	if d.Final == nil {
		return fenced(append(lines, streak))
	}
	made, failed := len(d.Final.Completed), len(d.Final.Failed)
	lines = append(lines, s.say("daily.tickets", "Made", made, "All", made+failed,
		"Signs", strings.Repeat("🟩", made)+strings.Repeat("🟥", failed)))
	signs := "–"
	if n := len(d.Final.Bonuses); n > 0 {
		signs = strings.Repeat("🟨", n)
	}
	bonuses := s.say("daily.bonuses", "Signs", signs)
	if d.Routes == 0 {
		return fenced(append(lines, bonuses, streak))
	}
	routes := s.say("daily.routes", "Signs", strings.Repeat("🟦", d.Routes), "Made", d.Routes)
	return fenced(append(lines, routes, bonuses+" · "+streak))
}

// fenced shows lines as they can be copied.
func fenced(lines []string) string { return "```\n" + strings.Join(lines, "\n") + "\n```" }
