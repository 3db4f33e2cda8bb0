package board

import (
	"fmt"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// A close-up shows a part of the board between leastZoom and mostZoom times as large.
const (
	leastZoom, mostZoom = 1.4, 1.8
	closeUpW            = 1280
	closeUpH            = 960
)

// closeUp draws the surroundings of a city. It is asked for rarely and drawn anew each time.
func (p *Painter) closeUp(v *engine.View, o *caption.Options) (raster.Picture, error) {
	city, ok := p.lex.City(o.Focus)
	if !ok {
		return raster.Picture{}, fmt.Errorf("draw a board: there is no city %q", o.Focus)
	}
	seen := p.board.lay.Surroundings(city)
	w, h := p.board.lay.W, p.board.lay.H
	zoom := max(leastZoom, min(mostZoom, closeUpW/(seen.X1-seen.X0), closeUpH/(seen.Y1-seen.Y0)))
	l := geometry.New(p.m, w*zoom, h*zoom, zoom, p.board.lay.Text)
	at := l.Cities[city]
	dx := geometry.Window(zoom*seen.X0, zoom*seen.X1, at.X, closeUpW, l.W)
	dy := geometry.Window(zoom*seen.Y0, zoom*seen.Y1, at.Y, closeUpH, l.H)
	s := theme.NewSketch(&p.theme, closeUpW, closeUpH)
	s.Translate(-float64(int(dx)), -float64(int(dy)))
	d := p.reader(v, o)
	drawScene(s, l, v, o, d.ringed())
	c := p.pal.Quantize(s.Sketch)
	x, y := float64(int(dx)), float64(int(dy))
	d.drawOwn(c, l, geometry.Box(x, y, x+closeUpW, y+closeUpH), geometry.Pt(-x, -y))
	return c.Picture(p.say.BoardAlt(v, o))
}

// drawScene draws a whole position in full colour.
func drawScene(s *theme.Sketch, l *geometry.Layout, v *engine.View, o *caption.Options, ringed []bool) {
	k := l.Sizes.Scale
	s.Ground(l)
	drawNetwork(s, l)
	if t := v.Tunnel; t != nil {
		ln := &l.Lanes[t.Route]
		drawDug(s, l, t.Route)
		s.Piece(ln.Slots[diggerSlot(ln)], k, int(t.Seat-1))
	}
	for _, r := range v.Closed {
		for _, sl := range l.Lanes[r].Slots {
			drawClosed(s, sl, k)
		}
	}
	for _, r := range o.Marked {
		drawMarked(s, l, &l.Lanes[r])
		drawTops(s, l, r)
	}
	for i := range v.Seats {
		for _, r := range v.Seats[i].Routes {
			for _, sl := range l.Lanes[r].Slots {
				s.Piece(sl, k, i)
			}
		}
	}
	for i := range ringed {
		if ringed[i] {
			drawRing(s, l, engine.CityID(i))
		}
	}
	for i := range v.Seats {
		for _, city := range v.Seats[i].Ports {
			drawPort(s, l.Cities[city], k, i)
		}
	}
}
