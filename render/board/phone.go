package board

import (
	"math"
	"sync"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// A private picture is read on a phone, where it is shown about 400 pixels wide. Nothing that is written in it is smaller than
// phoneText, so that it is at least 9 pixels tall there.
const (
	phoneW    = 1080
	phoneText = 25
)

// phoneBoard is the board of private pictures: the same map with larger names and codes. A picture shows a window of it.
type phoneBoard struct {
	*boardCache
	ways   []lazy         // by route: the mark of an open way
	lost   []lazy         // by route: struck through
	names  []lazy         // by city: its name, to lie above the pieces
	places []func() place // by city: where the letters of tickets stand
}

// place is where the letters of a city's tickets stand.
type place struct {
	at     geometry.Point
	beside bool // beside the city; else in its place
}

// newPhoneBoard makes the board of private pictures in a palette.
func newPhoneBoard(m *railmap.Map, lex *engine.Lexicon, t *theme.Theme, pal *raster.Palette) (*phoneBoard, error) {
	l := geometry.ForPhone(m, phoneLettering(m, lex), phoneW, phoneText)
	p := &phoneBoard{
		boardCache: newBoardCache(l, t), ways: make([]lazy, len(l.Lanes)), lost: make([]lazy, len(l.Lanes)), names: make([]lazy, len(l.Cities)),
	}
	for i := range l.Cities {
		p.places = append(p.places, sync.OnceValue(func() place { return placeOf(l, i) }))
	}
	empty := p.drawEmpty(int(l.W), int(l.H))
	var err error
	p.base, err = raster.NewBackdrop(pal, empty.Sketch, phoneSize)
	return p, err
}

// over draws something that lies above all else on a part of the board.
func (p *phoneBoard) over(a geometry.Area, draw func(*theme.Sketch)) []raster.Sprite {
	return []raster.Sprite{p.base.Over(a.Pixels(), func(s *raster.Sketch) {
		draw(&theme.Sketch{Sketch: s, Theme: p.theme, Least: p.lay.Sizes.Least})
	})}
}

// name is the name of a city as it lies above pieces.
func (p *phoneBoard) name(i int) []raster.Sprite {
	return p.names[i].get(func() []raster.Sprite {
		lb := &p.lay.Labels[i]
		if len(lb.Areas) == 0 {
			return nil
		}
		a := lb.Areas[0]
		for _, line := range lb.Areas[1:] {
			a = geometry.Box(min(a.X0, line.X0), min(a.Y0, line.Y0), max(a.X1, line.X1), max(a.Y1, line.Y1))
		}
		return p.over(a.Grown(0.4*lb.Size), func(s *theme.Sketch) { s.Name(lb, p.lay.Sizes.Scale) })
	})
}

// way is the light mark of a route on an open way of a ticket.
func (p *phoneBoard) way(r engine.RouteID) []raster.Sprite {
	return p.ways[r].get(func() []raster.Sprite {
		ln := &p.lay.Lanes[r]
		a := ln.Bounds(p.lay.Sizes.Slot/2 + 12*p.lay.Sizes.Scale)
		return []raster.Sprite{p.cut(a, func(s *theme.Sketch) { drawWay(s, p.lay, ln); drawTops(s, p.lay, r) })}
	})
}

// strike is the cross over a route that the viewer needed and can no longer have.
func (p *phoneBoard) strike(r engine.RouteID) []raster.Sprite {
	return p.lost[r].get(func() []raster.Sprite {
		ln := &p.lay.Lanes[r]
		return p.over(ln.Bounds(20*p.lay.Sizes.Scale), func(s *theme.Sketch) { drawCross(s, p.lay, ln) })
	})
}

// drawWay draws the light band around the spaces of an open way.
func drawWay(s *theme.Sketch, l *geometry.Layout, ln *geometry.Lane) {
	drawThrough(s, ln)
	s.SetLineCapRound()
	s.SetLineJoinRound()
	s.StrokePreserveWith(s.Theme.Accent, l.Sizes.Slot+15*l.Sizes.Scale)
	s.StrokePreserveWith(s.Theme.Card, l.Sizes.Slot+9*l.Sizes.Scale)
	s.ClearPath()
}

// drawCross draws a cross over the middle of a lane.
func drawCross(s *theme.Sketch, l *geometry.Layout, ln *geometry.Lane) {
	sl, r := ln.Slots[len(ln.Slots)/2], 0.8*l.Sizes.Slot
	sin, cos := math.Sincos(sl.Angle)
	s.SetLineCapRound()
	for _, side := range []float64{-1, 1} {
		s.DrawLine(sl.At.X-r*(cos-side*sin), sl.At.Y-r*(sin+side*cos), sl.At.X+r*(cos-side*sin), sl.At.Y+r*(sin+side*cos))
	}
	s.StrokePreserveWith(s.Theme.Card, 11*l.Sizes.Scale)
	s.StrokeWith(s.Theme.Bad, 6*l.Sizes.Scale)
}

// letterH is how tall the letters of a city's tickets stand on the board with what is around them, in pixels.
const letterH = 34

// placeOf finds where the letters of a city's tickets stand: in the place of the city, or of one with a harbour, where a sign
// or a port must be seen, beside it where they cover least.
func placeOf(l *geometry.Layout, i int) place {
	c := l.Cities[i]
	if !l.Map.Cities[i].Port {
		return place{at: c}
	}
	const half = 24 // of two letters
	best, cost := geometry.Point{}, math.Inf(1)
	for _, far := range []float64{l.Sizes.Dot + letterH/2 + 1, l.Sizes.Dot + letterH/2 + 12, l.Sizes.Dot + letterH/2 + 26} {
		for a := range 16 {
			sin, cos := math.Sincos(float64(a) * math.Pi / 8)
			at := geometry.Pt(c.X+(far+half-letterH/2)*cos, c.Y+far*sin)
			if k := l.Cost(geometry.Box(at.X-half, at.Y-letterH/2, at.X+half, at.Y+letterH/2)) + far; k < cost {
				best, cost = at, k
			}
		}
	}
	return place{at: best, beside: true}
}
