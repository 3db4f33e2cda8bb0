package render

import (
	"errors"
	"fmt"
	"image/color"

	"github.com/konduktor-bot/konduktor/engine"
)

// Measures of the private picture of a table, in pixels.
const (
	columnsMost = 9 // kinds of cards for which there is room
	columnW     = 90
	columnH     = 104
	columnLabel = 130
	columnStep  = (boxW - 2*boxPad - columnLabel) / columnsMost
	cardsTop    = 28 // from the edge of the box to the cards
	wordH       = 26 // of the words below the cards
	cellH       = 58
	yardCellH   = 104

	ticketCellGap  = 12
	ticketCellW    = (boxW - 2*boxPad - ticketCellGap) / 2
	ticketCellH    = 96
	ticketCellStep = ticketCellH + ticketCellGap
	ticketsHead    = 50
)

// Hand draws what one seat knows: by colour its cards, what its tickets need, what lies in the railyards and what can be
// laid on that; then the market, and its tickets with a map of where they lead.
func (p *tablePainter) Hand(v engine.View, o Options) (Picture, error) {
	if err := p.check(&v, &o); err != nil {
		return Picture{}, fmt.Errorf("draw a hand: %w", err)
	}
	if v.Own() == nil {
		return Picture{}, errors.New("draw a hand: a bystander has none")
	}
	c := canvases.Get().(*canvas)
	defer canvases.Put(c)
	p.composeHand(c, &v, &o)
	return c.picture(clip(HandText(v, p.m, o.Words)))
}

// composeHand lays the private picture of a viewer who has a seat out on the canvas.
func (p *tablePainter) composeHand(c *canvas, v *engine.View, o *Options) {
	own, choice := v.Own(), choiceOf(v)
	chips := p.chipsH(v, own)
	h := bandH + boxGap + columnsH + boxGap + marketH + boxGap + p.ticketsH(&choice) + chips + tableEdge
	p.cloth(c, h)
	p.drawBand(c, v, o, o.Words("render.hand", "Name", shortName(own.Name)))
	y := bandH + boxGap
	p.drawColumns(c, v, o, own, &choice, y)
	y += columnsH + boxGap
	p.drawMarket(c, v, o, y)
	y += marketH + boxGap
	p.drawTickets(c, v, o, &choice, y)
}

// columnsH is how tall the box is in which every kind of card has a column.
const columnsH = cardsTop + columnH + wordH + 12 + 3*cellH + yardCellH + boxPad

// columnX is the middle of a card's column.
func columnX(i int) int { return tableEdge + boxPad + columnLabel + i*columnStep + columnStep/2 }

// drawColumns draws a column for each kind of card.
func (p *tablePainter) drawColumns(c *canvas, v *engine.View, o *Options, own *engine.SeatView, choice *choice, y int) {
	p.drawBox(c, y, columnsH, v.Moves(own.Seat))
	top := y + cardsTop
	p.drawLabel(c, o.Words("render.columns-hand"), top+columnH/2)
	for i := range p.lex.Faces {
		p.drawHandCard(c, o, own, engine.Card(i), columnX(i)-columnW/2, top)
	}
	top += columnH + wordH + 12
	p.stripe(c, top, cellH)
	p.drawLabel(c, o.Words("render.columns-needs"), top+cellH/2)
	p.drawNeeds(c, choice, top)
	top += cellH
	p.drawLabel(c, o.Words("render.columns-track"), top+cellH/2)
	p.drawOwnTrack(c, o, own, top)
	top += cellH
	p.stripe(c, top, yardCellH)
	p.drawLabel(c, o.Words("render.columns-yards"), top+yardCellH/2)
	p.drawYardCells(c, v, o, top)
	top += yardCellH
	p.drawLabel(c, o.Words("render.columns-lay"), top+cellH/2)
	for _, card := range p.colors {
		p.drawLayCell(c, v, own, card, top)
	}
}

