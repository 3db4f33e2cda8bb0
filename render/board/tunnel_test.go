package board

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/nordic"
	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

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
