package handlers

import (
	"context"
	"fmt"
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

// agreed is how many owners have to read the same for a line to be attested.
const agreed = 2

// doubtful reports whether some facts of a map are no more than probable.
func doubtful(m *railmap.Map) bool {
	ticket := func(t railmap.Ticket) bool { return !t.Attested }
	route := func(r railmap.Route) bool { return !r.Attested }
	return m != nil && (slices.ContainsFunc(m.Tickets, ticket) || slices.ContainsFunc(m.Routes, route))
}

// boxEntry is what an owner has read.
type boxEntry struct {
	Line   string // the IDs of its cities
	A, B   engine.CityID
	Value  int  // points or length
	Agreed bool // another owner has read the same
}

// box is one owner's box of a title.
type box struct {
	Map     *railmap.Map
	Tickets []boxEntry // in the order entered
	Lengths []boxEntry
}

// loadBox returns a user's box.
func loadBox(ctx context.Context, store storage.Attestations, m *railmap.Map, user match.UserID,
) (*box, error) {
	all, err := store.Attested(ctx, m.Title)
	if err != nil {
		return nil, fmt.Errorf("load the boxes of %s: %w", m.Title, err)
	}
	return boxOf(m, user, all), nil
}

func boxOf(m *railmap.Map, user match.UserID, all []storage.Attestation) *box {
	b := &box{Map: m}
	for _, a := range all {
		one, ok := b.entry(a)
		if a.User != user || !ok {
			continue
		}
		owners := 0
		for _, o := range all {
			if o.About(a) && o.Value == a.Value {
				owners++
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

// Has reports whether a ticket is entered.
func (b *box) Has(x, y engine.CityID) bool {
	return slices.ContainsFunc(b.Tickets, func(e boxEntry) bool { return e.joins(x, y) })
}

// Missing is how many tickets are still to be entered.
func (b *box) Missing() int { return len(b.Map.Tickets) - len(b.Tickets) }

// Ours lists the map's tickets that are not entered: they may be in the box, or not.
func (b *box) Ours() (list []railmap.Ticket) {
	for _, t := range b.Map.Tickets {
		entered := func(e boxEntry) bool { return joins(&t, e.A, e.B) }
		if len(t.Cities) == 2 && !slices.ContainsFunc(b.Tickets, entered) {
			list = append(list, t)
		}
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