// stripe draws a pale ground behind a row of the columns, so that the eye keeps to it.
func (p *tablePainter) stripe(c *canvas, y, h int) {
	c.rect(tableEdge+boxPad-6, y, boxW-2*boxPad+12, h, p.theme.Land)
}

// drawLabel writes what a row of the columns is, on two lines if one has no room for it.
func (p *tablePainter) drawLabel(c *canvas, text string, mid int) {
	const room = columnLabel - 6
	lines := wrap(bold, 24, room, text)
	lines = lines[:min(2, len(lines))]
	for i, line := range lines {
		size := squeeze(bold, 24, 16, room, line)
		base := mid + 9 + i*28 - (len(lines)-1)*14
		c.text(bold, size, tableEdge+boxPad, base, p.theme.Ink, line)
	}
}

// drawHandCard draws how many cards of a kind a seat holds.
func (p *tablePainter) drawHandCard(c *canvas, o *Options, own *engine.SeatView, card engine.Card, x, y int) {
	n := int(own.Hand.Cards[card])
	ink := p.theme.Ink
	if n == 0 {
		c.putAt(&p.faces.pale[card], x, y)
		ink = p.theme.Faint
	} else {
		c.putAt(&p.faces.hands[card], x, y)
	}
	word := p.word(o, card)
	size := squeeze(bold, 20, 12, columnStep-3, word)
	c.textMid(bold, size, float64(x)+columnW/2, y+columnH+22, ink, fit(bold, float64(size), columnStep-3, word))
	if n > 0 {
		p.drawDisc(c, &p.kit.bigDisc, x+columnW-lampW+12, y-20, itoa(n))
	}
}

// drawNeeds writes how many cards of each colour the seat's tickets need, and how many more those on offer would.
func (p *tablePainter) drawNeeds(c *canvas, choice *choice, y int) {
	needs, more := p.sum(choice.rest), p.sum(choice.offer)
	for i := range p.lex.Faces {
		mid := float64(columnX(i))
		switch n, extra := int(needs[i]), int(more[i]); {
		case n == 0 && extra == 0:
			if engine.Card(i) != p.wild {
				c.textMid(regular, 30, mid, y+40, p.theme.Faint, "·")
			}
		case extra == 0:
			c.textMid(bold, 34, mid, y+41, p.theme.Ink, itoa(n))
		case n == 0:
			c.textMid(bold, 30, mid, y+40, p.theme.Accent, signed(extra))
		default:
			at := mid - (width(bold, 34, itoa(n))+width(bold, 26, signed(extra))+4)/2
			at = c.text(bold, 34, at, y+41, p.theme.Ink, itoa(n)) + 4
			c.text(bold, 26, at, y+40, p.theme.Accent, signed(extra))
		}
	}
}

// sum are the cards that tickets need together.
func (p *tablePainter) sum(list []engine.TicketID) engine.Cards {
	var all engine.Cards
	for _, t := range list {
		needs := p.needs(t)
		all = all.Plus(&needs)
	}
	return all
}

// drawOwnTrack writes what lies on the own track where the table plays with open tracks, else only how much (K3).
func (p *tablePainter) drawOwnTrack(c *canvas, o *Options, own *engine.SeatView, y int) {
	if !own.Track.Known || own.Track.N == 0 {
		x := columnX(0) - columnW/2 + 4
		c.putAt(&p.faces.pile, x, y+10)
		text := o.Words("render.face-down", "Count", own.Track.N)
		if own.Track.N == 0 {
			text = o.Words("render.rack-empty")
		}
		c.text(regular, 28, float64(x+pileW+14), y+39, p.theme.Ink, fit(regular, 28, 700, text))
		return
	}
	for i := range p.lex.Faces {
		n, ink := int(own.Track.Cards[i]), p.theme.Ink
		if n == 0 {
			c.textMid(regular, 30, float64(columnX(i)), y+40, p.theme.Faint, "·")
			continue
		}
		c.textMid(bold, 34, float64(columnX(i)), y+41, ink, itoa(n))
	}
}

