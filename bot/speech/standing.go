package speech

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

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
			lines = append(lines, s.say("names.team-rack",
				"Team", s.say("render.team", "Number", seat.Team+1),
				"Points", s.Points(seat.Points()), "Cards", s.say("render.cards", "Count", seat.Rack.N),
				"Tickets", s.say("render.tickets", "Count", seat.RackTickets.N)))
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
	seat, say := &v.Seats[at-1], s.Of(v)
	text := say.Figures(seat, false, ", ")
	if v.Uses(engine.UsesYards) {
		text += "; " + say.Yard(seat)
	}
	if len(seat.Ports) > 0 {
		text += "; " + s.ports(seat)
	}
	return text
}

// Rules tells what is special about a title, and what the first seat is worth. If the map is a
// user's own, it says so first, and nobody knows what the first seat is worth.
func (s *Speaker) Rules(title string) string {
	rules := s.say("rules." + title)
	switch {
	case s.boxed:
		rules = s.OwnMap() + "\n" + rules
	case s.own:
		rules = s.say("names.own-map-rules", "Map", discord.Plain(s.board.Name)) + "\n" + rules
	default:
		rules += "\n" + s.say("begins."+title)
	}
	return discord.Fit(rules, maxContent)
}

// OwnMap says that the map is a user's own, and how large it is; or whose tickets it has.
func (s *Speaker) OwnMap() string {
	if s.boxed {
		return s.say("names.own-box")
	}
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

// Owed says in a few words what the game waits for the reader to do; empty if it does not wait for
// them.
func (s *Speaker) Owed(v *engine.View) string {
	due := owes(v)
	if due == engine.OwesNothing {
		return ""
	}
	return s.say(cmp.Or(owed[due], "games.owes-turn"))
}

var owed = map[engine.Owes]string{
	engine.OwesSecond: "games.owes-second", engine.OwesPlace: "games.owes-place",
	engine.OwesKeep: "games.owes-keep", engine.OwesShare: "games.owes-share",
	engine.OwesDeclare: "games.owes-declare", engine.OwesPay: "games.owes-pay",
	engine.OwesPieces: "games.owes-pieces",
}

// kindsOfTurn are the kinds of turns in the panel's order; passing has a sentence of its own.
var kindsOfTurn = []engine.Verb{
	engine.Draw, engine.Claim, engine.Lay, engine.Tickets, engine.Share, engine.Port, engine.Exchange,
}

// yourTurn names the kinds of turns that are legal now and, near the end, says how many turns are
// left.
func (s *Speaker) yourTurn(v *engine.View) string {
	legal := map[engine.Verb]bool{}
	for _, m := range v.Legal() {
		legal[m.Verb] = true
	}
	var kinds []string
	for _, verb := range kindsOfTurn {
		if legal[verb] {
			kinds = append(kinds, s.say("panel.can-"+verb.String()))
		}
	}
	if len(kinds) == 0 {
		return s.say("panel.owes-pass")
	}
	can := Capital(s.either(kinds))
	switch {
	case v.LastRound && v.Uses(engine.UsesPorts) && v.TurnsLeft > len(v.Seats): // W12
		return s.say("panel.owes-late-turn", "Can", can)
	case v.LastRound && v.Uses(engine.UsesYards) && v.Pass < v.Passes: // K9
		return s.say("panel.owes-last-turn-journey", "Can", can)
	case v.LastRound:
		return s.say("panel.owes-last-turn", "Can", can)
	}
	return s.say("panel.owes-turn", "Can", can)
}

// either lists alternatives: "a, b or c".
func (s *Speaker) either(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return s.say("names.or", "First", strings.Join(words[:last], ", "), "Last", words[last])
}

// Capital begins a text with a capital letter.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// Due says until when the viewer can answer, and what happens after that; "" if there is no
// deadline.
func (s *Speaker) Due(v *engine.View, due time.Time) string {
	m, ok := v.Overdue()
	if !ok || due.IsZero() {
		return ""
	}
	return s.say(s.deadline("ask-", m.Verb.String()), "Time", Stamp(due, "f"), "In", Stamp(due, "R"))
}

// Until tells everybody until when a seat can answer; "" if there is no deadline or the seat is not
// to move.
func (s *Speaker) Until(v *engine.View, seat engine.Seat, due time.Time) string {
	if !v.Moves(seat) || due.IsZero() {
		return ""
	}
	return s.say("deadline.until", "Who", s.Seat(v, seat), "Time", Stamp(due, "f"),
		"In", Stamp(due, "R"))
}

// UntilAll is Until for several seats with the same deadline.
func (s *Speaker) UntilAll(v *engine.View, seats []engine.Seat, due time.Time) string {
	return s.say("deadline.until-several", "Who", s.Seats(v, seats), "Time", Stamp(due, "f"),
		"In", Stamp(due, "R"))
}

// Overdue says that a move was made for a seat whose time was up.
func (s *Speaker) Overdue(v *engine.View, seat engine.Seat, verb string) string {
	if seat == v.Viewer {
		return s.say(s.deadline("you-passed-", verb))
	}
	return s.say(s.deadline("passed-", verb), "Who", s.Seat(v, seat))
}

// deadline is the ID of a text about a default move: the verb's own text if it has one.
func (s *Speaker) deadline(begin, verb string) string {
	if id := "deadline." + begin + verb; s.texts.Has(id) {
		return id
	}
	return "deadline." + begin + "other"
}

// Stamp is a time that Discord shows in the reader's zone and language: "f" date and time, "R" how
// long until then.
func Stamp(t time.Time, style string) string { return fmt.Sprintf("<t:%d:%s>", t.Unix(), style) }
