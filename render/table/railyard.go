package table

import (
	"image/color"
	"strconv"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// Sizes of a seat's box, in pixels.
const (
	wagonW, wagonH = 84, 56
	wagonStep      = 48 // between overlapping wagons
	wagonFoot      = 12 // wheels
	yardLine       = 96
	yardTop        = 14 // above the wagons of a line
	seatHead       = 74
	seatFoot       = 16
	trackW         = 214
	yardX          = tableEdge + boxPad
	yardW          = boxW - 2*boxPad - trackW
	yardRoom       = yardW - 20
	rowGap         = 22
	chipLine       = 40
	chipSize       = 25
)

type yardSprites struct {
	behind []raster.Sprite // by card: a wagon partly hidden by the next
	front  []raster.Sprite // by card: the first wagon of a row
	ghosts []raster.Sprite // by card: a robbed row
	stacks []raster.Sprite // by size
}

func newYards(ws *theme.Builder, lex *engine.Lexicon) *yardSprites {
	wagons := func(draw func(s *theme.Sketch, f *engine.Face)) []raster.Sprite {
		return ws.Each(len(lex.Faces), wagonW, wagonH+wagonFoot, ws.Land, func(s *theme.Sketch, i int) {
			draw(s, &lex.Faces[i])
		})
	}
	return &yardSprites{
		behind: wagons(func(s *theme.Sketch, f *engine.Face) { drawWagon(s, f, 5+(wagonStep-5)/2) }),
		front:  wagons(func(s *theme.Sketch, f *engine.Face) { drawWagon(s, f, wagonW/2) }),
		ghosts: wagons(drawGhost),
		stacks: ws.Each(4, wagonW+18, wagonH+18, ws.Card, func(s *theme.Sketch, i int) {
			drawStack(s, i, wagonW, wagonH)
		}),
	}
}

// drawWagon draws a card as a wagon, its symbol around x.
func drawWagon(s *theme.Sketch, f *engine.Face, x float64) {
	for _, at := range []float64{18, wagonW - 18} {
		s.Disc(at, wagonH+2, 9, s.Ink)
		s.Disc(at, wagonH+2, 3.5, s.Card)
	}
	s.BareFace(f, wagonW, wagonH, geometry.Pt(x, wagonH/2), 16)
}

// drawGhost draws where a robbed row stood.
func drawGhost(s *theme.Sketch, f *engine.Face) {
	p := s.FacePaint(f)
	s.SetDash(7, 5)
	s.Box(2, 2, wagonW-4, wagonH-4, 8, s.Paper, s.Faint, 2.5)
	s.SetDash()
	s.SymbolPath(p.Symbol, wagonW/2, wagonH/2, 16)
	s.PaintEdged(p.Fill, s.Faint, 2)
	s.SetColor(s.Bad)
	s.SetLineCapRound()
	s.SetLineWidth(5)
	s.DrawLine(12, wagonH-8, wagonW-12, 8)
	s.Stroke()
}

// drawStack draws cards face down, each w × h, on a sprite 18 pixels larger: none, one, few or
// many.
func drawStack(s *theme.Sketch, many int, w, h float64) {
	if many == 0 {
		s.SetDash(7, 5)
		s.Box(10, 10, w-3, h-3, 8, s.Paper, s.Faint, 2.5)
		s.SetDash()
		return
	}
	for i := range 2*many - 1 {
		d := float64(2*(many-1)-i) * 4
		drawBack(s, 2+d, 14-d, w, h)
	}
}

// drawBack draws the back of a card: slate with a wheel between rails.
func drawBack(s *theme.Sketch, x, y, w, h float64) {
	t := s.Theme
	s.Box(x+1.5, y+1.5, w-3, h-3, 8, t.Card, t.Ink, 3)
	s.DrawRoundedRectangle(x+5, y+5, w-10, h-10, 4)
	s.Paint(t.Bed)
	for _, at := range []float64{0.2, 0.8} {
		s.FillArea(geometry.Box(x+5, y+at*h-1.5, x+w-5, y+at*h+1.5), t.Border)
	}
	r := 0.24 * h
	for i, c := range []color.RGBA{t.Border, t.Bed, t.Border} {
		s.Disc(x+w/2, y+h/2, r*[]float64{1, 0.72, 0.3}[i], c)
	}
}

func stackOf(stacks []raster.Sprite, n int) *raster.Sprite {
	switch {
	case n <= 0:
		return &stacks[0]
	case n == 1:
		return &stacks[1]
	case n < 6:
		return &stacks[2]
	}
	return &stacks[3]
}

// rowStep is the distance of a row's wagons such that it fits on a line.
func rowStep(n int) int {
	if n < 2 {
		return wagonStep
	}
	return min(wagonStep, (yardRoom-discW-6-wagonW)/(n-1))
}

func rowW(n int) int { return discW + 6 + (n-1)*rowStep(n) + wagonW + rowGap }

// ghostW is the width of a robbed row.
const ghostW = wagonW + 92 + pieceW + rowGap

func (p *picture) seatH(n *news, i int) int {
	s := &p.v.Seats[i]
	f := flow{room: yardRoom}
	for _, r := range s.Yard {
		f.place(rowW(r.N))
	}
	for card := range n[i].lost {
		if n[i].gone(s, engine.Card(card)) {
			f.place(ghostW)
		}
	}
	return seatHead + (f.line+1)*yardLine + seatFoot + p.chipsH(s)
}

// drawSeat draws a seat's box: its head, railyard, track and tickets set aside.
func (p *picture) drawSeat(n *news, i, y int) {
	s := &p.v.Seats[i]
	h := p.seatH(n, i)
	p.drawBox(y, h, p.v.Moves(s.Seat))
	p.drawSeatHead(&n[i], s, y+8)
	chips := p.chipsH(s)
	p.drawYard(&n[i], s, y+seatHead, h-seatHead-seatFoot-chips)
	p.drawTrack(&n[i], s, y+seatHead, h-seatHead-seatFoot-chips)
	p.drawChips(s, y+h-seatFoot-chips+6)
}

// drawSeatHead writes a seat's name, hand and tickets, and its points if any are public.
func (p *picture) drawSeatHead(n *seatNews, s *engine.SeatView, y int) {
	p.PutAt(&p.kit.badges[s.Seat-1], yardX, y+8)
	right := tableEdge + boxW - boxPad
	if caption.Scored(p.v) {
		points := caption.Number(s.Points())
		p.TextRight(raster.Bold(46), float64(right), y+50, p.Ink, points)
		right -= int(raster.Bold(46).Width(points)) + 16
		if caption.Won(p.v, s.Seat) {
			right -= signW
			p.PutAt(&p.kit.crown, right, y+12)
			right -= 12
		}
	}
	right = p.drawCountRight(&p.kit.ticket, right, y, s.Tickets.N, n.kept)
	right = p.drawCountRight(&p.kit.hand, right, y, s.Hand.N, n.drawn)
	x := yardX + pieceW + 14
	room := float64(right - 20 - x)
	if p.v.Moves(s.Seat) {
		text := p.words("render.turn-mark")
		w := int(raster.Bold(26).Width(text)) + 28
		room -= float64(w) + 16
		name := raster.Bold(36).Fit(room, caption.ShortName(s.Name))
		x = int(p.Text(raster.Bold(36), float64(x), y+47, p.Ink, name)) + 18
		p.Fill(x, y+15, w, 40, p.Ink)
		p.Fill(x+3, y+18, w-6, 34, p.Mark)
		p.Text(raster.Bold(26), float64(x+14), y+44, p.Ink, text)
		return
	}
	p.TextFit(raster.Bold(36), float64(x), y+47, room, p.Ink, caption.ShortName(s.Name))
}

// drawCountRight writes an icon, a number and how much of it is new, ending at right. It returns
// where that begins.
func (p *picture) drawCountRight(icon *raster.Sprite, right, y, n, fresh int) int {
	x := right - signW - 62
	if fresh > 0 {
		x -= 46
	}
	p.PutAt(icon, x, y+12)
	at := p.Text(raster.Bold(34), float64(x+signW+8), y+46, p.Ink, strconv.Itoa(n))
	if fresh > 0 {
		p.Text(raster.Bold(27), at+6, y+45, p.Good, caption.Signed(fresh))
	}
	return x - 8
}

// drawYard draws a railyard: its rows as trains leaving to the right, new cards on a bright ground,
// and robbed rows.
func (p *picture) drawYard(n *seatNews, s *engine.SeatView, y, h int) {
	p.Fill(yardX, y, yardW, h, p.Land)
	for line := 0; line < h/yardLine; line++ {
		p.drawRails(yardX, y+line*yardLine+yardTop+wagonH+11, yardW)
	}
	f := flow{room: yardRoom}
	empty := true
	for _, r := range s.Yard {
		x, line := f.place(rowW(r.N))
		p.drawRow(r, n.laid[r.Card] > 0, yardX+12+x, y+line*yardLine+yardTop)
		empty = false
	}
	for card := range n.lost {
		if n.gone(s, engine.Card(card)) {
			x, line := f.place(ghostW)
			p.drawGhost(engine.Card(card), n, yardX+12+x, y+line*yardLine+yardTop)
			empty = false
		}
	}
	if empty {
		p.TextFit(raster.Regular(26), yardX+18, y+yardTop+38, yardRoom, p.Faint,
			p.words("render.yard-empty"))
	}
}

// drawRow draws a row: its length, then its wagons, the locomotives in front.
func (p *picture) drawRow(r engine.Row, fresh bool, x, y int) {
	step := rowStep(r.N)
	if fresh {
		w := rowW(r.N) - rowGap + 14
		p.Fill(x-7, y-9, w, wagonH+18, p.Ink)
		p.Fill(x-4, y-6, w-6, wagonH+12, p.Mark)
	}
	p.drawDisc(&p.kit.disc, x, y+5, strconv.Itoa(r.N))
	x += discW + 6
	for i := range r.N {
		card := r.Card
		if i >= r.N-r.Wilds && p.wild != engine.NoCard {
			card = p.wild
		}
		wagon := &p.yards.behind[card]
		if i == r.N-1 {
			wagon = &p.yards.front[card]
		}
		p.PutAt(wagon, x+i*step, y)
	}
}

// drawGhost draws a robbed row with its length and the robber.
func (p *picture) drawGhost(card engine.Card, n *seatNews, x, y int) {
	p.PutAt(&p.yards.ghosts[card], x, y)
	at := p.Text(raster.Bold(32), float64(x+wagonW+8), y+39, p.Bad, caption.Signed(-n.lost[card])+" ←")
	if by := n.to[card]; by != engine.Public {
		p.PutAt(&p.kit.yards[by-1], int(at)+4, y+2)
	}
}

// drawTrack draws a seat's track as a stack. Only the number of its cards is public (K3).
func (p *picture) drawTrack(n *seatNews, s *engine.SeatView, y, h int) {
	x := yardX + yardW
	p.Fill(x, y, trackW, h, p.Park)
	p.Fill(x, y, 3, h, p.Border)
	top := y + (h-yardLine)/2
	p.drawRails(x+3, top+yardTop+wagonH+11, trackW-3)
	p.PutAt(stackOf(p.yards.stacks, s.Track.N), x+14, top+2)
	text := strconv.Itoa(s.Track.N)
	left := float64(x + wagonW + 34)
	at := p.Text(raster.Bold(40), left+6, top+43, p.Ink, text)
	if n.moved > 0 {
		p.Text(raster.Bold(26), at+4, top+41, p.Good, caption.Signed(n.moved))
	}
	const room = trackW - wagonW - 36
	word := p.words("render.track")
	p.TextFit(smallRegular, left, top+71, room, p.Faint, word)
}

// chipsH is the height of the tickets that a seat has set aside.
func (p *picture) chipsH(s *engine.SeatView) int {
	if len(s.Completed) == 0 || p.v.Phase == engine.IsOver {
		return 0 // the sheet has them
	}
	f := flow{room: boxW - 2*boxPad}
	for _, t := range s.Completed {
		f.place(p.chipW(t))
	}
	return (f.line+1)*chipLine + 8
}

func (p *Painter) chipW(t engine.TicketID) int {
	return signW + int(raster.Regular(chipSize).Width(p.trips[t])+raster.Bold(chipSize).Width(
		strconv.Itoa(p.m.Tickets[t].Points))) + 12 + 26
}

// drawChips writes the tickets that a seat has completed and set aside (K9).
func (p *picture) drawChips(s *engine.SeatView, y int) {
	if p.chipsH(s) == 0 {
		return
	}
	f := flow{room: boxW - 2*boxPad}
	for _, t := range s.Completed {
		x, line := f.place(p.chipW(t))
		at := float64(yardX + x + signW)
		base := y + line*chipLine + 28
		p.PutAt(&p.kit.signs[0], yardX+x, base-30)
		at = p.Text(raster.Regular(chipSize), at, base, p.Ink, p.trips[t])
		p.Text(raster.Bold(chipSize), at+12, base, p.Good, strconv.Itoa(p.m.Tickets[t].Points))
	}
}

// news is what the last moves changed, by seat.
type news [engine.MaxSeats]seatNews

type seatNews struct {
	laid  engine.Cards                 // into its railyard
	lost  [engine.MaxCards]int         // robbed rows, by colour
	to    [engine.MaxCards]engine.Seat // the robbers
	moved int                          // cards onto its track
	drawn int                          // cards into its hand
	kept  int                          // tickets
}

// newsOf sorts events, of which it reads only public facts, by seat. Events before the current pass
// are dropped.
func newsOf(v *engine.View, events []engine.Event) news {
	var n news
	for i := range events {
		e := &events[i]
		if e.Kind == engine.EventDealtAnew {
			n = news{}
		}
		if e.Seat == engine.Public || int(e.Seat) > len(v.Seats) || int(e.Seat) > len(n) {
			continue
		}
		who := &n[e.Seat-1]
		switch e.Kind {
		case engine.EventLaid:
			laid := e.Payment.Cards()
			who.laid = who.laid.Plus(&laid)
		case engine.EventRobbed:
			if e.Victim != engine.Public && int(e.Victim) <= len(n) && int(e.Card) < engine.MaxCards {
				victim := &n[e.Victim-1]
				victim.lost[e.Card], victim.to[e.Card] = e.N, e.Seat
			}
		case engine.EventMoved:
			moved := e.Payment.Cards()
			who.moved += moved.Total()
		case engine.EventDrewBlind, engine.EventDrewMarket:
			who.drawn++
		case engine.EventKept:
			who.kept += e.N
		}
	}
	return n
}

// gone reports whether a row was robbed and is still missing.
func (n *seatNews) gone(s *engine.SeatView, card engine.Card) bool {
	if n.lost[card] == 0 {
		return false
	}
	for _, r := range s.Yard {
		if r.Card == card {
			return false
		}
	}
	return true
}
