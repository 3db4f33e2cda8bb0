package handlers

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/railmap"
	"konduktor/storage"
)

// What follows keeps what owners of a title's box have read from it: its tickets, and the lengths
// that are in doubt. A complete box is a map like the title's own, on which games can be opened;
// each such game keeps its map, so entering something changes no running game.

// maxLength bounds what can be entered.
const maxLength = 9

// agreed is how many owners, each of whom has finished a game, have to read the same for a line to
// be attested.
const agreed = 2

// lures is how many tickets that are on no list stand among ours.
const lures = 3

func doubtful(m *railmap.Map) bool {
	ticket := func(t railmap.Ticket) bool { return !t.Attested }
	route := func(r railmap.Route) bool { return !r.Attested }
	return m != nil && (slices.ContainsFunc(m.Tickets, ticket) || slices.ContainsFunc(m.Routes, route))
}

// boxEntry is what an owner has read.
type boxEntry struct {
	Line   string // the IDs of its cities
	A, B   engine.CityID
	Value  int   // points or length
	Agreed bool  // another owner has read the same
	Others []int // what other owners have read instead
	Lure   bool  // no ticket of ours, put there to be left out
}

// box is one owner's box of a title.
type box struct {
	Map     *railmap.Map
	Owner   match.UserID
	Tickets []boxEntry // in the order entered
	Lengths []boxEntry
}

func loadBox(ctx context.Context, store storage.Attestations, m *railmap.Map, user match.UserID,
) (*box, error) {
	all, err := store.Attested(ctx, m.Title)
	if err != nil {
		return nil, fmt.Errorf("load the boxes of %s: %w", m.Title, err)
	}
	return boxOf(m, user, all), nil
}

func boxOf(m *railmap.Map, user match.UserID, all []storage.Attestation) *box {
	b := &box{Map: m, Owner: user}
	for _, a := range all {
		one, ok := b.entry(a)
		if a.User != user || !ok {
			continue
		}
		owners := 0
		for _, o := range all {
			switch {
			case !o.About(a) || !o.Played:
			case o.Value == a.Value:
				owners++
			case !slices.Contains(one.Others, o.Value):
				one.Others = append(one.Others, o.Value)
			}
		}
		one.Agreed = owners >= agreed
		if a.Kind == storage.OfTicket {
			b.Tickets = append(b.Tickets, one)
		} else {
			b.Lengths = append(b.Lengths, one)
		}
	}
	return b
}

// entry reads an attestation; false if its cities are no longer on the map.
func (b *box) entry(a storage.Attestation) (e boxEntry, ok bool) {
	first, second, _ := strings.Cut(a.Line, "--")
	city := func(id string) int {
		return slices.IndexFunc(b.Map.Cities, func(c railmap.City) bool { return c.ID == id })
	}
	x, y := city(first), city(second)
	e = boxEntry{Line: a.Line, A: engine.CityID(x), B: engine.CityID(y), Value: a.Value}
	return e, x >= 0 && y >= 0
}

// boxLine names a ticket or a connection: as the map does, else with the first city of the map
// first.
func boxLine(m *railmap.Map, a, b engine.CityID) string {
	for i := range m.Tickets {
		if t := &m.Tickets[i]; joins(t, a, b) {
			return m.Cities[t.Cities[0]].ID + "--" + m.Cities[t.Cities[1]].ID
		}
	}
	return m.Cities[min(a, b)].ID + "--" + m.Cities[max(a, b)].ID
}

func joins(t *railmap.Ticket, a, b engine.CityID) bool {
	return len(t.Cities) == 2 && boxEntry{A: a, B: b}.joins(t.Cities[0], t.Cities[1])
}

// joins reports whether an entry is about two cities, in either order.
func (e boxEntry) joins(a, b engine.CityID) bool {
	return e.A == a && e.B == b || e.A == b && e.B == a
}

// Missing is how many tickets are still to be entered.
func (b *box) Missing() int { return len(b.Map.Tickets) - len(b.Tickets) }

// Offered lists the map's tickets that are not entered: they may be in the box, or not. It adds a
// few invented ones, always the same for a user and a box, so that ticking everything unread shows.
func (b *box) Offered() (list []boxEntry) {
	offer := func(x, y engine.CityID, points int, lure bool) bool {
		same := func(e boxEntry) bool { return e.joins(x, y) }
		if slices.ContainsFunc(b.Tickets, same) || slices.ContainsFunc(list, same) {
			return false
		}
		list = append(list, boxEntry{
			Line: boxLine(b.Map, x, y), A: x, B: y, Value: points, Lure: lure,
		})
		return true
	}
	var ends []railmap.Ticket
	for _, t := range b.Map.Tickets {
		if len(t.Cities) == 2 {
			ends = append(ends, t)
			offer(t.Cities[0], t.Cities[1], t.Points, false)
		}
	}
	if len(list) == 0 {
		return nil
	}
	h := fnv.New64a() // no secret: who reads this code can tell them apart anyway
	pick := func(n int) int {
		h.Write([]byte(b.Map.Title + string(b.Owner)))
		return int(h.Sum64() % uint64(n))
	}
	for n, tries := 0, 0; n < lures && tries < 1000; tries++ { // a small map has few pairs left
		t, u := ends[pick(len(ends))], ends[pick(len(ends))]
		x, y := t.Cities[0], u.Cities[1]
		joined := func(o railmap.Ticket) bool { return joins(&o, x, y) }
		if x == y || slices.ContainsFunc(ends, joined) {
			continue
		}
		if offer(x, y, (t.Points+u.Points)/2, true) {
			i := pick(len(list))
			last := list[len(list)-1]
			list = slices.Insert(list[:len(list)-1], i, last)
		}
		n++
	}
	return list
}

// Connections lists the first lane of each connection whose length is in doubt and not entered.
func (b *box) Connections() (list []engine.RouteID) {
	for i := range b.Map.Routes {
		r := &b.Map.Routes[i]
		entered := func(e boxEntry) bool { return e.joins(r.A, r.B) }
		if !r.Attested && r.Lane == 0 && !slices.ContainsFunc(b.Lengths, entered) {
			list = append(list, engine.RouteID(i))
		}
	}
	return list
}
