package notation

import (
	"encoding/json"
	"fmt"
	"strings"

	"konduktor/engine"
)

// MarshalView prints a view as JSON (docs/notation.md), without fields that the title does not use.
// Of what the viewer may not know it prints the number or nothing.
func MarshalView(view *engine.View) ([]byte, error) {
	v := printer{view, view.Lexicon()}
	out := viewJSON{
		Title: v.Title, Rules: v.Version, Moves: v.Ply, Phase: v.Phase, ToMove: orEmpty(v.ToMove),
		Owes:      v.Owes,
		LastRound: v.LastRound, Market: v.marketJSON(), TicketsLeft: v.TicketsLeft, Winners: v.Winners,
	}
	if v.LastRound {
		out.TurnsLeft = &v.TurnsLeft
	}
	out.Deck, out.Discards = v.decksJSON()
	out.Tunnel = v.tunnelJSON()
	if v.Uses(engine.UsesYards) {
		out.Pass = &v.Pass
	}
	for i := range v.Seats {
		out.Seats = append(out.Seats, v.seatJSON(&v.Seats[i]))
	}
	return json.Marshal(out)
}

// printer converts the parts of a view to their JSON form.
type printer struct {
	*engine.View
	names *engine.Lexicon
}

type viewJSON struct {
	Title       string       `json:"title"`
	Rules       int          `json:"rules"`
	Moves       engine.Ply   `json:"moves"`
	Phase       engine.Phase `json:"phase"`
	ToMove      []int        `json:"to_move"`
	Owes        engine.Owes  `json:"owes,omitempty"`
	LastRound   bool         `json:"last_round"`
	Pass        *int         `json:"pass,omitempty"`
	TurnsLeft   *int         `json:"turns_left,omitempty"`
	Market      []*string    `json:"market"`
	Deck        any          `json:"deck"`
	Discards    any          `json:"discards"`
	TicketsLeft int          `json:"tickets_left"`
	Tunnel      *tunnelJSON  `json:"tunnel,omitempty"`
	Seats       []*seatJSON  `json:"seats"`
	Winners     seatList     `json:"winners,omitempty"`
}

// seatList prints as numbers: a []Seat, being bytes, would print as base64.
type seatList []engine.Seat

// MarshalJSON prints the seats' numbers.
func (l seatList) MarshalJSON() ([]byte, error) { return json.Marshal(orEmpty(l)) }

func orEmpty(seats []engine.Seat) []int {
	numbers := make([]int, len(seats))
	for i, s := range seats {
		numbers[i] = int(s)
	}
	return numbers
}

type seatJSON struct {
	Seat   int            `json:"seat"`
	Name   string         `json:"name"`
	Team   *int           `json:"team,omitempty"`
	Owes   engine.Owes    `json:"owes,omitempty"`
	Score  int            `json:"score"`
	Pieces map[string]int `json:"pieces,omitempty"`
	// with its pieces: never empty where it is known
	Box         map[string]int `json:"box,omitempty"`
	Hand        any            `json:"hand"`
	Rack        any            `json:"rack,omitempty"`
	Drawn       string         `json:"drawn,omitempty"`
	Routes      *[]string      `json:"routes,omitempty"`
	Tickets     any            `json:"tickets"`
	RackTickets any            `json:"rack_tickets,omitempty"`
	Offer       any            `json:"offer,omitempty"`

	tokens []byte // ,"goods":1 for each kind of tokens
	rest   seatRestJSON
}

// seatRestJSON is what follows the tokens, whose names are the title's own.
type seatRestJSON struct {
	Ports     *[]string `json:"ports,omitempty"`
	PortsLeft *int      `json:"ports_left,omitempty"`
	*yardJSON
	Final *finalJSON `json:"final,omitempty"`
}

// MarshalJSON prints all as one object.
func (s *seatJSON) MarshalJSON() ([]byte, error) {
	type fields seatJSON
	text, err := json.Marshal((*fields)(s))
	if err != nil {
		return nil, err
	}
	text = append(text[:len(text)-1], s.tokens...)
	rest, err := json.Marshal(&s.rest)
	if err != nil || len(rest) == len("{}") {
		return append(text, '}'), err
	}
	return append(append(text, ','), rest[1:]...), nil
}

// yardJSON is a seat's part of a game without a board (K3, K5, K9).
type yardJSON struct {
	Railyard   map[string]int  `json:"railyard"`
	Wilds      map[string]int  `json:"railyard_wilds"`
	Track      int             `json:"track"`
	TrackCards *map[string]int `json:"track_cards,omitempty"` // only where the viewer may look
	Completed  []string        `json:"completed"`
	Declared   *[]string       `json:"declared,omitempty"`
}

type finalJSON struct {
	Routes    *int           `json:"routes,omitempty"`
	Tickets   int            `json:"tickets"`
	Bonuses   map[string]int `json:"bonuses"`
	Total     int            `json:"total"`
	Completed []string       `json:"completed"`
	Failed    []string       `json:"failed"`
	Longest   *int           `json:"longest,omitempty"`
}

func (v printer) marketJSON() []*string {
	slots := make([]*string, len(v.Market))
	for i, c := range v.Market {
		if c != engine.NoCard {
			slots[i] = &v.names.Faces[c].Name
		}
	}
	return slots
}

// decksJSON returns two numbers for one deck, objects by deck for two (World).
func (v printer) decksJSON() (cards, discards any) {
	if len(v.Decks) == 1 && v.Decks[0].Pile == engine.NoPile {
		return v.Decks[0].Cards, v.Decks[0].Discards
	}
	c, d := map[string]int{}, map[string]int{}
	for _, p := range v.Decks {
		c[printPile(p.Pile)], d[printPile(p.Pile)] = p.Cards, p.Discards
	}
	return c, d
}

