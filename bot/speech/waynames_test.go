package speech

import (
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/ai/railway"
	"konduktor/engine/prospect"
)

// A way is named by its cities in the order in which a train would pass them, whatever the order of
// its routes.
func TestWayIsNamedByItsCities(t *testing.T) {
	v, s := startOf(t, "nordic")
	ticket := v.Own().Offer.IDs[0]
	route := func(a, b string) engine.RouteID {
		t.Helper()
		for r := range s.board.Routes {
			e := &s.board.Routes[r]
			if x, y := s.City(e.A), s.City(e.B); x == a && y == b || x == b && y == a {
				return engine.RouteID(r)
			}
		}
		t.Fatalf("no route joins %s and %s", a, b)
		return 0
	}
	for _, c := range []struct {
		name   string
		routes []engine.RouteID
		want   string
	}{
		{"a single route, which is named anyway", []engine.RouteID{route("Bergen", "Oslo")}, ""},
		{
			"two routes",
			[]engine.RouteID{route("Oslo", "Göteborg"), route("Bergen", "Oslo")},
			": Göteborg – Oslo – Bergen",
		},
		{
			"two lines, with what is built between them",
			[]engine.RouteID{
				route("Bergen", "Oslo"), route("Göteborg", "København"),
				route("København", "Karlskrona"),
			},
			": Oslo – Bergen, Göteborg – København – Karlskrona",
		},
	} {
		got := s.via(ticket, c.routes)
		if got != c.want && got != fromTheOther(c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// fromTheOther is a way of one line from its other end.
func fromTheOther(way string) string {
	stops := strings.Split(strings.TrimPrefix(way, ": "), " – ")
	text := ""
	for _, stop := range stops {
		text = " – " + stop + text
	}
	return ": " + strings.TrimPrefix(text, " – ")
}

// A hint that is for a ticket says which way it means: the reader cannot see the plan of the
// computer.
func TestHintNamesItsWay(t *testing.T) {
	v, s := startOf(t, "world")
	v.Owes = engine.OwesTurn
	named := 0
	for _, ticket := range v.Own().Offer.IDs {
		way := prospect.Of(v, s.board, v.Viewer, []engine.TicketID{ticket})[0].Way.Routes
		if len(way) < 2 {
			continue
		}
		said := s.Advice(panelOf(v), []ai.Advice{{
			Move: engine.Move{Verb: engine.Claim, Route: way[0]}, Aim: &railway.Aim{
				Route:   way[0],
				Tickets: []engine.TicketID{ticket}, Way: way,
			},
		}, {
			Move: engine.Move{Verb: engine.Draw, Slot: 1}, Aim: &railway.Aim{
				Route: way[0], Lacks: 1,
				Tickets: []engine.TicketID{ticket}, Way: way,
			},
		}}).Content
		from := s.City(s.board.Tickets[ticket].Cities[0])
		if want := " to go: " + from + " – "; !strings.Contains(said, want) {
			t.Errorf("no %q in %q", want, said)
		}
		if more := strings.Contains(said, " more cit"); more != (len(way) >= maxStops) {
			t.Errorf("of %d routes some are left out: %t, in %q", len(way), more, said)
		}
		named++
	}
	if named == 0 {
		t.Error("no ticket takes two routes: this looks at nothing")
	}
}
