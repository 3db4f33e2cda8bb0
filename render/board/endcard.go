package board

import (
	"fmt"
	"image/color"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/endcard"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// glowReach is how far the winners' networks shine, in pixels.
const glowReach = 26

// nightBoard is the map by night of end cards.
type nightBoard struct {
	lay  *geometry.Layout
	look theme.Theme
	base *raster.Backdrop
}

func (p *Painter) newNightBoard() (*nightBoard, error) {
	w, h := endcard.Room(p.board.lay.W / p.board.lay.H)
	n := &nightBoard{
		lay:  geometry.NewNetwork(p.m, float64(w), float64(h), float64(w)/p.board.lay.W),
		look: p.theme.Night(),
	}
	s := theme.NewSketch(&n.look, w, h)
	s.Ground(n.lay)
	for r := range n.lay.Lanes {
		drawThread(s, &n.lay.Lanes[r], 2, s.Bed, 0)
	}
	ws := raster.NewBuilder()
	ws.CountBackdrop(s.Sketch)
	var err error
	n.base, err = raster.NewBackdrop(ws.Finish(nil, nil), s.Sketch, emptySize)
	return n, err
}

// EndCard draws the card of a finished game for sharing: the winners' networks shine over the map
// by night.
func (p *Painter) EndCard(v engine.View, o caption.Options) (raster.Picture, error) {
	if err := o.CheckSheet(&v, p.m, len(p.theme.Seats)); err != nil {
		return raster.Picture{}, err
	}
	night, err := p.night()
	if err != nil {
		return raster.Picture{}, fmt.Errorf("draw an end card: %w", err)
	}
	return endcard.Draw(&p.theme, p.say, &v, &o, night.draw(&v, &p.theme))
}

func (n *nightBoard) draw(v *engine.View, day *theme.Theme) *raster.Sketch {
	s := &theme.Sketch{Sketch: n.base.Sketch(), Theme: &n.look}
	thread := func(s *theme.Sketch, seat *engine.SeatView, w float64, c color.RGBA) {
		for _, r := range seat.Routes {
			drawThread(s, &n.lay.Lanes[r], w, c, 0)
		}
	}
	for i := range v.Seats {
		thread(s, &v.Seats[i], 3.5, theme.Dusk(day.Seats[i].Body))
	}
	winners := func(s *theme.Sketch) {
		for _, seat := range v.Winners {
			thread(s, v.Seat(seat), 7, day.Seats[seat-1].Body)
		}
	}
	if len(v.Winners) > 0 { // partners have one hue
		s.Shine(day.Seats[v.Winners[0]-1].Body, glowReach, winners)
	}
	winners(s)
	for _, seat := range v.Winners {
		thread(s, v.Seat(seat), 2.4, day.Card)
	}
	for _, c := range n.lay.Cities {
		s.Disc(c.X, c.Y, 4.4, s.Ink)
	}
	return s.Sketch
}
