package render

import (
	"strconv"
	"strings"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// sayer puts a view into words.
type sayer struct {
	v     *engine.View
	m     *railmap.Map
	words Words
	lang  string // of names of cities; "": those on the board
}

func newSayer(v *engine.View, m *railmap.Map, w Words) *sayer {
	return &sayer{v: v, m: m, words: w, lang: w("render.language")}
}

// sayer says in a picture what it says anywhere, but calls cities what they are called on the board.
func (p *painter) sayer(v *engine.View, o *Options) *sayer {
	return &sayer{v: v, m: p.m, words: o.Words}
}

// city is the name of a city in the reader's language.
func (s *sayer) city(c engine.CityID) string { return cityName(&s.m.Cities[c], s.lang) }

func cityName(c *railmap.City, lang string) string {
	if n := c.Names[lang]; n != "" {
		return n
	}
	if c.Name == "" {
		return c.Unnamed
	}
	return c.Name
}

// seat is a seat's name on one line, not escaped for any medium.
func (s *sayer) seat(n engine.Seat) string { return shortName(s.v.Seat(n).Name) }

// nameLength bounds names in texts; Discord's are at most 32 characters long.
const nameLength = 40

func shortName(name string) string {
	name = tidy(name)
	n := 0
	for i := range name {
		if n++; n > nameLength {
			return name[:i] + "…"
		}
	}
	return name
}

// seatNames are names in a row: "Ala, Bartek and Celina".
func (s *sayer) seatNames(seats []engine.Seat) string {
	var b strings.Builder
	for i, n := range seats {
		switch {
		case i == 0:
		case i == len(seats)-1:
			b.WriteString(s.words("render.and"))
		default:
			b.WriteString(", ")
		}
		b.WriteString(s.seat(n))
	}
	return b.String()
}

// state is where the game stands, in a sentence or two.
func (s *sayer) state() string {
	v := s.v
	switch {
	case v.Phase == engine.IsOver && len(v.Winners) > 0 && allied(v, v.Winners[0], v.Winners[len(v.Winners)-1]):
		return s.words("render.over") + ". " + s.words("render.won", "Names", s.seatNames(v.Winners)) + "."
	case v.Phase == engine.IsOver && len(v.Winners) > 0:
		return s.words("render.over") + ". " + s.words("render.shared", "Names", s.seatNames(v.Winners)) + "."
	case v.Phase == engine.IsOver:
		return s.words("render.over") + "."
	}
	state := s.words("render.played", "Count", int(v.Ply)) + "."
	if v.Phase == engine.InSetup {
		state = s.words("render.setup") + "."
	}
	if v.LastRound {
		state += " " + s.words("render.last-round", "Count", v.TurnsLeft) + "."
	}
	if len(v.ToMove) > 0 {
		state += " " + s.toMove(v.ToMove) + "."
	}
	return state
}

// seatLines are all that is public of the seats: a line each, in titles with teams below one for the team.
func (s *sayer) seatLines() []string {
	var lines []string
	for i, team := range parties(s.v) {
		if s.v.Uses(engine.UsesTeams) {
			lines = append(lines, s.teamLine(i, team))
		}
		for _, seat := range team {
			lines = append(lines, s.seatLine(int(seat-1)))
		}
	}
	return lines
}

// teamLine is all that is public of a team: "Team 1: 16 points, on the rack 3 cards, 2 tickets".
func (s *sayer) teamLine(i int, team party) string {
	e := s.v.Seat(team[0])
	return s.words("render.team", "Number", i+1) + ": " + s.words("render.points", "Count", e.Points()) + ", " +
		s.words("render.on-rack") + " " + s.words("render.cards", "Count", e.Rack.N) + ", " +
		s.words("render.tickets", "Count", e.RackTickets.N)
}

// seatLine is all that is public of a seat.
func (s *sayer) seatLine(i int) string {
	e := &s.v.Seats[i]
	parts := make([]string, 0, 8)
	if !s.v.Uses(engine.UsesTeams) {
		parts = append(parts, s.words("render.points", "Count", e.Points()))
	}
	parts = s.pieces(parts, e)
	parts = append(parts, s.words("render.cards", "Count", e.Hand.N), s.words("render.tickets", "Count", e.Tickets.N))
	if s.v.Uses(engine.UsesGoods) {
		parts = append(parts, s.words("render.goods", "Count", e.Goods))
	}
	line := strconv.Itoa(i+1) + ". " + shortName(e.Name) + ": " + strings.Join(parts, ", ")
	if s.v.Moves(e.Seat) {
		line += " ← " + s.words("render.turn-mark")
	}
	return line
}

// pieces appends what pieces a seat has left, by kind.
func (s *sayer) pieces(to []string, e *engine.SeatView) []string {
	for kind, n := range e.Pieces {
		if lex := s.v.Lexicon(); lex != nil && kind < len(lex.Pieces) {
			to = append(to, s.words("render.pieces."+lex.Pieces[kind], "Count", n))
		}
	}
	return to
}

// market lists the slots: "1 red, 2 wild, 3 empty".
func (s *sayer) market() string {
	parts := make([]string, 0, len(s.v.Market))
	for i, c := range s.v.Market {
		parts = append(parts, strconv.Itoa(i+1)+" "+s.card(c))
	}
	return s.words("render.market") + ": " + strings.Join(parts, ", ")
}

func (s *sayer) card(c engine.Card) string {
	lex := s.v.Lexicon()
	if c == engine.NoCard || lex == nil || int(c) >= len(lex.Faces) {
		return s.words("render.empty")
	}
	return s.words("render.card." + lex.Faces[c].Name)
}

// piles lists how many cards the piles have.
func (s *sayer) piles() string {
	parts := make([]string, 0, 2*len(s.v.Decks)+2)
	add := func(id string, n int) { parts = append(parts, s.words(id)+": "+strconv.Itoa(n)) }
	for _, d := range s.v.Decks {
		add("render.deck", d.Cards)
		add("render.discards", d.Discards)
	}
	add("render.tickets-left", s.v.TicketsLeft)
	if s.v.Uses(engine.UsesGoods) {
		add("render.goods-left", s.v.Stock)
	}
	return strings.Join(parts, ", ")
}

// route is a route's code and ends: "17a Dam – Waag".
func (s *sayer) route(r engine.RouteID) string {
	e := &s.m.Routes[r]
	return Code(s.m, r) + " " + s.city(e.A) + " – " + s.city(e.B)
}

// routeLine is all there is to know of a route.
func (s *sayer) routeLine(r engine.RouteID, closed bool) string {
	e := &s.m.Routes[r]
	parts := []string{s.words("render.gray")}
	if e.Color != railmap.Gray {
		parts[0] = s.words("render.card." + e.Color)
	}
	parts = append(parts, s.words("render.spaces", "Count", e.Length))
	switch e.Kind {
	case railmap.Ferry:
		parts = append(parts, s.words("render.ferry", "Count", e.Symbols))
	case railmap.Tunnel:
		parts = append(parts, s.words("render.tunnel", "Count", e.Reveals))
	case railmap.Sea:
		parts = append(parts, s.words("render.sea"))
	case railmap.Track:
	}
	if e.Pairs > 0 {
		parts = append(parts, s.words("render.pairs", "Count", e.Pairs))
	}
	if e.Carts {
		parts = append(parts, s.words("render.carts"))
	}
	if note, ok := remarkOn(s.m, r); ok {
		parts = append(parts, s.words(note.Text))
	}
	owner := s.v.Owner(r)
	switch {
	case owner != engine.Public:
		parts = append(parts, s.words("render.owned", "Name", s.seat(owner)))
	case closed:
		parts = append(parts, s.words("render.closed"))
	case s.v.Tunnel != nil && s.v.Tunnel.Route == r:
		parts = append(parts, s.words("render.dug", "Name", s.seat(s.v.Tunnel.Seat)))
	default:
		parts = append(parts, s.words("render.free"))
	}
	return s.route(r) + ": " + strings.Join(parts, ", ")
}

// ticket is a ticket's cities and value: "Dam – Waag (5)".
func (s *sayer) ticket(t engine.TicketID) string {
	e := &s.m.Tickets[t]
	return s.ticketCities(t) + " (" + strconv.Itoa(max(e.Points, e.InOrder)) + ")"
}

// ticketCities are a ticket's cities: "Dam – Waag".
func (s *sayer) ticketCities(t engine.TicketID) string {
	var b strings.Builder
	for i, c := range s.m.Tickets[t].Cities {
		if i > 0 {
			b.WriteString(" – ")
		}
		b.WriteString(s.city(c))
	}
	return b.String()
}

// standing says how a seat stands with a ticket.
func (s *sayer) standing(p progress) string {
	switch {
	case p.complete:
		return s.words("render.complete")
	case p.possible:
		return s.words("render.missing", "Count", p.missing)
	}
	return s.words("render.impossible")
}

// bonus is the name of a bonus; some are the names of cities.
func (s *sayer) bonus(name string) string {
	for i := range s.m.Cities {
		if s.m.Cities[i].ID == name {
			return s.city(engine.CityID(i))
		}
	}
	return s.words("render.bonus." + name)
}

// toMove says who is to move: at setup several are.
func (s *sayer) toMove(seats []engine.Seat) string {
	if len(seats) > 1 {
		return s.words("render.all-to-move", "Names", s.seatNames(seats))
	}
	return s.words("render.to-move", "Name", s.seatNames(seats))
}
