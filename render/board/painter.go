// Package board draws the titles that are played on a map of routes.
package board

import (
	"fmt"
	"sync"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// panelWidth is the width of the panel to the right of the map.
const panelWidth = 320

// panelOver is by how much a panel may become taller than the map.
const panelOver = 600

// The most bytes of an empty board. A whole picture is to have at most 250 kB, and what the fullest games lay on a board takes
// up to 49; a private picture shows a window of its board, and so needs less room.
const (
	emptySize = 199_000
	phoneSize = 220_000
)

// Painter draws the pictures of one map. It is made once and then only read, except for the board cache.
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
	mini   *miniature
	papers *papers
	kit    *phoneKit
	signs  []*legendSign
	phone  func() (*phoneBoard, error) // made when the first private picture is asked for
	film   func() (*boardCache, error) // the small board of films
	atlas  func() (*atlas, error)      // the small map of final sheets
}

// New makes a painter for a map and the title's lexicon, which must be of the map.
func New(m *railmap.Map, lex *engine.Lexicon, t theme.Theme) (*Painter, error) {
	p := &Painter{m: m, lex: lex, theme: t, say: caption.NewPhrases(m, lex, caption.Pen{Plain: raster.Plain, Seats: t.SeatNames()})}
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
	p.mini = newMiniature(ws, m)
	p.papers = newPapers(ws)
	p.kit = newPhoneKit(ws, lex)
	p.signs = newLegend(ws, m, lex, p.say.Codes)
	p.pal = ws.Finish()
	p.phone = sync.OnceValues(func() (*phoneBoard, error) { return newPhoneBoard(m, lex, &p.theme, p.pal) })
	var err error
	if p.board.base, err = raster.NewBackdrop(p.pal, empty.Sketch, emptySize); err != nil {
		return nil, err
	}
	return p, nil
}

// lettering is how names and signs are written on a board.
func lettering(m *railmap.Map, lex *engine.Lexicon) geometry.Lettering {
	return geometry.Lettering{
		Remarks: lex.Remarks,
		Width:   func(size float64, text string) float64 { return raster.Bold(size).Width(text) },
		Exit: func(to engine.CityID, r *railmap.Route) string {
			return m.Cities[to].Name + " " + caption.Connection(r)
		},
	}
}

// phoneLettering is the same for a phone, where the signs at the edges have no room for the names of cities: they say which
// connection leaves there.
func phoneLettering(m *railmap.Map, lex *engine.Lexicon) geometry.Lettering {
	t := lettering(m, lex)
	t.Exit = func(_ engine.CityID, r *railmap.Route) string { return caption.Connection(r) }
	return t
}

// Board draws the whole board, or what is around the city of o.Focus.
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

// picture is a picture while it is drawn.
type picture struct {
	*Painter
	*raster.Canvas // nil until the size is known
	v              *engine.View
	o              *caption.Options
	say            *caption.Caption
	words          caption.Words
}

// picture starts a picture of a view, which already has the names that pictures show.
func (p *Painter) picture(v *engine.View, o *caption.Options) *picture {
	return &picture{Painter: p, v: v, o: o, say: p.say.OnPicture(v, o.Words), words: o.Words}
}

// begin borrows an empty canvas.
func (p *picture) begin(w, h int) {
	p.Canvas = raster.Borrow(p.pal, w, h)
	p.Fill(0, 0, w, h, p.theme.Paper)
}

// finish packs the picture.
func (p *picture) finish(alt string) (raster.Picture, error) {
	defer p.Free()
	return p.Picture(alt)
}

// code is the code of a route.
func (p *picture) code(r engine.RouteID) string { return p.Painter.say.Codes[r] }

// card is the word for a kind of card.
func (p *picture) card(card engine.Card) string { return p.Painter.say.Card(p.words, card) }

// compose lays a whole board out.
func (p *picture) compose() {
	p.Canvas = p.board.base.Canvas()
	d := p.reader()
	p.board.put(p.Canvas, p.v, p.o, d.ringed())
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
