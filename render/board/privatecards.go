package board

import (
	"image"
	"strconv"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
)

// The market, the piles and the cards of a private picture. Beside them stands an overview of the map where the picture shows
// only a part of the board.

// Measures of the cards, in pixels.
const (
	faceW, faceH = 108, 70
	cardStep     = 130        // at the least, from one card to the next
	cardRow      = faceH + 50 // with the word below
	cardsTop     = 20         // above the first row
	headH        = 46         // of a heading
	overviewGap  = phoneEdge  // between the cards and the overview
	boxGap       = 12         // below the cards
)

// overviewMost is how tall an overview is at the most: a map of another shape has none.
const overviewMost = 400

// cardGroup is a heading with cards below it; none has a number if counts is nil.
type cardGroup struct {
	title string
	kinds []engine.Card
	count *engine.Cards
}

// groups are the viewer's cards: one drawn and not placed, the hand, and what its team shares.
func (d *private) groups() []cardGroup {
	var all []cardGroup
	team := d.v.Uses(engine.UsesTeams)
	if team && d.own.Drawn != engine.NoCard {
		var drawn engine.Cards
		drawn[d.own.Drawn]++
		all = append(all, d.group("render.drawn", &drawn, "render.no-cards"))
	}
	all = append(all, d.group("render.hand-cards", &d.own.Hand.Cards, "render.no-cards"))
	if team {
		all = append(all, d.group("render.hand-rack", &d.own.Rack.Cards, "render.rack-no-cards"))
	}
	return all
}

// group is a group of cards with a title, or with no cards what says so.
func (d *private) group(title string, cards *engine.Cards, none string) cardGroup {
	g := cardGroup{title: d.o.Words(title), count: cards}
	for _, sort := range caption.Sorts {
		held := caption.OfSort(d.lex, cards, sort)
		for c := range d.lex.Faces {
			if held[c] > 0 {
				g.kinds = append(g.kinds, engine.Card(c))
			}
		}
	}
	if n := cards.Total(); n > 0 {
		g.title += " · " + strconv.Itoa(n)
	} else if none := d.o.Words(none); title == "render.hand-cards" {
		g.title = none
	} else {
		g.title += ": " + none
	}
	return g
}

// cardsRoom is how wide the cards are: the overview stands to the right of them if there is one.
func (d *private) cardsRoom() int {
	if d.window != (image.Rectangle{}) && d.cropped() && d.mini.base.H <= overviewMost {
		return phoneRoom - d.mini.base.W - overviewGap
	}
	return phoneRoom
}

// columns is how many cards there are in a row.
func (d *private) columns() int { return d.cardsRoom() / cardStep }

// piles says how many cards the piles have and what the viewer can exchange for (W11), in lines.
func (d *private) piles() []string {
	lines := raster.Wrap(raster.Regular, phoneText, float64(d.cardsRoom()), d.say.Piles())
	if d.own.Box != nil {
		lines = append(lines, raster.Wrap(raster.Regular, phoneText, float64(d.cardsRoom()), d.say.Box(d.own))...)
	}
	return lines
}

// marketH is how tall the market becomes with the piles.
func (d *private) marketH() int { return cardsTop + cardRow + len(d.piles())*phoneLine }

// row is from one row of the viewer's cards to the next.
func (d *private) row() int {
	if d.dense {
		return faceH + 18
	}
	return cardRow + 4
}

// groupH is how tall a group of cards becomes.
func (d *private) groupH(g *cardGroup) int {
	return headH + geometry.Rows(len(g.kinds), d.columns())*d.row()
}

// cardsH is how tall the market and the cards become, with the overview beside them.
func (d *private) cardsH() int {
	h := d.marketH()
	for _, g := range d.groups() {
		h += d.groupH(&g)
	}
	if d.cardsRoom() < phoneRoom {
		h = max(h, d.mini.base.H+cardsTop)
	}
	return h + boxGap
}

