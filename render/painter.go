package render

import (
	"errors"
	"fmt"
	"sync"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// panelWidth is the width of the panel to the right of the map.
const panelWidth = 320

// painter is the Painter of one map. All of it is made once and only read afterwards, but for
// what the plate keeps.
type painter struct {
	*vocabulary
	m      *railmap.Map
	lex    *engine.Lexicon
	theme  Theme
	pal    *palette
	board  *plate
	panel  *panel
	teams  *teamSprites
	cards  *cards
	mini   *miniature
	papers *papers
}

// canvases are kept for the next picture: a board is 1.6 MB.
var canvases = sync.Pool{New: func() any { return new(canvas) }}

// NewBoard makes a painter for a map and the title's lexicon. It takes a second or two; make it once and keep it.
// It fails if the lexicon is not of the map.
func NewBoard(m *railmap.Map, lex *engine.Lexicon, t Theme) (Painter, error) {
	return newPainter(m, lex, t)
}

func newPainter(m *railmap.Map, lex *engine.Lexicon, t Theme) (*painter, error) {
	if err := fits(m, lex); err != nil {
		return nil, fmt.Errorf("make a painter for the map %s: %w", m.Title, err)
	}
	p := &painter{m: m, lex: lex, theme: t, vocabulary: newVocabulary(m, lex)}
	ws := &workshop{theme: &p.theme, seen: seenColors{}, board: seenColors{}}
	l := boardLayout(m)
	var base *Sketch
	p.board, base = ws.newPlate(l, int(l.w)+panelWidth, int(l.h))
	p.panel = ws.newPanel(lex)
	p.teams = ws.newTeams()
	p.cards = ws.newCards(lex)
	p.mini = ws.newMiniature(m)
	p.papers = ws.newPapers(p.mini)
	ws.finish()
	p.pal = ws.pal
	if err := p.board.paint(p.pal, base); err != nil {
		return nil, fmt.Errorf("make a painter for the map %s: %w", m.Title, err)
	}
	return p, nil
}

// fits reports why a lexicon is not of the map, nil if it is.
func fits(m *railmap.Map, lex *engine.Lexicon) error {
	switch {
	case lex == nil:
		return errors.New("no lexicon")
	case len(m.Routes) != len(lex.Routes), len(m.Cities) != len(lex.Cities), len(m.Tickets) != len(lex.Tickets):
		return errors.New("the lexicon has other routes, cities or tickets than the map")
	case !(m.Aspect > 0.2 && m.Aspect < 5):
		return fmt.Errorf("an aspect of %g, not between 0.2 and 5", m.Aspect)
	}
	return nil
}

// check reports why a picture cannot be made, nil if it can.
func (p *painter) check(v *engine.View, o *Options) error {
	if o.Words == nil {
		return errors.New("options have no words")
	}
	if len(v.Seats) > len(p.theme.Seats) {
		return fmt.Errorf("%d seats, the theme has %d", len(v.Seats), len(p.theme.Seats))
	}
	if err := errors.Join(p.checkRoutes(o.Marked), p.checkRoutes(v.Closed)); err != nil {
		return err
	}
	if err := p.checkTunnel(v); err != nil {
		return err
	}
	for i := range v.Seats {
		if err := p.checkSeat(&v.Seats[i]); err != nil {
			return fmt.Errorf("seat %d: %w", i+1, err)
		}
	}
	return nil
}

func (p *painter) checkSeat(s *engine.SeatView) error {
	err := errors.Join(p.checkRoutes(s.Routes), p.checkPorts(s.Ports), p.checkTickets(s.Tickets.IDs), p.checkTickets(s.RackTickets.IDs),
		p.checkTickets(s.Offer.IDs))
	if s.Final != nil {
		err = errors.Join(err, p.checkTickets(s.Final.Completed), p.checkTickets(s.Final.Failed))
	}
	if s.Drawn != engine.NoCard && int(s.Drawn) >= len(p.lex.Faces) {
		err = errors.Join(err, fmt.Errorf("card %d is not of the title", s.Drawn))
	}
	return err
}

// checkTunnel reports why a view's undecided tunnel cannot be drawn, nil if it can.
func (p *painter) checkTunnel(v *engine.View) error {
	t := v.Tunnel
	if t == nil {
		return nil
	}
	if t.Seat < 1 || int(t.Seat) > len(v.Seats) {
		return fmt.Errorf("seat %d digs a tunnel, there are %d", t.Seat, len(v.Seats))
	}
	if err := p.checkRoutes([]engine.RouteID{t.Route}); err != nil {
		return err
	}
	for _, card := range t.Revealed {
		if int(card) >= len(p.lex.Faces) {
			return fmt.Errorf("card %d is not of the title", card)
		}
	}
	return nil
}

func (p *painter) checkRoutes(list []engine.RouteID) error {
	for _, r := range list {
		if int(r) >= len(p.m.Routes) {
			return fmt.Errorf("route %d is not on the map", r)
		}
	}
	return nil
}

func (p *painter) checkPorts(list []engine.CityID) error {
	for _, c := range list {
		if int(c) >= len(p.m.Cities) || !p.m.Cities[c].Port {
			return fmt.Errorf("city %d is not one with a harbour", c)
		}
	}
	return nil
}

func (p *painter) checkTickets(list []engine.TicketID) error {
	for _, t := range list {
		if int(t) >= len(p.m.Tickets) {
			return fmt.Errorf("ticket %d is not of the map", t)
		}
	}
	return nil
}

// Board draws the whole board, or what is around the city of o.Focus.
func (p *painter) Board(v engine.View, o Options) (Picture, error) {
	if err := p.check(&v, &o); err != nil {
		return Picture{}, fmt.Errorf("draw a board: %w", err)
	}
	if o.Focus != "" {
		return p.closeUp(&v, &o)
	}
	c := canvases.Get().(*canvas)
	defer canvases.Put(c)
	p.compose(c, &v, &o)
	return p.finish(c, p.boardAlt(&v, &o))
}

// compose lays a whole board out on the canvas.
func (p *painter) compose(c *canvas, v *engine.View, o *Options) {
	c.pal = p.pal
	c.resize(p.board.w, p.board.h)
	copy(c.pix, p.board.base)
	p.board.put(c, v, o, p.ringed(v, o))
	p.drawStops(c, v, o)
	p.drawPanel(c, v, o)
}

// ringed says which cities to ring, by city; nil for none.
func (p *painter) ringed(v *engine.View, o *Options) []bool {
	own := v.Own()
	if !o.Private || own == nil {
		return nil
	}
	ringed := make([]bool, len(p.m.Cities))
	for _, list := range [][]engine.TicketID{own.Tickets.IDs, own.RackTickets.IDs, own.Offer.IDs} {
		for _, t := range list {
			for _, c := range p.m.Tickets[t].Cities {
				ringed[c] = true
			}
		}
	}
	return ringed
}

func (p *painter) finish(c *canvas, alt string) (Picture, error) {
	png, err := c.png()
	if err != nil {
		return Picture{}, fmt.Errorf("pack a picture: %w", err)
	}
	return Picture{PNG: png, Alt: alt, Width: c.w, Height: c.h}, nil
}
