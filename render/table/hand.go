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

// Sizes of the private picture, in pixels. Discord shows it at 350 × 350 or 300 × 300.
const (
	kindsMost           = 9 // kinds of cards
	leastText           = 25
	kindsHead           = 46
	leastKind, mostKind = 54, 84 // height of a row

	// middles or left edges of the columns
	wordX  = yardX + theme.SmallW + 22
	handX  = 372
	needX  = 500
	trackX = 596
	ownerX = 650
	layX   = 868

	leastOwner = 60 // room for a name

	ticketCellGap  = 12
	ticketCellW    = (boxW - 2*boxPad - ticketCellGap) / 2
	ticketCellH    = 96
	ticketCellStep = ticketCellH + ticketCellGap
	ticketsHead    = 46
)

// Hand draws what one seat knows as a square: by colour its cards, what its tickets need, the
// railyards, what can be laid; then its tickets. The market and the piles are text.
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
	tickets, n := p.ticketsH(&choice), len(p.lex.Faces)
	row := (tableW - 3*boxGap - tickets - kindsHead - boxPad) / max(1, n)
	row = max(leastKind, min(mostKind, row))
	kinds := kindsHead + n*row + boxPad
	y := boxGap + kinds + boxGap
	tickets = max(tickets, tableW-y-boxGap)
	p.begin(tableW, y+tickets+boxGap)
	p.drawBox(boxGap, kinds, p.v.Moves(p.own.Seat))
	p.drawKinds(&choice, boxGap, row)
	p.drawBox(y, tickets, false)
	p.drawTickets(&choice, y)
}

// drawKinds draws a row for each kind of card.
func (p *picture) drawKinds(choice *caption.Choice, y, row int) {
	head := func(id string, mid, room float64) {
		text := smallBold.Fit(room, p.words(id))
		p.TextMid(smallBold, mid, y+34, p.Faint, text)
	}
	head("render.columns-hand", handX, 120)
	head("render.columns-needs", needX, 170)
	open := p.own.Track.Known && p.own.Track.N > 0
	if open {
		head("render.track", trackX, 104)
	}
	p.Text(smallBold, ownerX, y+34, p.Faint, p.words("render.columns-yards"))
	p.Text(smallBold, layX, y+34, p.Faint, p.words("render.columns-lay"))
	needs, more := p.sum(choice.Rest), p.sum(choice.Offer)
	y += kindsHead
	for i := range p.lex.Faces {
		p.Fill(yardX, y, boxW-2*boxPad, 2, p.Land)
		mid := y + row/2
		p.PutAt(&p.faces[i], yardX, mid-theme.SmallH/2)
		held, font, ink := int(p.own.Hand.Cards[i]), raster.Regular(float64(row)/2), p.Faint
		number := raster.Bold(0.6 * float64(row))
		if held > 0 {
			font, ink = raster.Bold(font.Size), p.Ink
			p.TextAround(number, handX, float64(mid), p.Ink, strconv.Itoa(held))
		}
		p.TextShrunk(font, leastText, wordX, mid+row/6, handX-wordX-34, ink, p.card(engine.Card(i)))
		p.drawNeed(number, int(needs[i]), int(more[i]), mid+row/5)
		if open && p.own.Track.Cards[i] > 0 {
			p.TextAround(number, trackX, float64(mid), p.Ink, strconv.Itoa(int(p.own.Track.Cards[i])))
		}
		p.drawLay(engine.Card(i), mid)
		y += row
	}
	for i := range p.v.Seats {
		for _, r := range p.v.Seats[i].Yard {
			p.drawOwner(r, &p.v.Seats[i], y-(len(p.lex.Faces)-int(r.Card))*row+row/2)
		}
	}
}

// drawNeed writes how many cards of a colour the viewer's tickets need, and those on offer besides.
func (p *picture) drawNeed(font raster.Font, n, more, base int) {
	text, extra := "", ""
	if n > 0 {
		text = strconv.Itoa(n)
	}
	if more > 0 {
		extra = caption.Signed(more)
	}
	at := needX - (font.Width(text)+font.Width(extra))/2
	at = p.Text(font, at, base, p.Ink, text)
	p.Text(font, at, base, p.Accent, extra)
}

