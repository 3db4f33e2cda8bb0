package sheet

import (
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/world"
	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

// Each city of a tour can be read, however many they are (W9).
func TestASheetNamesAllCitiesOfATour(t *testing.T) {
	m, turns := world.Title.Map(), rendertest.Course(t, world.Title, 2)
	v := turns[len(turns)-1].View
	tours := 0
	for id := range m.Tickets {
		if len(m.Tickets[id].Cities) < 3 {
			continue
		}
		tours++
		f := *v.Seats[0].Final
		f.Failed, f.Completed, f.Earned = []engine.TicketID{engine.TicketID(id)}, nil, nil
		v.Seats[0].Final, v.Seats[0].Ports = &f, nil
		d := &drawing{
			Maker: &Maker{Map: m}, v: &v, say: caption.New(m, rendertest.Words(t, "en")).Of(&v),
		}
		said := unglued(strings.Join(d.party(caption.Side{1}, 330).tickets[0].lines, " "))
		for _, c := range m.Tickets[id].Cities {
			if !strings.Contains(said, d.say.City(c)) {
				t.Errorf("%s: got %q without %s", m.Tickets[id].ID, said, d.say.City(c))
			}
		}
	}
	if tours == 0 {
		t.Fatal("there are no tours")
	}
}
