package engine

import "slices"

// Lexicon holds the names in one title's notation. It never changes.
type Lexicon struct {
	Faces    []Face   // by Card, in canonical order
	Cities   []string // ids by CityID
	Routes   []string // ids by RouteID
	Tickets  []string // ids by TicketID
	Stakes   []int    // by TicketID: points lost if the ticket is incomplete at the end
	Pieces   []string // kinds of pieces, by index of SeatView.Pieces: "carts", "trains", "ships"
	Racks    bool     // a payment can be split between hand and team rack (Asia, S4)
	TwoDecks bool     // a draw says which deck (World, W3)
	Remarks  map[RouteID]Remark
	Offered  int // tickets drawn as an action, fewer if the pile has fewer (C9)
	Kept     int // how many of them must be kept; 0: none

	cards   map[string]Card
	cities  map[string]CityID
	routes  map[string]RouteID
	tickets map[string]TicketID
}

// Remark names a rule of a single route that its map cannot express.
type Remark struct {
	ID   string // part of its texts: "four-for-one" (N7)
	Sign string // a few characters that a board shows on some of its spaces
}

// Index prepares look-ups by name and returns the lexicon.
func (l *Lexicon) Index() *Lexicon {
	l.cards = make(map[string]Card, len(l.Faces))
	for i, f := range l.Faces {
		l.cards[f.Name] = Card(i)
	}
	l.cities = index[CityID](l.Cities)
	l.routes = index[RouteID](l.Routes)
	l.tickets = index[TicketID](l.Tickets)
	return l
}

func index[ID ~uint8 | ~uint16](names []string) map[string]ID {
	m := make(map[string]ID, len(names))
	for i, n := range names {
		m[n] = ID(i)
	}
	return m
}

// Card returns the card of that name.
func (l *Lexicon) Card(name string) (Card, bool) { c, ok := l.cards[name]; return c, ok }

// City returns the city of that id.
func (l *Lexicon) City(id string) (CityID, bool) { c, ok := l.cities[id]; return c, ok }

// Route returns the route of that id.
func (l *Lexicon) Route(id string) (RouteID, bool) { r, ok := l.routes[id]; return r, ok }

// Ticket returns the ticket of that id.
func (l *Lexicon) Ticket(id string) (TicketID, bool) { t, ok := l.tickets[id]; return t, ok }

// Wild returns the title's wild card, NoCard if it has none.
func (l *Lexicon) Wild() Card {
	i := slices.IndexFunc(l.Faces, func(f Face) bool { return f.Wild })
	if i < 0 {
		return NoCard
	}
	return Card(i)
}
