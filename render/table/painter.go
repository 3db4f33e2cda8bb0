// Package table draws the titles without a board: railyards, tracks and hands.
package table

import (
	"fmt"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/caption"
	"konduktor/render/chart"
	"konduktor/render/moment"
	"konduktor/render/raster"
	"konduktor/render/sheet"
	"konduktor/render/theme"
)

// Painter draws the pictures of a map without routes (K3, K5). It does not change after New.
type Painter struct {
	m      *railmap.Map
	lex    *engine.Lexicon
	theme  theme.Theme
	pal    *raster.Palette
	say    *caption.Phrases
	colors []engine.Card // by colour of the map
	wild   engine.Card   // NoCard if the title has none
	big    []engine.CityID
	trips  []string // by ticket: its cities

	kit   *tableKit
	yards *yardSprites
	faces []raster.Sprite // by card
	tiny  []raster.Sprite // the same in a film
}

// Sizes of private pictures and sheets, in pixels.
const (
	tableW    = 1080
	tableEdge = 20
	boxW      = tableW - 2*tableEdge
	boxGap    = 14
	boxPad    = 18 // from the edge of a box to its content
	bandH     = 116
)

var smallRegular, smallBold = raster.Regular(leastText), raster.Bold(leastText)

// New makes a painter for a map without routes and its title's lexicon. It fails if the map is not
// one of cards only.
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
	p.kit = newTableKit(ws, lex.Faces)
	p.yards = newYards(ws, m, lex)
	p.faces = ws.Faces(lex.Faces, theme.SmallW, theme.SmallH, 7, p.theme.Card)
	p.tiny = ws.Faces(lex.Faces, filmCardW, filmCardH, 5, p.theme.Card)
	p.pal = ws.Finish()
	return p, nil
}

// sort finds the cards of the map's colours, the wild and the big cities. It fails if the map does
// not suit a table.
func (p *Painter) sort() error {
	if len(p.lex.Faces) > kindsMost {
		return fmt.Errorf("%d kinds of cards, there is room for %d", len(p.lex.Faces), kindsMost)
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

func (p *Painter) needs(t engine.TicketID) engine.Cards { return caption.NeedsOf(p.m, p.lex, t) }

// picture is a picture being drawn.
type picture struct {
	*Painter
	*theme.Theme
	*raster.Canvas // nil until the height is known
	v              *engine.View
	own            *engine.SeatView // nil for a bystander
	o              *caption.Options
	text           *caption.Caption
	words          caption.Words
}

// picture starts a picture with drawable names.
func (p *Painter) picture(v *engine.View, o *caption.Options) *picture {
	v = p.say.Drawn(v, o)
	return &picture{
		Painter: p, Theme: &p.theme, v: v, own: v.Own(), o: o,
		text: p.say.Caption(v, o.Words), words: o.Words,
	}
}

func (p *picture) card(card engine.Card) string { return p.say.Card(p.words, card) }

// begin borrows an empty table.
func (p *picture) begin(w, h int) {
	p.Canvas = raster.Borrow(p.pal, w, h)
	p.Fill(0, 0, w, h, p.theme.Ground)
}

// finish packs the picture.
func (p *picture) finish(alt string) (raster.Picture, error) {
	defer p.Free()
	return p.Picture(alt)
}

// Board draws the table as everybody may see it. It has no parts to zoom to, so a Focus changes
// nothing.
func (p *Painter) Board(v engine.View, o caption.Options) (raster.Picture, error) {
	if err := o.Check(&v, p.m, len(p.theme.Seats)); err != nil {
		return raster.Picture{}, fmt.Errorf("draw a table: %w", err)
	}
	if _, ok := p.lex.City(o.Focus); o.Focus != "" && !ok {
		return raster.Picture{}, fmt.Errorf("draw a table: there is no city %q", o.Focus)
	}
	if o.Telling {
		if pic, ok, err := moment.Draw(&p.theme, p.say, &v, &o); ok {
			return pic, err
		}
	}
	d := p.picture(&v, &o)
	d.compose()
	return d.finish(p.say.TableAlt(&v, &o))
}

// Sizes of the table, in pixels. It has the shape in which Discord shows pictures, at most 550 ×
// 350 large, and a third of its size there with four seats.
const (
	twoSeatsW = 1150
	perSeatW  = 250
	shownW    = 550
	shownH    = 350
	seatGap   = 10
)

func (p *picture) compose() {
	n, seats := newsOf(p.v, p.o.News), len(p.v.Seats)
	w := twoSeatsW + perSeatW*max(0, seats-2)
	p.begin(w, w*shownH/shownW)
	if p.v.LastRound && p.v.Phase == engine.InPlay {
		for i := range seats { // a chequered line above each seat
			p.Chequer(0, i*(p.H-seatGap)/seats, p.W, seatGap, p.Ink)
		}
	}
	for i := range seats {
		y := seatGap + i*(p.H-seatGap)/seats
		p.drawSeat(&n[i], &p.v.Seats[i], y, (p.H-seatGap)/seats-seatGap)
	}
}

// Sheet draws the final scoring for everybody.
func (p *Painter) Sheet(v engine.View, o caption.Options) (raster.Picture, error) {
	if err := o.CheckSheet(&v, p.m, len(p.theme.Seats)); err != nil {
		return raster.Picture{}, err
	}
	m := sheet.Maker{Theme: &p.theme, Pal: p.pal, Map: p.m, Say: p.say}
	return m.Draw(&v, &o)
}

// Chances draws a finished game's chances to win from turn to turn (o.Chances). It fails while the
// game is not over.
func (p *Painter) Chances(v engine.View, o caption.Options) (raster.Picture, error) {
	if err := o.CheckChances(&v, p.m, len(p.theme.Seats)); err != nil {
		return raster.Picture{}, err
	}
	return chart.Chances(&p.theme, p.pal, p.say, &v, &o)
}