// drawCards draws the market, the piles, the viewer's cards and the overview.
func (d *private) drawCards(c *raster.Canvas, y int) {
	if d.cardsRoom() < phoneRoom {
		d.drawOverview(c, phoneW-phoneEdge-d.mini.base.W, y+cardsTop)
	}
	d.drawMarketRow(c, y+cardsTop)
	y += cardsTop + cardRow
	for _, line := range d.piles() {
		c.Text(raster.Regular, phoneText, phoneEdge, y+25, d.theme.Faint, line)
		y += phoneLine
	}
	for _, g := range d.groups() {
		c.Text(raster.Bold, 27, phoneEdge, y+31, d.theme.Ink, raster.Fit(raster.Bold, 27, float64(d.cardsRoom()), g.title))
		y += headH
		for i, kind := range g.kinds {
			x, top := phoneEdge+i%d.columns()*(d.cardsRoom()/d.columns()), y+i/d.columns()*d.row()
			if d.dense {
				c.PutAt(&d.kit.faces[kind], x, top+6)
			} else {
				d.drawCard(c, kind, d.cardsRoom()/d.columns(), x, top)
			}
			d.drawCount(c, x+faceW-4, top+8, strconv.Itoa(int(g.count[kind])))
		}
		y += geometry.Rows(len(g.kinds), d.columns()) * d.row()
	}
}

// drawMarketRow draws the market: a number, a card and its word a slot.
func (d *private) drawMarketRow(c *raster.Canvas, y int) {
	n := max(len(d.v.Market), 1)
	step := min(d.cardsRoom()/n, 190)
	for i, card := range d.v.Market {
		x := phoneEdge + i*step + 14
		if card == engine.NoCard || int(card) >= len(d.lex.Faces) {
			c.PutAt(&d.kit.empty, x, y+6)
			c.Text(raster.Regular, phoneText, float64(x), y+6+faceH+29, d.theme.Faint, raster.Fit(raster.Regular, phoneText, float64(step-18), d.o.Words("render.empty")))
		} else {
			d.drawCard(c, card, step-10, x, y)
		}
		d.drawCount(c, x-2, y+12, strconv.Itoa(i+1))
	}
}

// drawCard draws a card and the word for its colour below it; what it is for one sees on its face.
func (d *private) drawCard(c *raster.Canvas, card engine.Card, room, x, y int) {
	c.PutAt(&d.kit.faces[card], x, y+6)
	f := &d.lex.Faces[card]
	word := d.Painter.say.Card(d.o.Words, card)
	if !f.Wild {
		word = d.say.Color(f.Color)
	}
	word = raster.Fit(raster.Regular, phoneText, float64(room-6), word)
	mid := max(float64(x)+faceW/2, float64(x-10)+raster.Width(raster.Regular, phoneText, word)/2)
	c.TextMid(raster.Regular, phoneText, mid, y+6+faceH+29, d.theme.Ink, word)
}

// drawCount draws a number on a dark disc around (x, y).
func (d *private) drawCount(c *raster.Canvas, x, y int, text string) {
	half := max(18, raster.Width(raster.Bold, phoneText, text)/2+8)
	c.Pill(float64(x), float64(y), half+2, 20, d.theme.Card)
	c.Pill(float64(x), float64(y), half, 18, d.theme.Ink)
	c.TextMid(raster.Bold, phoneText, float64(x), y+9, d.theme.Card, text)
}

// drawOverview draws the whole map small, with the own network, the cities of tickets and the part that the picture shows.
func (d *private) drawOverview(c *raster.Canvas, x, y int) {
	var cities []engine.CityID
	for i := range d.tickets {
		if t := &d.tickets[i]; !t.done && !t.lost {
			cities = append(cities, d.m.Tickets[t.id].Cities...)
		}
	}
	d.drawMiniature(c, d.v, d.own.Seat, cities, x, y)
	outline(c, image.Rect(x, y, x+d.mini.base.W, y+d.mini.base.H), 2, d.theme.Ink)
	d.drawFrame(c, x, y)
}

// digH is how tall the part about an undecided tunnel becomes.
func (d *private) digH() int {
	if d.v.Tunnel == nil {
		return 0
	}
	return headH + cardRow + 10
}

// drawDug tells of an undecided tunnel: who digs where, what was turned up, how many cards are asked for (N6).
func (d *private) drawDug(c *raster.Canvas, y int) {
	t := d.v.Tunnel
	title := d.o.Words("render.digs", "Code", d.Painter.say.Codes[t.Route], "Name", caption.ShortName(d.v.Seat(t.Seat).Name))
	c.Text(raster.Bold, 27, phoneEdge, y+34, d.theme.Ink, raster.Fit(raster.Bold, 27, 560, title))
	c.TextRight(raster.Bold, phoneText, phoneW-phoneEdge, y+34, d.theme.Bad, raster.Fit(raster.Bold, phoneText, 460, d.o.Words("render.asks", "Count", t.Asks)))
	for i, card := range t.Revealed {
		step := min(190, phoneRoom/len(t.Revealed))
		d.drawCard(c, card, step, phoneEdge+i*step, y+headH)
	}
}
