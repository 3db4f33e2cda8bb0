package speech

import (
	"strings"

	"konduktor/engine"
)

// maxStops bounds the cities by which a way is described.
const maxStops = 6

// via names the cities on a way that is still to be claimed, from a ticket's first city on, to be put behind its spaces. "" for a way of
// one route: whoever is told of it is told which.
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
		names := make([]string, fits)
		for i, c := range line[:fits] {
			names[i] = s.City(c)
		}
		parts = append(parts, strings.Join(names, " – "))
	}
	text := strings.Join(parts, ", ")
	if left > 0 {
		text = s.say("advice.via-more", "Cities", text, "Count", left)
	}
	return s.say("advice.via", "Cities", text)
}

// lines splits routes into lines of cities. What is built already, and whatever branches off, is between two of them.
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
