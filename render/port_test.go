package render

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/world"
)

// withPorts is a view with ports built: each seat builds at the first free harbours that its routes reach, up to two.
func withPorts(v engine.View) engine.View {
	m := world.Title.Map()
	var taken []engine.CityID
	for i := range v.Seats {
		s := &v.Seats[i]
		s.Ports = nil
		for _, r := range s.Routes {
			c := m.Routes[r].A
			if m.Cities[c].Port && len(s.Ports) < 2 && !slices.Contains(taken, c) {
				taken = append(taken, c)
				s.Ports = append(s.Ports, c)
			}
		}
		s.PortsLeft = 3 - len(s.Ports)
	}
	return v
}

// settled is a finished game's view with the first tickets of each seat complete, one fewer each, ports where they lead, and
// the scores in step: the computer players of the tests complete too little for a picture.
func settled(v engine.View) engine.View {
	m := world.Title.Map()
	v.Winners = nil
	best := -1000
	var taken []engine.CityID
	for i := range v.Seats {
		s := &v.Seats[i]
		all := append(slices.Clone(s.Final.Completed), s.Final.Failed...)
		f := &engine.Final{Routes: s.Final.Routes, Completed: all[:max(0, 4-i)], Failed: all[max(0, 4-i):]}
		s.Ports = nil
		for n, id := range f.Completed {
			t := &m.Tickets[id]
			f.Earned = append(f.Earned, t.Points)
			if t.InOrder > 0 && n%2 == 0 {
				f.Earned[n] = t.InOrder
			}
			f.Tickets += f.Earned[n]
			if c := t.Cities[1]; len(s.Ports) < 2 && m.Cities[c].Port && !slices.Contains(taken, c) {
				taken, s.Ports = append(taken, c), append(s.Ports, c)
			}
		}
		s.PortsLeft = 3 - len(s.Ports)
		for _, id := range f.Failed {
			f.Tickets -= m.Tickets[id].Penalty
		}
		ports := 0
		for _, c := range s.Ports {
			named := 0
			for _, id := range f.Completed {
				if slices.Contains(m.Tickets[id].Cities, c) {
					named++
				}
			}
			ports += []int{0, 20, 30, 40}[min(3, named)]
		}
		f.Bonuses = []engine.Bonus{{Name: "ports", Points: ports}, {Name: "unbuilt-ports", Points: -4 * s.PortsLeft}}
		f.Total = f.Routes + f.Tickets + ports - 4*s.PortsLeft
		s.Final = f
		if f.Total > best {
			best, v.Winners = f.Total, []engine.Seat{s.Seat}
		}
	}
	return v
}

// touring is the first seat of a game that holds a tour.
func touring(t *testing.T, g engine.Game) engine.View {
	t.Helper()
	p := painterOf(t, world.Title)
	pub := g.View(engine.Public)
	for i := range pub.Seats {
		if v := g.View(pub.Seats[i].Seat); len(p.toursOf(&v)) > 0 {
			return v
		}
	}
	t.Fatal("nobody holds a tour")
	return engine.View{}
}

func TestBuiltPortsCanBeToldApartInGrey(t *testing.T) {
	eachTheme(t, func(t *testing.T, theme Theme) {
		var ports [][]float64
		for seat := range theme.Seats {
			ports = append(ports, grey(&theme, 42, 42, func(s *Sketch) { s.port(point{21, 21}, 1, seat) }))
			for other := range seat {
				if got := unlike(ports[seat], ports[other]); got < part/2 {
					t.Errorf("ports of seats %d and %d: only %.1f %% of the pixels differ", other+1, seat+1, 100*got)
				}
			}
		}
	})
}

func TestACityAHarbourAndABuiltPortCanBeToldApartInGrey(t *testing.T) {
	m := world.Title.Map()
	l := &layout{m: m, mt: metricsFor(1), cities: make([]point, len(m.Cities))}
	inland, harbor := -1, -1
	for i := range m.Cities {
		l.cities[i] = point{21, 21}
		if m.Cities[i].Port {
			harbor = i
		} else {
			inland = i
		}
	}
	eachTheme(t, func(t *testing.T, theme Theme) {
		city := grey(&theme, 42, 42, func(s *Sketch) { s.city(l, engine.CityID(inland)) })
		haven := grey(&theme, 42, 42, func(s *Sketch) { s.city(l, engine.CityID(harbor)) })
		if got := unlike(city, haven); got < part {
			t.Errorf("a city and a harbour: only %.1f %% of the pixels differ", 100*got)
		}
		for seat := range theme.Seats {
			port := grey(&theme, 42, 42, func(s *Sketch) { s.port(point{21, 21}, 1, seat) })
			if got := min(unlike(city, port), unlike(haven, port)); got < part {
				t.Errorf("a port of seat %d and none: only %.1f %% of the pixels differ", seat+1, 100*got)
			}
		}
	})
}

// W1, W5: train cards, those with the port mark, ships and double ships of a colour differ in shape.
func TestTheKindsOfCardsOfAColourCanBeToldApartInGrey(t *testing.T) {
	theme, faces := worldTheme(), world.Title.Lexicon().Faces
	const little = 0.01 // of the pixels: a mark in a corner, a symbol on a hull
	for _, size := range []struct{ w, h, r float64 }{{smallW, smallH, 7}, {cardW, cardH, 14}} {
		drawn := make([][]float64, len(faces))
		for i := range faces {
			drawn[i] = grey(&theme, int(size.w), int(size.h), func(s *Sketch) { s.face(&faces[i], size.w, size.h, size.r) })
			for j := range faces[:i] {
				if got := unlike(drawn[i], drawn[j]); got < little {
					t.Errorf("cards %s and %s, %.0f wide: only %.1f %% of the pixels differ", faces[j].Name, faces[i].Name, size.w, 100*got)
				}
			}
		}
	}
}

