package titles_test

import (
	"slices"
	"strings"

	"konduktor/engine"
	"konduktor/engine/notation"
	"konduktor/engine/railmap"
	"konduktor/engine/world"
)

// The kinds of pieces.
const trains, ships = 0, 1

// worldReferee recounts the two kinds of pieces (W2, W11) and ports (W10, W13).
type worldReferee struct {
	*board
	box   [][]int // pieces left to exchange for, by seat and kind
	ports [][]engine.CityID
	price []int // by seat: points lost by exchanges (W11)
}

func worldRefereeOf(c *recount) referee {
	b := &board{
		recount: c, Map: world.Title.Map(),
		Setup: 2, TeamSize: 1, Supply: []int{0, 0}, Few: 6, LastRound: 2, // W2, W12
		Kind: func(r *railmap.Route) int { // W4
			if r.Kind == railmap.Sea {
				return ships
			}
			return trains
		},
		Unused: func(*railmap.Route) int { return map[int]int{2: 1, 3: 1}[c.Seats] }, // W7
		Pays:   func(r *railmap.Route, p *engine.Payment) bool { return pays(r, sortCards(&p.Hand)) },
	}
	return &worldReferee{
		b.Begin(), make([][]int, c.Seats), make([][]engine.CityID, c.Seats),
		make([]int, c.Seats),
	}
}

func (r *worldReferee) Move(m *notation.RecordedMove, withdrawn bool) {
	switch m.Move.Verb {
	case engine.Pieces:
		r.choose(m)
	case engine.Exchange:
		r.exchange(m)
	case engine.Port:
		r.build(m)
	default:
		r.board.Move(m, withdrawn)
	}
}

// choose takes a seat's choice of pieces (W2).
func (r *worldReferee) choose(m *notation.RecordedMove) {
	i, n, k := m.Seat-1, int(m.Move.N), int(m.Move.M)
	if n+k != 60 || n > 25 || k > 50 || r.box[i] != nil {
		r.Fault(m, "no such choice")
	}
	r.Pieces[i], r.box[i] = []int{n, k}, []int{25 - n, 50 - k}
}

// exchange swaps pieces with the box (W11).
func (r *worldReferee) exchange(m *notation.RecordedMove) {
	n, own, box := int(m.Move.N), r.Pieces[m.Seat-1], r.box[m.Seat-1]
	given := trains
	if m.Move.Pile == engine.Ships {
		given = ships
	}
	own[given] -= n
	box[given] += n
	own[1-given] += n
	box[1-given] -= n
	if n < 1 || min(own[given], box[1-given]) < 0 {
		r.Fault(m, "more pieces than the seat has")
	}
	r.price[m.Seat-1] += n
}

// build gives a port to a seat (W10).
func (r *worldReferee) build(m *notation.RecordedMove) {
	city, p := m.Move.City, sortCards(&m.Move.Payment.Hand)
	for _, ports := range r.ports {
		if slices.Contains(ports, city) {
			r.Fault(m, "there is a port")
		}
	}
	r.ports[m.Seat-1] = append(r.ports[m.Seat-1], city)
	reached := slices.ContainsFunc(r.Routes[m.Seat-1], func(id engine.RouteID) bool {
		return r.Map.Routes[id].A == city || r.Map.Routes[id].B == city
	})
	if !r.Map.Cities[city].Port || !reached || len(r.ports[m.Seat-1]) > 3 {
		r.Fault(m, "no port can be built there")
	}
	trains, ships := sum(p.marked), sum(p.ship)
	wrong := sum(p.train, p.double) > 0 || len(colors(p.marked, p.ship)) > 1
	if wrong || trains > 2 || ships > 2 || trains+ships+p.wilds != 4 {
		r.Fault(m, "this does not pay for a port")
	}
}

// Sheets adds the ports (W13).
func (r *worldReferee) Sheets(v *engine.View) []sheet {
	sheets := r.board.Sheets(v)
	for i := range sheets {
		s := &sheets[i]
		if !slices.Equal(r.box[i], v.Seats[i].Box) || !slices.Equal(r.ports[i], v.Seats[i].Ports) {
			r.Faultf("seat %d: box %v, ports %v; the machine says %v, %v", i+1, r.box[i], r.ports[i],
				v.Seats[i].Box, v.Seats[i].Ports)
		}
		served := map[engine.CityID]int{}
		for _, id := range s.Completed {
			for _, c := range r.Map.Tickets[id].Cities {
				served[c]++
			}
		}
		for _, c := range r.ports[i] {
			s.Bonuses["ports"] += []int{0, 20, 30, 40}[min(served[c], 3)]
		}
		s.Ports = len(r.ports[i])
		s.Bonuses["unbuilt-ports"] = -4 * (3 - s.Ports)
		s.Routes -= r.price[i]
	}
	return sheets
}

// TieBreaks are those of W14.
func (r *worldReferee) TieBreaks(s *sheet) []int { return []int{len(s.Completed), s.Ports} }

// purse counts the cards of a payment by colour, each kind apart.
type purse struct {
	train, marked, ship, double map[string]int
	wilds                       int
}

// sortCards reads a payment by the names of its cards.
func sortCards(cards *engine.Cards) purse {
	p := purse{map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}, 0}
	for i, face := range world.Title.Lexicon().Faces {
		n := int(cards[i])
		color, kind, _ := strings.Cut(face.Name, "-")
		switch {
		case n == 0:
		case color == "wild":
			p.wilds = n
		case kind == "":
			p.train[color] = n
		case kind == "port":
			p.marked[color] = n
		case kind == "ship":
			p.ship[color] = n
		default:
			p.double[color] = n
		}
	}
	return p
}

func sum(of ...map[string]int) int {
	n := 0
	for _, m := range of {
		for _, k := range m {
			n += k
		}
	}
	return n
}

// colors are those of some cards.
func colors(of ...map[string]int) map[string]bool {
	all := map[string]bool{}
	for _, m := range of {
		for c := range m {
			all[c] = true
		}
	}
	return all
}

// pays says whether cards pay for a route and none could be left out (W4, W5, W6).
func pays(route *railmap.Route, p purse) bool {
	rails, sails := colors(p.train, p.marked), colors(p.ship, p.double)
	single, double := sum(p.ship), sum(p.double)
	switch {
	case route.Kind == railmap.Sea:
		covered := single + 2*double + p.wilds
		exact := covered == route.Length || covered == route.Length+1 && single+p.wilds == 0
		return exact && len(rails) == 0 && fits(route, sails)
	case route.Pairs > 0: // all spaces of such a route have the mark
		odd := 0
		for c := range rails {
			odd += (p.train[c] + p.marked[c]) % 2
		}
		return sum(p.train, p.marked)+p.wilds == 2*route.Length && odd <= p.wilds && len(sails) == 0
	}
	return sum(p.train, p.marked)+p.wilds == route.Length && len(sails) == 0 && fits(route, rails)
}

// fits says whether cards are of one colour, and of the route's.
func fits(route *railmap.Route, colors map[string]bool) bool {
	return len(colors) == 0 || len(colors) == 1 && (route.Color == railmap.Gray || colors[route.Color])
}
