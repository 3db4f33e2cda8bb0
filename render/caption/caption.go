package caption

import (
	"slices"
	"strconv"
	"strings"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// Caption puts a view into words. It is not safe for concurrent use.
type Caption struct {
	Vocabulary
	View *engine.View
	args [4]any // reused by about, to save an allocation
}

func (s *Caption) count(id string, n int) string { return s.about(id, "Count", n) }

func (s *Caption) about(id, key string, value any) string {
	s.args[0], s.args[1] = key, value
	return s.Words(id, s.args[:2]...)
}

// points is Points without an allocation.
func (s *Caption) points(n int) string { return trueMinus(s.count("render.points", n), n) }

// MapName is the vocabulary's without an allocation.
func (s *Caption) MapName() string { return s.about("render.map", "Name", s.Map.Name) }

func (s *Caption) seat(n engine.Seat) string { return s.name(s.View.Seat(n).Name) }

// seats joins names: "Ala, Bartek and Celina".
func (s *Caption) seats(list []engine.Seat) string { return s.Seats(s.View, list) }

// State is the state of the game in a sentence or two.
func (s *Caption) State() string {
	var b strings.Builder
	s.tellState(&b)
	return b.String()
}

func (s *Caption) tellState(b *strings.Builder) {
	v := s.View
	if v.Phase == engine.IsOver {
		write(b, s.Words("render.over"), ".")
		switch n := len(v.Winners); {
		case n == 0:
		case Allied(v, v.Winners[0], v.Winners[n-1]):
			write(b, " ", s.about("render.won", "Names", s.seats(v.Winners)), ".")
		default:
			write(b, " ", s.about("render.shared", "Names", s.seats(v.Winners)), ".")
		}
		return
	}
	switch v.Phase {
	case engine.InSetup:
		write(b, s.Words(SetupWord(s.View)), ".")
	case engine.InDeclare:
		write(b, s.Words("render.declaring"), ".")
	default:
		write(b, s.count("render.played", v.Turns), ".")
	}
	if v.LastRound && v.Phase == engine.InPlay {
		write(b, " ", s.count("render.last-round", v.TurnsLeft), ".")
		if text := s.LastRound(); text != "" {
			write(b, " ", text, ".")
		}
	}
	if len(v.ToMove) > 0 {
		write(b, " ", s.ToMove(v.ToMove), ".")
	}
}

// SetupWord is the ID of the text about the setup: tickets, in some titles pieces too (W2).
func SetupWord(v *engine.View) string {
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

// tellSeats writes a line for each seat and team. Each begins with its break.
func (s *Caption) tellSeats(b *strings.Builder) {
	for i, team := range Sides(s.View) {
		if s.View.Uses(engine.UsesTeams) {
			b.WriteByte('\n')
			s.tellTeam(b, i, team)
		}
		for _, seat := range team {
			b.WriteByte('\n')
			s.tellSeat(b, int(seat-1))
		}
	}
}

// tellTeam writes "Team 1: 16 points, on the rack 3 cards, 2 tickets".
func (s *Caption) tellTeam(b *strings.Builder, i int, team Side) {
	e := s.View.Seat(team[0])
	write(b, s.about("render.team", "Number", i+1), ": ", s.points(e.Points()), ", ")
	write(b, s.Words("render.on-rack"), " ", s.count("render.cards", e.Rack.N), ", ",
		s.count("render.tickets", e.RackTickets.N))
}

func (s *Caption) tellSeat(b *strings.Builder, i int) {
	e := &s.View.Seats[i]
	write(b, strconv.Itoa(i+1), ". ", s.name(e.Name), ": ")
	s.tellFigures(b, e, false, ", ", "")
	if s.View.Moves(e.Seat) {
		write(b, " ← ", s.Words("render.turn-mark"))
	}
}

// Glance is a seat's public figures by signs: "16 pts 🚃12🎴3". For the owner, who sees them, it
// leaves out cards and tickets, and adds the team's points and ports.
func (s *Caption) Glance(e *engine.SeatView, owner bool) string {
	var b strings.Builder
	s.tellFigures(&b, e, owner, "", "-sign")
	return b.String()
}

// tellFigures writes figures; form ends the IDs of their texts.
func (s *Caption) tellFigures(b *strings.Builder, e *engine.SeatView, owner bool,
	between, form string,
) {
	begin := b.Len()
	add := func(id string, n int) {
		if b.Len() > begin {
			b.WriteString(between)
		}
		b.WriteString(trueMinus(s.count(id+form, n), n))
	}
	if (owner || !s.View.Uses(engine.UsesTeams)) && Scored(s.View) {
		add("render.points", e.Points())
	}
	for kind, n := range e.Pieces {
		add(s.pieceID(s.View, kind), n)
	}
	if !owner {
		add("render.cards", e.Hand.N)
		add("render.tickets", e.Tickets.N)
	}
	for _, t := range s.View.Tokens {
		add("render."+t.Name, t.Held[e.Seat-1])
	}
	if s.View.Uses(engine.UsesPorts) && (owner || form == "") {
		add("render.ports-left", e.PortsLeft)
	}
	if s.View.Uses(engine.UsesYards) && !owner {
		add("render.on-track", e.Track.N)
	}
}

func (s *Caption) slot(c engine.Card) string {
	if c == engine.NoCard {
		return s.Words("render.empty")
	}
	return s.Card(s.View, c)
}

// tellMarket writes "slot 1: red; slot 2: wild"; a bare number sounds like a count.
func (s *Caption) tellMarket(b *strings.Builder) {
	write(b, s.Words("render.market"), ": ")
	for i, c := range s.View.Market {
		if i > 0 {
			b.WriteString("; ")
		}
		write(b, s.Words("render.slot"), " ", strconv.Itoa(i+1), ": ", s.slot(c))
	}
}

func (s *Caption) tellPiles(b *strings.Builder) {
	for _, d := range s.View.Decks {
		words := PileWords[d.Pile]
		write(b, s.Words(words.Deck), ": ", strconv.Itoa(d.Cards), ", ")
		write(b, s.Words(words.Discards), ": ", strconv.Itoa(d.Discards), ", ")
	}
	write(b, s.Words("render.tickets-left"), ": ", strconv.Itoa(s.View.TicketsLeft))
	for _, t := range s.View.Tokens {
		write(b, ", ", s.Words("render."+t.Name+"-left"), ": ", strconv.Itoa(t.Left))
	}
}

// dig tells of an undecided tunnel: where, the cards turned up, the cards asked for.
func (s *Caption) dig() string {
	t := s.View.Tunnel
	if t == nil {
		return ""
	}
	text := s.Words("render.digs", "Code", s.RouteEnds(t.Route), "Name", s.seat(t.Seat)) + ". " +
		s.Words("render.revealed") + ": " + s.Shown(s.View, t.Revealed)
	return text + ". " + s.Words("render.asks", "Count", t.Asks) + "."
}

// Bonus is the name of a bonus, which can be a city's.
func (s *Caption) Bonus(name string) string {
	is := func(c railmap.City) bool { return c.ID == name }
	if i := slices.IndexFunc(s.Map.Cities, is); i >= 0 {
		return s.City(engine.CityID(i))
	}
	return s.Words("render.bonus." + name)
}

// ToMove says who is to move, which during setup can be several.
func (s *Caption) ToMove(seats []engine.Seat) string {
	if len(seats) > 1 {
		return s.about("render.all-to-move", "Names", s.seats(seats))
	}
	return s.about("render.to-move", "Name", s.seats(seats))
}

// LastTurns returns who began the last round (Public: unknown), and how many turns each seat has
// left in it. It ends with the seat that began it (C11). Before, left is nil.
func LastTurns(v *engine.View) (began engine.Seat, left []int) {
	n := len(v.Seats)
	if !v.LastRound || v.Phase != engine.InPlay || n == 0 || len(v.ToMove) != 1 {
		return engine.Public, nil
	}
	left = make([]int, n)
	for i := range v.TurnsLeft {
		last := (int(v.ToMove[0]) - 1 + i) % n
		left[last]++
		began = engine.Seat(last + 1)
	}
	if v.Uses(engine.UsesYards) { // a deck can run out through nobody's move (K7)
		began = engine.Public
	}
	return began, left
}

// LastRound is "Ala began it. Still to move: Bartek, Celina", or "".
func (s *Caption) LastRound() string {
	began, left := LastTurns(s.View)
	var names []string
	for i := range left { // in turn order from the seat to move
		seat := (int(s.View.ToMove[0])-1+i)%len(left) + 1
		switch n := left[seat-1]; {
		case n == 1:
			names = append(names, s.seat(engine.Seat(seat)))
		case n > 1:
			names = append(names, s.seat(engine.Seat(seat))+" ×"+strconv.Itoa(n))
		}
	}
	if len(names) == 0 {
		return ""
	}
	text := s.Words("render.still-to-move", "Names", strings.Join(names, ", "))
	if began != engine.Public {
		text = s.Words("render.last-begun", "Name", s.seat(began)) + ". " + text
	}
	return text
}
