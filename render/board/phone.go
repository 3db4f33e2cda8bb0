package board

import (
	"math"

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
	phoneText = 26
	phoneName = 29
)

var phoneBold = raster.Bold(phoneText)

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

func (p *boardCache) way(look int, r engine.RouteID) []raster.Sprite {
	return p.overlay(openWay0+overlay(look), int(r), func() []raster.Sprite {
		ln := &p.lay.Lanes[r]
		a := ln.Bounds(p.lay.Sizes.Slot/2 + 12*lineScale(p.lay))
		return []raster.Sprite{p.cut(a, func(s *theme.Sketch) {
			spacesPath(s, ln)
			k := lineScale(p.lay)
			wayBand(s.Theme, look, dashScale(p.lay)/k).draw(s, p.lay.Sizes.Slot, k)
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
	return p.overlay(lostRoute, int(r), func() []raster.Sprite {
		ln := &p.lay.Lanes[r]
		return p.over(ln.Bounds(20*p.lay.Sizes.Scale), func(s *theme.Sketch) {
			drawCross(s, ln.Slots[len(ln.Slots)/2], 0.8*p.lay.Sizes.Slot, p.lay.Sizes.Scale)
		})
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

// drawCross draws a cross over a space, its arms of length r.
func drawCross(s *theme.Sketch, sl geometry.Slot, r, k float64) {
	sin, cos := math.Sincos(sl.Angle)
	s.SetLineCapRound()
	for _, side := range []float64{-1, 1} {
		x, y := r*(cos-side*sin), r*(sin+side*cos)
		s.DrawLine(sl.At.X-x, sl.At.Y-y, sl.At.X+x, sl.At.Y+y)
	}
	s.StrokePreserveWith(s.Card, 11*k)
	s.StrokeWith(s.Bad, 6*k)
}