// drawOwner draws a row of a railyard: its owner, its length, its locomotives. A colour is never in
// two railyards (K5).
func (p *picture) drawOwner(r engine.Row, s *engine.SeatView, mid int) {
	p.PutAt(&p.kit.tokens[s.Seat-1], ownerX, mid-tokenH/2)
	right := float64(layX - 20)
	if r.Wilds > 0 {
		text := strconv.Itoa(r.Wilds)
		p.TextRight(smallBold, right, mid+11, p.Faint, text)
		right -= smallBold.Width(text) + starW + 2
		p.PutAt(&p.kit.star, int(right), mid-starW/2)
		right -= 6
	}
	text := strconv.Itoa(r.N)
	p.TextRight(raster.Bold(32), right, mid+12, p.Ink, text)
	x := float64(ownerX + tokenW + 8)
	if room := right - raster.Bold(32).Width(text) - 8 - x; room > leastOwner {
		p.TextFit(smallRegular, x, mid+11, room, p.Ink, caption.ShortName(s.Name))
	}
}

// drawLay writes the least number of cards of a colour that can be laid, with a tick if the hand
// has them. A colour in the viewer's own railyard has to wait (K5).
func (p *picture) drawLay(card engine.Card, mid int) {
	if card == p.wild {
		return
	}
	need, text, ink := p.v.LeastRow[card], "–", p.Faint
	if need > 0 {
		text = p.words("render.lay-least", "Count", int(need))
	}
	if need > 0 && p.v.MostRow[card] >= need {
		p.PutAt(&p.kit.signs[0], layX-4, mid-signW/2)
		ink = p.Good
	}
	p.TextFit(smallBold, layX+signW, mid+10, tableEdge+boxW-boxPad-layX-signW, ink, text)
}

func (p *Painter) sum(list []engine.TicketID) engine.Cards {
	var all engine.Cards
	for _, t := range list {
		needs := p.needs(t)
		all = all.Plus(&needs)
	}
	return all
}

// ticketsH is the height of the box of tickets.
func (p *Painter) ticketsH(choice *caption.Choice) int {
	h := boxPad
	for _, list := range [][]engine.TicketID{choice.Offer, choice.Rest} {
		if len(list) > 0 {
			h += ticketsHead + geometry.Rows(len(list), 2)*ticketCellStep
		}
	}
	return h
}

// drawTickets draws the tickets with what they need, those on offer first.
func (p *picture) drawTickets(choice *caption.Choice, y int) {
	all := slices.Concat(choice.Offer, choice.Rest)
	needs := prospect.Of(p.v, p.m, p.own.Seat, all)
	if len(all) == 0 {
		p.drawTicketsHead("render.no-tickets", 0, false, y)
	}
	n := 0
	draw := func(title string, list []engine.TicketID, offered bool) {
		if len(list) == 0 {
			return
		}
		p.drawTicketsHead(title, len(list), offered, y)
		y += ticketsHead
		for i, t := range list {
			p.drawTicketCell(lettered{t, caption.Letter(p.v, t), offered}, needs[n].Cards,
				yardX+i%2*(ticketCellW+ticketCellGap), y+i/2*ticketCellStep)
			n++
		}
		y += geometry.Rows(len(list), 2) * ticketCellStep
	}
	draw(choice.Title, choice.Offer, true)
	draw("render.hand-tickets", choice.Rest, false)
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
			p.PutAt(&p.faces[needs[i].Card], x, y)
			if j < got {
				p.PutAt(&p.kit.got, x+theme.SmallW-gotW+4, y+theme.SmallH-gotW+6)
			}
			x += step
		}
	}
}

// lettered is a ticket with its letter.
type lettered struct {
	id     engine.TicketID
	letter string
	offer  bool
}

// tagR is half the height of a tag with letters.
const tagR = 16.0

func tagHalf(text string) float64 { return max(tagR, smallBold.Width(text)/2+8) }

// drawLetter draws letters around a point: light on dark, dark on light if all are only on offer.
func (p *picture) drawLetter(t *lettered, x, y float64) {
	ground, ink := p.Accent, p.Card
	if t.offer {
		ground, ink = ink, ground
	}
	half := tagHalf(t.letter)
	p.Pill(x, y, half+2, tagR+2, p.Card)
	p.Pill(x, y, half, tagR, p.Accent)
	p.Pill(x, y, half-2.5, tagR-2.5, ground)
	p.TextAround(smallBold, x, y, ink, t.letter)
}
