package table

import (
	"cmp"
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
	handX  = 350
	needX  = 446
	laidX  = 556
	ownerX = 620
	layX   = 880

	leastOwner = 60 // room for a name
	handHead   = 90 // room for the heading of the hand

	ticketCellGap  = 12
	ticketCellW    = (boxW - 2*boxPad - ticketCellGap) / 2
	ticketCellH    = 96
	ticketCellStep = ticketCellH + ticketCellGap
	ticketsHead    = 46

	turnPad = 11 // beside the words of whose turn it is

	layPad, layH = 14, 40 // of the ground of a number of cards that can be laid

	robberyH = 76 // of a line about a robbery
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
	choice, robberies := caption.ChoiceOf(p.v), p.robberies()
	tickets, n := p.ticketsH(&choice), len(p.lex.Faces)
	top := boxGap + len(robberies)*(robberyH+boxGap)
	row := (tableW - top - 2*boxGap - tickets - kindsHead - boxPad) / max(1, n)
	row = max(leastKind, min(mostKind, row))
	kinds := kindsHead + n*row + boxPad
	y := top + kinds + boxGap
	tickets = max(tickets, tableW-y-boxGap)
	p.begin(tableW, y+tickets+boxGap)
	for i, e := range robberies {
		p.drawRobbery(e, boxGap+i*(robberyH+boxGap))
	}
	p.drawBox(top, kinds, p.v.Moves(p.own.Seat))
	p.drawKinds(&choice, top, row)
	p.drawBox(y, tickets, false)
	p.drawTickets(&choice, y)
}

// robberies are the last moves that robbed the viewer.
func (p *picture) robberies() []*engine.Event {
	var all []*engine.Event
	for i := range p.o.News {
		if e := &p.o.News[i]; p.text.RobsViewer(e) != "" {
			all = append(all, e)
		}
	}
	return all
}

// drawRobbery names the robber and the stolen cards, on the bright ground of news.
func (p *picture) drawRobbery(e *engine.Event, y int) {
	p.Fill(tableEdge, y, boxW, robberyH, p.Ink)
	p.Fill(tableEdge+4, y+4, boxW-8, robberyH-8, p.Mark)
	p.PutAt(&p.kit.robbers[e.Seat-1], yardX, y+(robberyH-pieceH)/2)
	cards := e.Payment.Cards()
	right := float64(tableEdge + boxW - boxPad)
	for card := range slices.Backward(cards[:len(p.lex.Faces)]) {
		if cards[card] == 0 {
			continue
		}
		lost := caption.Signed(-int(cards[card]))
		p.TextRight(raster.Bold(36), right, y+robberyH/2+13, p.Ink, lost)
		right -= raster.Bold(36).Width(lost) + theme.SmallW + 6
		p.PutAt(&p.kit.taken[card], int(right), y+(robberyH-theme.SmallH)/2)
		right -= boxPad
	}
	x := float64(yardX + pieceW + boxPad)
	base := y + robberyH/2 + 13
	p.TextShrunk(raster.Bold(36), leastText, x, base, right-x, p.Ink, p.text.RobsViewer(e))
}

