package speech

import (
	"slices"
	"strings"

	"konduktor/bot/discord"
	"konduktor/engine"
)

// Standing says in a few lines how a game stands: the seats' public figures, and whom it waits for.
func (s *Speaker) Standing(game string, v *engine.View) string {
	lines := []string{s.heading(game, v), s.Waits(v)}
	if v.Tunnel != nil {
		lines = append(lines, s.tunnelLine(v))
	}
	for i := range v.Seats {
		seat := &v.Seats[i]
		if v.Uses(engine.UsesTeams) && (i == 0 || v.Seats[i-1].Team != seat.Team) {
			lines = append(lines, s.say("names.team-rack", "Team", s.say("render.team", "Number", seat.Team+1),
				"Points", s.Points(seat.Points()), "Cards", s.say("render.cards", "Count", seat.Rack.N), "Tickets", s.say("render.tickets", "Count", seat.RackTickets.N)))
		}
		mark := "▫️"
		if v.Moves(seat.Seat) {
			mark = "▶️"
		}
		lines = append(lines, mark+" "+s.Seat(v, seat.Seat)+": "+s.SeatStanding(v, seat.Seat))
	}
	return fitLines(lines)
}

// SeatStanding lists the public figures of a seat: "34 points, 12 trains, 5 cards, 3 tickets".
func (s *Speaker) SeatStanding(v *engine.View, at engine.Seat) string {
	seat := &v.Seats[at-1]
	var parts []string
	if !v.Uses(engine.UsesTeams) && tellsPoints(v) {
		parts = append(parts, s.Points(seat.Points()))
	}
	for kind, n := range seat.Pieces {
		parts = append(parts, s.say("render.pieces."+v.Lexicon().Pieces[kind], "Count", n))
	}
	parts = append(parts, s.say("render.cards", "Count", seat.Hand.N), s.say("render.tickets", "Count", seat.Tickets.N))
	for i := range v.Tokens {
		parts = append(parts, s.say("render."+v.Tokens[i].Name, "Count", v.Tokens[i].Held[at-1]))
	}
	if v.Uses(engine.UsesYards) {
		parts = append(parts, s.say("yard.rows", "Rows", s.yard(v, seat)), s.say("yard.track", "Count", seat.Track.N))
	}
	if len(seat.Ports) > 0 {
		parts = append(parts, s.ports(seat))
	}
	return strings.Join(parts, ", ")
}

// Rules tells what is special about a title. If the map is a user's own, it says so first.
func (s *Speaker) Rules(title string) string {
	rules := s.say("rules." + title)
	if s.own {
		rules = s.say("names.own-map-rules", "Map", discord.Plain(s.board.Name)) + "\n" + rules
	}
	return discord.Fit(rules, maxContent)
}

// OwnMap says that the map is a user's own, and how large it is.
func (s *Speaker) OwnMap() string {
	return s.say("names.own-map", "Map", discord.Plain(s.board.Name), "Cities", len(s.board.Cities),
		"Routes", len(s.board.Routes), "Tickets", len(s.board.Tickets))
}

// CityText lists the routes that lead to a city, and who has them.
func (s *Speaker) CityText(v *engine.View, c engine.CityID) string {
	if v.Uses(engine.UsesYards) {
		return s.yardCity(c)
	}
	lines := append([]string{s.say("board.city", "City", s.City(c))}, s.portLines(v, c)...)
	for _, r := range s.board.At(c) {
		lines = append(lines, "• "+s.Route(r)+": "+s.standing(v, r))
	}
	return fitLines(lines)
}

// standing says who owns a route, or that it is free and what it would score.
func (s *Speaker) standing(v *engine.View, r engine.RouteID) string {
	switch owner := v.Owner(r); {
	case owner != engine.Public:
		return s.say("render.owned", "Name", s.Seat(v, owner))
	case slices.Contains(v.Closed, r):
		return s.say("render.closed")
	}
	spaces := s.say("render.spaces", "Count", s.board.Routes[r].Length)
	return s.say("board.free", "Spaces", spaces, "Gain", s.gives(v, r))
}

// Result says how a game ended: every seat's points by source, every ticket, and the seed, so that everybody can check the
// shuffles (C16). seed is in hex. Where a picture of the final sheet says it all, in its alternative text too, the tickets are
// left to it.
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

// paged splits a text into pages of whole lines, and shows one of them.
func (s *Speaker) paged(text string, page int, id func(page int) string) discord.Message {
	pages := cut(text)
	page = min(max(page, 0), len(pages)-1)
	m := discord.Message{Content: pages[page]}
	if turn := s.pageButtons(page, len(pages), id); len(turn) > 0 {
		m.Rows = []discord.Row{buttons(turn...)}
	}
	return m
}

// cut splits a text at line ends into parts that fit into a message.
func cut(text string) []string {
	var pages []string
	page := ""
	for line := range strings.Lines(text) {
		line = discord.Fit(line, maxContent)
		if longer := page + line; discord.Fit(longer, maxContent) == longer {
			page = longer
			continue
		}
		pages = append(pages, page)
		page = line
	}
	return append(pages, page)
}