// drawYardCells draws the rows of all railyards below their colours. A colour never lies in two railyards (K5).
func (p *tablePainter) drawYardCells(c *canvas, v *engine.View, o *Options, y int) {
	empty := true
	for i := range v.Seats {
		for _, r := range v.Seats[i].Yard {
			p.drawYardCell(c, r, v.Seats[i].Seat, y)
			empty = false
		}
	}
	if empty {
		c.text(regular, 28, float64(columnX(0)-columnW/2+4), y+yardCellH/2+9, p.theme.Faint, o.Words("render.rack-empty"))
	}
}

// drawYardCell draws whose row of a colour lies in a railyard, how long it is and how many of it are locomotives.
func (p *tablePainter) drawYardCell(c *canvas, r engine.Row, owner engine.Seat, y int) {
	mid := columnX(int(r.Card))
	c.putAt(&p.kit.yards[owner-1], mid-pieceW/2, y+3)
	text := itoa(r.N)
	w := width(bold, 34, text)
	if r.Wilds == 0 {
		c.textMid(bold, 34, float64(mid), y+yardCellH-14, p.theme.Ink, text)
		return
	}
	loco := itoa(r.Wilds)
	at := float64(mid) - (w+6+starW+2+width(bold, 24, loco))/2
	at = c.text(bold, 34, at, y+yardCellH-14, p.theme.Ink, text) + 6
	c.putAt(&p.kit.star, int(at), y+yardCellH-14-starW+3)
	c.text(bold, 24, at+starW+2, y+yardCellH-14, p.theme.Faint, loco)
}

// drawLayCell writes how many cards of a colour can be laid at the least, and whether the hand has them; a colour in the
// own railyard has to wait (K5).
func (p *tablePainter) drawLayCell(c *canvas, v *engine.View, own *engine.SeatView, card engine.Card, y int) {
	mid := float64(columnX(int(card)))
	need, waits := rowNeeds(v, own, card)
	if waits {
		c.textMid(bold, 30, mid, y+40, p.theme.Faint, "–")
		return
	}
	text := itoa(need) + "+"
	if rowOf(&own.Hand.Cards, card, p.wild) < need {
		c.textMid(regular, 30, mid, y+40, p.theme.Faint, text)
		return
	}
	at := mid - (signW+width(bold, 30, text))/2
	c.putAt(&p.kit.signs[0], int(at)-2, y+9)
	c.text(bold, 30, at+signW, y+40, p.theme.Good, text)
}

// rowNeeds is how many cards a row of a colour needs now: two, or more than another seat's row that it robs; waits says
// that the colour still lies in the own railyard (K5).
func rowNeeds(v *engine.View, own *engine.SeatView, card engine.Card) (need int, waits bool) {
	need = 2
	for i := range v.Seats {
		for _, r := range v.Seats[i].Yard {
			if r.Card != card {
				continue
			}
			if v.Seats[i].Seat == own.Seat {
				return 0, true
			}
			need = max(need, r.N+1)
		}
	}
	return need, false
}

// rowOf is how long a row of a colour a hand can make: with its locomotives, but not of them alone (K5).
func rowOf(hand *engine.Cards, card, wild engine.Card) int {
	if hand[card] == 0 {
		return 0
	}
	n := int(hand[card])
	if wild != engine.NoCard {
		n += int(hand[wild])
	}
	return n
}

// ticketsH is how tall the box of tickets becomes, but for those that are set aside.
func (p *tablePainter) ticketsH(choice *choice) int {
	first, rest := parted(choice)
	h := ticketsHead + p.besideMapH(len(first)) + boxPad
	if len(rest) > 0 {
		h += ticketsHead + rows(len(rest), 2)*ticketCellStep
	}
	return h
}

// parted are the tickets beside the map and those below it: on offer first.
func parted(choice *choice) (first, rest []engine.TicketID) {
	if len(choice.offer) > 0 {
		return choice.offer, choice.rest
	}
	return choice.rest, nil
}

