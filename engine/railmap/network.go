package railmap

import "konduktor/engine"

// Network says which cities some routes join. It has a fixed size: nothing is allocated.
type Network struct {
	parent [MaxCities + 1]engine.CityID
}

func newNetwork() Network {
	var n Network
	for i := range n.parent {
		n.parent[i] = engine.CityID(i) // at most MaxCities
	}
	return n
}

// Join returns the network of routes, in any order.
func (m *Map) Join(routes []engine.RouteID) Network {
	n := newNetwork()
	for _, r := range routes {
		n.join(m.Routes[r].A, m.Routes[r].B)
	}
	return n
}

// Add joins one more route to the network.
func (n *Network) Add(r *Route) { n.join(r.A, r.B) }

// Joins reports whether all the cities are connected (C10).
func (n *Network) Joins(cities ...engine.CityID) bool {
	for _, c := range cities {
		if n.root(c) != n.root(cities[0]) {
			return false
		}
	}
	return true
}

// Piece labels a city's connected part: joined cities have equal pieces.
func (n *Network) Piece(c engine.CityID) engine.CityID { return n.root(c) }

// Connected reports whether routes join two cities (C10). To ask more about the same routes, Join
// them once.
func (m *Map) Connected(routes []engine.RouteID, a, b engine.CityID) bool {
	n := m.Join(routes)
	return n.Joins(a, b)
}

// root finds a piece's smallest city, so labels do not depend on the order of routes.
func (n *Network) root(c engine.CityID) engine.CityID {
	for n.parent[c] != c {
		n.parent[c] = n.parent[n.parent[c]] // halves the way for later
		c = n.parent[c]
	}
	return c
}

func (n *Network) join(a, b engine.CityID) {
	a, b = n.root(a), n.root(b)
	n.parent[max(a, b)] = min(a, b)
}
