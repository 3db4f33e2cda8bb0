package board

import (
	"bytes"
	"image"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/world"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/rendertest"
	"konduktor/render/theme"
)

func TestBuiltPortsCanBeToldApartInGrey(t *testing.T) {
	eachTheme(t, func(t *testing.T, look theme.Theme) {
		var ports [][]float64
		for seat := range look.Seats {
			ports = append(ports, grey(&look, 42, 42, func(s *theme.Sketch) {
				drawPort(s, geometry.Pt(21, 21), geometry.PortSize, seat)
			}))
			for other := range seat {
				if got := rendertest.Unlike(ports[seat], ports[other]); got < rendertest.Part/2 {
					t.Errorf("ports of seats %d and %d: only %.1f %% of the pixels differ",
						other+1, seat+1, 100*got)
				}
			}
		}
	})
}

func TestACityAHarbourAndABuiltPortCanBeToldApartInGrey(t *testing.T) {
	m := world.Title.Map()
	l := &geometry.Layout{Map: m, Sizes: geometry.SizesFor(1), Cities: make([]geometry.Point,
		len(m.Cities))}
	inland, harbor := -1, -1
	for i := range m.Cities {
		l.Cities[i] = geometry.Pt(21, 21)
		if m.Cities[i].Port {
			harbor = i
		} else {
			inland = i
		}
	}
	eachTheme(t, func(t *testing.T, look theme.Theme) {
		city := grey(&look, 42, 42, func(s *theme.Sketch) { drawCity(s, l, engine.CityID(inland)) })
		haven := grey(&look, 42, 42, func(s *theme.Sketch) { drawCity(s, l, engine.CityID(harbor)) })
		if got := rendertest.Unlike(city, haven); got < rendertest.Part {
			t.Errorf("a city and a harbour: only %.1f %% of the pixels differ", 100*got)
		}
		for seat := range look.Seats {
			port := grey(&look, 42, 42, func(s *theme.Sketch) {
				drawPort(s, geometry.Pt(21, 21), geometry.PortSize, seat)
			})
			if got := min(rendertest.Unlike(city, port),
				rendertest.Unlike(haven, port)); got < rendertest.Part {
				t.Errorf("a port of seat %d and none: only %.1f %% of the pixels differ", seat+1, 100*got)
			}
		}
	})
}

func TestTheCitiesOfToursAreNumbered(t *testing.T) {
	p := painterOf(t, world.Title)
	lex := world.Title.Lexicon()
	g, _ := rendertest.Simulated(t, world.Title, 2, 30, "")
	held := func(ids ...string) engine.View {
		v := g.View(1)
		own := &v.Seats[0]
		own.Tickets.IDs, own.Offer.IDs = nil, nil
		for i := range v.Seats {
			v.Seats[i].Routes = nil
		}
		for _, id := range ids {
			n, ok := lex.Ticket(id)
			if !ok {
				t.Fatalf("there is no ticket %s", id)
			}
			own.Tickets.IDs = append(own.Tickets.IDs, n)
		}
		own.Dealt = own.Tickets.IDs
		return v
	}
	const one, two = "casablanca--al-qahira--tehran", "tehran--lahore--mumbai--bangkok"
	for _, c := range []struct {
		name string
		view engine.View
		want map[string]string
	}{
		{"W9 one tour", held("athina--manila", one), map[string]string{
			"athina": "A", "manila": "A",
			"casablanca": "B1", "al-qahira": "B2", "tehran": "B3",
		}},
		{"two tours in one city", held(one, two), map[string]string{
			"casablanca": "A1", "al-qahira": "A2", "tehran": "A3 B1", "lahore": "B2", "mumbai": "B3",
			"bangkok": "B4",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := map[string]string{}
			d := p.picture(&c.view, &caption.Options{Words: rendertest.Terse, Private: true}).reader()
			for _, e := range d.cityLetters() {
				got[lex.Cities[e.city]] = e.text
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("letters (-want +got):\n%s", d)
			}
		})
	}
	if v := held(one); p.picture(&v, &caption.Options{Words: rendertest.Terse}).reader() != nil {
		t.Error("a board for all to see shows tickets")
	}
}

