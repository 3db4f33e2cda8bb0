package table

import (
	"image"
	"image/color"
	"math"
	"strconv"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// Sizes of a seat's box, in pixels.
const (
	wagonW, wagonH = 126, 84
	wagonStep      = 72  // between overlapping wagons
	wagonFoot      = 18  // wheels
	yardLine       = 112 // least height of a line
	trackW         = 300
	yardX          = tableEdge + boxPad
	rowGap         = 22
)

// Behind the railyards are the big cities, at the far end of the yard.
const (
	cityW, cityH = 600, 132
	cityLit      = 0.25
)

type yardSprites struct {
	gauges [2]gauge        // large, and as large as a full yard can have them
	stacks []raster.Sprite // by size
	cities []raster.Sprite // by seat: what is behind its yard
}

// gauge is a size of wagons.
type gauge struct {
	k      float64         // times the sizes above
	behind []raster.Sprite // by card: a wagon partly hidden by the next
	front  []raster.Sprite // by card: the first wagon of a row
	ghosts []raster.Sprite // by card: a robbed row
}

func (g *gauge) px(n int) int { return int(float64(n) * g.k) }

func newYards(ws *theme.Builder, m *railmap.Map, lex *engine.Lexicon) *yardSprites {
	y := &yardSprites{stacks: ws.Each(4, wagonW+18, wagonH+18, ws.Card, func(s *theme.Sketch, i int) {
		drawStack(s, i, wagonW, wagonH)
	})}
	for i, k := range []float64{1.5, 1} {
		g := &y.gauges[i]
		g.k = k
		wagons := func(draw func(s *theme.Sketch, f *engine.Face)) []raster.Sprite {
			w, h := g.px(wagonW), g.px(wagonH+wagonFoot)
			return ws.Each(len(lex.Faces), w, h, ws.Land, func(s *theme.Sketch, i int) {
				s.Scale(k, k)
				draw(s, &lex.Faces[i])
			})
		}
		g.behind = wagons(func(s *theme.Sketch, f *engine.Face) {
			drawWagon(s, f, 5+(wagonStep-5)/2, 16)
		})
		g.front = wagons(func(s *theme.Sketch, f *engine.Face) { drawWagon(s, f, wagonW/2, 24) })
		g.ghosts = wagons(drawGhost)
	}
	var big []string
	for i := range m.Cities {
		if m.Cities[i].Bonus > 0 {
			big = append(big, m.Cities[i].ID)
		}
	}
	if len(big) > 0 {
		y.cities = ws.Each(len(ws.Seats), cityW, cityH, ws.Land, func(s *theme.Sketch, i int) {
			s.Skyline(big[i%len(big)], geometry.Box(0, 0, cityW, cityH), cityLit)
		})
	}
	return y
}

// drawWagon draws a card as a wagon, its symbol of radius r around x. The symbol of a partly hidden
// one is small: the white square of a black card would leave too little of it black.
func drawWagon(s *theme.Sketch, f *engine.Face, x, r float64) {
	for _, at := range []float64{27, wagonW - 27} {
		s.Disc(at, wagonH+3, 13, s.Ink)
		s.Disc(at, wagonH+3, 5, s.Card)
	}
	s.BareFace(f, wagonW, wagonH, geometry.Pt(x, wagonH/2), r)
}

// drawGhost draws where a robbed row stood: its colour, struck through, with a bang at the corner,
// which is red since a locomotive has a yellow star.
func drawGhost(s *theme.Sketch, f *engine.Face) {
	s.BareFace(f, wagonW, wagonH, geometry.Pt(wagonW/2, wagonH/2), 24)
	s.SetLineCapRound()
	s.DrawLine(12, wagonH-10, wagonW-12, 10)
	s.StrokePreserveWith(s.Card, 13)
	s.StrokeWith(s.Bad, 7)
	for i := range 16 {
		r := []float64{24, 15}[i%2]
		sin, cos := math.Sincos(float64(i) * math.Pi / 8)
		s.LineTo(26+r*cos, 26+r*sin)
	}
	s.ClosePath()
	s.PaintEdged(s.Bad, s.Card, 3)
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

// drawSeat draws a seat's part of the table.
func (p *picture) drawSeat(n *seatNews, s *engine.SeatView, y, h int) {
	edge, ink := 3, p.Line
	if p.v.Moves(s.Seat) {
		edge, ink = 8, p.Ink
	}
	w := p.W - 2*seatGap
	p.Fill(seatGap, y, w, h, ink)
	p.Fill(seatGap+edge, y+edge, w-2*edge, h-2*edge, p.Card)
	p.drawSeatHead(n, s, y)
	x := seatGap + seatHead
	room := w - seatHead - trackW - edge
	p.drawYard(n, s, image.Rect(x, y+edge, x+room, y+h-edge))
	p.drawTrack(n, s, image.Rect(x+room, y+edge, x+room+trackW, y+h-edge))
}

// rowW is the width of a row whose wagons stand a step apart.
func (g *gauge) rowW(n, step int) int { return discW + 6 + (n-1)*step + g.px(wagonW) + rowGap }

// ghostW is the width of a robbed row.
func (g *gauge) ghostW() int { return g.px(wagonW) + 92 + pieceW + rowGap }

// leastStep is the least distance of two wagons.
const leastStep = 8

// drawYard draws a railyard: its rows as trains leaving to the right, new cards on a bright ground,
// and robbed rows. Wagons stand closer together where there are many.
func (p *picture) drawYard(n *seatNews, s *engine.SeatView, box image.Rectangle) {
	p.Fill(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), p.Land)
	g := &p.yards.gauges[0]
	lines, step := box.Dy()/g.px(yardLine), g.px(wagonStep)
	if p.flowYard(n, s, g, box.Dx(), step, nil) > lines {
		g = &p.yards.gauges[1]
		lines, step = box.Dy()/yardLine, wagonStep
	}
	for ; step > leastStep && p.flowYard(n, s, g, box.Dx(), step, nil) > lines; step -= 4 {
	}
	lines = p.flowYard(n, s, g, box.Dx(), step, nil)
	top := func(line int) int {
		return box.Min.Y + (2*line+1)*box.Dy()/(2*lines) - g.px(wagonH+wagonFoot)/2
	}
	if seat := int(s.Seat - 1); seat < len(p.yards.cities) {
		city := &p.yards.cities[seat]
		p.PutAt(city, box.Max.X-cityW, max(box.Min.Y, top(lines-1)+g.px(wagonH+17)-cityH))
	}
	for line := range lines {
		p.drawRails(box.Min.X, top(line)+g.px(wagonH+17), box.Dx())
	}
	if len(s.Yard) == 0 && n.lost == ([engine.MaxCards]int{}) {
		p.TextFit(raster.Regular(30), float64(box.Min.X+18), top(0)+44, float64(box.Dx()-36), p.Faint,
			p.words("render.yard-empty"))
	}
	p.flowYard(n, s, g, box.Dx(), step, func(row *engine.Row, lost engine.Card, x, line int) {
		if x += box.Min.X + 12; row != nil {
			p.drawRow(*row, n.laid[row.Card] > 0, g, step, x, top(line))
		} else {
			p.drawGhost(lost, n, g, x, top(line))
		}
	})
}

// flowYard calls put, unless it is nil, with the place of each row and each robbed row, and returns
// the number of lines.
func (p *picture) flowYard(n *seatNews, s *engine.SeatView, g *gauge, room, step int,
	put func(row *engine.Row, lost engine.Card, x, line int),
) int {
	f := flow{room: room - 12}
	for i := range s.Yard {
		x, line := f.place(g.rowW(s.Yard[i].N, step))
		if put != nil {
			put(&s.Yard[i], 0, x, line)
		}
	}
	for card := range n.lost {
		if !n.gone(s, engine.Card(card)) {
			continue
		}
		x, line := f.place(g.ghostW())
		if put != nil {
			put(nil, engine.Card(card), x, line)
		}
	}
	return f.line + 1
}

// drawRow draws a row: its length, then its wagons, the locomotives in front.
func (p *picture) drawRow(r engine.Row, fresh bool, g *gauge, step, x, y int) {
	if fresh {
		w := g.rowW(r.N, step) - rowGap + 14
		p.Fill(x-7, y-9, w, g.px(wagonH)+18, p.Ink)
		p.Fill(x-4, y-6, w-6, g.px(wagonH)+12, p.Mark)
	}
	p.drawDisc(&p.kit.disc, x, y+(g.px(wagonH)-discW)/2, strconv.Itoa(r.N))
	x += discW + 6
	for i := range r.N {
		card := r.Card
		if i >= r.N-r.Wilds && p.wild != engine.NoCard {
			card = p.wild
		}
		wagon := &g.behind[card]
		if i == r.N-1 {
			wagon = &g.front[card]
		}
		p.PutAt(wagon, x+i*step, y)
	}
}

// drawGhost draws a robbed row with its length and the robber.
func (p *picture) drawGhost(card engine.Card, n *seatNews, g *gauge, x, y int) {
	p.PutAt(&g.ghosts[card], x, y)
	w, mid := g.px(wagonW), y+g.px(wagonH)/2
	at := p.Text(raster.Bold(32), float64(x+w+8), mid+12, p.Bad, caption.Signed(-n.lost[card])+" ←")
	if by := n.to[card]; by != engine.Public {
		p.PutAt(&p.kit.yards[by-1], int(at)+4, mid-pieceH/2)
	}
}

// drawTrack draws a seat's track as a stack. Only the number of its cards is public (K3).
func (p *picture) drawTrack(n *seatNews, s *engine.SeatView, box image.Rectangle) {
	x, mid := box.Min.X, (box.Min.Y+box.Max.Y)/2
	p.Fill(x, box.Min.Y, box.Dx(), box.Dy(), p.Park)
	p.Fill(x, box.Min.Y, 3, box.Dy(), p.Border)
	p.drawRails(x+3, mid+wagonH/2+12, trackW-3)
	p.PutAt(stackOf(p.yards.stacks, s.Track.N), x+16, mid-wagonH/2-13)
	left := float64(x + wagonW + 40)
	at := p.drawGain(30, left, mid+2, n.moved)
	p.Text(raster.Bold(46), at, mid+4, p.Ink, strconv.Itoa(s.Track.N))
	p.TextFit(raster.Regular(27), left, mid+38, trackW-wagonW-44, p.Faint, p.words("render.track"))
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

// newsOf sorts the public facts of events by seat. Events before the current pass are dropped.
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
