package board

import (
	"image/color"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/raster"
	"konduktor/render/sheet"
	"konduktor/render/theme"
)

// Sheet draws the final scoring for everybody.
func (p *Painter) Sheet(v engine.View, o caption.Options) (raster.Picture, error) {
	if err := o.CheckSheet(&v, p.m, len(p.theme.Seats)); err != nil {
		return raster.Picture{}, err
	}
	m := sheet.Maker{Theme: &p.theme, Pal: p.pal, Map: p.m, Say: p.say, Network: p.drawNetworkOf}
	return m.Draw(&v, &o)
}

// drawNetworkOf draws a side's network as large as fits into w × h pixels, with the cities of its
// tickets.
func (p *Painter) drawNetworkOf(s *theme.Sketch, v *engine.View, side caption.Side, w, h float64) {
	l := p.board.lay
	k := min(w/l.W, h/l.H)
	s.Translate((w-k*l.W)/2, (h-k*l.H)/2)
	s.Scale(k, k) // of places; lines keep their width
	for r := range l.Lanes {
		drawThread(s, &l.Lanes[r], 2, s.Line, 0)
	}
	for _, seat := range side {
		for _, r := range v.Seat(seat).Routes {
			drawThread(s, &l.Lanes[r], 8, s.Ink, 0)
			drawThread(s, &l.Lanes[r], 5, s.Seats[seat-1].Body, 0)
		}
	}
	f := v.Seat(side[0]).Final
	ends := func(tickets []engine.TicketID, c color.RGBA) {
		for _, t := range tickets {
			for _, city := range p.m.Tickets[t].Cities {
				s.Disc(l.Cities[city].X, l.Cities[city].Y, 8/k, s.Card)
				s.Disc(l.Cities[city].X, l.Cities[city].Y, 6/k, c)
			}
		}
	}
	ends(f.Failed, s.Bad)
	ends(f.Completed, s.Good)
}
