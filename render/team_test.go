package render

import (
	"bytes"
	"image"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/asia"
	"github.com/konduktor-bot/konduktor/engine/nordic"
)

// mustSay checks that a text has all the parts.
func mustSay(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, want := range parts {
		if !strings.Contains(text, want) {
			t.Errorf("got no %q in:\n%s", want, text)
		}
	}
}

func TestTheBoardsTextSaysFerriesTunnelsAndRemarks(t *testing.T) {
	n, _ := simulated(t, nordic.Title, 3, 0, "")
	mustSay(t, BoardText(n.View(engine.Public), nordic.Title.Map(), texts(t, "en")),
		"ferry with 1 locomotive", "ferry with 2 locomotives", "tunnel that turns up 3 cards",
		"Lieksa – Murmansk: any colour, 9 spaces, any 4 cards stand for one of the colour, free")
	a, _ := simulated(t, asia.Title, 4, 0, "")
	mustSay(t, BoardText(a.View(engine.Public), asia.Title.Map(), texts(t, "pl")), "tunel, odkrywa 6 kart", "tunel, odkrywa 4 karty")
}

func TestATunnelBeingDugIsSaidToEverybody(t *testing.T) {
	g, _ := simulated(t, nordic.Title, 3, 60, engine.OwesPay)
	p, w := painterOf(t, nordic.Title), texts(t, "en")
	for _, viewer := range []engine.Seat{engine.Public, 1, 2, 3} {
		v := g.View(viewer)
		s := newSayer(&v, p.m, w)
		pic, err := p.Board(v, Options{Words: w})
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{pic.Alt, BoardText(v, p.m, w)} {
			mustSay(t, text, "Tunnel "+s.route(v.Tunnel.Route)+": "+s.seat(v.Tunnel.Seat)+" digs", w("render.asks", "Count", v.Tunnel.Asks))
			for _, card := range v.Tunnel.Revealed {
				mustSay(t, text, "Turned up: ", s.card(card))
			}
		}
		mustSay(t, BoardText(v, p.m, w), "being dug by "+s.seat(v.Tunnel.Seat))
	}
}

func TestTeamsAreSaidWithTheirPointsOnce(t *testing.T) {
	g, last := simulated(t, asia.Title, 6, 100, "")
	v := g.View(2)
	for _, lang := range []string{"en", "pl"} {
		w := texts(t, lang)
		pic, err := painterOf(t, asia.Title).Board(v, Options{Words: w, Marked: last})
		if err != nil {
			t.Fatal(err)
		}
		for i, team := range parties(&v) {
			e := v.Seat(team[0])
			mustSay(t, pic.Alt, w("render.team", "Number", i+1)+": "+w("render.points", "Count", e.Score)+", "+w("render.on-rack")+" "+
				w("render.cards", "Count", e.Rack.N)+", "+w("render.tickets", "Count", e.RackTickets.N))
		}
		mustSay(t, pic.Alt, "1. Ala: ", "6. Franciszka: ", painterOf(t, asia.Title).codes[last[1]]+" ")
		if n := len(utf16.Encode([]rune(pic.Alt))); n > MaxAlt || strings.HasSuffix(pic.Alt, "…") {
			t.Errorf("%s: got an alternative text of %d characters, want all of it within %d", lang, n, MaxAlt)
		}
	}
}

func TestTheHandsTextTellsHandAndRackApart(t *testing.T) {
	v := teamGame(t, secrets{card: "red", ticket: 1, shared: 0, racked: "white"}).View(2)
	text := HandText(v, asia.Title.Map(), texts(t, "en"))
	s := newSayer(&v, asia.Title.Map(), texts(t, "en"))
	mustSay(t, text, "Your team’s rack: 1 white\n", "Cards: ", "Tickets of your team:\n• "+s.ticket(0))
	if strings.Contains(strings.SplitN(text, "\n", 3)[1], "white") {
		t.Errorf("got the rack's card among the own cards:\n%s", text)
	}
	mover := drawn(t, "black").View(1)
	mustSay(t, HandText(mover, asia.Title.Map(), texts(t, "en")), "Drawn, not yet placed: black\n")
}

func TestAChoiceToShareIsNotShownTwice(t *testing.T) {
	g, _ := simulated(t, asia.Title, 4, 0, engine.OwesShare)
	v := g.View(g.ToMove()[0])
	c := choiceOf(&v)
	if c.title != "render.hand-share" || len(c.offer) < 3 || len(c.rest) != 0 {
		t.Errorf("got %+v, want all kept tickets to choose from and no others", c)
	}
}

