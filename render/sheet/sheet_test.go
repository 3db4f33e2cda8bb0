package sheet

import (
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/asia"
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
		said := strings.Join(d.party(caption.Side{1}, 330).tickets[0].lines, " ")
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

func TestRowsWithoutRoomAreCountedByKind(t *testing.T) {
	d := &drawing{o: &caption.Options{Words: rendertest.Words(t, "en")}}
	ticket, port := row{points: 5}, row{port: true}
	for _, c := range []struct {
		want   string
		points int
		rows   []row
	}{
		{"+ 2 tickets, 3 ports", 10, []row{ticket, ticket, port, port, port}},
		{"+ 1 ticket", 5, []row{ticket}},
		{"+ 2 ports", 0, []row{port, port}},
	} {
		if got, points := d.more(c.rows); got != c.want || points != c.points {
			t.Errorf("got %q with %d points, want %q with %d", got, points, c.want, c.points)
		}
	}
}

// Long names of partners stand in lines of their own.
func TestPartnersKeepTheirNames(t *testing.T) {
	m, turns := asia.Title.Map(), rendertest.Course(t, asia.Title, 4)
	v := turns[len(turns)-1].View
	side := caption.Sides(&v)[0]
	for _, seat := range side {
		v.Seats[seat-1].Name = "a_long_name"
	}
	d := &drawing{
		Maker: &Maker{Map: m}, v: &v, say: caption.New(m, rendertest.Words(t, "en")).Of(&v),
	}
	said := strings.Join(d.party(side, 200).lines, " ")
	if !strings.Contains(said, "a_long_name") {
		t.Errorf("got %q, want the whole name", said)
	}
}
