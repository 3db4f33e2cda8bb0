package caption

import (
	"math"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// Progress says how a seat stands with a ticket.
type Progress struct {
	Complete bool
	Possible bool
	ordered  bool // a tour whose cities are connected in their order (W9)
	missing  int  // spaces still to be claimed on the shortest way, if possible and not complete
}

// Reach is what a seat has and can still have of a map.
type Reach struct {
	m      *railmap.Map
	cost   []int // by route: 0 its own, its length if free, unreachable otherwise
	own    []engine.RouteID
	pieces int // the seat has left, of all kinds, and its partner
}

// unreachable is further than any way on any map.
const unreachable = math.MaxInt / 4

// NewReach returns the reach of a seat of a view.
func NewReach(m *railmap.Map, v *engine.View, own *engine.SeatView) *Reach {
	r := &Reach{m: m, cost: make([]int, len(m.Routes)), own: own.Routes}
	for i := range m.Routes {
		r.cost[i] = m.Routes[i].Length
	}
	for _, c := range v.Closed {
		r.cost[c] = unreachable
	}
	for i := range v.Seats {
		s := &v.Seats[i]
		for _, route := range s.Routes {
			switch {
			case Allied(v, s.Seat, own.Seat):
				r.cost[route] = 0
			default:
				r.cost[route] = unreachable
			}
		}
	}
	if own.Pieces == nil {
		r.pieces = unreachable - 1 // still to be chosen (W2): nothing is too far
	}
	for _, n := range own.Pieces { // a way may need pieces of every kind
		r.pieces += n
	}
	for i := range v.Seats { // partners claim for each other
		if s := &v.Seats[i]; s.Seat != own.Seat && Allied(v, s.Seat, own.Seat) {
			for _, n := range s.Pieces {
				r.pieces += n
			}
		}
	}
	return r
}

// Ticket says how the seat stands with a ticket. For one of more than two cities missing is at least the longest of the
// ways between two of them.
func (r *Reach) Ticket(t *railmap.Ticket) Progress {
	far := 0
	for i, from := range t.Cities[:len(t.Cities)-1] {
		d := r.from(from)
		for _, to := range t.Cities[i+1:] {
			far = max(far, d[to])
		}
	}
	p := Progress{Complete: far == 0, Possible: far <= r.pieces, missing: far}
	p.ordered = p.Complete && t.InOrder > 0 && r.m.InOrder(r.own, t.Cities)
	return p
}

// from is how many spaces each city is away from one (Bellman and Ford: a map is small).
func (r *Reach) from(city engine.CityID) []int {
	d := make([]int, len(r.m.Cities))
	for i := range d {
		d[i] = unreachable
	}
	d[city] = 0
	for changed := true; changed; {
		changed = false
		for i := range r.m.Routes {
			e := &r.m.Routes[i]
			if a := d[e.B] + r.cost[i]; a < d[e.A] {
				d[e.A], changed = a, true
			}
			if b := d[e.A] + r.cost[i]; b < d[e.B] {
				d[e.B], changed = b, true
			}
		}
	}
	return d
}
