package board

import (
	"image/color"

	"konduktor/engine/railmap"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

const miniW = 276

// miniature is the map in a size that only shows where things are.
type miniature struct {
	base   raster.Sprite
	own    []raster.Sprite // by route: claimed by the viewer
	taken  []raster.Sprite // by route: claimed by others
	ways   []raster.Sprite // by route: on an open way
	lay    *geometry.Layout
	cities []raster.Sprite // by city of a ticket
}

func newMiniature(ws *theme.Builder, m *railmap.Map) *miniature {
	w, h := float64(miniW), float64(int(miniW/m.Aspect))
	l := geometry.NewNetwork(m, w, h, 0.2)
	mini := &miniature{
		own: make([]raster.Sprite, len(m.Routes)), taken: make([]raster.Sprite, len(m.Routes)), ways: make([]raster.Sprite, len(m.Routes)),
		cities: make([]raster.Sprite, len(m.Cities)), lay: l,
	}
	base := theme.NewSketch(ws.Theme, int(w), int(h))
	base.FillArea(geometry.Box(0, 0, w, h), ws.Theme.Card)
	blank := theme.CopySketch(base)
	base.Terrain(l, false)
	for r := range l.Lanes {
		drawThread(base, &l.Lanes[r], 2, ws.Theme.Bed, 0)
	}
	drawDots(base, l)
	drawn := theme.CopySketch(base)
	ws.Cut(&mini.base, theme.CopySketch(base), blank, geometry.Box(0, 0, w, h), func() {})
	for r := range l.Lanes {
		all := l.Lanes[r].WayBounds(6)
		ws.Cut(&mini.own[r], base, drawn, all, func() { drawThread(base, &l.Lanes[r], 5, ws.Theme.Accent, 1.5); drawDots(base, l) })
		ws.Cut(&mini.ways[r], base, drawn, all, func() { drawDashed(base, &l.Lanes[r], 3.5, ws.Theme.Accent); drawDots(base, l) })
		ws.Cut(&mini.taken[r], base, drawn, all, func() { drawThread(base, &l.Lanes[r], 3, ws.Theme.Line, 0); drawDots(base, l) })
	}
	for i, c := range l.Cities {
		ws.Cut(&mini.cities[i], base, drawn, c.Around(11), func() {
			base.Disc(c.X, c.Y, 10, ws.Theme.Card)
			base.Disc(c.X, c.Y, 8.5, ws.Theme.Ink)
			base.Disc(c.X, c.Y, 5.5, ws.Theme.Mark)
		})
	}
	return mini
}

func drawDots(s *theme.Sketch, l *geometry.Layout) {
	for _, c := range l.Cities {
		s.Disc(c.X, c.Y, 3.2, s.Theme.Ink)
	}
}

// drawThread draws a lane as a line of width w, with a light edge if edge > 0.
func drawThread(s *theme.Sketch, ln *geometry.Lane, w float64, c color.RGBA, edge float64) {
	wayPath(s, ln)
	s.SetLineCapRound()
	if edge > 0 {
		s.StrokePreserveWith(s.Theme.Card, w+2*edge)
	}
	s.StrokeWith(c, w)
}

func drawDashed(s *theme.Sketch, ln *geometry.Lane, w float64, c color.RGBA) {
	wayPath(s, ln)
	s.SetLineCapButt()
	s.StrokePreserveWith(s.Theme.Card, w+2.5)
	s.SetDash(5, 3)
	s.StrokeWith(c, w)
	s.SetDash()
}

func (d *private) drawMiniature(x, y int) {
	at := func(s *raster.Sprite) { d.PutAt(s, x+s.X, y+s.Y) }
	at(&d.mini.base)
	for _, w := range d.openWays() {
		at(&d.mini.ways[w.route])
	}
	for _, own := range []bool{false, true} {
		for i := range d.v.Seats {
			s := &d.v.Seats[i]
			if caption.Allied(d.v, s.Seat, d.own.Seat) != own {
				continue
			}
			for _, r := range s.Routes {
				if own {
					at(&d.mini.own[r])
				} else {
					at(&d.mini.taken[r])
				}
			}
		}
	}
}
