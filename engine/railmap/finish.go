package railmap

import (
	"strconv"

	"github.com/konduktor-bot/konduktor/engine"
)

// checkNetwork blames connections that are none, lanes that lie on each other, and a network in pieces.
func (d *draft) checkNetwork() {
	groups := map[string]*routeDraft{}
	lanes := map[[2]engine.CityID]*routeDraft{} // a lane without bends between the cities
	for i := range d.routes {
		r := &d.routes[i]
		if !r.known {
			continue
		}
		first := groups[r.group]
		switch {
		case r.group == "":
		case first == nil:
			groups[r.group] = r
		case first.ends() != r.ends():
			d.add(r.line, "%s: group %s is %s on line %d, and lanes of one group join the same two cities",
				r.what(), shown(r.group), first.what(), first.line)
		}
		if o := lanes[r.ends()]; o != nil && len(r.Bends) == 0 && (r.group == "" || o.group != r.group) {
			d.add(r.line, "%s: it lies on the route of line %d; give both the same group, or one of them bends",
				r.what(), o.line)
		}
		if len(r.Bends) == 0 {
			lanes[r.ends()] = r
		}
	}
	d.checkPieces()
}

// checkPieces blames each piece of the map that cannot be reached from the largest one. A map without routes has none.
func (d *draft) checkPieces() {
	if len(d.routes) == 0 || len(d.cities) == 0 {
		return
	}
	n := newNetwork()
	for i := range d.routes {
		if r := &d.routes[i]; r.known {
			n.join(r.A, r.B)
		}
	}
	var sizes [MaxCities + 1]int
	largest := engine.CityID(0)
	for c := range d.cities {
		sizes[n.root(engine.CityID(c))]++ // at most MaxCities
	}
	for c := range d.cities {
		if root := engine.CityID(c); sizes[root] > sizes[largest] { // at most MaxCities
			largest = root
		}
	}
	for c := range d.cities { // the first city of a piece stands for it, see root
		switch root, city := engine.CityID(c), &d.cities[c]; { // at most MaxCities
		case sizes[root] == 0 || root == largest:
		case sizes[root] == 1:
			d.add(city.line, "city %s: no route leads there", city.ID)
		default:
			d.add(city.line, "city %s: no way leads there from %s; it and %d more lie apart from the rest of the map",
				city.ID, d.cities[largest].ID, sizes[root]-1)
		}
	}
}

// finish makes the map of a draft without faults: it numbers lanes, connections and equal tickets, and the indices.
func (d *draft) finish() *Map {
	m := d.Map
	m.byCity = make([][]engine.RouteID, len(d.cities))
	for i := range d.cities {
		m.Cities = append(m.Cities, d.cities[i].City)
	}
	between := map[string]int{}
	for i := range d.routes {
		between[d.routes[i].ID]++
	}
	count, groups := map[string]int{}, map[string]int{}
	for i := range d.routes {
		r := d.routes[i].Route
		if id := r.ID; between[id] > 1 {
			count[id]++
			r.ID += "." + strconv.Itoa(count[id])
		}
		m.addLane(&r, d.routes[i].group, groups)
		m.Routes = append(m.Routes, r)
	}
	for i := range m.Routes {
		m.Routes[i].Lanes = len(m.groups[m.Routes[i].Group])
	}
	for i := range d.tickets {
		k := d.tickets[i].Ticket
		id := k.ID
		count[id+"?"]++
		if n := count[id+"?"]; n > 1 {
			k.ID += "." + strconv.Itoa(n)
		}
		m.Tickets = append(m.Tickets, k)
	}
	return &m
}

// addLane puts the next route into its connection and into the lists of its cities.
func (m *Map) addLane(r *Route, word string, groups map[string]int) {
	id := engine.RouteID(len(m.Routes)) // at most MaxRoutes
	g, old := groups[word]
	if word == "" || !old {
		g = len(m.groups)
		m.groups = append(m.groups, nil)
		groups[word] = g
	}
	r.Group, r.Lane = g, len(m.groups[g])
	m.groups[g] = append(m.groups[g], id)
	m.byCity[r.A] = append(m.byCity[r.A], id)
	m.byCity[r.B] = append(m.byCity[r.B], id)
}