// drawKinds draws a row for each kind of card.
func (p *picture) drawKinds(choice *caption.Choice, y, row int) {
	head := func(id string, mid, room float64) {
		text := smallBold.Fit(room, p.words(id))
		p.TextMid(smallBold, mid, y+34, p.Faint, text)
	}
	p.drawOwn(y + 5)
	head("render.columns-hand", handX, handHead)
	head("render.columns-needs", needX, 116)
	head("render.columns-laid", laidX, 116)
	p.Text(smallBold, ownerX, y+34, p.Faint, p.words("render.columns-yards"))
	p.Text(smallBold, layX, y+34, p.Faint, p.words("render.columns-lay"))
	needs, more, laid := p.sum(choice.Rest), p.sum(p.wanted(choice)), p.laid()
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
		if laid[i] > 0 {
			p.PutAt(&p.kit.laid[1], laidX-laidW, mid-laidW/2)
			p.Text(number, laidX+6, mid+row/5, p.Good, strconv.Itoa(int(laid[i])))
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

// drawOwn says above the kinds of cards who the viewer is, and whose turn it is. The other's piece
// stands behind the viewer's: alone, it was taken for the viewer's own.
func (p *picture) drawOwn(y int) {
	me := p.own.Seat
	p.PutAt(&p.kit.tokens[me-1], yardX, y)
	x := yardX + tokenW + 6
	if p.v.Moves(me) {
		p.drawTurn(x, y, p.words("render.you-move"))
		return
	}
	x = int(p.Text(smallBold, float64(x), y+29, p.Ink, p.words("render.you"))) + 14
	said := p.words("render.turn-mark")
	if room := handX - handHead/2 - x - tokenW; len(p.v.ToMove) == 1 && turnW(said) <= room {
		p.PutAt(&p.kit.tokens[p.v.ToMove[0]-1], x, y)
		p.drawTurn(x+tokenW+4, y, said)
	}
}

func turnW(said string) int { return int(smallBold.Width(said)) + 2*turnPad }

// drawTurn writes whose turn it is on the bright ground of news.
func (p *picture) drawTurn(x, y int, said string) {
	p.Fill(x, y, turnW(said), tokenH, p.Ink)
	p.Fill(x+3, y+3, turnW(said)-6, tokenH-6, p.Mark)
	p.Text(smallBold, float64(x+turnPad), y+29, p.Ink, said)
}

// laid are the viewer's cards on the track, if the viewer may look at it, and in the railyard,
// unless it is too late for them (K8).
func (p *picture) laid() engine.Cards {
	var all engine.Cards
	if p.own.Track.Known {
		all = p.own.Track.Cards
	}
	if p.v.Phase == engine.InDeclare {
		return all
	}
	for _, r := range p.own.Yard {
		all[r.Card] += uint8(r.N) // below the size of a deck
	}
	return all
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
	font, name := smallRegular, caption.ShortName(s.Name)
	if s.Seat == p.own.Seat {
		font, name = smallBold, p.words("render.you")
	}
	if room := right - raster.Bold(32).Width(text) - 8 - x; room > leastOwner {
		p.TextFit(font, x, mid+11, room, p.Ink, name)
	}
}

// drawLay writes the least number of cards of a colour that can be laid, light on green if the hand
// has them. A colour in the viewer's own railyard has to wait (K5).
func (p *picture) drawLay(card engine.Card, mid int) {
	if card == p.wild {
		return
	}
	if need := p.v.LeastRow[card]; need == 0 {
		p.Text(smallBold, layX+layPad, mid+10, p.Faint, "–")
	} else {
		p.drawLeast(layX, mid, tableEdge+boxW-boxPad-layX, int(need), p.v.MostRow[card] >= need)
	}
}

// drawLeast writes a least number of cards with its left edge at x.
func (p *picture) drawLeast(x, mid, room, need int, can bool) {
	text := p.words("render.lay-least", "Count", need)
	text, ink := smallBold.Fit(float64(room-2*layPad), text), p.Faint
	if can {
		half := smallBold.Width(text)/2 + layPad
		p.Pill(float64(x)+half, float64(mid), half, layH/2, p.Good)
		ink = p.Card
	}
	p.Text(smallBold, float64(x+layPad), mid+10, ink, text)
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
	p.drawOwnTrack(y)
	laid := p.allot(needs, len(choice.Offer))
	n := 0
	draw := func(title string, list []engine.TicketID, offered bool) {
		if len(list) == 0 {
			return
		}
		p.drawTicketsHead(title, len(list), offered, y)
		y += ticketsHead
		for i, t := range list {
			e := lettered{t, caption.Letter(p.v, t), offered, false}
			e.kept = offered && p.o.Move.Verb == engine.Keep && slices.Contains(p.o.Move.Tickets, t)
			p.drawTicketCell(&e, needs[n].Cards, &laid[n],
				yardX+i%2*(ticketCellW+ticketCellGap), y+i/2*ticketCellStep)
			n++
		}
		y += geometry.Rows(len(list), 2) * ticketCellStep
	}
	draw(choice.Title, choice.Offer, true)
	draw("render.hand-tickets", choice.Rest, false)
}

// wanted are the tickets on offer, without those that go back if the viewer is asked about a
// choice.
func (p *picture) wanted(choice *caption.Choice) []engine.TicketID {
	if p.o.Move.Verb == engine.Keep {
		return p.o.Move.Tickets
	}
	return choice.Offer
}

// allot gives each laid card to one ticket that needs it: kept ones before the first offered, then
// those that lack the fewest cards, then those worth most. So no card counts twice.
func (p *picture) allot(all []prospect.Ticket, offered int) []engine.Cards {
	left, given := p.laid(), make([]engine.Cards, len(all))
	lacks := func(i int) (n int) {
		for _, pay := range all[i].Cards {
			n += max(0, pay.Needs-int(left[pay.Card]))
		}
		return n
	}
	worth := func(i int) int { return p.m.Tickets[all[i].ID].Points }
	serve := func(from, to int) {
		open := make([]int, 0, to-from)
		for i := from; i < to; i++ {
			open = append(open, i)
		}
		for len(open) > 0 {
			best := slices.MinFunc(open, func(i, j int) int {
				return cmp.Or(lacks(i)-lacks(j), worth(j)-worth(i))
			})
			for _, pay := range all[best].Cards {
				n := min(uint8(pay.Needs), left[pay.Card]) // a ticket needs few cards
				given[best][pay.Card], left[pay.Card] = n, left[pay.Card]-n
			}
			open = slices.DeleteFunc(open, func(i int) bool { return i == best })
		}
	}
	serve(offered, len(all))
	serve(0, offered)
	return given
}

// drawOwnTrack says how many cards lie on the viewer's track, at the right of a heading at y.
func (p *picture) drawOwnTrack(y int) {
	text := p.words("render.columns-track") + ": " + strconv.Itoa(p.own.Track.N)
	right := float64(tableEdge + boxW - boxPad)
	p.TextRight(smallBold, right, y+36, p.Ink, text)
	p.PutAt(&p.kit.track, int(right-smallBold.Width(text))-trackIconW-8, y+6)
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
// already on the track or in the railyard have a sign and are counted below the letter, as far as
// the viewer may know. A tick would say that the ticket is complete.
func (p *picture) drawTicketCell(t *lettered, needs []prospect.Pay, laid *engine.Cards, x, y int) {
	frame := &p.kit.papers[0]
	if t.offer && !p.returns(t) {
		frame = &p.kit.papers[1]
	}
	p.PutAt(frame, x, y)
	const left, room, mid, count = 70, ticketCellW - 70 - 14, 36, 78
	letterY := y + ticketCellH/2
	if n := laid.Total(); n > 0 {
		letterY = y + 31
		total := 0
		for i := range needs {
			total += needs[i].Needs
		}
		said := strconv.Itoa(n) + "/" + strconv.Itoa(total)
		p.TextMid(smallBold, float64(x+mid), y+count, p.Good, said)
	}
	p.drawLetter(t, float64(x+mid), float64(letterY))
	p.TextShrunk(raster.Bold(27), leastText, float64(x+left), y+37, room, p.Ink, p.trips[t.id])
	points := strconv.Itoa(p.m.Tickets[t.id].Points)
	p.TextRight(raster.Bold(34), float64(x+ticketCellW-14), y+82, p.Ink, points)
	wide := room - int(raster.Bold(34).Width(points)) - 12
	p.drawNeeded(needs, laid, x+left, y+49, wide)
}

// drawNeeded draws the cards of a ticket in a row.
func (p *picture) drawNeeded(needs []prospect.Pay, laid *engine.Cards, x, y, room int) {
	n := 0
	for i := range needs {
		n += needs[i].Needs
	}
	step := theme.SmallW + 8
	if n > 1 {
		step = min(step, (room-theme.SmallW)/(n-1))
	}
	for i := range needs {
		for j := range needs[i].Needs {
			p.drawFace(needs[i].Card, j < int(laid[needs[i].Card]), x, y)
			x += step
		}
	}
}

// drawFace draws a card of a ticket, with a sign if it is laid.
func (p *picture) drawFace(card engine.Card, laid bool, x, y int) {
	p.PutAt(&p.faces[card], x, y)
	if laid {
		p.PutAt(&p.kit.laid[0], x+theme.SmallW-laidW+4, y+theme.SmallH-laidW+6)
	}
}

// lettered is a ticket with its letter.
type lettered struct {
	id     engine.TicketID
	letter string
	offer  bool
	kept   bool // of the offer, by the move that is asked about
}

// returns reports whether the move that is asked about gives a ticket back.
func (p *picture) returns(t *lettered) bool {
	return t.offer && !t.kept && p.o.Move.Verb == engine.Keep
}

// tagR is half the height of a tag with letters.
const tagR = 16.0

func tagHalf(text string) float64 { return max(tagR, smallBold.Width(text)/2+8) }

// drawLetter draws letters around a point: light on dark, dark on light if all are only on offer.
// Those of a kept ticket have a tick, those of one that goes back are struck through.
func (p *picture) drawLetter(t *lettered, x, y float64) {
	if p.returns(t) {
		p.drawReturned(t.letter, x, y)
		return
	}
	half := tagHalf(t.letter)
	ground, ink, ticked := p.Accent, p.Card, 0.0
	switch {
	case t.kept:
		ticked = theme.TickWide * smallBold.Size
	case t.offer:
		ground, ink = ink, ground
	}
	half += ticked / 2
	p.Pill(x, y, half+2, tagR+2, p.Card)
	p.Pill(x, y, half, tagR, p.Accent)
	p.Pill(x, y, half-2.5, tagR-2.5, ground)
	x -= ticked / 2
	p.TextAround(smallBold, x, y, ink, t.letter)
	if t.kept {
		end := x + smallBold.Width(t.letter)/2
		theme.Tick(p.Canvas, smallBold.Size, end, int(y+0.36*smallBold.Size+0.5), ink)
	}
}

func (p *picture) drawReturned(letter string, x, y float64) {
	p.Returned(p.Canvas, smallBold, geometry.Pt(x, y), tagHalf(letter)+2, tagR+2, letter)
}
