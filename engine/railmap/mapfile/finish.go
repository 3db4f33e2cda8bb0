package mapfile

import (
	"strconv"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// checkNetwork reports groups that are no connections, overlapping lanes, and a network in pieces.
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
			d.add(r.line,
				"%s: it lies on the route of line %d; give both the same group, or one of them bends",
				r.what(), o.line)
		}
		if len(r.Bends) == 0 {
			lanes[r.ends()] = r
		}
	}
	d.checkPieces()
}

// checkPieces reports each piece of the map that the largest one does not reach.
func (d *draft) checkPieces() {
	if len(d.routes) == 0 || len(d.cities) == 0 {
		return
	}
	n := d.Join(nil)
	for i := range d.routes {
		if r := &d.routes[i]; r.known {
			n.Add(&r.Route)
		}
	}
	var sizes [railmap.MaxCities + 1]int
	largest := engine.CityID(0)
	for c := range d.cities {
		sizes[n.Piece(engine.CityID(c))]++ // at most MaxCities
	}
	for c := range d.cities {
		if root := engine.CityID(c); sizes[root] > sizes[largest] { // at most MaxCities
			largest = root
		}
	}
	for c := range d.cities { // the first city of a piece stands for it, see railmap.Network
		switch root, city := engine.CityID(c), &d.cities[c]; { // at most MaxCities
		case sizes[root] == 0 || root == largest:
		case sizes[root] == 1:
			d.add(city.line, "city %s: no route leads there", city.ID)
		default:
			d.add(city.line,
				"city %s: no way leads there from %s; it and %d more lie apart from the rest of the map",
				city.ID, d.cities[largest].ID, sizes[root]-1)
		}
	}
}

// finish turns a draft without faults into a map: it numbers lanes, connections and equal tickets.
func (d *draft) finish() *railmap.Map {
	m := d.Map
	for i := range d.cities {
		m.Cities = append(m.Cities, d.cities[i].City)
	}
	d.finishRoutes(&m)
	count := map[string]int{}
	for i := range d.tickets {
		k := d.tickets[i].Ticket
		id := k.ID
		count[id]++
		if n := count[id]; n > 1 {
			k.ID += "." + strconv.Itoa(n)
		}
		m.Tickets = append(m.Tickets, k)
	}
	m.Index()
	return &m
}

// finishRoutes numbers the lanes between two cities, and the connections.
func (d *draft) finishRoutes(m *railmap.Map) {
	between, count := map[string]int{}, map[string]int{}
	for i := range d.routes {
		between[d.routes[i].ID]++
	}
	groups := map[string]int{}
	var lanes []int // by connection
	for i := range d.routes {
		r := d.routes[i].Route
		if id := r.ID; between[id] > 1 {
			count[id]++
			r.ID += "." + strconv.Itoa(count[id])
		}
		group, old := groups[d.routes[i].group]
		if d.routes[i].group == "" || !old {
			group = len(lanes)
			lanes = append(lanes, 0)
			groups[d.routes[i].group] = group
		}
		r.Group, r.Lane = group, lanes[group]
		lanes[group]++
		m.Routes = append(m.Routes, r)
	}
	for i := range m.Routes {
		m.Routes[i].Lanes = lanes[m.Routes[i].Group]
	}
}
