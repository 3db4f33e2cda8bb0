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
	lang  string      // of names of cities; "": those on the board
	vocab *vocabulary // nil: texts are put together as they come
	args  [4]any      // of the word that is being asked for: its own slice would be an allocation each time
}

// vocabulary is what a painter's texts are made of again and again.
type vocabulary struct {
	cardIDs, pieceIDs []string // of words, by card and kind of piece
	codes             []string // by route
}

func newVocabulary(m *railmap.Map, lex *engine.Lexicon) *vocabulary {
	v := &vocabulary{codes: make([]string, len(m.Routes))}
	for i := range lex.Faces {
		v.cardIDs = append(v.cardIDs, "render.card."+lex.Faces[i].Name)
	}
	for _, kind := range lex.Pieces {
		v.pieceIDs = append(v.pieceIDs, "render.pieces."+kind)
	}
	for r := range m.Routes {
		v.codes[r] = Code(m, engine.RouteID(r))
	}
	return v
}

func newSayer(v *engine.View, m *railmap.Map, w Words) *sayer {
	return &sayer{v: v, m: m, words: w, lang: w("render.language")}
}

// sayer says in a picture what it says anywhere, but calls cities what they are called on the board.
func (p *painter) sayer(v *engine.View, o *Options) *sayer {
	return &sayer{v: v, m: p.m, words: o.Words, vocab: p.vocabulary}
}

// count is a word with a number.
func (s *sayer) count(id string, n int) string { return s.about(id, "Count", n) }

// points is a number of points with a true minus where it is less than 0.
func (s *sayer) points(n int) string {
	text := s.count("render.points", n)
	if n < 0 {
		text = strings.Replace(text, "-", "−", 1)
	}
	return text
}

// about is a word with one argument.
func (s *sayer) about(id, key string, value any) string {
	s.args[0], s.args[1] = key, value
	return s.words(id, s.args[:2]...)
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
	if len(seats) == 1 {
		return s.seat(seats[0])
	}
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
	var b strings.Builder
	s.tellState(&b)
	return b.String()
}

func (s *sayer) tellState(b *strings.Builder) {
	v := s.v
	if v.Phase == engine.IsOver {
		write(b, s.words("render.over"), ".")
		switch n := len(v.Winners); {
		case n == 0:
		case allied(v, v.Winners[0], v.Winners[n-1]):
			write(b, " ", s.about("render.won", "Names", s.seatNames(v.Winners)), ".")
		default:
			write(b, " ", s.about("render.shared", "Names", s.seatNames(v.Winners)), ".")
		}
		return
	}
	if v.Phase == engine.InSetup {
		write(b, s.words(setupWord(s.v)), ".")
	} else {
		write(b, s.count("render.played", int(v.Ply)), ".")
	}
	if v.LastRound {
		write(b, " ", s.count("render.last-round", v.TurnsLeft), ".")
	}
	if len(v.ToMove) > 0 {
		write(b, " ", s.toMove(v.ToMove), ".")
	}
}

// setupWord is the id of the text about what is chosen before the first turn: tickets, in some titles pieces too (W2).
func setupWord(v *engine.View) string {
	if v.Uses(engine.UsesPorts) {
		return "render.setup-pieces"
	}
	return "render.setup"
}

func write(b *strings.Builder, parts ...string) {
	for _, p := range parts {
		b.WriteString(p)
	}
}

// tellSeats tells all that is public of the seats: a line each, in titles with teams before them one for the team. Each
// line begins with its break.
func (s *sayer) tellSeats(b *strings.Builder) {
	for i, team := range parties(s.v) {
		if s.v.Uses(engine.UsesTeams) {
			b.WriteByte('\n')
			s.tellTeam(b, i, team)
		}
		for _, seat := range team {
			b.WriteByte('\n')
			s.tellSeat(b, int(seat-1))
		}
	}
}

// tellTeam tells all that is public of a team: "Team 1: 16 points, on the rack 3 cards, 2 tickets".
func (s *sayer) tellTeam(b *strings.Builder, i int, team party) {
	e := s.v.Seat(team[0])
	write(b, s.about("render.team", "Number", i+1), ": ", s.points(e.Points()), ", ")
	write(b, s.words("render.on-rack"), " ", s.count("render.cards", e.Rack.N), ", ", s.count("render.tickets", e.RackTickets.N))
}

