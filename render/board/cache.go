package board

import (
	"image/color"
	"slices"
	"sync/atomic"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// boardCache keeps the empty board and the sprites drawn on it. A game uses few of the pieces that
// a map has room for, so each sprite is made on first use.
type boardCache struct {
	lay      *geometry.Layout
	theme    *theme.Theme
	base     *raster.Backdrop
	pieces   [][]lazy            // by seat and route
	ports    [][]lazy            // by seat and city
	overlays [numOverlays][]lazy // by route or city
	usual    []geometry.Slot     // by route: where the empty board shows its code
	names    nameCache
}

// lazy makes sprites on first use. Two goroutines may make them at the same time; the results are
// equal, since they depend only on layout, theme, palette and base.
type lazy struct {
	made atomic.Pointer[[]raster.Sprite]
}

func (l *lazy) get(make func() []raster.Sprite) []raster.Sprite {
	if all := l.made.Load(); all != nil {
		return *all
	}
	all := make()
	l.made.Store(&all)
	return all
}

func newBoardCache(l *geometry.Layout, t *theme.Theme) *boardCache {
	p := &boardCache{lay: l, theme: t}
	for range t.Seats {
		p.pieces = append(p.pieces, make([]lazy, len(l.Lanes)))
		p.ports = append(p.ports, make([]lazy, len(l.Cities)))
	}
	for i := range p.overlays {
		p.overlays[i] = make([]lazy, max(len(l.Lanes), len(l.Cities)))
	}
	for r := range l.Lanes {
		p.usual = append(p.usual, codeSlot(t, l, engine.RouteID(r)))
	}
	return p
}

// drawEmpty draws the board without pieces on a sketch of w × h pixels. The scenery leaves room for
// the names of a layout.
func (p *boardCache) drawEmpty(named *geometry.Layout, w, h int) *theme.Sketch {
	s := theme.NewSketch(p.theme, w, h)
	s.Least = p.lay.Sizes.Least
	s.Ground(named)
	drawNetwork(s, p.lay)
	return s
}

// cut draws on a part of the board and returns the changed pixels as a sprite.
func (p *boardCache) cut(a geometry.Area, draw func(*theme.Sketch)) raster.Sprite {
	return p.base.Cut(a.Pixels(), p.inTheme(draw))
}

// inTheme gives a sketch the theme and the least lettering of the board.
func (p *boardCache) inTheme(draw func(*theme.Sketch)) func(*raster.Sketch) {
	return func(s *raster.Sketch) {
		draw(&theme.Sketch{Sketch: s, Theme: p.theme, Least: p.lay.Sizes.Least})
	}
}

// sampled is how many pieces and marks one sample stands for: about as many as on a board in
// mid-game.
const sampled = 20

// samplePieces counts the colours of pieces and marks at two angles, so that the palette has them
// for sprites made later.
func samplePieces(ws *theme.Builder, k float64) {
	const side = 120
	for _, angle := range []float64{0.4, 1.1} {
		sl := geometry.NewSlot(geometry.Pt(side/2, side/2), angle, 60, 27)
		bare := theme.NewSketch(ws.Theme, side, side)
		bare.FillArea(geometry.Box(0, 0, side, side), ws.Theme.Ground)
		count := func(draw func(s *theme.Sketch)) {
			s := theme.CopySketch(bare)
			draw(s)
			ws.Sample(s.Sketch, sampled)
		}
		for seat := range ws.Seats {
			count(func(s *theme.Sketch) { s.Piece(sl, k, seat) })
		}
		count(func(s *theme.Sketch) { drawClosed(s, sl, k) })
		for _, c := range []color.RGBA{ws.Mark, ws.Accent} {
			count(func(s *theme.Sketch) {
				s.Space(sl, 8*k, ws.Ink)
				s.Space(sl, 4*k, c)
				s.Space(sl, 0, ws.Card)
			})
		}
	}
}

// on makes a sprite for each space of a route.
func (p *boardCache) on(r engine.RouteID, draw func(s *theme.Sketch, space int)) []raster.Sprite {
	slots := p.lay.Lanes[r].Slots
	all := make([]raster.Sprite, len(slots))
	for i, sl := range slots {
		all[i] = p.cut(sl.Bounds(6*p.lay.Sizes.Scale), func(s *theme.Sketch) { draw(s, i) })
	}
	return all
}

func (p *boardCache) piecesOn(seat int, r engine.RouteID) []raster.Sprite {
	return p.pieces[seat][r].get(func() []raster.Sprite {
		if p.lay.Quiet {
			return p.quietPieces(seat, r)
		}
		return p.on(r, func(s *theme.Sketch, i int) {
			s.Piece(p.lay.Lanes[r].Slots[i], p.lay.Sizes.Scale, seat)
		})
	})
}

// quietPieces are the pieces on a route joined from city to city, or to the edge, in sprites of a
// space each and of the joints at the ends.
func (p *boardCache) quietPieces(seat int, r engine.RouteID) []raster.Sprite {
	ln, k := &p.lay.Lanes[r], p.lay.Sizes.Scale
	draw := func(s *theme.Sketch) { drawOwned(s, p.lay, r, seat) }
	var all []raster.Sprite
	joint := func(from, to geometry.Point) {
		all = append(all, p.cut(geometry.Around([]geometry.Point{from, to}, 4*k), draw))
	}
	slots := ln.Slots
	for i, way := range ln.Ways() {
		n, from, to := ln.Stretches[i].Spaces, way[0], way[len(way)-1]
		if n == 0 {
			joint(from, to)
			continue
		}
		joint(from, slots[0].At)
		joint(slots[n-1].At, to)
		slots = slots[n:]
	}
	for _, sl := range ln.Slots {
		all = append(all, p.cut(sl.Bounds(6*k), draw))
	}
	return all
}

func (p *boardCache) closedOn(r engine.RouteID) []raster.Sprite {
	return p.overlay(closedRoute, int(r), func() []raster.Sprite {
		return p.on(r, func(s *theme.Sketch, i int) {
			drawClosed(s, p.lay.Empty(r, i), p.lay.Sizes.Scale)
		})
	})
}

// mark is the band around a route claimed by the last moves.
func (p *boardCache) mark(r engine.RouteID) []raster.Sprite {
	return p.overlay(newRoute, int(r), func() []raster.Sprite {
		ln := &p.lay.Lanes[r]
		a := ln.Bounds(p.lay.Sizes.Slot/2 + 12*p.lay.Sizes.Scale) // room for the round ends of the band
		return []raster.Sprite{p.cut(a, func(s *theme.Sketch) {
			newBand(s.Theme).around(s, p.lay, ln)
			drawGroup(s, p.lay, r)
		})}
	})
}

// tape is the tape around a tunnel being dug, or given up.
func (p *boardCache) tape(r engine.RouteID, givenUp bool) []raster.Sprite {
	o := dugTunnel
	if givenUp {
		o = givenUpTunnel
	}
	return p.overlay(o, int(r), func() []raster.Sprite {
		a := p.lay.Lanes[r].Bounds(p.lay.Sizes.Slot/2 + 18*p.lay.Sizes.Scale)
		return []raster.Sprite{p.cut(a, func(s *theme.Sketch) { drawDug(s, p.lay, r, givenUp) })}
	})
}

func (p *boardCache) ring(i int) []raster.Sprite {
	return p.overlay(doneCity, i, func() []raster.Sprite {
		c := p.lay.Cities[i]
		a := c.Around(p.lay.Sizes.Dot + 20*p.lay.Sizes.Scale)
		return []raster.Sprite{p.cut(a, func(s *theme.Sketch) { drawRing(s, p.lay, engine.CityID(i)) })}
	})
}

func (p *boardCache) port(seat int, city engine.CityID) []raster.Sprite {
	return p.ports[seat][city].get(func() []raster.Sprite {
		c, r := p.lay.Cities[city], p.lay.Port()
		draw := func(s *theme.Sketch) { drawPort(s, c, r, seat) }
		return []raster.Sprite{p.cut(c.Around(1.6*r), draw)}
	})
}

// burst are the rays around a port that was built by the last moves.
func (p *boardCache) burst(city engine.CityID) []raster.Sprite {
	return p.overlay(newPort, int(city), func() []raster.Sprite {
		c, r := p.lay.Cities[city], 2.1*p.lay.Port()
		return []raster.Sprite{p.cut(c.Around(r+4), func(s *theme.Sketch) { drawBurst(s, c, r) })}
	})
}

// drawTops redraws what lies above the mark of a route: its cities and the names.
func drawTops(s *theme.Sketch, l *geometry.Layout, r engine.RouteID) {
	route := &l.Map.Routes[r]
	for i := range l.Lanes[r].Slots {
		drawSpace(s, l, r, i)
	}
	drawCity(s, l, route.A)
	drawCity(s, l, route.B)
	drawNamesOver(s, l, l.Lanes[r].WayBounds(2*l.Sizes.Slot))
}

// drawGroup is drawTops for all lanes of a route's connection: a mark reaches over the next lane.
func drawGroup(s *theme.Sketch, l *geometry.Layout, r engine.RouteID) {
	for _, lane := range l.Map.Group(l.Map.Routes[r].Group) {
		drawTops(s, l, lane)
	}
}

// drawView draws the pieces and marks of a view, and rings around the given cities.
func (p *boardCache) drawView(c *raster.Canvas, v *engine.View, o *caption.Options, ringed []bool) {
	if t := v.Tunnel; t != nil {
		c.PutAll(p.tape(t.Route, false))
	}
	for _, r := range givenUp(v, o.News) {
		c.PutAll(p.tape(r, true))
	}
	for _, r := range v.Closed {
		c.PutAll(p.closedOn(r))
	}
	for _, r := range o.Marked {
		c.PutAll(p.mark(r))
	}
	for i := range v.Seats {
		for _, r := range v.Seats[i].Routes {
			c.PutAll(p.piecesOn(i, r))
		}
	}
	for i := range ringed {
		if ringed[i] {
			c.PutAll(p.ring(i))
		}
	}
	for i := range o.News {
		if e := &o.News[i]; e.Kind == engine.EventBuilt {
			c.PutAll(p.burst(e.City))
		}
	}
	for i := range v.Seats {
		for _, city := range v.Seats[i].Ports {
			c.PutAll(p.port(i, city))
		}
	}
}

// givenUp are the tunnels from which the last moves withdrew (N6), as far as they are free.
func givenUp(v *engine.View, news []engine.Event) []engine.RouteID {
	var all []engine.RouteID
	for i := range news {
		r := news[i].Route
		if news[i].Kind == engine.EventWithdrew && v.Owner(r) == engine.Public &&
			(v.Tunnel == nil || v.Tunnel.Route != r) && !slices.Contains(v.Closed, r) {
			all = append(all, r)
		}
	}
	return all
}
