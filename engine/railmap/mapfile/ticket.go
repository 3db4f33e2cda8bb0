package mapfile

import (
	"fmt"
	"slices"
	"strings"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

type ticketDraft struct {
	railmap.Ticket
	what  string
	line  int
	known bool // all cities are, and they differ
}

func (d *draft) readTicket(i int, v *value) {
	t := open(v, fmt.Sprintf("ticket %d", i+1), d.report)
	if t == nil {
		return
	}
	t.need("cities", "points")
	k := ticketDraft{line: t.line}
	d.readStops(t, &k)
	k.Points = t.whole("points", 1, maxPoints, 1)
	k.Penalty = k.Points // C10
	k.InOrder = t.whole("in_order", 1, maxPoints, 0)
	penalty := t.whole("penalty", 1, maxPoints, k.Points)
	switch tour := len(k.Cities) > 2; {
	case tour:
		t.need("in_order", "penalty") // W9
		k.Penalty = penalty
		if t.has("in_order") && k.InOrder != 0 && k.InOrder < k.Points {
			t.fault(t.lineFor("in_order"),
				"in order it gives %d, less than the %d in any order", k.InOrder, k.Points)
		}
	default:
		for _, key := range []string{"in_order", "penalty"} {
			if t.has(key) {
				t.fault(t.lineFor(key), "%s is only for a tour of more than two cities", key)
			}
		}
	}
	k.Attested = t.flag("attested", true)
	d.readNeeds(t, &k)
	t.done()
	k.what = t.what
	d.tickets = append(d.tickets, k)
}

func (d *draft) readStops(t *table, k *ticketDraft) {
	stops := t.words("cities", railmap.MaxStops)
	ids := make([]string, len(stops))
	named := len(stops) > 0
	for i, s := range stops {
		ids[i] = s.text
		named = named && isID(s.text)
	}
	if named {
		k.ID = strings.Join(ids, "--")
		t.what = "ticket " + k.ID
	}
	if t.isList("cities") && len(stops) < 2 {
		t.fault(t.lineFor("cities"), "cities: there must be at least two")
	}
	k.known = len(stops) >= 2
	for i, s := range stops {
		c, ok := d.city(t, s.text, s.line)
		switch {
		case !ok:
			k.known = false
		case slices.Contains(ids[:i], s.text):
			t.fault(s.line, "city %s is there twice", s.text)
			k.known = false
		case d.cities[c].Unnamed != "":
			t.fault(s.line, "city %s has no name that a ticket could show", s.text)
		}
		k.Cities = append(k.Cities, c)
	}
}

// readNeeds reads the cards that a ticket needs on a map without routes, a number per colour.
func (d *draft) readNeeds(t *table, k *ticketDraft) {
	f := t.take("cards", tableKind)
	if f == nil {
		return
	}
	needs := open(&f.value, t.what+": cards", d.report)
	if needs == nil {
		return
	}
	k.Cards = make([]int, len(d.Colors))
	for i, c := range d.Colors {
		k.Cards[i] = needs.whole(c, 1, railmap.MaxCards, 0)
	}
	needs.done()
	if len(needs.fields) == 0 {
		needs.fault(needs.line, "there is none")
	}
}

// checkTickets reports duplicate tickets: the same cities, of a tour in the same order, for the
// same points and cards.
func (d *draft) checkTickets() {
	for i := range d.tickets {
		k := &d.tickets[i]
		if !k.known {
			continue
		}
		for j := range i {
			if o := &d.tickets[j]; o.known && equal(&k.Ticket, &o.Ticket) {
				d.add(k.line, "%s: it is the same ticket as on line %d", k.what, o.line)
				break
			}
		}
	}
}

func equal(k, o *railmap.Ticket) bool {
	if k.Points != o.Points || k.InOrder != o.InOrder || !slices.Equal(k.Cards, o.Cards) ||
		len(k.Cities) != len(o.Cities) {
		return false
	}
	if k.InOrder > 0 {
		return slices.Equal(k.Cities, o.Cities)
	}
	a, b := slices.Sorted(slices.Values(k.Cities)), slices.Sorted(slices.Values(o.Cities))
	return slices.Equal[[]engine.CityID](a, b)
}
