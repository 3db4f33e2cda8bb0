package board

import (
	"math"
	"slices"

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
	codes [][]lazy         // by route and space: the code moved to that space
}

func newPhoneBoard(
	m *railmap.Map, lex *engine.Lexicon, t *theme.Theme, pal *raster.Palette,
) (*phoneBoard, error) {
	l := geometry.ForPhone(m, lettering(m, lex), phoneW, phoneText, phoneName)
	bare := *l
	bare.Labels = nil
	p := &phoneBoard{boardCache: newBoardCache(&bare, t), named: l}
	for r := range l.Lanes {
		p.codes = append(p.codes, make([]lazy, len(l.Lanes[r].Slots)))
	}
	empty := p.drawEmpty(l, int(l.W), int(l.H))
	var err error
	p.base, err = raster.NewBackdrop(pal, empty.Sketch, phoneSize)
	return p, err
}

// over draws something above everything else on a part of the board.
func (p *boardCache) over(a geometry.Area, draw func(*theme.Sketch)) []raster.Sprite {
	return []raster.Sprite{p.base.Over(a.Pixels(), p.inTheme(draw))}
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

func (p *boardCache) way(look int, r engine.RouteID) []raster.Sprite {
	return p.ways[look][r].get(func() []raster.Sprite {
		ln := &p.lay.Lanes[r]
		a := ln.Bounds(p.lay.Sizes.Slot/2 + 12*lineScale(p.lay))
		return []raster.Sprite{p.cut(a, func(s *theme.Sketch) {
			drawWay(s, p.lay, ln, look)
			drawGroup(s, p.lay, r)
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
func (p *boardCache) strike(r engine.RouteID) []raster.Sprite {
	return p.lost[r].get(func() []raster.Sprite {
		ln := &p.lay.Lanes[r]
		return p.over(ln.Bounds(20*p.lay.Sizes.Scale), func(s *theme.Sketch) { drawCross(s, p.lay, ln) })
	})
}

// lineScale is the scale of bands and leaders: on a map of small signs they must still be seen.
func lineScale(l *geometry.Layout) float64 {
	if l.Bare {
		return 3 * l.Sizes.Scale
	}
	return l.Sizes.Scale
}

// dashScale is the scale of dashes: on a whole board they must be as long when it is shown as in a
// picture of a part.
func dashScale(l *geometry.Layout) float64 {
	if l.Bare {
		return l.W / phoneW
	}
	return 1
}

// drawWay draws the band around the spaces of an open way.
func drawWay(s *theme.Sketch, l *geometry.Layout, ln *geometry.Lane, look int) {
	spacesPath(s, ln)
	s.SetLineCapRound()
	s.SetLineJoinRound()
	edge, k := wayLooks[look], lineScale(l)
	ink := s.Accent
	if edge.dark {
		ink = s.Ink
	}
	s.StrokePreserveWith(s.Card, l.Sizes.Slot+16*k)
	if edge.dashes != nil {
		s.SetLineCapButt()
		dashes := slices.Clone(edge.dashes)
		for i := range dashes {
			dashes[i] *= dashScale(l)
		}
		s.SetDash(dashes...)
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