func (v printer) seatJSON(s *engine.SeatView) *seatJSON {
	out := &seatJSON{
		Seat: int(s.Seat), Name: s.Name, Owes: s.Owes, Score: s.Score,
		Hand: v.handJSON(s.Hand), Tickets: v.ticketsJSON(s.Tickets), Pieces: v.piecesJSON(s.Pieces),
		Box: v.piecesJSON(s.Box),
	}
	if !v.Uses(engine.UsesYards) {
		routes := v.routeIDs(s.Routes)
		out.Routes = &routes
	}
	if s.Offer.N > 0 {
		out.Offer = v.ticketsJSON(s.Offer)
	}
	if v.Uses(engine.UsesTeams) {
		out.Team = &s.Team
		out.Rack, out.RackTickets = v.handJSON(s.Rack), v.ticketsJSON(s.RackTickets)
		if s.Drawn != engine.NoCard {
			out.Drawn = v.names.Faces[s.Drawn].Name
		}
	}
	for i := range v.Tokens {
		out.tokens = fmt.Appendf(out.tokens, ",%q:%d", v.Tokens[i].Name, v.Tokens[i].Held[s.Seat-1])
	}
	if v.Uses(engine.UsesPorts) {
		ports := v.cityIDs(s.Ports)
		out.rest.Ports, out.rest.PortsLeft = &ports, &s.PortsLeft
	}
	if v.Uses(engine.UsesYards) {
		out.rest.yardJSON = v.yardJSON(s)
	}
	if s.Final != nil {
		out.rest.Final = v.finalJSON(s.Final)
	}
	return out
}

// piecesJSON names numbers of pieces; nil if they are not yet revealed (W2).
func (v printer) piecesJSON(pieces []int) map[string]int {
	if pieces == nil {
		return nil
	}
	byKind := map[string]int{}
	for i, n := range pieces {
		byKind[v.names.Pieces[i]] = n
	}
	return byKind
}

func (v printer) yardJSON(s *engine.SeatView) *yardJSON {
	out := &yardJSON{
		Railyard: map[string]int{}, Wilds: map[string]int{}, Track: s.Track.N,
		Completed: v.ticketIDs(s.Completed),
	}
	for _, row := range s.Yard {
		out.Railyard[v.names.Faces[row.Card].Name] = row.N
		if row.Wilds > 0 {
			out.Wilds[v.names.Faces[row.Card].Name] = row.Wilds
		}
	}
	if s.Track.Known && v.OpenTrack {
		cards := v.cardsJSON(&s.Track.Cards)
		out.TrackCards = &cards
	}
	if s.Declared != nil {
		declared := v.ticketIDs(s.Declared)
		out.Declared = &declared
	}
	return out
}

func (v printer) finalJSON(f *engine.Final) *finalJSON {
	out := &finalJSON{
		Tickets: f.Tickets, Bonuses: map[string]int{}, Total: f.Total,
		Completed: v.ticketIDs(f.Completed), Failed: v.ticketIDs(f.Failed),
	}
	for _, b := range f.Bonuses {
		out.Bonuses[b.Name] = b.Points
	}
	if v.Uses(engine.UsesLongest) {
		out.Longest = &f.Longest
	}
	if !v.Uses(engine.UsesYards) {
		out.Routes = &f.Routes
	}
	return out
}

func (v printer) handJSON(h engine.CardsView) any {
	if !h.Known {
		return h.N
	}
	return v.cardsJSON(&h.Cards)
}

func (v printer) cardsJSON(c *engine.Cards) map[string]int {
	cards := map[string]int{}
	for i, n := range c {
		if n > 0 {
			cards[v.names.Faces[i].Name] = int(n)
		}
	}
	return cards
}

type tunnelJSON struct {
	Route    string          `json:"route"`
	Paid     map[string]int  `json:"paid"`
	PaidRack *map[string]int `json:"paid_rack,omitempty"`
	Revealed []string        `json:"revealed"`
	Asks     int             `json:"asks"`
}

func (v printer) tunnelJSON() *tunnelJSON {
	t := v.Tunnel
	if t == nil {
		return nil
	}
	out := &tunnelJSON{
		Route: v.names.Routes[t.Route], Paid: v.cardsJSON(&t.Paid.Hand), Asks: t.Asks,
		Revealed: []string{},
	}
	if v.Uses(engine.UsesTeams) {
		rack := v.cardsJSON(&t.Paid.Rack)
		out.PaidRack = &rack // present even if nothing was paid from it
	}
	for _, c := range t.Revealed {
		out.Revealed = append(out.Revealed, v.names.Faces[c].Name)
	}
	return out
}

func (v printer) ticketsJSON(p engine.TicketsView) any {
	if !p.Known {
		return p.N
	}
	return v.ticketIDs(p.IDs)
}

func (v printer) ticketIDs(list []engine.TicketID) []string {
	ids := make([]string, len(list))
	for i, t := range list {
		ids[i] = v.names.Tickets[t]
	}
	return ids
}

func (v printer) cityIDs(list []engine.CityID) []string {
	ids := make([]string, len(list))
	for i, c := range list {
		ids[i] = v.names.Cities[c]
	}
	return ids
}

func (v printer) routeIDs(list []engine.RouteID) []string {
	ids := make([]string, len(list))
	for i, r := range list {
		ids[i] = v.names.Routes[r]
	}
	return ids
}

// ResultLines returns comment lines with a finished game's result.
func ResultLines(v *engine.View) string {
	var b strings.Builder
	for i := range v.Seats {
		if f := v.Seats[i].Final; f != nil {
			fmt.Fprintf(&b, "# seat %d: %d points\n", v.Seats[i].Seat, f.Total)
		}
	}
	return b.String()
}
