package board

import (
	"slices"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/engine/railway"
	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

// drawEverySign draws private pictures of a title with all overlays that its map allows. It returns
// the looks of letters at cities.
func drawEverySign(t *testing.T, p *Painter, title *railway.Title) map[letters]bool {
	looks := map[letters]bool{}
	g, last := rendertest.Simulated(t, title, slices.Min(title.SeatCounts()), 40, "")
	draw := func(change func(v *engine.View, o *caption.Options)) {
		v, o := g.View(1), caption.Options{Words: rendertest.Terse, Ways: true, Marked: last}
		own := v.Own()
		own.Tickets.IDs = nil
		for i := range 2 * len(wayLooks) {
			own.Tickets.IDs = append(own.Tickets.IDs, engine.TicketID(i))
		}
		own.Dealt = own.Tickets.IDs
		change(&v, &o)
		if _, err := p.Hand(v, o); err != nil {
			t.Fatal(err)
		}
		o.Private = true
		for _, e := range p.picture(&v, &o).reader().cityLetters() {
			looks[lookOf(&e)] = true
		}
	}
	draw(func(v *engine.View, o *caption.Options) { // two tickets are on offer, one is kept
		own := v.Own()
		own.Offer.IDs, own.Tickets.IDs = own.Tickets.IDs[:2], own.Tickets.IDs[2:]
		o.Move = engine.Move{Verb: engine.Keep, Tickets: own.Offer.IDs[:1]}
	})
	draw(func(v *engine.View, _ *caption.Options) {
		own := v.Own()
		own.Offer.IDs, own.Tickets.IDs = own.Tickets.IDs[:2], nil
	})
	draw(func(v *engine.View, o *caption.Options) { // others take a way and close its next lanes
		own := *o
		own.Private = true
		taken := routesOf(p.picture(v, &own).reader().openWays())
		v.Seats[1].Routes = append(v.Seats[1].Routes, taken...)
		for _, r := range taken {
			for _, other := range p.m.Group(p.m.Routes[r].Group) {
				if v.Owner(other) == engine.Public {
					v.Closed = append(v.Closed, other)
				}
			}
		}
		o.News = claimsOf(*v, taken)
	})
	draw(func(v *engine.View, _ *caption.Options) { // all tickets are complete
		for r := range p.m.Routes {
			if v.Owner(engine.RouteID(r)) == engine.Public {
				v.Own().Routes = append(v.Own().Routes, engine.RouteID(r))
			}
		}
	})
	draw(func(_ *engine.View, o *caption.Options) { o.Move = engine.Move{Verb: engine.Claim} })
	tunnel := slices.IndexFunc(p.m.Routes, func(r railmap.Route) bool { return isTunnel(&r) })
	if r := engine.RouteID(tunnel); tunnel >= 0 {
		draw(func(v *engine.View, _ *caption.Options) {
			v.Tunnel = &engine.TunnelView{Seat: 2, Route: r}
		})
		draw(func(v *engine.View, o *caption.Options) {
			v.Seats[0].Routes, v.Seats[1].Routes = nil, nil // the tunnel is free
			o.News = []engine.Event{{Kind: engine.EventWithdrew, Seat: 2, Route: r}}
		})
	}
	port := slices.IndexFunc(p.m.Cities, func(c railmap.City) bool { return c.Port })
	if port >= 0 {
		city := engine.CityID(port)
		draw(func(_ *engine.View, o *caption.Options) {
			o.Move = engine.Move{Verb: engine.Port, City: city}
		})
		draw(func(v *engine.View, o *caption.Options) {
			v.Seats[1].Ports = []engine.CityID{city}
			o.News = []engine.Event{{Kind: engine.EventBuilt, Seat: 2, City: city}}
		})
	}
	return looks
}

// lookOf is what letters at a city show besides themselves.
func lookOf(e *letters) letters {
	look := letters{owned: e.owned, lost: e.lost}
	if look.lost { // then it does not matter whose they are
		look.owned = false
	} else if strings.Contains(e.text, keptMark) {
		look.text = keptMark
	}
	return look
}

// The legend of a title has a line for each sign that its pictures had, and together those of all
// titles had each sign.
func TestTheLegendExplainsEachSign(t *testing.T) {
	var seen [numOverlays]bool
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			p := painterOf(t, title)
			looks := drawEverySign(t, p, title)
			d := &picture{Painter: p, words: rendertest.Terse}
			for _, line := range d.legendLines() {
				if line.tag != nil && !line.returned {
					delete(looks, lookOf(line.tag))
				}
			}
			if len(looks) > 0 {
				t.Errorf("pictures have letters like %+v, but the legend does not", looks)
			}
			phone, err := p.phone()
			if err != nil {
				t.Fatal(err)
			}
			for _, lang := range []string{"en", "pl"} {
				w := rendertest.Words(t, lang)
				pic, err := p.Legend(caption.Options{Words: w})
				if err != nil {
					t.Fatal(err)
				}
				lines := strings.Split(pic.Alt, "; ")
				for o := range overlay(numOverlays) {
					drawn := false
					for i := range phone.overlays[o] {
						drawn = drawn || phone.overlays[o][i].made.Load() != nil
					}
					seen[o] = seen[o] || drawn
					if id := explanations[o.explained()].id; drawn && !slices.Contains(lines, w(id)) {
						t.Errorf("%s: a picture has a sign, but the legend does not say %q:\n%s",
							lang, w(id), pic.Alt)
					}
				}
			}
		})
	}
	for o := range seen {
		if !seen[o] {
			t.Errorf("no picture of this test has the sign %q", explanations[overlay(o).explained()].id)
		}
	}
}

// explained is the overlay whose line of the legend explains this one.
func (o overlay) explained() overlay { return min(o, openWay0) }