// besideMapH is how tall the map with n tickets beside and below it becomes.
func (p *tablePainter) besideMapH(n int) int {
	below := rows(max(n-mapTall, 0), 2)
	return max(journeyH(p.m)+ticketCellGap, (min(n, mapTall)+below)*ticketCellStep)
}

// mapTall is how many tickets stand beside the map.
const mapTall = 3

// drawTickets draws the tickets on offer and the own ones with what they need, beside the map.
func (p *tablePainter) drawTickets(c *canvas, v *engine.View, o *Options, choice *choice, y int) {
	own := v.Own()
	chips := p.chipsH(v, own)
	p.drawBox(c, y, p.ticketsH(choice)+chips, false)
	first, rest := parted(choice)
	offered := len(choice.offer) > 0
	title := "render.hand-tickets"
	switch {
	case offered:
		title = choice.title
	case len(first) == 0:
		title = "render.no-tickets"
	}
	p.drawTicketsHead(c, o, title, len(first), offered, y)
	y += ticketsHead
	p.drawJourneys(c, [2][]engine.TicketID{first, rest}, tableEdge+boxPad, y)
	for i, t := range first {
		x, row := tableEdge+boxPad+ticketCellW+ticketCellGap, i
		if i >= mapTall {
			row = mapTall + (i-mapTall)/2
			x = tableEdge + boxPad + (i-mapTall)%2*(ticketCellW+ticketCellGap)
		}
		p.drawTicketCell(c, t, offered, x, y+row*ticketCellStep)
	}
	y += p.besideMapH(len(first))
	if len(rest) > 0 {
		p.drawTicketsHead(c, o, "render.hand-tickets", len(rest), false, y)
		y += ticketsHead
		for i, t := range rest {
			p.drawTicketCell(c, t, false, tableEdge+boxPad+i%2*(ticketCellW+ticketCellGap), y+i/2*ticketCellStep)
		}
		y += rows(len(rest), 2) * ticketCellStep
	}
	p.drawChips(c, v, own, y)
}

func (p *tablePainter) drawTicketsHead(c *canvas, o *Options, id string, n int, offered bool, y int) {
	text, ink := o.Words(id), p.theme.Ink
	if offered {
		ink = p.theme.Accent
	}
	if n > 0 {
		text += " · " + itoa(n)
	}
	c.text(bold, 28, tableEdge+boxPad, y+38, ink, fit(bold, 28, boxW-2*boxPad, text))
}

// drawTicketCell draws one ticket: its points, its cities, and the cards that it needs.
func (p *tablePainter) drawTicketCell(c *canvas, t engine.TicketID, offered bool, x, y int) {
	frame := &p.kit.papers[0]
	if offered {
		frame = &p.kit.papers[1]
	}
	c.putAt(frame, x, y)
	p.drawDisc(c, &p.kit.bigDisc, x+10, y+(ticketCellH-lampW)/2, itoa(p.m.Tickets[t].Points))
	names := p.trips[t]
	const room = ticketCellW - lampW - 36
	size := squeeze(bold, 27, 21, room, names)
	c.text(bold, size, float64(x+lampW+22), y+37, p.theme.Ink, fit(bold, float64(size), room, names))
	p.drawCards(c, p.needs(t), x+lampW+22, y+49, room)
}

// drawCards draws small faces of cards in a row, no wider than room.
func (p *tablePainter) drawCards(c *canvas, cards engine.Cards, x, y, room int) {
	n := cards.Total()
	step := smallW + 8
	if n > 1 {
		step = min(step, (room-smallW)/(n-1))
	}
	for i := range p.lex.Faces {
		for range cards[i] {
			c.putAt(&p.faces.small[i], x, y)
			x += step
		}
	}
}

// ticketFrames are the edges of a ticket: own, on offer.
func (t *Theme) ticketFrames() [2]color.RGBA { return [2]color.RGBA{t.Line, t.Accent} }