func TestPartnersShareOneFinalLine(t *testing.T) {
	g, _ := simulated(t, asia.Title, 6, 10000, "")
	v := g.View(engine.Public)
	text := SheetText(v, asia.Title.Map(), texts(t, "en"))
	mustSay(t, text, "Team 1 (Ala and Bartek): ", "Team 2 (Celina and Dorota): ", "Team 3 (Edward and Franciszka): ", "longest path ")
	if got := strings.Count(text, "Total "); got != 3 {
		t.Errorf("got %d totals, want one a team:\n%s", got, text)
	}
	if got := strings.Count(text, "★ winner"); got != len(v.Winners)/2 {
		t.Errorf("got %d winners, want %d teams", got, len(v.Winners)/2)
	}
	mustSay(t, text, "Won by "+newSayer(&v, asia.Title.Map(), texts(t, "en")).seatNames(v.Winners)+".")
}

// Six seats and a tunnel of six cards fill the panel most; what stands lowest in it must still be drawn.
func TestThePanelHasRoomForSixSeatsAndATunnel(t *testing.T) {
	g, _ := simulated(t, asia.Title, 6, 40, "")
	v := g.View(engine.Public)
	v.Tunnel = &engine.TunnelView{Seat: 2, Route: v.Seats[0].Routes[0], Revealed: []engine.Card{0, 1, 2, 3, 4, 8}, Asks: 2}
	p, o := painterOf(t, asia.Title), Options{Words: texts(t, "pl")}
	before := compose(p, v, o)
	v.TicketsLeft += 11
	after := compose(p, v, o)
	if bytes.Equal(before.pix, after.pix) {
		t.Error("the number of tickets left, the last line of the panel, is not drawn")
	}
}

func TestARouteOfAPartnerCountsForTickets(t *testing.T) {
	g, _ := simulated(t, asia.Title, 4, 120, "")
	v := g.View(1)
	r := newReach(asia.Title.Map(), &v, v.Own())
	for i := range v.Seats {
		for _, route := range v.Seats[i].Routes {
			if got, want := r.cost[route] == 0, i < 2; got != want {
				t.Errorf("a route of seat %d costs team 1 nothing: got %v, want %v", i+1, got, want)
			}
		}
	}
	if want := v.Seats[0].Pieces[0] + v.Seats[1].Pieces[0]; r.pieces != want {
		t.Errorf("got %d pieces left for the team, want %d", r.pieces, want)
	}
}

func TestPartiesAreTeamsOrSingleSeats(t *testing.T) {
	six, _ := simulated(t, asia.Title, 6, 0, "")
	three, _ := simulated(t, nordic.Title, 3, 0, "")
	v, w := six.View(engine.Public), three.View(engine.Public)
	same := func(a, b party) bool { return slices.Equal(a, b) }
	if got, want := parties(&v), []party{{1, 2}, {3, 4}, {5, 6}}; !slices.EqualFunc(got, want, same) {
		t.Errorf("got the teams %v, want %v", got, want)
	}
	if got, want := parties(&w), []party{{1}, {2}, {3}}; !slices.EqualFunc(got, want, same) {
		t.Errorf("got the parties %v, want %v", got, want)
	}
}

func TestHostileNamesStayInTheirTeamsBoxes(t *testing.T) {
	p, o := painterOf(t, asia.Title), Options{Words: terse}
	g, _ := simulated(t, asia.Title, 6, 10000, "")
	v := g.View(engine.Public)
	plain := compose(p, v, o)
	names := hostileNames()
	for i := 0; i+6 <= len(names); i += 6 {
		for seat := range v.Seats {
			v.Seats[seat].Name = names[i+seat]
		}
		got := compose(p, v, o)
		for seat := range v.Seats {
			got.blank(mateNameBox(p, seat))
			plain.blank(mateNameBox(p, seat))
		}
		if !bytes.Equal(got.pix, plain.pix) {
			t.Errorf("names %q: the picture changed outside of their boxes", names[i:i+6])
		}
	}
}

// mateNameBox is where the panel writes the name of a seat of a team of two.
func mateNameBox(p *painter, seat int) image.Rectangle {
	x, y := p.board.w-panelWidth+panelEdge, 82+seat/2*(teamH(2)+8)+teamEdge+seat%2*mateH
	return image.Rect(x+74, y+3, x+seatW-10, y+29)
}
