package board

import (
	"fmt"
	"image"
	"math"
	"sync"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// Discord shows a private picture at 300 × 300 on a phone. Names are then 8 pixels tall, and the
// smallest lettering 7.
const (
	phoneW    = 1080
	phoneEdge = 20
	phoneRoom = phoneW - 2*phoneEdge
	phoneLine = 36 // between two lines of text
	phoneText = 26
	phoneName = 29
)

var phoneRegular, phoneBold = raster.Regular(phoneText), raster.Bold(phoneText)

// phoneBoard is the board of private pictures, with larger names and codes. A picture shows a
// window of it and places the cities' names anew in that window.
type phoneBoard struct {
	*boardCache
	named *geometry.Layout // with the names
	ways  [][]lazy         // by look and route: the mark of an open way
	lost  []lazy           // by route: struck through
	codes [][]lazy         // by route and space: the code moved to that space
	names sync.Map         // by nameKey: *raster.Sprite with its corner at (0, 0)
}

// nameKey is a name's size, lines and areas.
type nameKey string

func newPhoneBoard(
	m *railmap.Map, lex *engine.Lexicon, t *theme.Theme, pal *raster.Palette,
) (*phoneBoard, error) {
	l := geometry.ForPhone(m, phoneLettering(m, lex), phoneW, phoneText, phoneName)
	bare := *l
	bare.Labels = nil
	p := &phoneBoard{boardCache: newBoardCache(&bare, t), named: l, lost: make([]lazy, len(l.Lanes))}
	for range wayLooks {
		p.ways = append(p.ways, make([]lazy, len(l.Lanes)))
	}
	for r := range l.Lanes {
		p.codes = append(p.codes, make([]lazy, len(l.Lanes[r].Slots)))
	}
	empty := p.drawEmpty(int(l.W), int(l.H))
	var err error
	p.base, err = raster.NewBackdrop(pal, empty.Sketch, phoneSize)
	return p, err
}

// over draws something above everything else on a part of the board.
func (p *phoneBoard) over(a geometry.Area, draw func(*theme.Sketch)) []raster.Sprite {
	return []raster.Sprite{p.base.Over(a.Pixels(), p.inTheme(draw))}
}

// putName writes a name over everything else. A cached sprite depends on its key alone: the place
// of its first use may come from somebody's secret and must not show in others' pictures.
func (p *phoneBoard) putName(c *raster.Canvas, lb *geometry.Label) {
	if len(lb.Lines) == 0 {
		return
	}
	margin := 0.4 * lb.Size
	at := lb.Area().Grown(margin).Pixels().Min
	key := nameKey(fmt.Sprintf("%g\n", lb.Size))
	alone := geometry.Label{Lines: lb.Lines, Size: lb.Size}
	for i, line := range lb.Lines {
		a := onGrid(lb.Areas[i].Moved(-float64(at.X), -float64(at.Y)))
		alone.Areas = append(alone.Areas, a)
		key += nameKey(fmt.Sprintf("%s\n%g,%g,%g,%g\n", line, a.X0, a.Y0, a.X1, a.Y1))
	}
	name, ok := p.names.Load(key)
	if !ok {
		a := alone.Area().Grown(margin)
		sprite := p.base.Alone(image.Rect(0, 0, int(a.X1)+1, int(a.Y1)+1), func(s *raster.Sketch) {
			(&theme.Sketch{Sketch: s, Theme: p.theme}).Name(&alone, p.lay.Sizes.Scale)
		})
		name, _ = p.names.LoadOrStore(key, &sprite)
	}
	c.PutMoved(name.(*raster.Sprite), at.X, at.Y)
}

// onGrid rounds an area to quarters of a pixel, so that names need few sprites.
func onGrid(a geometry.Area) geometry.Area {
	const parts = 4
	near := func(x float64) float64 { return math.Round(x*parts) / parts }
	return geometry.Box(near(a.X0), near(a.Y0), near(a.X1), near(a.Y1))
}

// wayLooks tell the open ways of different tickets apart: by two tones and by dashes.
var wayLooks = [...]struct {
	dark   bool
	dashes []float64 // nil: solid
}{
	{},
	{true, []float64{11, 8}},
	{false, []float64{4, 6}},
	{true, nil},
	{false, []float64{20, 7}},
	{true, []float64{4, 6}},
}

func (p *phoneBoard) way(look int, r engine.RouteID) []raster.Sprite {
	return p.ways[look][r].get(func() []raster.Sprite {
		ln := &p.lay.Lanes[r]
		a := ln.Bounds(p.lay.Sizes.Slot/2 + 12*p.lay.Sizes.Scale)
		return []raster.Sprite{p.cut(a, func(s *theme.Sketch) {
			drawWay(s, p.lay, ln, look)
			drawTops(s, p.lay, r)
		})}
	})
}

// code erases a route's code and shows it on another space.
func (p *phoneBoard) code(r engine.RouteID, slot int) []raster.Sprite {
	return p.codes[r][slot].get(func() []raster.Sprite {
		moved := withCode(p.lay, r, slot)
		var both []raster.Sprite
		for _, i := range []int{p.lay.Lanes[r].CodeAt, slot} {
			a := p.lay.Lanes[r].Slots[i].Bounds(8 * p.lay.Sizes.Scale)
			both = append(both, p.cut(a, func(s *theme.Sketch) { drawSpace(s, moved, r, i) }))
		}
		return both
	})
}

// strike is the cross over a route that the viewer needed and lost.
func (p *phoneBoard) strike(r engine.RouteID) []raster.Sprite {
	return p.lost[r].get(func() []raster.Sprite {
		ln := &p.lay.Lanes[r]
		return p.over(ln.Bounds(20*p.lay.Sizes.Scale), func(s *theme.Sketch) { drawCross(s, p.lay, ln) })
	})
}

// drawWay draws the band around the spaces of an open way.
func drawWay(s *theme.Sketch, l *geometry.Layout, ln *geometry.Lane, look int) {
	spacesPath(s, ln)
	s.SetLineCapRound()
	s.SetLineJoinRound()
	edge, k := wayLooks[look], l.Sizes.Scale
	ink := s.Accent
	if edge.dark {
		ink = s.Ink
	}
	s.StrokePreserveWith(s.Card, l.Sizes.Slot+16*k)
	if edge.dashes != nil {
		s.SetLineCapButt()
		s.SetDash(edge.dashes...)
	}
	s.StrokePreserveWith(ink, l.Sizes.Slot+16*k)
	s.SetDash()
	s.SetLineCapRound()
	s.StrokePreserveWith(s.Card, l.Sizes.Slot+8*k)
	s.ClearPath()
}

func drawCross(s *theme.Sketch, l *geometry.Layout, ln *geometry.Lane) {
	sl, r := ln.Slots[len(ln.Slots)/2], 0.8*l.Sizes.Slot
	sin, cos := math.Sincos(sl.Angle)
	s.SetLineCapRound()
	for _, side := range []float64{-1, 1} {
		x, y := r*(cos-side*sin), r*(sin+side*cos)
		s.DrawLine(sl.At.X-x, sl.At.Y-y, sl.At.X+x, sl.At.Y+y)
	}
	s.StrokePreserveWith(s.Card, 11*l.Sizes.Scale)
	s.StrokeWith(s.Bad, 6*l.Sizes.Scale)
}
