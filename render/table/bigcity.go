package table

import (
	"math"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// Sizes of the big cities' box, in pixels.
const (
	citiesARow = 3
	cityW      = (boxW - 2*boxPad - (citiesARow-1)*10) / citiesARow
	cityH      = 96
	cityHead   = 52
	wonH       = tokenH + 8
)

func newCityCards(ws *theme.Builder, m *railmap.Map, big []engine.CityID) []raster.Sprite {
	return ws.Each(len(big), cityW, cityH, ws.Card, func(s *theme.Sketch, i int) {
		drawCityCard(s, i, ws.PaintOf(m.Cities[big[i]].Region))
	})
}

// drawCityCard draws the card of a big city (K10): its own skyline above its region's symbol.
func drawCityCard(s *theme.Sketch, i int, region theme.Paint) {
	t := s.Theme
	s.Box(1.5, 1.5, cityW-3, cityH-3, 10, t.Paper, t.Ink, 3)
	const ground = cityH - 42
	x := 12.0
	for j := 0; ; j++ { // no two cities share a skyline
		w := 9 + float64((i*7+j*5)%4)*3
		if x+w > cityW-96 {
			break
		}
		h := 12 + 26*math.Abs(math.Sin(float64(i+1)*1.7+float64(j)*2.3))
		s.FillArea(geometry.Box(x, ground-h, x+w, ground), t.Bed)
		for y := ground - h + 5; y < ground-5; y += 8 {
			s.FillArea(geometry.Box(x+w/2-2, y, x+w/2+2, y+3), t.Mark)
		}
		x += w + 2
	}
	s.FillArea(geometry.Box(3, ground, cityW-3, ground+3), t.Ink)
	s.SymbolPath(region.Symbol, 24, ground+23, 11)
	s.PaintEdged(region.Fill, t.Ink, 2)
}

func (p *picture) citiesH() int {
	if len(p.big) == 0 {
		return 0
	}
	lines := geometry.Rows(len(p.big), citiesARow)
	return cityHead + lines*p.cityStep() + boxPad - 6
}

// cityStep is the distance of two lines of cards, at the end with room for their holders.
func (p *picture) cityStep() int {
	if p.v.Phase == engine.IsOver {
		return cityH + wonH + 8
	}
	return cityH + 8
}

// drawCities draws the cards of the big cities, and at the end who got them (K10).
func (p *picture) drawCities(y int) {
	if len(p.big) == 0 {
		return
	}
	p.drawBox(y, p.citiesH(), false)
	head := p.words("render.big-cities")
	at := p.Text(raster.Bold(28), yardX, y+40, p.Ink, head)
	room := tableEdge + boxW - boxPad - at - 14
	about := p.words("render.big-cities-rule")
	p.TextFit(smallRegular, at+14, y+39, room, p.Faint, about)
	for i, city := range p.big {
		x := yardX + i%citiesARow*(cityW+10)
		top := y + cityHead + i/citiesARow*p.cityStep()
		p.drawCity(i, city, x, top)
	}
}

func (p *picture) drawCity(i int, city engine.CityID, x, y int) {
	p.PutAt(&p.cities[i], x, y)
	p.TextRight(raster.Bold(36), float64(x+cityW-14), y+45, p.Ink,
		caption.Signed(p.m.Cities[city].Bonus))
	name := p.text.City(city)
	p.TextFit(smallBold, float64(x+44), y+cityH-11, cityW-54, p.Ink, name)
	if p.v.Phase != engine.IsOver {
		return
	}
	holders := p.holders(city)
	at := x + (cityW-len(holders)*tokenW)/2
	for _, seat := range holders {
		p.PutAt(&p.kit.tokens[seat-1], at, y+cityH+4)
		at += tokenW
	}
	if len(holders) == 0 {
		p.TextMid(raster.Bold(34), float64(x)+cityW/2, y+cityH+36, p.Faint, "–")
	}
}

func (p *picture) holders(city engine.CityID) []engine.Seat {
	return caption.HoldersOf(p.v, p.m.Cities[city].ID)
}
