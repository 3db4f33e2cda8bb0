// Package board draws the titles that are played on a map with routes.
package board

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/caption"
	"konduktor/render/chart"
	"konduktor/render/geometry"
	"konduktor/render/moment"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// Limits for an empty board, in bytes. A whole picture should stay below 250 kB, and the fullest
// game adds up to 49; private pictures show only a window of their board.
const (
	emptySize = 150_000
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
	named  *geometry.Layout // of the board, with the names
	names  []lazy           // by city: the name at its usual place
	icons  *icons
	mates  []raster.Sprite // pieces by seat
	movers []raster.Sprite // the same, of those who are to move
	pieces []raster.Sprite // the same, larger, on the line of news
	tokens map[string][]raster.Sprite
	papers *papers
	kit    *phoneKit
	signs  []*legendSign
	phone  func() (*phoneBoard, error) // made for the first private picture
	choice func() (*choiceBoard, error)
	film   func() (*filmBoard, error)
	inset  func() (*boardCache, error) // the whole in a corner of its part
	night  func() (*nightBoard, error) // the map of end cards
}

// New makes a painter for a map and its title's lexicon.
func New(m *railmap.Map, lex *engine.Lexicon, t theme.Theme) (*Painter, error) {
	pen := caption.Pen{Plain: raster.Plain, Seats: t.SeatNames()}
	p := &Painter{m: m, lex: lex, theme: t, say: caption.NewPhrases(m, lex, pen)}
	p.choice = sync.OnceValues(p.newChoiceBoard)
	p.film = sync.OnceValues(p.newFilmBoard)
	p.inset = sync.OnceValues(p.newInset)
	p.night = sync.OnceValues(p.newNightBoard)
	ws := theme.NewBuilder(&p.theme)
	l := geometry.ForBoard(m, lettering(m, lex))
	bare := *l
	bare.Labels, bare.Exits = nil, l.Unsigned()
	p.named, p.board = l, newBoardCache(&bare, &p.theme)
	p.names = make([]lazy, len(l.Cities))
	empty := p.board.drawEmpty(l, int(l.W), int(l.H)+l.Foot())
	ws.CountBackdrop(empty.Sketch)
	samplePieces(ws, l.Sizes.Scale)
	p.icons = newIcons(ws)
	p.mates = ws.Pieces(mateW, mateH, 10, 9, 1, 0, ws.Card)
	p.movers = ws.Pieces(mateW, mateH, 10, 9, 1, 0, ws.Ink)
	p.pieces = ws.Pieces(newsW, newsH, 10, 9, 1.3, 0, ws.Mark)
	p.tokens = newTokens(ws)
	p.papers = newPapers(ws)
	p.kit = newPhoneKit(ws, lex.Faces)
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

// Prepare makes the boards of private pictures.
func (p *Painter) Prepare() error {
	_, err := p.phone()
	_, other := p.choice()
	return errors.Join(err, other)
}

func lettering(m *railmap.Map, lex *engine.Lexicon) geometry.Lettering {
	return geometry.Lettering{
		Remarks: lex.Remarks,
		Width:   func(size float64, text string) float64 { return raster.Narrow(size).Width(text) },
		Exit: func(to engine.CityID, _ *railmap.Route) string {
			return m.Cities[to].Name
		},
		Short: caption.Connection,
	}
}

// Board draws the whole board or, with o.Focus, a close-up.
func (p *Painter) Board(v engine.View, o caption.Options) (raster.Picture, error) {
	if err := o.Check(&v, p.m, len(p.theme.Seats)); err != nil {
		return raster.Picture{}, fmt.Errorf("draw a board: %w", err)
	}
	if o.Telling {
		if pic, ok, err := moment.Draw(&p.theme, p.say, &v, &o); ok {
			return pic, err
		}
	}
	d := p.picture(p.say.Drawn(&v, &o), &o)
	switch area := d.fresh(); {
	case o.Focus != "":
		if err := d.closeUp(); err != nil {
			return raster.Picture{}, err
		}
	case o.Telling && len(area) > 0 && p.small():
		if err := d.composePart(area); err != nil {
			return raster.Picture{}, err
		}
	default:
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
	box            int // height of a side's box on the strip
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

func (p *picture) compose() {
	p.Canvas = p.board.base.Canvas()
	d, named := p.reader(), p.named
	if d != nil && d.choosing() {
		named = named.Only(d.offered())
	} else {
		named = named.Stressed(p.changed())
	}
	if d != nil {
		d.drawWays(p.board)
		d.drawQuestion(p.board)
	}
	p.board.drawView(p.Canvas, p.v, p.o, d.ringed())
	if d != nil {
		a := d.arrange(p.board, named, geometry.Box(0, 0, named.W, named.H).Grown(-frameEdge))
		d.drawLeaders(a, geometry.Point{})
		named = a.part
		defer d.drawTags(a, geometry.Point{})
		defer d.drawLost(p.board)
	}
	p.drawSigns()
	for _, strong := range []bool{false, true} { // plates lie above the lines to other names
		for i := range named.Labels {
			if lb := &named.Labels[i]; lb.Strong == strong {
				p.putCityName(i, lb)
			}
		}
	}
	p.drawNews(int(p.named.H))
	p.drawStrip(0, p.H-p.named.Strip(), p.named.Strip(), len(caption.Sides(p.v)))
}

// drawSigns draws the signs where routes leave the board. Everybody's picture has large ones for
// claimed routes, and on the bright ground of news for those claimed last.
func (p *picture) drawSigns() {
	all := p.named.Exits
	if len(all) == 0 {
		return
	}
	weights := map[int]int{} // by connection
	if p.reader() == nil {
		for i := range p.v.Seats {
			for _, r := range p.v.Seats[i].Routes {
				weights[p.m.Routes[r].Group] = 1
			}
		}
		for _, r := range p.o.Marked {
			weights[p.m.Routes[r].Group] = freshSign
		}
		all = p.named.Signs(func(group int) int { return weights[group] })
	}
	for i := range all {
		if all[i].Sign != (geometry.Area{}) {
			p.board.putSign(p.Canvas, &all[i], all[i].Weight == freshSign)
		}
	}
}

// freshSign is the weight of a sign of a route claimed last. Those of others' routes have 1.
const freshSign = 2

// putCityName writes a city's name, mostly at its usual place.
func (p *picture) putCityName(i int, lb *geometry.Label) {
	usual := &p.named.Labels[i]
	if lb.Strong || p.m.Cities[i].Unnamed != "" || !slices.Equal(lb.Areas, usual.Areas) {
		p.board.putName(p.Canvas, p.read(i, lb))
		return
	}
	p.PutAll(p.names[i].get(func() []raster.Sprite { return []raster.Sprite{p.board.name(usual)} }))
}

// read is a city's label in the reader's words: only a station without a name has others than the
// board's.
func (p *picture) read(i int, lb *geometry.Label) *geometry.Label {
	if len(lb.Lines) == 0 || p.m.Cities[i].Unnamed == "" {
		return lb
	}
	return p.named.Reads(lb, p.say.City(engine.CityID(i)))
}

// changed are the cities at the ends of the routes claimed, dug or given up last.
func (p *picture) changed() []engine.CityID {
	var all []engine.CityID
	routes := slices.Concat(p.o.Marked, givenUp(p.v, p.o.News))
	if p.v.Tunnel != nil {
		routes = append(routes, p.v.Tunnel.Route)
	}
	for _, r := range routes {
		for _, c := range []engine.CityID{p.m.Routes[r].A, p.m.Routes[r].B} {
			if !slices.Contains(all, c) {
				all = append(all, c)
			}
		}
	}
	return all
}

// Chances draws a finished game's chances to win from turn to turn (o.Chances). It fails while the
// game is not over.
func (p *Painter) Chances(v engine.View, o caption.Options) (raster.Picture, error) {
	if err := o.CheckChances(&v, p.m, len(p.theme.Seats)); err != nil {
		return raster.Picture{}, err
	}
	return chart.Chances(&p.theme, p.pal, p.say, &v, &o)
}
