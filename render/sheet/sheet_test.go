package sheet

import (
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/asia"
	"konduktor/engine/world"
	"konduktor/render/caption"
	"konduktor/render/rendertest"
	"konduktor/render/theme"
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
		said := strings.Join(d.party(caption.Side{1}, 500).tickets[0].lines, " ")
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

// No line of a side ends in a middle dot, and a port's number stays with its noun.
func TestLinesOfASheetBreakAtTheRightPlaces(t *testing.T) {
	m, turns := world.Title.Map(), rendertest.Course(t, world.Title, 3)
	v := turns[len(turns)-1].View
	ports := 0
	for _, lang := range []string{"en", "pl"} {
		d := &drawing{
			Maker: &Maker{Map: m}, v: &v, say: caption.New(m, rendertest.Words(t, lang)).Of(&v),
		}
		for room := 200.0; room < 500; room += 10 {
			for _, side := range caption.Sides(&v) {
				p := d.party(side, room)
				for _, line := range p.lines {
					if strings.HasSuffix(line, "·") || strings.HasPrefix(line, "·") {
						t.Errorf("%.0f pixels: got the line %q", room, line)
					}
				}
				for _, r := range p.tickets {
					last := r.lines[len(r.lines)-1]
					if r.port && !strings.ContainsAny(last, "0123456789") {
						t.Errorf("%.0f pixels: got %q", room, r.lines)
					}
					if r.port {
						ports++
					}
				}
			}
		}
	}
	if ports == 0 {
		t.Fatal("nobody has a port")
	}
}

// On sheets with four sides or long lists, some had no network.
func TestASheetHasEverySidesNetwork(t *testing.T) {
	m, turns := world.Title.Map(), rendertest.Course(t, world.Title, 4)
	v := turns[len(turns)-1].View
	long := *v.Seats[0].Final
	for len(long.Completed)+len(long.Failed) < 40 {
		long.Completed = append(long.Completed, engine.TicketID(len(long.Completed)))
		long.Earned = append(long.Earned, 5)
	}
	v.Seats[0].Final = &long
	look := theme.For("world")
	shown := map[engine.Seat]float64{}
	d := &drawing{
		Sketch: theme.NewSketch(&look, width, 3000), v: &v,
		o:   &caption.Options{Words: rendertest.Words(t, "en")},
		say: caption.New(m, rendertest.Words(t, "en")).Of(&v),
	}
	d.Maker = &Maker{
		Theme: &look, Map: m,
		Network: func(_ *theme.Sketch, _ *engine.View, side caption.Side, _, h float64) {
			shown[side[0]] = h
		},
	}
	var all []party
	for _, side := range caption.Ranking(&v) {
		all = append(all, d.party(side, width))
	}
	d.draw(all, 3000)
	for seat := engine.Seat(1); seat <= 4; seat++ {
		if shown[seat] < 200 {
			t.Errorf("the network of seat %d is %.0f pixels tall", seat, shown[seat])
		}
	}
}