func TestTheStopsOfToursAreNumbered(t *testing.T) {
	p := painterOf(t, world.Title)
	lex := world.Title.Lexicon()
	held := func(ids ...string) *engine.View {
		own := engine.SeatView{Seat: 1}
		for _, id := range ids {
			n, ok := lex.Ticket(id)
			if !ok {
				t.Fatalf("there is no ticket %s", id)
			}
			own.Tickets.IDs = append(own.Tickets.IDs, n)
		}
		return &engine.View{Viewer: 1, Seats: []engine.SeatView{own}}
	}
	const one, two = "casablanca--al-qahira--tehran", "tehran--lahore--mumbai--bangkok"
	for _, c := range []struct {
		name string
		view *engine.View
		o    Options
		want map[string]string
	}{
		{"W9 one tour", held("athina--manila", one), Options{Private: true}, map[string]string{"casablanca": "1", "al-qahira": "2", "tehran": "3"}},
		{"two tours have letters", held(one, two), Options{Private: true}, map[string]string{
			"casablanca": "A1", "al-qahira": "A2", "tehran": "A3 B1", "lahore": "B2", "mumbai": "B3", "bangkok": "B4",
		}},
		{"nothing for all to see", held(one), Options{}, map[string]string{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := map[string]string{}
			for _, st := range p.stops(c.view, &c.o) {
				got[lex.Cities[st.city]] = st.label
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("labels (-want +got):\n%s", d)
			}
		})
	}
}

func TestTheTextsSayPortsPiecesDecksAndTours(t *testing.T) {
	g, _ := simulated(t, world.Title, 5, 110, "")
	v := withPorts(touring(t, g))
	say := newSayer(&v, world.Title.Map(), texts(t, "en"))
	mustSay(t, BoardText(v, world.Title.Map(), texts(t, "en")), "Train deck: ", "Train discards: ", "Ship deck: ", "Ship discards: ",
		" trains, ", " ships, ", "1 port to build", "\n\nPorts:\n1. Ala: "+say.cities(v.Seats[0].Ports), "\nHarbours without a port: ",
		"2 pair spaces", ", sea, ")
	mustSay(t, HandText(v, world.Title.Map(), texts(t, "en")), "In the box, to exchange for: ", "Double ships: ",
		say.ticket(painterOf(t, world.Title).toursOf(&v)[0]), " in this order, −")
}

// Five seats, every card with the longest word: it still fits, market and piles included.
func TestTheAlternativeTextOfALargeGameIsWhole(t *testing.T) {
	g, last := simulated(t, world.Title, 5, 110, "")
	for _, lang := range []string{"en", "pl"} {
		v := withPorts(g.View(engine.Public))
		v.Ply = 399
		for i := range v.Market {
			v.Market[i] = world.Title.Lexicon().Wild() - 1
		}
		words := texts(t, lang)
		pic, err := painterOf(t, world.Title).Board(v, Options{Words: words, Marked: last})
		if err != nil {
			t.Fatal(err)
		}
		if n := len(utf16.Encode([]rune(pic.Alt))); n > MaxAlt || !strings.Contains(pic.Alt, words("render.tickets-left")) {
			t.Errorf("%s: got %d characters: %s", lang, n, pic.Alt)
		}
	}
}

// W2, W11: a way may need pieces of every kind, and what is out of the supply can be exchanged for.
func TestPiecesOfAllKindsCountForATicket(t *testing.T) {
	m, lex := world.Title.Map(), world.Title.Lexicon()
	id, _ := lex.Ticket("al-qahira--sydney")
	for _, c := range []struct {
		name   string
		pieces []int
		want   bool
	}{{"enough of both together", []int{10, 10}, true}, {"too few of both together", []int{3, 3}, false}} {
		t.Run(c.name, func(t *testing.T) {
			v := &engine.View{Viewer: 1, Seats: []engine.SeatView{{Seat: 1, Pieces: c.pieces}}}
			if got := newReach(m, v, v.Own()).ticket(&m.Tickets[id]); got.possible != c.want {
				t.Errorf("got %+v, want possible %t", got, c.want)
			}
		})
	}
}

func TestATourTellsWhetherItIsInOrder(t *testing.T) {
	m, lex := world.Title.Map(), world.Title.Lexicon()
	id, _ := lex.Ticket("lagos--luanda--dar-es-salaam--djibouti")
	routes := func(names ...string) []engine.RouteID {
		var all []engine.RouteID
		for _, n := range names {
			r, ok := lex.Route(n)
			if !ok {
				t.Fatalf("there is no route %s", n)
			}
			all = append(all, r)
		}
		return all
	}
	for _, c := range []struct {
		name   string
		routes []engine.RouteID
		want   progress
	}{
		{
			"W9 along its way", routes("lagos--luanda.1", "dar-es-salaam--luanda", "dar-es-salaam--djibouti.1"),
			progress{complete: true, possible: true, ordered: true},
		},
		{
			"W9 in pieces that meet elsewhere",
			routes("lagos--luanda.1", "casablanca--lagos", "al-qahira--casablanca", "al-qahira--djibouti.1", "dar-es-salaam--djibouti.1"),
			progress{complete: true, possible: true},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := &engine.View{Viewer: 1, Seats: []engine.SeatView{{Seat: 1, Pieces: []int{9, 9}, Routes: c.routes}}}
			if got := newReach(m, v, v.Own()).ticket(&m.Tickets[id]); got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}
