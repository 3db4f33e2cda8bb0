package speech

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/render/caption"
)

// Standing says how a game stands, and whom it waits for.
func (s *Speaker) Standing(game string, v *engine.View) string {
	text := Text{}.Say(s.heading(game, v), s.Waits(v))
	if v.Tunnel != nil {
		text = text.Say(s.tunnelLine(v))
	}
	return append(text, s.Glance(v)...).Fit(maxContent)
}

// Board is what stands at a table: what is told, oldest first, the table at a glance, and whose
// turn it is.
func (s *Speaker) Board(v *engine.View, told []string, turn ...string) string {
	return append(Text{}.Tell(told...), s.Glance(v)...).Say(turn...).Fit(maxContent)
}

// Glance is the table in two to five lines of signs: market and decks, then what each seat has in
// public.
func (s *Speaker) Glance(v *engine.View) Text {
	if v.Phase == engine.IsOver {
		return nil
	}
	w := s.signed()
	return Text{}.give(asOthers, w.marketLine(v)).give(asOthers, w.seatLines(v)...)
}

// marketLine has the open cards by slots, and how many cards each deck has left.
func (s *Speaker) marketLine(v *engine.View) string {
	var cards, all []string
	for _, c := range v.Market {
		if c != engine.NoCard {
			cards = append(cards, s.shown(v, c))
		}
	}
	if len(cards) > 0 {
		all = append(all, s.say("render.market")+": "+strings.Join(cards, ", "))
	}
	for _, d := range v.Decks {
		all = append(all, s.say(caption.PileWords[d.Pile].Deck)+": "+strconv.Itoa(d.Cards))
	}
	return strings.Join(all, " · ")
}

// mostSeatLines bounds the lines of Glance for seats.
const mostSeatLines = 4

func (s *Speaker) seatLine(v *engine.View, at engine.Seat) string {
	return s.Sign(caption.SeatSign(at)) + s.Seat(v, at) + " " + s.SeatStanding(v, at)
}

// seatLines are what each seat but the viewer and their partners, who stand beside them, has in
// public, of a team with its points and rack.
func (s *Speaker) seatLines(v *engine.View) []string {
	var all []string
	allies := partners(v)
	for _, side := range caption.Sides(v) {
		var seats []string
		for _, at := range side {
			if at != v.Viewer && !slices.Contains(allies, at) {
				seats = append(seats, s.seatLine(v, at))
			}
		}
		if len(seats) == 0 {
			continue
		}
		text := strings.Join(seats, ", ")
		if v.Uses(engine.UsesTeams) {
			team := v.Seat(side[0])
			text = s.say("names.team-rack", "Team", s.say("render.team", "Number", team.Team+1),
				"Points", s.Pts(team.Points()), "Cards", s.say("render.cards-sign", "Count", team.Rack.N),
				"Tickets", s.say("render.tickets-sign", "Count", team.RackTickets.N)) + ": " + text
		}
		all = append(all, text)
	}
	var lines []string
	for some := range slices.Chunk(all, max(1, (len(all)+mostSeatLines-1)/mostSeatLines)) {
		lines = append(lines, strings.Join(some, " · "))
	}
	return lines
}

// SeatStanding lists the public figures of a seat: "34 pts 🚃12 🎴5 🎫3", and its railyard.
func (s *Speaker) SeatStanding(v *engine.View, at engine.Seat) string {
	seat, say := v.Seat(at), s.Of(v)
	text := say.Glance(seat, false)
	if len(seat.Yard) > 0 {
		text += " " + say.Yard(seat)
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
	return fitLines(lines, maxContent)
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

// yourTurn says that it is the reader's turn and, near the end, how many are left.
func (s *Speaker) yourTurn(v *engine.View) string {
	switch {
	case v.Phase != engine.InPlay || !v.LastRound:
	case v.Uses(engine.UsesPorts) && v.TurnsLeft > len(v.Seats): // W12
		return s.say("panel.late-turn")
	case v.Uses(engine.UsesYards) && v.Pass < v.Passes: // K9
		return s.say("panel.last-turn-journey")
	default:
		return s.say("panel.last-turn")
	}
	return s.say("panel.turn")
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