// tellSeat tells all that is public of a seat.
func (s *sayer) tellSeat(b *strings.Builder, i int) {
	e := &s.v.Seats[i]
	write(b, strconv.Itoa(i+1), ". ", shortName(e.Name), ": ")
	if !s.v.Uses(engine.UsesTeams) {
		write(b, s.points(e.Points()), ", ")
	}
	for kind, n := range e.Pieces {
		if id := s.pieceID(kind); id != "" {
			write(b, s.count(id, n), ", ")
		}
	}
	write(b, s.count("render.cards", e.Hand.N), ", ", s.count("render.tickets", e.Tickets.N))
	if s.v.Uses(engine.UsesGoods) {
		write(b, ", ", s.count("render.goods", e.Goods))
	}
	if s.v.Uses(engine.UsesPorts) {
		write(b, ", ", s.count("render.ports-left", e.PortsLeft))
	}
	if s.v.Moves(e.Seat) {
		write(b, " ← ", s.words("render.turn-mark"))
	}
}

// has is what a hand's heading tells of its seat: points, pieces left by kind, ports left.
func (s *sayer) has(e *engine.SeatView) []string {
	list := []string{s.points(e.Points())}
	for kind, n := range e.Pieces {
		if id := s.pieceID(kind); id != "" {
			list = append(list, s.count(id, n))
		}
	}
	if s.v.Uses(engine.UsesPorts) {
		list = append(list, s.count("render.ports-left", e.PortsLeft))
	}
	return list
}

// pieceID is the id of the word for a kind of piece, "" if the title has no such kind.
func (s *sayer) pieceID(kind int) string {
	lex := s.v.Lexicon()
	switch {
	case lex == nil || kind >= len(lex.Pieces):
		return ""
	case s.vocab != nil && kind < len(s.vocab.pieceIDs):
		return s.vocab.pieceIDs[kind]
	}
	return "render.pieces." + lex.Pieces[kind]
}

// tellMarket lists the slots: "1 red, 2 wild, 3 empty".
func (s *sayer) tellMarket(b *strings.Builder) {
	write(b, s.words("render.market"), ": ")
	for i, c := range s.v.Market {
		if i > 0 {
			b.WriteString(", ")
		}
		write(b, strconv.Itoa(i+1), " ", s.card(c))
	}
}

func (s *sayer) card(c engine.Card) string {
	lex := s.v.Lexicon()
	switch {
	case c == engine.NoCard || lex == nil || int(c) >= len(lex.Faces):
		return s.words("render.empty")
	case s.vocab != nil && int(c) < len(s.vocab.cardIDs):
		return s.words(s.vocab.cardIDs[c])
	}
	return s.words("render.card." + lex.Faces[c].Name)
}

// tellPiles lists how many cards the piles have.
func (s *sayer) tellPiles(b *strings.Builder) {
	for _, d := range s.v.Decks {
		words := pileWords[d.Pile]
		write(b, s.words(words.deck), ": ", strconv.Itoa(d.Cards), ", ")
		write(b, s.words(words.discards), ": ", strconv.Itoa(d.Discards), ", ")
	}
	write(b, s.words("render.tickets-left"), ": ", strconv.Itoa(s.v.TicketsLeft))
	if s.v.Uses(engine.UsesGoods) {
		write(b, ", ", s.words("render.goods-left"), ": ", strconv.Itoa(s.v.Stock))
	}
}

// route is a route's code and ends: "17a Dam – Waag".
func (s *sayer) route(r engine.RouteID) string {
	e := &s.m.Routes[r]
	return s.code(r) + " " + s.city(e.A) + " – " + s.city(e.B)
}

func (s *sayer) code(r engine.RouteID) string {
	if s.vocab != nil {
		return s.vocab.codes[r]
	}
	return Code(s.m, r)
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
	if e.InOrder > 0 {
		return s.tourCities(e.Cities) + " (" + s.words("render.worth", "Points", e.Points, "InOrder", e.InOrder, "Penalty", e.Penalty) + ")"
	}
	return s.ticketCities(t) + " (" + strconv.Itoa(e.Points) + ")"
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
	case p.ordered:
		return s.words("render.complete-in-order")
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
		return s.about("render.all-to-move", "Names", s.seatNames(seats))
	}
	return s.about("render.to-move", "Name", s.seatNames(seats))
}
