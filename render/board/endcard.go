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
	card := endcard.Of(p.say, &v, &o)
	return p.nightCard(&card, v.Seats, v.Winners)
}

// Season draws the card of somebody's season: all routes that they claimed shine over the map by
// night.
func (p *Painter) Season(card caption.EndCard, routes []engine.RouteID, _ []engine.CityID,
) (raster.Picture, error) {
	return p.nightCard(&card, []engine.SeatView{{Seat: 1, Routes: routes}}, []engine.Seat{1})
}

// Lobby draws the card of a lobby: the board by day, and its seats.
func (p *Painter) Lobby(card caption.EndCard) (raster.Picture, error) {
	card.Lobby = true
	w, h := endcard.Room(p.board.lay.W / p.board.lay.H)
	l := p.shrunk(float64(w))
	scene := newBoardCache(l, &p.theme).drawEmpty(l, w, h)
	return endcard.Draw(&p.theme, &card, scene.Sketch)
}

func (p *Painter) nightCard(card *caption.EndCard, seats []engine.SeatView, winners []engine.Seat,
) (raster.Picture, error) {
	night, err := p.night()
	if err != nil {
		return raster.Picture{}, fmt.Errorf("draw an end card: %w", err)
	}
	return endcard.Draw(&p.theme, card, night.draw(seats, winners, &p.theme))
}

func (n *nightBoard) draw(seats []engine.SeatView, won []engine.Seat, day *theme.Theme,
) *raster.Sketch {
	s := &theme.Sketch{Sketch: n.base.Sketch(), Theme: &n.look}
	thread := func(s *theme.Sketch, seat *engine.SeatView, w float64, c color.RGBA) {
		for _, r := range seat.Routes {
			drawThread(s, &n.lay.Lanes[r], w, c, 0)
		}
	}
	for i := range seats {
		thread(s, &seats[i], 3.5, theme.Dusk(day.Seats[i].Body))
	}
	winners := func(s *theme.Sketch) {
		for _, seat := range won {
			thread(s, &seats[seat-1], 7, day.Seats[seat-1].Body)
		}
	}
	if len(won) > 0 { // partners have one hue
		s.Shine(day.Seats[won[0]-1].Body, glowReach, winners)
	}
	winners(s)
	for _, seat := range won {
		thread(s, &seats[seat-1], 2.4, day.Card)
	}
	for _, c := range n.lay.Cities {
		s.Disc(c.X, c.Y, 4.4, s.Ink)
	}
	return s.Sketch
}
