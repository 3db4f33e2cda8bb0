package render

import (
	"errors"
	"fmt"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// tablePainter is the Painter of a map without routes: what is played lies on a table, in railyards and on tracks (K3, K5).
// All of it is made once and only read afterwards.
type tablePainter struct {
	m      *railmap.Map
	lex    *engine.Lexicon
	theme  Theme
	pal    *palette
	vocab  *vocabulary
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

// NewTable makes a painter for a map without routes and the title's lexicon. Make it once and keep it. It fails if the
// lexicon is not of the map, or the map is not one of cards only.
func NewTable(m *railmap.Map, lex *engine.Lexicon, t Theme) (Painter, error) {
	return newTable(m, lex, t)
}

func newTable(m *railmap.Map, lex *engine.Lexicon, t Theme) (*tablePainter, error) {
	p := &tablePainter{m: m, lex: lex, theme: t, wild: engine.NoCard}
	if err := errors.Join(fits(m, lex), p.sort()); err != nil {
		return nil, fmt.Errorf("make a painter for the table of %s: %w", m.Title, err)
	}
	p.vocab = newVocabulary(m, lex)
	s := sayer{m: m}
	for t := range m.Tickets {
		p.trips = append(p.trips, s.ticketCities(engine.TicketID(t)))
	}
	ws := &workshop{theme: &p.theme, seen: seenColors{}}
	p.kit = ws.newTableKit()
	p.yards = ws.newYards(lex)
	p.faces = ws.newTableFaces(lex)
	p.cities = ws.newCityCards(m, p.big)
	p.journey = ws.newTicketMap(m)
	ws.finish()
	p.pal = ws.pal
	return p, nil
}

// sort finds the cards of the map's colours, the wild and the big cities. It reports why the map cannot be of a table.
func (p *tablePainter) sort() error {
	if p.lex == nil {
		return nil // told already
	}
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
func (p *tablePainter) needs(t engine.TicketID) engine.Cards { return needsOf(p.m, p.lex, t) }

// needsOf are the cards that a ticket of a map without routes needs.
func needsOf(m *railmap.Map, lex *engine.Lexicon, t engine.TicketID) engine.Cards {
	var cards engine.Cards
	for color, n := range m.Tickets[t].Cards {
		for i := range lex.Faces {
			if color < len(m.Colors) && lex.Faces[i].Color == m.Colors[color] && !lex.Faces[i].Wild {
				cards[i] += uint8(n)
			}
		}
	}
	return cards
}

// Board draws the table as everybody may see it. A table has no parts to zoom to: with a Focus the whole of it is drawn.
func (p *tablePainter) Board(v engine.View, o Options) (Picture, error) {
	if err := p.check(&v, &o); err != nil {
		return Picture{}, fmt.Errorf("draw a table: %w", err)
	}
	if _, ok := p.lex.City(o.Focus); o.Focus != "" && !ok {
		return Picture{}, fmt.Errorf("draw a table: there is no city %q", o.Focus)
	}
	c := canvases.Get().(*canvas)
	defer canvases.Put(c)
	p.compose(c, &v, &o)
	return c.picture(p.tableAlt(&v, &o))
}

// picture packs the canvas with its alternative text.
func (c *canvas) picture(alt string) (Picture, error) {
	png, err := c.png()
	if err != nil {
		return Picture{}, fmt.Errorf("pack a picture: %w", err)
	}
	return Picture{PNG: png, Alt: alt, Width: c.w, Height: c.h}, nil
}

// compose lays the whole table out on the canvas: the market, the seats with their railyards, the big cities.
func (p *tablePainter) compose(c *canvas, v *engine.View, o *Options) {
	n := newsOf(v, o.News)
	h := bandH + boxGap + marketH + boxGap + p.citiesH(v) + tableEdge
	for i := range v.Seats {
		h += p.seatH(v, &n, i) + boxGap
	}
	p.cloth(c, h)
	p.drawBand(c, v, o, mapName(o.Words, p.m))
	y := bandH + boxGap
	p.drawMarket(c, v, o, y)
	y += marketH + boxGap
	for i := range v.Seats {
		p.drawSeat(c, v, o, &n, i, y)
		y += p.seatH(v, &n, i) + boxGap
	}
	p.drawCities(c, v, o, y)
}

// cloth prepares an empty table.
func (p *tablePainter) cloth(c *canvas, h int) {
	c.pal = p.pal
	c.resize(tableW, h)
	c.rect(0, 0, tableW, h, p.theme.Ground)
}

// drawBand writes the dark band at the top: a title and where the game stands.
func (p *tablePainter) drawBand(c *canvas, v *engine.View, o *Options, title string) {
	c.putAt(&p.kit.band, 0, 0)
	room := float64(tableW - 2*tableEdge - 230)
	size := squeeze(bold, 42, 28, room, title)
	c.text(bold, size, tableEdge+6, 50, p.theme.Card, fit(bold, float64(size), room, title))
	x := float64(tableEdge + 6)
	if v.LastRound && v.Phase != engine.IsOver {
		text := fit(bold, 28, 600, o.Words("render.last-round", "Count", v.TurnsLeft))
		c.rect(int(x)-4, 66, int(width(bold, 28, text))+24, 38, p.theme.Bad)
		x = c.text(bold, 28, x+8, 95, p.theme.Card, text) + 30
	}
	text := p.stands(v, o)
	size = squeeze(regular, 30, 24, tableW-tableEdge-x, text)
	c.text(regular, size, x, 95, p.theme.Card, fit(regular, float64(size), tableW-tableEdge-x, text))
}

// stands says in a line where the game stands, but for the last round, which is told apart.
func (p *tablePainter) stands(v *engine.View, o *Options) string {
	s := p.sayer(v, o)
	if v.Phase == engine.IsOver {
		return s.state()
	}
	text := ""
	switch {
	case v.Phase == engine.InSetup:
		text = o.Words(setupWord(v))
	case len(v.ToMove) > 0:
		text = s.toMove(v.ToMove)
	}
	if v.Passes > 1 {
		text += " · " + o.Words("render.journey", "Number", v.Pass, "Of", v.Passes)
	}
	if v.Phase == engine.InPlay && !v.LastRound {
		text += " · " + o.Words("render.played", "Count", int(v.Ply))
	}
	return text
}

// sayer says in a picture what it says anywhere, but calls cities what they are called on the map.
func (p *tablePainter) sayer(v *engine.View, o *Options) *sayer {
	return &sayer{v: v, m: p.m, words: o.Words, vocab: p.vocab}
}

// word is the word for a kind of card.
func (p *tablePainter) word(o *Options, card engine.Card) string {
	return o.Words(p.vocab.cardIDs[card])
}
