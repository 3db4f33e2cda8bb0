package render

import (
	"slices"
	"strconv"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// Measures of the panel, in pixels.
const (
	panelEdge = 16
	seatW     = panelWidth - 2*panelEdge
	seatH     = 92
	seatStep  = seatH + 8
	iconSize  = 24
	badgeW    = 66
	badgeH    = 38
	marketRow = smallH + 6
	pileLine  = 27
	pilesH    = 14 + 3*pileLine + 6

	marketIndent = 104 // where the words of the market begin
	marketRoom   = seatW - marketIndent

	countStep, countStepFive = 66, 53 // from one number of a seat to the next
)

// panel is what the panel beside the board is made of.
type panel struct {
	seats  [][2]sprite // by seat: waiting, to move
	pieces []sprite    // by kind: icons, on the ground of a card
	harbor sprite
	port   sprite // the same on the ground of a sheet
	pair   sprite // the mark of a space for two cards
	hand   sprite
	ticket sprite
	goods  sprite
	crown  sprite
	badges []sprite // by seat: its piece, on the ground of a sheet
}

func (ws *workshop) newPanel(lex *engine.Lexicon) *panel {
	p := &panel{seats: make([][2]sprite, len(ws.theme.Seats))}
	for i := range p.seats {
		ws.make(&p.seats[i][0], seatW, seatH, ws.theme.Paper, func(s *Sketch) { s.seatBox(i, false) })
		ws.make(&p.seats[i][1], seatW, seatH, ws.theme.Paper, func(s *Sketch) { s.seatBox(i, true) })
	}
	p.badges = make([]sprite, len(ws.theme.Seats))
	for i := range p.badges {
		ws.make(&p.badges[i], badgeW, badgeH, ws.theme.Paper, func(s *Sketch) {
			s.piece(slot{at: point{badgeW / 2, badgeH / 2}, length: badgeW - 10, width: badgeH - 10}, 1, i)
		})
	}
	icon := func(into *sprite, draw func(*Sketch)) { ws.make(into, iconSize, iconSize, ws.theme.Card, draw) }
	p.pieces = make([]sprite, len(lex.Pieces))
	for i, name := range lex.Pieces {
		icon(&p.pieces[i], func(s *Sketch) { s.pieceIcon(name) })
	}
	harbor := func(s *Sketch) {
		s.dc.DrawCircle(12, 12, 11)
		s.fill(s.theme.Harbor)
		s.anchor(12, 12, 8)
		s.fill(s.theme.Card)
	}
	icon(&p.harbor, harbor)
	ws.make(&p.port, iconSize, iconSize, ws.theme.Paper, harbor)
	ws.make(&p.pair, iconSize, iconSize, ws.theme.Paper, func(s *Sketch) {
		s.dc.DrawCircle(12, 12, 11)
		s.fill(s.theme.Ink)
		s.dc.DrawCircle(12, 12, 9.5)
		s.fill(s.theme.Card)
		s.dc.SetColor(s.theme.Ink)
		s.pair(12, 12, 7)
	})
	icon(&p.hand, func(s *Sketch) {
		s.box(2, 5, 12, 16, 2, s.theme.Card, s.theme.Ink, 1.6)
		s.box(9, 3, 12, 16, 2, s.theme.Border, s.theme.Ink, 1.6)
	})
	icon(&p.ticket, func(s *Sketch) {
		s.box(2, 4, 20, 16, 3, s.theme.Card, s.theme.Ink, 1.6)
		s.dc.DrawLine(7, 15, 16, 9)
		s.dc.SetLineWidth(1.6)
		s.dc.Stroke()
		s.dc.DrawCircle(7, 15, 2.6)
		s.dc.NewSubPath()
		s.dc.DrawCircle(16, 9, 2.6)
		s.fill(s.theme.Bad)
	})
	icon(&p.goods, func(s *Sketch) {
		s.dc.SetColor(s.theme.Ink)
		s.cart(12, 13, 11)
	})
	icon(&p.crown, func(s *Sketch) {
		s.symbol(Star, 12, 12, 11)
		s.dc.SetColor(s.theme.Mark)
		s.dc.FillPreserve()
		s.dc.SetColor(s.theme.Ink)
		s.dc.SetLineWidth(1.6)
		s.dc.Stroke()
	})
	return p
}

// seatBox draws the box of a seat; the box of one that is to move is framed and points at it.
func (s *Sketch) seatBox(seat int, moves bool) {
	t := s.theme
	if moves {
		s.box(2, 2, seatW-4, seatH-4, 12, t.Card, t.Ink, 4)
	} else {
		s.box(2, 2, seatW-4, seatH-4, 12, t.Card, t.Line, 2)
	}
	s.piece(slot{at: point{42, 30}, length: 54, width: 27}, 1, seat)
}

// drawPanel writes the panel: heading, seats, market, piles.
func (p *painter) drawPanel(c *canvas, v *engine.View, o *Options) {
	x := p.board.w - panelWidth
	c.rect(x, 0, panelWidth, c.h, p.theme.Paper)
	c.rect(x, 0, 2, c.h, p.theme.Line)
	left := x + panelEdge
	y := p.drawHeading(c, v, o, left)
	for _, team := range parties(v) {
		if v.Uses(engine.UsesTeams) {
			p.drawTeam(c, v, o, team, left, y)
			y += teamH(len(team)) + 8
			continue
		}
		p.drawSeat(c, v, int(team[0]-1), left, y)
		y += seatStep
	}
	if v.Tunnel != nil {
		y = p.drawDig(c, v, o, left, y+8)
	}
	y = p.drawMarket(c, v, o, left, y+12)
	p.drawPiles(c, v, o, left, y+14)
}

// drawHeading writes the map's name and where the game stands, and returns where the seats begin.
func (p *painter) drawHeading(c *canvas, v *engine.View, o *Options, x int) int {
	c.text(bold, 28, float64(x), 42, p.theme.Ink, fit(bold, 28, seatW, mapName(o.Words, p.m)))
	ink, w := p.theme.Faint, regular
	state := o.Words("render.played", "Count", int(v.Ply))
	switch {
	case v.Phase == engine.IsOver:
		state = o.Words("render.over")
	case v.LastRound:
		state, ink, w = o.Words("render.last-round", "Count", v.TurnsLeft), p.theme.Bad, bold
	case v.Phase == engine.InSetup:
		state = o.Words(setupWord(v))
	case len(v.ToMove) == 1:
		state = o.Words("render.to-move", "Name", shortName(v.Seat(v.ToMove[0]).Name))
	}
	c.text(w, 19, float64(x), 68, ink, fit(w, 19, seatW, state))
	return 82
}

// drawSeat writes a seat's box: name and points, and what the seat has.
func (p *painter) drawSeat(c *canvas, v *engine.View, i, x, y int) {
	s := &v.Seats[i]
	moves := 0
	if v.Moves(s.Seat) {
		moves = 1
	}
	c.putAt(&p.panel.seats[i][moves], x, y)
	score := number(s.Points())
	c.textRight(bold, 30, float64(x+seatW-16), y+41, p.theme.Ink, score)
	room := float64(seatW-16-78-8) - width(bold, 30, score)
	if won(v, s.Seat) {
		room -= iconSize + 8
		c.putAt(&p.panel.crown, x+seatW-16-iconSize-8-int(width(bold, 30, score)), y+19)
	}
	c.text(bold, 22, float64(x+78), y+38, p.theme.Ink, fit(bold, 22, room, tidy(s.Name)))

	at := x + 16
	step := countStep
	if v.Uses(engine.UsesPorts) { // five numbers
		step = countStepFive
	}
	for kind, n := range s.Pieces {
		if kind < len(p.panel.pieces) {
			at = p.drawCount(c, &p.panel.pieces[kind], at, y+56, n, step)
		}
	}
	at = p.drawCount(c, &p.panel.hand, at, y+56, s.Hand.N, step)
	at = p.drawCount(c, &p.panel.ticket, at, y+56, s.Tickets.N, step)
	if v.Uses(engine.UsesPorts) {
		p.drawCount(c, &p.panel.harbor, at, y+56, s.PortsLeft, step)
	}
	if v.Uses(engine.UsesGoods) {
		p.drawCount(c, &p.panel.goods, at, y+56, s.Goods, step)
	}
}

func won(v *engine.View, s engine.Seat) bool { return slices.Contains(v.Winners, s) }

// drawCount writes an icon and a number, and returns where the next may begin.
func (p *painter) drawCount(c *canvas, icon *sprite, x, y, n, step int) int {
	c.putAt(icon, x, y)
	c.text(bold, 19, float64(x+iconSize+4), y+19, p.theme.Ink, strconv.Itoa(n))
	return x + step
}

// drawMarket lists the market: slot, card, word.
func (p *painter) drawMarket(c *canvas, v *engine.View, o *Options, x, y int) int {
	c.text(bold, 21, float64(x), y+20, p.theme.Ink, fit(bold, 21, seatW, o.Words("render.market")))
	y += 32
	step := marketRow
	if y+len(v.Market)*step+pilesH > c.h { // six seats and a tunnel leave little room
		step = smallH + 2
	}
	for i, card := range v.Market {
		c.textMid(bold, 20, float64(x+10), y+26, p.theme.Faint, strconv.Itoa(i+1))
		if card == engine.NoCard || int(card) >= len(p.lex.Faces) {
			c.putAt(&p.cards.none, x+28, y)
			c.text(regular, 20, float64(x+marketIndent), y+26, p.theme.Faint, fit(regular, 20, marketRoom, o.Words("render.empty")))
		} else {
			c.putAt(&p.cards.small[card], x+28, y)
			p.drawMarketWord(c, p.cardWord(o.Words, card), x+marketIndent, y)
		}
		y += step
	}
	return y
}

// drawMarketWord writes the word for a card in a row of the market.
func (p *painter) drawMarketWord(c *canvas, word string, x, y int) {
	lines, size := marketWord(word)
	base := y + 26
	if len(lines) > 1 {
		base = y + 16
	}
	for i, line := range lines {
		c.text(bold, size, float64(x), base+i*(size+1), p.theme.Ink, line)
	}
}

// marketWord is a word of the market as it is written, in what size: on one line if it fits there, else on two.
func marketWord(word string) ([]string, int) {
	const least, onTwo = 18, 17
	size := squeeze(bold, 20, least, marketRoom, word)
	if width(bold, float64(size), word) <= marketRoom {
		return []string{word}, size
	}
	lines := wrap(bold, onTwo, marketRoom, word)
	return lines[:min(2, len(lines))], onTwo
}

// cardWord is the word for a kind of card.
func (p *painter) cardWord(w Words, card engine.Card) string {
	return w(p.cardIDs[card])
}

// drawPiles writes how many cards the piles have.
func (p *painter) drawPiles(c *canvas, v *engine.View, o *Options, x, y int) {
	line := func(id string, n int) {
		if y > c.h-8 {
			return
		}
		number := strconv.Itoa(n)
		c.textRight(bold, 19, float64(x+seatW-4), y+18, p.theme.Ink, number)
		c.text(regular, 19, float64(x), y+18, p.theme.Faint, fit(regular, 19, seatW-16-width(bold, 19, number), o.Words(id)))
		y += pileLine
	}
	for _, d := range v.Decks {
		words := pileWords[d.Pile]
		line(words.deck, d.Cards)
		line(words.discards, d.Discards)
	}
	line("render.tickets-left", v.TicketsLeft)
	if v.Uses(engine.UsesGoods) {
		line("render.goods-left", v.Stock)
	}
	p.drawRemarks(c, o, x, y+14)
}

// drawLegend explains the signs of harbours and of spaces for two cards, where the map has such and there is room.
func (p *painter) drawLegend(c *canvas, o *Options, x, y int) int {
	line := func(icon *sprite, text string) {
		if y+pileLine > c.h-8 {
			return
		}
		c.putAt(icon, x, y)
		c.text(regular, 18, float64(x+iconSize+8), y+18, p.theme.Faint, fit(regular, 18, seatW-iconSize-8, text))
		y += pileLine
	}
	if slices.ContainsFunc(p.m.Cities, func(c railmap.City) bool { return c.Port }) {
		line(&p.panel.port, o.Words("render.legend-harbor"))
	}
	if slices.ContainsFunc(p.m.Routes, func(r railmap.Route) bool { return r.Pairs > 0 }) {
		line(&p.panel.pair, o.Words("render.legend-pair"))
	}
	return y
}

// drawRemarks explains the signs of routes with a rule of their own, as far as there is room.
func (p *painter) drawRemarks(c *canvas, o *Options, x, y int) {
	y = p.drawLegend(c, o, x, y)
	for r := range p.m.Routes {
		note, ok := remarkOn(p.m, engine.RouteID(r))
		if !ok {
			continue
		}
		for _, line := range wrap(regular, 18, seatW, p.codes[r]+" · "+note.Sign+": "+o.Words(note.Text)) {
			if y += 24; y > c.h-8 {
				return
			}
			c.text(regular, 18, float64(x), y, p.theme.Faint, line)
		}
	}
}