// Five seats, every card with the longest word: it still fits, market and piles included.
func TestTheAlternativeTextOfALargeGameIsWhole(t *testing.T) {
	g, last := rendertest.Simulated(t, world.Title, 5, 110, "")
	for _, lang := range []string{"en", "pl"} {
		v := withPorts(g.View(engine.Public))
		v.Ply = 399
		for i := range v.Market {
			v.Market[i] = world.Title.Lexicon().Wild() - 1
		}
		words := rendertest.Words(t, lang)
		pic, err := painterOf(t, world.Title).Board(v, caption.Options{Words: words, Marked: last})
		if err != nil {
			t.Fatal(err)
		}
		if n := len(utf16.Encode([]rune(pic.Alt))); n > caption.MaxAlt ||
			!strings.Contains(pic.Alt, words("render.tickets-left")) {
			t.Errorf("%s: got %d characters: %s", lang, n, pic.Alt)
		}
	}
}

// W10: a port that was just built is an event, which other ports are not.
func TestANewPortShines(t *testing.T) {
	title := rendertest.Titles["world"]
	g, _ := rendertest.Simulated(t, title, 5, 130, "")
	v := withPorts(g.View(engine.Public))
	draw := func(news ...engine.Event) []byte {
		pic, err := painterOf(t, title).Board(v, caption.Options{Words: rendertest.Terse, News: news})
		if err != nil {
			t.Fatal(err)
		}
		return pic.PNG
	}
	built := engine.Event{Kind: engine.EventBuilt, Seat: 1, City: v.Seats[0].Ports[0]}
	if bytes.Equal(draw(), draw(built)) {
		t.Error("the board is the same as without the new port")
	}
}

func TestTheLastRoundIsSeen(t *testing.T) {
	g, _ := rendertest.AmsterdamGame(t, 4, 62)
	v := g.View(engine.Public)
	draw := func() []byte {
		pic, err := amsterdamPainter(t).Board(v, caption.Options{Words: rendertest.Terse})
		if err != nil {
			t.Fatal(err)
		}
		return pic.PNG
	}
	before := draw()
	v.LastRound, v.TurnsLeft = true, 4
	if bytes.Equal(before, draw()) {
		t.Error("the board is the same as before the last round")
	}
}

// A claimed route over the edge of the map is in its owner's colour at both ends, also where it has
// no space, and has a number wherever it has one.
func TestAClaimedRouteOverTheEdgeIsSeenAtBothEnds(t *testing.T) {
	p := painterOf(t, world.Title)
	for r := range p.m.Routes {
		ln := &p.board.lay.Lanes[r]
		if len(ln.Stretches) == 1 {
			continue
		}
		c := p.board.base.Canvas()
		before := bytes.Clone(c.Pix)
		c.PutAll(p.board.piecesOn(0, engine.RouteID(r)))
		changed := func(a geometry.Area) (n int) {
			box := a.Pixels().Intersect(image.Rect(0, 0, c.W, c.H))
			for y := box.Min.Y; y < box.Max.Y; y++ {
				for x := box.Min.X; x < box.Max.X; x++ {
					if i := y*(c.W+1) + x + 1; c.Pix[i] != before[i] {
						n++
					}
				}
			}
			return n
		}
		for _, way := range ln.Ways() {
			for _, at := range []geometry.Point{way[0], way[len(way)-1]} {
				if changed(at.Around(2*p.board.lay.Sizes.Dot)) < 20 {
					t.Errorf("route %s is not in its owner's colour at (%.0f,%.0f)", p.m.Routes[r].ID, at.X, at.Y)
				}
			}
		}
		c.Free()
	}
}

// A built port is larger than every city without one, on the board for everybody.
func TestABuiltPortIsLargerThanACity(t *testing.T) {
	l := painterOf(t, world.Title).board.lay
	if got := l.Port() / l.Sizes.Dot; got < 1.6 {
		t.Errorf("a port is %.1f times as large as a city, want 1.6", got)
	}
}
