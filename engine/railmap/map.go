// Package railmap holds a title's map, and answers questions about networks on it: connections,
// shortest ways, the longest path. Package mapfile reads maps from files.
package railmap

import "konduktor/engine"

// Gray is the colour of a route that any one colour can pay for (C7).
const Gray = "gray"

// Kind is the kind of a route.
type Kind string

const (
	Track  Kind = "train"  // an ordinary route
	Ferry  Kind = "ferry"  // shows locomotive symbols (N5)
	Tunnel Kind = "tunnel" // decided by turned-up cards (N6)
	Sea    Kind = "ship"   // for ships (W4)
)

// Point is a place on the board: x to the right, y down, each 0 to 1 of the board's width and
// height.
type Point struct{ X, Y float64 }

// City is a place that routes connect.
type City struct {
	ID string
	// as the board prints it, and its only name in texts; "" for a station without a name
	Name string
	// what readers call it, by language: "en", "pl"; only ever beside Name
	Names map[string]string
	At    Point
	// offset of the name's anchor from At, in units of At; {0,0}: the drawing chooses
	Label   Point
	Port    bool   // a port can be built here (W10)
	Unnamed string // what a station is that is no city and has no tickets; "" for a city
	Region  string // one of the map's colours, "": none; only on the map of cards (K10)
	Bonus   int    // points of a big city's card, 0 for other cities (K10)
}

// Route is one lane between two cities.
type Route struct {
	ID      string // notation: `a--b`, `a--b.2`
	A, B    engine.CityID
	Length  int    // spaces, 1 to 9
	Color   string // a colour of the title's cards, or Gray
	Kind    Kind
	Symbols int     // locomotive symbols of a ferry (N5)
	Reveals int     // cards that a tunnel turns up (N6)
	Pairs   int     // spaces with the pair mark (W6)
	Carts   bool    // shows cart symbols (A4)
	Wraps   bool    // leaves the map at one edge and returns at the other
	Group   int     // the same number on all lanes of one connection, 0.. (C8)
	Lane    int     // place of this lane in its connection, 0..
	Lanes   int     // number of lanes of its connection
	Bends   []Point // from A to B, where the lane is not straight

	Attested bool // read from a board; otherwise its length may be one off
}

// Ticket asks for a connection between cities.
type Ticket struct {
	ID       string
	Cities   []engine.CityID // two, or more for a tour in printed order (W9)
	Points   int             // if complete; a tour: if connected in any order
	InOrder  int             // a tour's value in order, 0 for other tickets (W9)
	Penalty  int             // lost if not complete
	Cards    []int           // cards it needs, by Map.Colors, on a map without routes; else nil
	Attested bool            // read from a card; otherwise a reconstruction
}

// Map is a title's map. It is made once, checked and indexed, and never changed.
type Map struct {
	Title   string // id of the title whose rules it is for
	Name    string // what people call the map
	Version int
	Text    string   // of the map file
	Sum     string   // SHA-256 of the map file, in hex: maps with the same sum are equal
	Aspect  float64  // width / height of the board
	Colors  []string // the colours its routes can have, without Gray

	// where the lengths of the routes and the tickets are known from; "" if the file does not say
	RoutesFrom, TicketsFrom string

	Cities  []City
	Routes  []Route
	Tickets []Ticket
	Shapes  []Shape // water and land to draw under the network

	groups [][]engine.RouteID // by Route.Group
	byCity [][]engine.RouteID // by city: the routes that end there
}

// Shape is an area or line of the background.
type Shape struct {
	Kind   string  // "canal", "water", "land", "park", "border"
	Width  float64 // of a line, in units of the board's width; 0: a filled area
	Points []Point
}

// Index prepares Group and At. Call it once, after the last route.
func (m *Map) Index() {
	m.groups, m.byCity = nil, make([][]engine.RouteID, len(m.Cities))
	for i := range m.Routes {
		id, r := engine.RouteID(i), &m.Routes[i] // at most MaxRoutes
		for len(m.groups) <= r.Group {
			m.groups = append(m.groups, nil)
		}
		m.groups[r.Group] = append(m.groups[r.Group], id)
		m.byCity[r.A] = append(m.byCity[r.A], id)
		m.byCity[r.B] = append(m.byCity[r.B], id)
	}
}

// Group returns the lanes of a connection.
func (m *Map) Group(g int) []engine.RouteID { return m.groups[g] }

// Connections returns the number of connections; Group takes any number below it.
func (m *Map) Connections() int { return len(m.groups) }

// At returns the routes that end in a city.
func (m *Map) At(c engine.CityID) []engine.RouteID { return m.byCity[c] }

// Names puts the ids of the map's cities, routes and tickets into a title's lexicon.
func (m *Map) Names(l *engine.Lexicon) {
	for i := range m.Cities {
		l.Cities = append(l.Cities, m.Cities[i].ID)
	}
	for i := range m.Routes {
		l.Routes = append(l.Routes, m.Routes[i].ID)
	}
	for i := range m.Tickets {
		l.Tickets = append(l.Tickets, m.Tickets[i].ID)
		l.Stakes = append(l.Stakes, m.Tickets[i].Penalty)
	}
}
