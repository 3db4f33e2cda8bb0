package table

import (
	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/endcard"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// EndCard draws the card of a finished game for sharing: a train in the night between the cities of
// the best ticket.
func (p *Painter) EndCard(v engine.View, o caption.Options) (raster.Picture, error) {
	if err := o.CheckSheet(&v, p.m, len(p.theme.Seats)); err != nil {
		return raster.Picture{}, err
	}
	card, seat := endcard.Of(p.say, &v, &o), caption.Ranking(&v)[0][0]
	var ends []engine.CityID
	if side, best, _ := caption.BestTicket(&v); side != nil {
		seat, ends = side[0], p.m.Tickets[best].Cities
	}
	return endcard.Draw(&p.theme, &card, p.drawNight(seat, ends))
}

// Season draws the card of somebody's season, with the cities of their best ticket.
func (p *Painter) Season(card caption.EndCard, _ []engine.RouteID, ends []engine.CityID,
) (raster.Picture, error) {
	return endcard.Draw(&p.theme, &card, p.drawNight(1, ends))
}

// Lobby draws the card of a lobby.
func (p *Painter) Lobby(card caption.EndCard) (raster.Picture, error) {
	card.Lobby = true
	return p.Season(card, nil, nil)
}

// Sizes of the scene, in pixels.
const (
	nightW, nightH = 992, 560
	horizon        = 380
	trackY         = 470
	skyH           = 300
)

func (p *Painter) drawNight(winner engine.Seat, ends []engine.CityID) *raster.Sketch {
	named := len(ends) > 1
	if !named {
		ends = []engine.CityID{0, 1}
	}
	look := p.theme.Night()
	s := theme.NewSketch(&look, nightW, nightH)
	s.FillArea(geometry.Box(0, 0, nightW, nightH), look.Water)
	body := p.theme.Seats[winner-1].Body
	s.Stars(geometry.Box(0, 0, nightW, horizon-skyH+70))
	for i, city := range ends[:2] {
		x := float64(i) * nightW / 2
		s.Skyline(p.m.Cities[city].ID, geometry.Box(x, horizon-skyH, x+nightW/2, horizon), 0.6)
		if name := p.m.Cities[city].Name; named {
			f := raster.Serif(44).Shrunk(24, nightW/2-40, name)
			s.Text(f, x+(nightW/2-f.Width(name))/2, trackY+66, 0, look.Accent, name)
		}
	}
	rail := func(s *theme.Sketch, w float64) {
		s.DrawLine(0, trackY, nightW, trackY)
		s.StrokeWith(body, w)
	}
	s.Shine(body, 34, func(s *theme.Sketch) { rail(s, 8) })
	rail(s, 6)
	s.Theme = &p.theme
	drawExpress(s, nightW-300, trackY-3, 1.25)
	for i := range 5 {
		f := &p.lex.Faces[p.colors[i%len(p.colors)]]
		s.Push()
		s.Translate(float64(nightW-300-(i+1)*134), trackY-3-wagonH-wagonFoot+2)
		drawWagon(s, f, wagonW/2, 24)
		s.Pop()
	}
	return s.Sketch
}
