// Package board draws the titles that are played on a map with routes.
package board

import (
	"fmt"
	"sync"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/caption"
	"konduktor/render/chart"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

const panelWidth = 320

// panelOver is how much taller than the map the panel may become.
const panelOver = 600

// Limits for an empty board, in bytes. A whole picture should stay below 250 kB, and the fullest
// game adds up to 49; private pictures show only a window of their board.
const (
	emptySize = 199_000
	phoneSize = 220_000
)

// Painter draws the pictures of one map. Apart from the sprite caches it does not change.
type Painter struct {
	say    *caption.Phrases
	m      *railmap.Map
	lex    *engine.Lexicon
	theme  theme.Theme
	pal    *raster.Palette
	board  *boardCache
	panel  *panel
	teams  *teamSprites
	cards  *cards
	papers *papers
	kit    *phoneKit
	signs  []*legendSign
	phone  func() (*phoneBoard, error) // made for the first private picture
	film   func() (*boardCache, error) // the small board of films
	atlas  func() (*atlas, error)      // the small map of final sheets
}

// New makes a painter for a map and its title's lexicon.
func New(m *railmap.Map, lex *engine.Lexicon, t theme.Theme) (*Painter, error) {
	pen := caption.Pen{Plain: raster.Plain, Seats: t.SeatNames()}
	p := &Painter{m: m, lex: lex, theme: t, say: caption.NewPhrases(m, lex, pen)}
	p.film, p.atlas = sync.OnceValues(p.newFilmBoard), sync.OnceValues(p.newAtlas)
	ws := theme.NewBuilder(&p.theme)
	l := geometry.ForBoard(m, lettering(m, lex))
	p.board = newBoardCache(l, &p.theme)
	empty := p.board.drawEmpty(int(l.W)+panelWidth, int(l.H))
	ws.CountBackdrop(empty.Sketch)
	samplePieces(ws, l.Sizes.Scale)
	p.panel = newPanel(ws, lex)
	p.teams = newTeams(ws)
	p.cards = newCards(ws, lex)
	p.papers = newPapers(ws)
	p.kit = newPhoneKit(ws)
	p.signs = newLegend(ws, m, lex, p.say.Codes)
	p.pal = ws.Finish()
	p.phone = sync.OnceValues(func() (*phoneBoard, error) {
		return newPhoneBoard(m, lex, &p.theme, p.pal)
	})
	var err error
	if p.board.base, err = raster.NewBackdrop(p.pal, empty.Sketch, emptySize); err != nil {
		return nil, err
	}
	return p, nil
}

func lettering(m *railmap.Map, lex *engine.Lexicon) geometry.Lettering {
	return geometry.Lettering{
		Remarks: lex.Remarks,
		Width:   func(size float64, text string) float64 { return raster.Bold(size).Width(text) },
		Exit: func(to engine.CityID, r *railmap.Route) string {
			return m.Cities[to].Name + " " + caption.Connection(r)
		},
	}
}

// phoneLettering is lettering for a phone: the signs at the edges have no room for city names and
// show only the connection's number.
func phoneLettering(m *railmap.Map, lex *engine.Lexicon) geometry.Lettering {
	t := lettering(m, lex)
	t.Exit = func(_ engine.CityID, r *railmap.Route) string { return caption.Connection(r) }
	return t
}

// Board draws the whole board or, with o.Focus, a close-up.
func (p *Painter) Board(v engine.View, o caption.Options) (raster.Picture, error) {
	if err := o.Check(&v, p.m, len(p.theme.Seats)); err != nil {
		return raster.Picture{}, fmt.Errorf("draw a board: %w", err)
	}
	d := p.picture(p.say.Drawn(&v, &o), &o)
	if o.Focus != "" {
		if err := d.closeUp(); err != nil {
			return raster.Picture{}, err
		}
	} else {
		d.compose()
	}
	return d.finish(p.say.BoardAlt(&v, &o))
}

// picture is a picture being drawn.
type picture struct {
	*Painter
	*theme.Theme
	*raster.Canvas // nil until the size is known
	v              *engine.View
	o              *caption.Options
	say            *caption.Caption
	words          caption.Words
}

// picture starts a picture of a view with drawable names (caption.Phrases.Drawn).
func (p *Painter) picture(v *engine.View, o *caption.Options) *picture {
	say := p.say.Caption(v, o.Words)
	return &picture{Painter: p, Theme: &p.theme, v: v, o: o, say: say, words: o.Words}
}

// begin borrows an empty canvas.
func (p *picture) begin(w, h int) {
	p.Canvas = raster.Borrow(p.pal, w, h)
	p.Fill(0, 0, w, h, p.Paper)
}

// finish packs the picture.
func (p *picture) finish(alt string) (raster.Picture, error) {
	defer p.Free()
	return p.Picture(alt)
}

func (p *picture) code(r engine.RouteID) string { return p.Painter.say.Codes[r] }

// isCard reports whether a slot of the market has a card.
func (p *Painter) isCard(card engine.Card) bool {
	return card != engine.NoCard && int(card) < len(p.lex.Faces)
}

func (p *picture) card(card engine.Card) string { return p.Painter.say.Card(p.words, card) }

func (p *picture) compose() {
	p.Canvas = p.board.base.Canvas()
	d := p.reader()
	p.board.drawView(p.Canvas, p.v, p.o, d.ringed())
	l := p.board.lay
	if d != nil {
		a := d.arrange(p.board, l, geometry.Box(0, 0, l.W, l.H).Grown(-frameEdge))
		d.drawLeaders(a, geometry.Point{})
		d.drawTags(a, geometry.Point{})
	}
	p.Resize(p.H + panelOver)
	end := p.drawPanel()
	p.Resize(p.drawKey(d, end))
}

// Chances draws a finished game's chances to win from turn to turn (o.Chances). It fails while the
// game is not over.
func (p *Painter) Chances(v engine.View, o caption.Options) (raster.Picture, error) {
	if err := o.CheckChances(&v, p.m, len(p.theme.Seats)); err != nil {
		return raster.Picture{}, err
	}
	return chart.Chances(&p.theme, p.pal, p.say, &v, &o)
}
