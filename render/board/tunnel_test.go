package board

import (
	"image"
	"testing"

	"konduktor/engine"
	"konduktor/engine/nordic"
	"konduktor/engine/railmap"
	"konduktor/render/caption"
	"konduktor/render/raster"
	"konduktor/render/rendertest"
)

// The only piece on a tunnel being dug lies on one of its spaces, not on the code.
func TestTheDiggersPieceLiesOnASpaceOfItsTunnel(t *testing.T) {
	p := painterOf(t, nordic.Title)
	g, _ := rendertest.Simulated(t, nordic.Title, 3, 60, engine.OwesPay)
	v := g.View(engine.Public)
	for i := range v.Seats {
		v.Seats[i].Routes = nil
	}
	dig := func(r engine.RouteID, seat engine.Seat) *raster.Canvas {
		tunnel := *v.Tunnel
		tunnel.Route, tunnel.Seat = r, seat
		v := v
		v.Tunnel = &tunnel
		return composed(p, v, caption.Options{Words: rendertest.Terse})
	}
	for r := range p.m.Routes {
		ln := &p.board.lay.Lanes[r]
		if p.m.Routes[r].Kind != railmap.Tunnel || len(ln.Slots) < 2 {
			continue
		}
		one, other := dig(engine.RouteID(r), 1), dig(engine.RouteID(r), 2)
		changed := image.Rectangle{}
		for i := range one.Pix {
			at := image.Pt(i%(one.W+1)-1, i/(one.W+1)) // a row begins with its filter
			if one.Pix[i] != other.Pix[i] && at.Y < int(p.named.H) {
				changed = changed.Union(image.Rectangle{Min: at, Max: at.Add(image.Pt(1, 1))})
			}
		}
		space := ln.Slots[diggerSlot(ln)].Bounds(8 * p.board.lay.Sizes.Scale).Pixels()
		if changed.Empty() || !changed.In(space) || diggerSlot(ln) == ln.CodeAt {
			t.Errorf("route %s: the digger's piece is in %v, its space in %v",
				p.m.Routes[r].ID, changed, space)
		}
	}
}

// The tunnel that was just given up is marked on the map, and its cities are written as those of
// other news (N6).
func TestATunnelGivenUpIsMarkedOnTheMap(t *testing.T) {
	p := painterOf(t, nordic.Title)
	g, _ := rendertest.Simulated(t, nordic.Title, 3, 60, engine.OwesPay)
	v := g.View(engine.Public)
	r, seat := v.Tunnel.Route, v.Tunnel.Seat
	v.Tunnel = nil
	withdrew := engine.Event{Kind: engine.EventWithdrew, Seat: seat, Route: r}
	quiet := composed(p, v, caption.Options{Words: rendertest.Terse})
	told := composed(p, v, caption.Options{Words: rendertest.Terse, News: []engine.Event{withdrew}})
	ln, changed := &p.board.lay.Lanes[r], 0
	box := ln.Bounds(10).Pixels()
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if i := y*(told.W+1) + x + 1; told.Pix[i] != quiet.Pix[i] {
				changed++
			}
		}
	}
	if changed < 100 {
		t.Errorf("%d pixels around the tunnel tell of it, want at least 100", changed)
	}
	d := p.picture(&v, &caption.Options{Words: rendertest.Terse, News: []engine.Event{withdrew}})
	if got := d.changed(); len(got) != 2 || got[0] != p.m.Routes[r].A || got[1] != p.m.Routes[r].B {
		t.Errorf("cities %v are written large, want those of the tunnel", got)
	}
}
