package render

import (
	"math"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// Measures of the big cities' box, in pixels.
const (
	citiesARow = 6
	cityW      = (boxW - 2*boxPad - (citiesARow-1)*10) / citiesARow
	cityH      = 112
	cityHead   = 52
	wonH       = tokenH + 8
)

// cityCards are the cards of the big cities (K10), by their order on the map.
type cityCards struct {
	cards []sprite
}

func (ws *workshop) newCityCards(m *railmap.Map, big []engine.CityID) *cityCards {
	all := &cityCards{cards: make([]sprite, len(big))}
	for i, city := range big {
		region := ws.theme.paint(m.Cities[city].Region)
		ws.make(&all.cards[i], cityW, cityH, ws.theme.Card, func(s *Sketch) { s.cityCard(i, region) })
	}
	return all
}

// cityCard draws an empty card of a big city: a skyline of its own above a strip of its region's colour with its symbol.
func (s *Sketch) cityCard(i int, region Paint) {
	t := s.theme
	s.box(1.5, 1.5, cityW-3, cityH-3, 10, t.Paper, t.Ink, 3)
	const ground = cityH - 46
	x := 12.0
	for j := 0; ; j++ { // houses of heights that no two cities share
		w := 9 + float64((i*7+j*5)%4)*3
		if x+w > cityW-84 {
			break
		}
		h := 14 + 30*math.Abs(math.Sin(float64(i+1)*1.7+float64(j)*2.3))
		s.fillArea(area{x, ground - h, x + w, ground}, t.Bed)
		for y := ground - h + 5; y < ground-5; y += 8 {
			s.fillArea(area{x + w/2 - 2, y, x + w/2 + 2, y + 3}, t.Mark)
		}
		x += w + 2
	}
	s.fillArea(area{3, ground, cityW - 3, ground + 3}, t.Ink)
	s.symbol(region.Symbol, 22, ground+25, 11)
	s.dc.SetColor(region.Fill)
	s.dc.FillPreserve()
	s.dc.SetColor(t.Ink)
	s.dc.SetLineWidth(2)
	s.dc.Stroke()
}

// citiesH is how tall the box of the big cities becomes.
func (p *tablePainter) citiesH(v *engine.View) int {
	if len(p.big) == 0 {
		return 0
	}
	lines := rows(len(p.big), citiesARow)
	return cityHead + lines*p.cityStep(v) + boxPad - 6
}

// cityStep is how tall a line of cards is: at the end with room for those who have them.
func (p *tablePainter) cityStep(v *engine.View) int {
	if v.Phase == engine.IsOver {
		return cityH + wonH + 8
	}
	return cityH + 8
}

// drawCities draws the cards of the big cities. Who gets them is told only at the end (K10).
func (p *tablePainter) drawCities(c *canvas, v *engine.View, o *Options, y int) {
	if len(p.big) == 0 {
		return
	}
	p.drawBox(c, y, p.citiesH(v), false)
	head := o.Words("render.big-cities")
	at := c.text(bold, 28, yardX, y+40, p.theme.Ink, head)
	room := tableEdge + boxW - boxPad - at - 14
	about := o.Words("render.big-cities-rule")
	size := squeeze(regular, 25, 18, room, about)
	c.text(regular, size, at+14, y+39, p.theme.Faint, fit(regular, float64(size), room, about))
	s := p.sayer(v, o)
	for i, city := range p.big {
		x := yardX + i%citiesARow*(cityW+10)
		top := y + cityHead + i/citiesARow*p.cityStep(v)
		p.drawCity(c, v, s, i, city, x, top)
	}
}

func (p *tablePainter) drawCity(c *canvas, v *engine.View, s *sayer, i int, city engine.CityID, x, y int) {
	c.putAt(&p.cities.cards[i], x, y)
	c.textRight(bold, 36, float64(x+cityW-10), y+50, p.theme.Ink, signed(p.m.Cities[city].Bonus))
	name := s.city(city)
	size := squeeze(bold, 23, 15, cityW-48, name)
	c.text(bold, size, float64(x+40), y+cityH-13, p.theme.Ink, fit(bold, float64(size), cityW-48, name))
	if v.Phase != engine.IsOver {
		return
	}
	holders := p.holders(v, city)
	at := x + (cityW-len(holders)*tokenW)/2
	for _, seat := range holders {
		c.putAt(&p.kit.tokens[seat-1], at, y+cityH+4)
		at += tokenW
	}
	if len(holders) == 0 {
		c.textMid(bold, 34, float64(x)+cityW/2, y+cityH+36, p.theme.Faint, "–")
	}
}

// holders are the seats that got a big city's card.
func (p *tablePainter) holders(v *engine.View, city engine.CityID) []engine.Seat {
	return holdersOf(v, p.m.Cities[city].ID)
}

// holdersOf are the seats that have a bonus.
func holdersOf(v *engine.View, bonus string) []engine.Seat {
	var list []engine.Seat
	for i := range v.Seats {
		if f := v.Seats[i].Final; f != nil {
			for _, b := range f.Bonuses {
				if b.Name == bonus {
					list = append(list, v.Seats[i].Seat)
				}
			}
		}
	}
	return list
}
