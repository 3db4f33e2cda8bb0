package table

import (
	"image/color"
	"slices"
	"strconv"

	"konduktor/engine"
	"konduktor/engine/prospect"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// Measures of the private picture of a table, in pixels.
const (
	columnsMost = 9 // kinds of cards for which there is room
	columnW     = 90
	columnH     = 104
	columnLabel = 136
	columnStep  = (boxW - 2*boxPad - columnLabel) / columnsMost
	cardsTop    = 28 // from the edge of the box to the cards
	wordH       = 60 // of the words below the cards: every other one stands lower, so that long ones have room
	leastText   = 25 // the smallest lettering of a private picture, 9 pixels tall where it is shown 400 wide
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
func (p *Painter) Hand(v engine.View, o caption.Options) (raster.Picture, error) {
	if err := o.CheckHand(&v, p.m, len(p.theme.Seats)); err != nil {
		return raster.Picture{}, err
	}
	c := p.composeHand(p.say.Drawn(&v, &o), &o)
	defer c.Free()
	return c.Picture(p.say.TableHandAlt(&v, &o))
}

// composeHand lays out the private picture of a viewer who has a seat.
func (p *Painter) composeHand(v *engine.View, o *caption.Options) *raster.Canvas {
	own, choice := v.Own(), caption.ChoiceOf(v)
	chips := p.chipsH(v, own)
	h := bandH + boxGap + columnsH + boxGap + p.marketH(v, o) + boxGap + p.ticketsH(&choice) + chips + tableEdge
	c := p.blankTable(h)
	p.drawBand(c, v, o, o.Words("render.hand", "Name", caption.ShortName(own.Name)))
	y := bandH + boxGap
	p.drawColumns(c, v, o, own, &choice, y)
	y += columnsH + boxGap
	p.drawMarket(c, v, o, y)
	y += p.marketH(v, o) + boxGap
	p.drawTickets(c, v, o, &choice, y)
	return c
}

// columnsH is how tall the box is in which every kind of card has a column.
const columnsH = cardsTop + columnH + wordH + 12 + 3*cellH + yardCellH + boxPad

// columnX is the middle of a card's column.
func columnX(i int) int { return tableEdge + boxPad + columnLabel + i*columnStep + columnStep/2 }

// drawColumns draws a column for each kind of card.
func (p *Painter) drawColumns(c *raster.Canvas, v *engine.View, o *caption.Options, own *engine.SeatView, choice *caption.Choice, y int) {
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
		p.drawLayCell(c, v, card, top)
	}
}

// stripe draws a pale ground behind a row of the columns, so that the eye keeps to it.
func (p *Painter) stripe(c *raster.Canvas, y, h int) {
	c.Fill(tableEdge+boxPad-6, y, boxW-2*boxPad+12, h, p.theme.Land)
}

// drawLabel writes what a row of the columns is, on two lines if one has no room for it.
func (p *Painter) drawLabel(c *raster.Canvas, text string, mid int) {
	const room = columnLabel - 6
	lines := smallBold.Wrap(room, text)
	lines = lines[:min(2, len(lines))]
	for i, line := range lines {
		base := mid + 9 + i*28 - (len(lines)-1)*14
		c.Text(smallBold, tableEdge+boxPad, base, p.theme.Ink, line)
	}
}

// drawHandCard draws how many cards of a kind a seat holds.
func (p *Painter) drawHandCard(c *raster.Canvas, o *caption.Options, own *engine.SeatView, card engine.Card, x, y int) {
	n := int(own.Hand.Cards[card])
	ink := p.theme.Ink
	if n == 0 {
		c.PutAt(&p.faces.pale[card], x, y)
		ink = p.theme.Faint
	} else {
		c.PutAt(&p.faces.hands[card], x, y)
	}
	word := smallRegular.Fit(2*columnStep-8, p.say.Card(o.Words, card))
	mid := min(float64(x)+columnW/2, tableEdge+boxW-boxPad-smallRegular.Width(word)/2)
	c.TextMid(smallRegular, mid, y+columnH+26+int(card)%2*29, ink, word)
	if n > 0 {
		p.drawDisc(c, &p.kit.bigDisc, x+columnW-bigDiscW+12, y-20, strconv.Itoa(n))
	}
}

// drawNeeds writes how many cards of each colour the seat's tickets need, and how many more those on offer would.
func (p *Painter) drawNeeds(c *raster.Canvas, choice *caption.Choice, y int) {
	needs, more := p.sum(choice.Rest), p.sum(choice.Offer)
	for i := range p.lex.Faces {
		mid := float64(columnX(i))
		switch n, extra := int(needs[i]), int(more[i]); {
		case n == 0 && extra == 0:
			if engine.Card(i) != p.wild {
				c.TextMid(raster.Regular(30), mid, y+40, p.theme.Faint, "·")
			}
		case extra == 0:
			c.TextMid(raster.Bold(34), mid, y+41, p.theme.Ink, strconv.Itoa(n))
		case n == 0:
			c.TextMid(raster.Bold(30), mid, y+40, p.theme.Accent, caption.Signed(extra))
		default:
			at := mid - (raster.Bold(34).Width(strconv.Itoa(n))+raster.Bold(26).Width(caption.Signed(extra))+4)/2
			at = c.Text(raster.Bold(34), at, y+41, p.theme.Ink, strconv.Itoa(n)) + 4
			c.Text(raster.Bold(26), at, y+40, p.theme.Accent, caption.Signed(extra))
		}
	}
}

// sum are the cards that tickets need together.
func (p *Painter) sum(list []engine.TicketID) engine.Cards {
	var all engine.Cards
	for _, t := range list {
		needs := p.needs(t)
		all = all.Plus(&needs)
	}
	return all
}

// drawOwnTrack writes what lies on the own track where the table plays with open tracks, else only how much (K3).
func (p *Painter) drawOwnTrack(c *raster.Canvas, o *caption.Options, own *engine.SeatView, y int) {
	if !own.Track.Known || own.Track.N == 0 {
		x := columnX(0) - columnW/2 + 4
		c.PutAt(&p.faces.pile, x, y+10)
		text := o.Words("render.face-down", "Count", own.Track.N)
		if own.Track.N == 0 {
			text = o.Words("render.rack-empty")
		}
		c.TextFit(raster.Regular(28), float64(x+pileW+14), y+39, 700, p.theme.Ink, text)
		return
	}
	for i := range p.lex.Faces {
		n, ink := int(own.Track.Cards[i]), p.theme.Ink
		if n == 0 {
			c.TextMid(raster.Regular(30), float64(columnX(i)), y+40, p.theme.Faint, "·")
			continue
		}
		c.TextMid(raster.Bold(34), float64(columnX(i)), y+41, ink, strconv.Itoa(n))
	}
}

// drawYardCells draws the rows of all railyards below their colours. A colour never lies in two railyards (K5).
func (p *Painter) drawYardCells(c *raster.Canvas, v *engine.View, o *caption.Options, y int) {
	empty := true
	for i := range v.Seats {
		for _, r := range v.Seats[i].Yard {
			p.drawYardCell(c, r, v.Seats[i].Seat, y)
			empty = false
		}
	}
	if empty {
		c.Text(raster.Regular(28), float64(columnX(0)-columnW/2+4), y+yardCellH/2+9, p.theme.Faint, o.Words("render.rack-empty"))
	}
}

// drawYardCell draws whose row of a colour lies in a railyard, how long it is and how many of it are locomotives.
func (p *Painter) drawYardCell(c *raster.Canvas, r engine.Row, owner engine.Seat, y int) {
	mid := columnX(int(r.Card))
	c.PutAt(&p.kit.yards[owner-1], mid-pieceW/2, y+3)
	text := strconv.Itoa(r.N)
	w := raster.Bold(34).Width(text)
	if r.Wilds == 0 {
		c.TextMid(raster.Bold(34), float64(mid), y+yardCellH-14, p.theme.Ink, text)
		return
	}
	loco := strconv.Itoa(r.Wilds)
	at := float64(mid) - (w+6+starW+2+smallBold.Width(loco))/2
	at = c.Text(raster.Bold(34), at, y+yardCellH-14, p.theme.Ink, text) + 6
	c.PutAt(&p.kit.star, int(at), y+yardCellH-14-starW+3)
	c.Text(smallBold, at+starW+2, y+yardCellH-14, p.theme.Faint, loco)
}

// drawLayCell writes how many cards of a colour can be laid at the least, and whether the hand has them; a colour in the
// own railyard has to wait (K5).
func (p *Painter) drawLayCell(c *raster.Canvas, v *engine.View, card engine.Card, y int) {
	mid := float64(columnX(int(card)))
	need := v.LeastRow[card]
	if need == 0 {
		c.TextMid(raster.Bold(30), mid, y+40, p.theme.Faint, "–")
		return
	}
	text := strconv.Itoa(int(need)) + "+"
	if v.MostRow[card] < need {
		c.TextMid(raster.Regular(30), mid, y+40, p.theme.Faint, text)
		return
	}
	at := mid - (signW+raster.Bold(30).Width(text))/2
	c.PutAt(&p.kit.signs[0], int(at)-2, y+9)
	c.Text(raster.Bold(30), at+signW, y+40, p.theme.Good, text)
}

// ticketsH is how tall the box of tickets becomes, without those set aside.
func (p *Painter) ticketsH(choice *caption.Choice) int {
	first, rest := parted(choice)
	h := ticketsHead + p.besideMapH(len(first)) + boxPad
	if len(rest) > 0 {
		h += ticketsHead + geometry.Rows(len(rest), 2)*ticketCellStep
	}
	return h
}

// parted are the tickets beside the map and those below it: on offer first.
func parted(choice *caption.Choice) (first, rest []engine.TicketID) {
	if len(choice.Offer) > 0 {
		return choice.Offer, choice.Rest
	}
	return choice.Rest, nil
}

// besideMapH is how tall the map with n tickets beside and below it becomes.
func (p *Painter) besideMapH(n int) int {
	below := geometry.Rows(max(n-mapTall, 0), 2)
	return max(journeyH(p.m)+ticketCellGap, (min(n, mapTall)+below)*ticketCellStep)
}

// mapTall is how many tickets stand beside the map.
const mapTall = 3

// drawTickets draws the tickets on offer and the own ones with what they need, beside the map.
func (p *Painter) drawTickets(c *raster.Canvas, v *engine.View, o *caption.Options, choice *caption.Choice, y int) {
	own := v.Own()
	chips := p.chipsH(v, own)
	p.drawBox(c, y, p.ticketsH(choice)+chips, false)
	first, rest := parted(choice)
	offered := len(choice.Offer) > 0
	title := "render.hand-tickets"
	switch {
	case offered:
		title = choice.Title
	case len(first) == 0:
		title = "render.no-tickets"
	}
	p.drawTicketsHead(c, o, title, len(first), offered, y)
	y += ticketsHead
	p.drawJourneys(c, first, rest, offered, tableEdge+boxPad, y)
	needs := prospect.Of(v, p.m, own.Seat, slices.Concat(first, rest))
	for i, t := range first {
		x, row := tableEdge+boxPad+ticketCellW+ticketCellGap, i
		if i >= mapTall {
			row = mapTall + (i-mapTall)/2
			x = tableEdge + boxPad + (i-mapTall)%2*(ticketCellW+ticketCellGap)
		}
		p.drawTicketCell(c, own, lettered{t, caption.Letter(i), offered}, needs[i].Cards, x, y+row*ticketCellStep)
	}
	y += p.besideMapH(len(first))
	if len(rest) > 0 {
		p.drawTicketsHead(c, o, "render.hand-tickets", len(rest), false, y)
		y += ticketsHead
		for i, t := range rest {
			p.drawTicketCell(c, own, lettered{t, caption.Letter(len(first) + i), false}, needs[len(first)+i].Cards, tableEdge+boxPad+i%2*(ticketCellW+ticketCellGap), y+i/2*ticketCellStep)
		}
		y += geometry.Rows(len(rest), 2) * ticketCellStep
	}
	p.drawChips(c, v, own, y)
}

func (p *Painter) drawTicketsHead(c *raster.Canvas, o *caption.Options, id string, n int, offered bool, y int) {
	text, ink := o.Words(id), p.theme.Ink
	if offered {
		ink = p.theme.Accent
	}
	if n > 0 {
		text += " · " + strconv.Itoa(n)
	}
	c.TextFit(raster.Bold(28), tableEdge+boxPad, y+38, boxW-2*boxPad, ink, text)
}

// drawTicketCell draws one ticket: its letter as on the map, its cities, the cards that it needs, and its points. Cards that are
// on the own track or in the own railyard already are ticked, as far as the viewer may know.
func (p *Painter) drawTicketCell(c *raster.Canvas, own *engine.SeatView, t lettered, needs []prospect.Pay, x, y int) {
	frame := &p.kit.papers[0]
	if t.offer {
		frame = &p.kit.papers[1]
	}
	c.PutAt(frame, x, y)
	p.drawLetter(c, &t, float64(x)+34, float64(y)+ticketCellH/2)
	const left, room = 64, ticketCellW - 64 - 14
	c.TextShrunk(raster.Bold(27), leastText, float64(x+left), y+37, room, p.theme.Ink, p.trips[t.id])
	points := strconv.Itoa(p.m.Tickets[t.id].Points)
	c.TextRight(raster.Bold(34), float64(x+ticketCellW-14), y+82, p.theme.Ink, points)
	wide := room - int(raster.Bold(34).Width(points)) - 12
	p.drawNeeded(c, own, needs, x+left, y+49, wide)
}

// drawNeeded draws the cards that a ticket needs in a row, no wider than room.
func (p *Painter) drawNeeded(c *raster.Canvas, own *engine.SeatView, needs []prospect.Pay, x, y, room int) {
	n := 0
	for i := range needs {
		n += needs[i].Needs
	}
	step := theme.SmallW + 8
	if n > 1 {
		step = min(step, (room-theme.SmallW)/(n-1))
	}
	for i := range needs {
		got := needs[i].Yard
		if own.Track.Known {
			got += needs[i].Track
		}
		for j := range needs[i].Needs {
			c.PutAt(&p.faces.small[needs[i].Card], x, y)
			if j < got {
				c.PutAt(&p.kit.got, x+theme.SmallW-gotW+4, y+theme.SmallH-gotW+6)
			}
			x += step
		}
	}
}

// ticketFrames are the edges of a ticket: own, on offer.
func ticketFrames(t *theme.Theme) [2]color.RGBA { return [2]color.RGBA{t.Line, t.Accent} }
