// Package table draws the titles that are played without a board: what lies in railyards, on tracks and in hands.
package table

import (
	"fmt"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/caption"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// Painter is the Painter of a map without routes: what is played lies on a table, in railyards and on tracks (K3, K5).
// All of it is made once and only read afterwards.
type Painter struct {
	m      *railmap.Map
	lex    *engine.Lexicon
	theme  theme.Theme
	pal    *raster.Palette
	say    *caption.Phrases
	colors []engine.Card // by colour of the map
	wild   engine.Card   // NoCard: the title has none
	big    []engine.CityID
	trips  []string // by ticket: its cities as the map calls them

	kit     *tableKit
	yards   *yardSprites
	faces   *tableFaces
	cities  *cityCards
	journey *ticketMap
}

// Measures of a table, in pixels. Its picture is made for a phone: at 400 pixels its texts are still 9 pixels tall.
const (
	tableW    = 1080
	tableEdge = 20
	boxW      = tableW - 2*tableEdge
	boxGap    = 14
	boxPad    = 18 // from the edge of a box to what is in it
	bandH     = 116
)

var smallRegular, smallBold = raster.Regular(leastText), raster.Bold(leastText)

// New makes a painter for a map without routes and the title's lexicon, which must be of the map. It fails if the map is
// not one of cards only.
func New(m *railmap.Map, lex *engine.Lexicon, t theme.Theme) (*Painter, error) {
	p := &Painter{m: m, lex: lex, theme: t, wild: engine.NoCard}
	if err := p.sort(); err != nil {
		return nil, err
	}
	p.say = caption.NewPhrases(m, lex, caption.Pen{Plain: raster.Plain, Seats: t.SeatNames()})
	s := caption.Vocabulary{Map: m}
	for t := range m.Tickets {
		p.trips = append(p.trips, s.TicketCities(engine.TicketID(t)))
	}
	ws := theme.NewBuilder(&p.theme)
	p.kit = newTableKit(ws)
	p.yards = newYards(ws, lex)
	p.faces = newTableFaces(ws, lex)
	p.cities = newCityCards(ws, m, p.big)
	p.journey = newTicketMap(ws, m)
	p.pal = ws.Finish()
	return p, nil
}

// sort finds the cards of the map's colours, the wild and the big cities. It reports why the map cannot be of a table.
func (p *Painter) sort() error {
	if len(p.lex.Faces) > columnsMost {
		return fmt.Errorf("%d kinds of cards, there is room for %d", len(p.lex.Faces), columnsMost)
	}
	byColor := map[string]engine.Card{}
	for i, f := range p.lex.Faces {
		if f.Wild {
			p.wild = engine.Card(i)
			continue
		}
		byColor[f.Color] = engine.Card(i)
	}
	for _, color := range p.m.Colors {
		card, ok := byColor[color]
		if !ok {
			return fmt.Errorf("no card is %s", color)
		}
		p.colors = append(p.colors, card)
	}
	for i := range p.m.Tickets {
		if len(p.m.Tickets[i].Cards) != len(p.m.Colors) {
			return fmt.Errorf("ticket %s does not say which cards it needs", p.m.Tickets[i].ID)
		}
	}
	for i := range p.m.Cities {
		if p.m.Cities[i].Bonus > 0 {
			p.big = append(p.big, engine.CityID(i))
		}
	}
	return nil
}

// needs are the cards that a ticket needs (K1).
func (p *Painter) needs(t engine.TicketID) engine.Cards { return caption.NeedsOf(p.m, p.lex, t) }

// Board draws the table as everybody may see it. A table has no parts to zoom to: with a Focus the whole of it is drawn.
func (p *Painter) Board(v engine.View, o caption.Options) (raster.Picture, error) {
	if err := o.Check(&v, p.m, len(p.theme.Seats)); err != nil {
		return raster.Picture{}, fmt.Errorf("draw a table: %w", err)
	}
	if _, ok := p.lex.City(o.Focus); o.Focus != "" && !ok {
		return raster.Picture{}, fmt.Errorf("draw a table: there is no city %q", o.Focus)
	}
	c := p.compose(p.say.Drawn(&v, &o), &o)
	defer c.Free()
	return c.Picture(p.say.TableAlt(&v, &o))
}

// compose lays out the whole table: the market, the seats with their railyards, the big cities.
func (p *Painter) compose(v *engine.View, o *caption.Options) *raster.Canvas {
	n := newsOf(v, o.News)
	h := bandH + boxGap + p.marketH(v, o) + boxGap + p.citiesH(v) + tableEdge
	for i := range v.Seats {
		h += p.seatH(v, &n, i) + boxGap
	}
	c := p.blankTable(h)
	p.drawBand(c, v, o, p.say.OnPicture(v, o.Words).MapName())
	y := bandH + boxGap
	p.drawMarket(c, v, o, y)
	y += p.marketH(v, o) + boxGap
	for i := range v.Seats {
		p.drawSeat(c, v, o, &n, i, y)
		y += p.seatH(v, &n, i) + boxGap
	}
	p.drawCities(c, v, o, y)
	return c
}

// blankTable is an empty table.
func (p *Painter) blankTable(h int) *raster.Canvas {
	c := raster.Borrow(p.pal, tableW, h)
	c.Fill(0, 0, tableW, h, p.theme.Ground)
	return c
}

// drawBand writes the dark band at the top: a title and where the game stands.
func (p *Painter) drawBand(c *raster.Canvas, v *engine.View, o *caption.Options, title string) {
	c.PutAt(&p.kit.band, 0, 0)
	room := float64(tableW - 2*tableEdge - 230)
	c.TextShrunk(raster.Bold(42), 28, tableEdge+6, 50, room, p.theme.Card, title)
	x := float64(tableEdge + 6)
	if v.LastRound && v.Phase != engine.IsOver {
		text := raster.Bold(28).Fit(600, o.Words("render.last-round", "Count", v.TurnsLeft))
		c.Fill(int(x)-4, 66, int(raster.Bold(28).Width(text))+24, 38, p.theme.Bad)
		x = c.Text(raster.Bold(28), x+8, 95, p.theme.Card, text) + 30
	}
	text := p.stands(v, o)
	c.TextShrunk(raster.Regular(30), leastText, x, 95, tableW-tableEdge-x, p.theme.Card, text)
}

// stands says in one line where the game stands, except for the last round, which drawBand writes.
func (p *Painter) stands(v *engine.View, o *caption.Options) string {
	s := p.say.OnPicture(v, o.Words)
	if v.Phase == engine.IsOver {
		return s.State()
	}
	text := ""
	switch {
	case v.Phase == engine.InSetup:
		text = o.Words(caption.SetupWord(v))
	case o.Private && v.Moves(v.Viewer):
		text = o.Words("render.your-turn")
	case len(v.ToMove) > 0:
		text = s.ToMove(v.ToMove)
	}
	if v.Passes > 1 {
		text += " · " + o.Words("render.journey", "Number", v.Pass, "Of", v.Passes)
	}
	if v.Phase == engine.InPlay && !v.LastRound {
		text += " · " + o.Words("render.played", "Count", v.Turns)
	}
	return text
}
