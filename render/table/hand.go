package table

import (
	"slices"
	"strconv"

	"konduktor/engine"
	"konduktor/engine/prospect"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// Sizes of the private picture, in pixels.
const (
	columnsMost = 9 // kinds of cards
	columnW     = 90
	columnH     = 104
	columnLabel = 136
	columnStep  = (boxW - 2*boxPad - columnLabel) / columnsMost
	cardsTop    = 28 // from the edge of the box to the cards
	wordH       = 60 // words below the cards, in two staggered lines
	leastText   = 25 // smallest lettering: 9 pixels tall on a phone, where pictures are 400 wide
	cellH       = 58
	yardCellH   = 104

	ticketCellGap  = 12
	ticketCellW    = (boxW - 2*boxPad - ticketCellGap) / 2
	ticketCellH    = 96
	ticketCellStep = ticketCellH + ticketCellGap
	ticketsHead    = 50
)

// Hand draws what one seat knows, by colour: its cards, what its tickets need, the railyards, what
// can be laid; then the market, and its tickets with a map.
func (p *Painter) Hand(v engine.View, o caption.Options) (raster.Picture, error) {
	if err := o.CheckHand(&v, p.m, len(p.theme.Seats)); err != nil {
		return raster.Picture{}, err
	}
	d := p.picture(&v, &o)
	d.composeHand()
	return d.finish(p.say.TableHandAlt(&v, &o))
}

func (p *picture) composeHand() {
	choice := caption.ChoiceOf(p.v)
	p.begin(bandH + boxGap + columnsH + boxGap + p.marketH() + boxGap +
		p.ticketsH(&choice) + p.chipsH(p.own) + tableEdge)
	p.drawBand(p.words("render.hand", "Name", caption.ShortName(p.own.Name)))
	y := bandH + boxGap
	p.drawColumns(&choice, y)
	y += columnsH + boxGap
	p.drawMarket(y)
	y += p.marketH() + boxGap
	p.drawTickets(&choice, y)
}

// columnsH is the height of the box with a column for each kind of card.
const columnsH = cardsTop + columnH + wordH + 12 + 3*cellH + yardCellH + boxPad

// columnX is the middle of a card's column.
func columnX(i int) int { return tableEdge + boxPad + columnLabel + i*columnStep + columnStep/2 }

func (p *picture) drawColumns(choice *caption.Choice, y int) {
	p.drawBox(y, columnsH, p.v.Moves(p.own.Seat))
	top := y + cardsTop
	p.drawLabel(p.words("render.columns-hand"), top+columnH/2)
	for i := range p.lex.Faces {
		p.drawHandCard(engine.Card(i), columnX(i)-columnW/2, top)
	}
	top += columnH + wordH + 12
	p.stripe(top, cellH)
	p.drawLabel(p.words("render.columns-needs"), top+cellH/2)
	p.drawNeeds(choice, top)
	top += cellH
	p.drawLabel(p.words("render.columns-track"), top+cellH/2)
	p.drawOwnTrack(top)
	top += cellH
	p.stripe(top, yardCellH)
	p.drawLabel(p.words("render.columns-yards"), top+yardCellH/2)
	p.drawYardCells(top)
	top += yardCellH
	p.drawLabel(p.words("render.columns-lay"), top+cellH/2)
	for _, card := range p.colors {
		p.drawLayCell(card, top)
	}
}

// stripe draws a pale ground that guides the eye along a row.
func (p *picture) stripe(y, h int) {
	p.Fill(tableEdge+boxPad-6, y, boxW-2*boxPad+12, h, p.Land)
}

// drawLabel writes the label of a row, on up to two lines.
func (p *picture) drawLabel(text string, mid int) {
	const room = columnLabel - 6
	lines := smallBold.Wrap(room, text)
	lines = lines[:min(2, len(lines))]
	for i, line := range lines {
		base := mid + 9 + i*28 - (len(lines)-1)*14
		p.Text(smallBold, tableEdge+boxPad, base, p.Ink, line)
	}
}

func (p *picture) drawHandCard(card engine.Card, x, y int) {
	n := int(p.own.Hand.Cards[card])
	ink := p.Ink
	if n == 0 {
		p.PutAt(&p.faces.pale[card], x, y)
		ink = p.Faint
	} else {
		p.PutAt(&p.faces.hands[card], x, y)
	}
	word := smallRegular.Fit(2*columnStep-8, p.card(card))
	mid := min(float64(x)+columnW/2, tableEdge+boxW-boxPad-smallRegular.Width(word)/2)
	p.TextMid(smallRegular, mid, y+columnH+26+int(card)%2*29, ink, word)
	if n > 0 {
		p.drawDisc(&p.kit.bigDisc, x+columnW-bigDiscW+12, y-20, strconv.Itoa(n))
	}
}

// drawNeeds writes how many cards of each colour the viewer's tickets need, and those on offer
// besides.
func (p *picture) drawNeeds(choice *caption.Choice, y int) {
	needs, more := p.sum(choice.Rest), p.sum(choice.Offer)
	for i := range p.lex.Faces {
		mid := float64(columnX(i))
		switch n, extra := int(needs[i]), int(more[i]); {
		case n == 0 && extra == 0:
			if engine.Card(i) != p.wild {
				p.TextMid(raster.Regular(30), mid, y+40, p.Faint, "·")
			}
		case extra == 0:
			p.TextMid(raster.Bold(34), mid, y+41, p.Ink, strconv.Itoa(n))
		case n == 0:
			p.TextMid(raster.Bold(30), mid, y+40, p.Accent, caption.Signed(extra))
		default:
			at := mid - (raster.Bold(34).Width(strconv.Itoa(n))+raster.Bold(26).Width(
				caption.Signed(extra))+4)/2
			at = p.Text(raster.Bold(34), at, y+41, p.Ink, strconv.Itoa(n)) + 4
			p.Text(raster.Bold(26), at, y+40, p.Accent, caption.Signed(extra))
		}
	}
}

func (p *Painter) sum(list []engine.TicketID) engine.Cards {
	var all engine.Cards
	for _, t := range list {
		needs := p.needs(t)
		all = all.Plus(&needs)
	}
	return all
}

// drawOwnTrack writes the cards on the viewer's track if the table plays with open tracks, else
// only their number (K3).
func (p *picture) drawOwnTrack(y int) {
	if !p.own.Track.Known || p.own.Track.N == 0 {
		x := columnX(0) - columnW/2 + 4
		p.PutAt(&p.faces.pile, x, y+10)
		text := p.words("render.face-down", "Count", p.own.Track.N)
		if p.own.Track.N == 0 {
			text = p.words("render.rack-empty")
		}
		p.TextFit(raster.Regular(28), float64(x+pileW+14), y+39, 700, p.Ink, text)
		return
	}
	for i := range p.lex.Faces {
		n, ink := int(p.own.Track.Cards[i]), p.Ink
		if n == 0 {
			p.TextMid(raster.Regular(30), float64(columnX(i)), y+40, p.Faint, "·")
			continue
		}
		p.TextMid(raster.Bold(34), float64(columnX(i)), y+41, ink, strconv.Itoa(n))
	}
}

// drawYardCells draws the rows of all railyards below their colours. A colour is never in two
// railyards (K5).
func (p *picture) drawYardCells(y int) {
	empty := true
	for i := range p.v.Seats {
		for _, r := range p.v.Seats[i].Yard {
			p.drawYardCell(r, p.v.Seats[i].Seat, y)
			empty = false
		}
	}
	if empty {
		p.Text(raster.Regular(28), float64(columnX(0)-columnW/2+4), y+yardCellH/2+9, p.Faint,
			p.words("render.rack-empty"))
	}
}

// drawYardCell draws a row: its owner, its length, its locomotives.
func (p *picture) drawYardCell(r engine.Row, owner engine.Seat, y int) {
	mid := columnX(int(r.Card))
	p.PutAt(&p.kit.yards[owner-1], mid-pieceW/2, y+3)
	text := strconv.Itoa(r.N)
	w := raster.Bold(34).Width(text)
	if r.Wilds == 0 {
		p.TextMid(raster.Bold(34), float64(mid), y+yardCellH-14, p.Ink, text)
		return
	}
	loco := strconv.Itoa(r.Wilds)
	at := float64(mid) - (w+6+starW+2+smallBold.Width(loco))/2
	at = p.Text(raster.Bold(34), at, y+yardCellH-14, p.Ink, text) + 6
	p.PutAt(&p.kit.star, int(at), y+yardCellH-14-starW+3)
	p.Text(smallBold, at+starW+2, y+yardCellH-14, p.Faint, loco)
}

// drawLayCell writes the least number of cards of a colour that can be laid, and whether the hand
// has them. A colour in the viewer's own railyard has to wait (K5).
func (p *picture) drawLayCell(card engine.Card, y int) {
	mid := float64(columnX(int(card)))
	need := p.v.LeastRow[card]
	if need == 0 {
		p.TextMid(raster.Bold(30), mid, y+40, p.Faint, "–")
		return
	}
	text := strconv.Itoa(int(need)) + "+"
	if p.v.MostRow[card] < need {
		p.TextMid(raster.Regular(30), mid, y+40, p.Faint, text)
		return
	}
	at := mid - (signW+raster.Bold(30).Width(text))/2
	p.PutAt(&p.kit.signs[0], int(at)-2, y+9)
	p.Text(raster.Bold(30), at+signW, y+40, p.Good, text)
}

// ticketsH is the height of the box of tickets, without those set aside.
func (p *Painter) ticketsH(choice *caption.Choice) int {
	first, rest := parted(choice)
	h := ticketsHead + p.besideMapH(len(first)) + boxPad
	if len(rest) > 0 {
		h += ticketsHead + geometry.Rows(len(rest), 2)*ticketCellStep
	}
	return h
}

// parted are the tickets beside the map, on offer first, and those below it.
func parted(choice *caption.Choice) (first, rest []engine.TicketID) {
	if len(choice.Offer) > 0 {
		return choice.Offer, choice.Rest
	}
	return choice.Rest, nil
}

// besideMapH is the height of the map with n tickets beside and below it.
func (p *Painter) besideMapH(n int) int {
	below := geometry.Rows(max(n-mapTall, 0), 2)
	return max(journeyH(p.m)+ticketCellGap, (min(n, mapTall)+below)*ticketCellStep)
}

// mapTall is how many tickets stand beside the map.
const mapTall = 3

// drawTickets draws the map, and the tickets with what they need.
func (p *picture) drawTickets(choice *caption.Choice, y int) {
	chips := p.chipsH(p.own)
	p.drawBox(y, p.ticketsH(choice)+chips, false)
	first, rest := parted(choice)
	offered := len(choice.Offer) > 0
	title := "render.hand-tickets"
	switch {
	case offered:
		title = choice.Title
	case len(first) == 0:
		title = "render.no-tickets"
	}
	p.drawTicketsHead(title, len(first), offered, y)
	y += ticketsHead
	p.drawJourneys(first, rest, offered, tableEdge+boxPad, y)
	needs := prospect.Of(p.v, p.m, p.own.Seat, slices.Concat(first, rest))
	for i, t := range first {
		x, row := tableEdge+boxPad+ticketCellW+ticketCellGap, i
		if i >= mapTall {
			row = mapTall + (i-mapTall)/2
			x = tableEdge + boxPad + (i-mapTall)%2*(ticketCellW+ticketCellGap)
		}
		p.drawTicketCell(lettered{t, caption.Letter(i), offered}, needs[i].Cards, x, y+row*ticketCellStep)
	}
	y += p.besideMapH(len(first))
	if len(rest) > 0 {
		p.drawTicketsHead("render.hand-tickets", len(rest), false, y)
		y += ticketsHead
		for i, t := range rest {
			p.drawTicketCell(lettered{t, caption.Letter(len(first) + i), false}, needs[len(first)+i].Cards,
				tableEdge+boxPad+i%2*(ticketCellW+ticketCellGap), y+i/2*ticketCellStep)
		}
		y += geometry.Rows(len(rest), 2) * ticketCellStep
	}
	p.drawChips(p.own, y)
}

func (p *picture) drawTicketsHead(id string, n int, offered bool, y int) {
	text, ink := p.words(id), p.Ink
	if offered {
		ink = p.Accent
	}
	if n > 0 {
		text += " · " + strconv.Itoa(n)
	}
	p.TextFit(raster.Bold(28), tableEdge+boxPad, y+38, boxW-2*boxPad, ink, text)
}

// drawTicketCell draws a ticket: its letter, its cities, its points and the cards it needs. Those
// already on the track or in the railyard are ticked, as far as the viewer may know.
func (p *picture) drawTicketCell(t lettered, needs []prospect.Pay, x, y int) {
	frame := &p.kit.papers[0]
	if t.offer {
		frame = &p.kit.papers[1]
	}
	p.PutAt(frame, x, y)
	p.drawLetter(&t, float64(x)+34, float64(y)+ticketCellH/2)
	const left, room = 64, ticketCellW - 64 - 14
	p.TextShrunk(raster.Bold(27), leastText, float64(x+left), y+37, room, p.Ink, p.trips[t.id])
	points := strconv.Itoa(p.m.Tickets[t.id].Points)
	p.TextRight(raster.Bold(34), float64(x+ticketCellW-14), y+82, p.Ink, points)
	wide := room - int(raster.Bold(34).Width(points)) - 12
	p.drawNeeded(needs, x+left, y+49, wide)
}

// drawNeeded draws the cards of a ticket in a row.
func (p *picture) drawNeeded(needs []prospect.Pay, x, y, room int) {
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
		if p.own.Track.Known {
			got += needs[i].Track
		}
		for j := range needs[i].Needs {
			p.PutAt(&p.faces.small[needs[i].Card], x, y)
			if j < got {
				p.PutAt(&p.kit.got, x+theme.SmallW-gotW+4, y+theme.SmallH-gotW+6)
			}
			x += step
		}
	}
}
