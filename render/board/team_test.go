package board

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"konduktor/engine"
	"konduktor/engine/asia"
	"konduktor/engine/nordic"
	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

func TestEverybodyIsToldOfATunnelBeingDug(t *testing.T) {
	g, _ := rendertest.Simulated(t, nordic.Title, 3, 60, engine.OwesPay)
	p, w := painterOf(t, nordic.Title), rendertest.Words(t, "en")
	for _, viewer := range []engine.Seat{engine.Public, 1, 2, 3} {
		v := g.View(viewer)
		s := caption.New(p.m, w).Of(&v)
		pic, err := p.Board(v, caption.Options{Words: w})
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{pic.Alt, caption.New(p.m, w).Of(&v).BoardText()} {
			rendertest.MustSay(t, text,
				"Tunnel "+s.RouteEnds(v.Tunnel.Route)+": "+s.Seat(&v, v.Tunnel.Seat)+" digs",
				w("render.asks", "Count", v.Tunnel.Asks))
			for _, card := range v.Tunnel.Revealed {
				rendertest.MustSay(t, text, "Revealed: ", s.Card(&v, card))
			}
		}
		rendertest.MustSay(t, caption.New(p.m, w).Of(&v).BoardText(), "being dug by "+s.Seat(&v,
			v.Tunnel.Seat))
	}
}

func TestTeamPointsAreToldOnce(t *testing.T) {
	g, last := rendertest.Simulated(t, asia.Title, 6, 100, "")
	v := g.View(2)
	for _, lang := range []string{"en", "pl"} {
		w := rendertest.Words(t, lang)
		pic, err := painterOf(t, asia.Title).Board(v, caption.Options{Words: w, Marked: last})
		if err != nil {
			t.Fatal(err)
		}
		for i, team := range caption.Sides(&v) {
			e := v.Seat(team[0])
			rendertest.MustSay(t, pic.Alt, w("render.team", "Number", i+1)+": "+
				w("render.points", "Count", e.Score)+", "+w("render.on-rack")+" "+
				w("render.cards", "Count", e.Rack.N)+", "+w("render.tickets", "Count", e.RackTickets.N))
		}
		rendertest.MustSay(t, pic.Alt, "1. Ala: ", "6. Franciszka: ",
			painterOf(t, asia.Title).say.Codes[last[1]]+" ")
		if n := len(utf16.Encode([]rune(pic.Alt))); n > caption.MaxAlt ||
			strings.HasSuffix(pic.Alt, "…") {
			t.Errorf("%s: got an alternative text of %d characters, want all of it within %d", lang, n,
				caption.MaxAlt)
		}
	}
}

func TestHostileNamesStayInTheirTeamsBoxes(t *testing.T) {
	p, o := painterOf(t, asia.Title), caption.Options{Words: rendertest.Terse}
	g, _ := rendertest.Simulated(t, asia.Title, 6, 10000, "")
	v := g.View(engine.Public)
	places := make([]int, len(v.Seats)) // by seat, in the strip
	for i, seat := range slices.Concat(caption.Sides(&v)...) {
		places[seat-1] = i
	}
	plain := composed(p, v, o)
	names := rendertest.HostileNames()
	for i := 0; i+6 <= len(names); i += 6 {
		for seat := range v.Seats {
			v.Seats[seat].Name = names[i+seat]
		}
		got := composed(p, v, o)
		for seat := range v.Seats {
			p.blank(got, nameBox(p, places[seat], 6, 2, v.Seats[seat].Points()))
			p.blank(plain, nameBox(p, places[seat], 6, 2, v.Seats[seat].Points()))
		}
		if !bytes.Equal(got.Pix, plain.Pix) {
			t.Errorf("names %q: the picture changed outside of their boxes", names[i:i+6])
		}
	}
}
