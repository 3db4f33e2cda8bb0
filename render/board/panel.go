package board

import (
	"strconv"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// Sizes of the panel, in pixels.
const (
	panelEdge = 16
	seatW     = panelWidth - 2*panelEdge
	seatH     = 92
	seatStep  = seatH + 8
	iconSize  = 24
	marketRow = theme.SmallH + 6
	pileLine  = 27
	pilesH    = 14 + 3*pileLine + 6

	marketIndent = 104 // where the words of the market begin
	marketRoom   = seatW - marketIndent

	countStep, countStepFive = 66, 53 // between two numbers of a seat
)

type panel struct {
	seats  [2][]raster.Sprite // waiting, to move; by seat
	pieces []raster.Sprite    // by kind
	harbor raster.Sprite
	hand   raster.Sprite
	ticket raster.Sprite
	tokens map[string]*raster.Sprite
	plain  raster.Sprite // for tokens without a sign in the theme
	crown  raster.Sprite
}

func newPanel(ws *theme.Builder, lex *engine.Lexicon) *panel {
	p := &panel{}
	for moves := range p.seats {
		p.seats[moves] = ws.Each(len(ws.Seats), seatW, seatH, ws.Paper, func(s *theme.Sketch, seat int) {
			drawSeatBox(s, seat, moves == 1)
		})
	}
	icon := func(into *raster.Sprite, draw func(*theme.Sketch)) {
		ws.Make(into, iconSize, iconSize, ws.Card, draw)
	}
	p.pieces = ws.Each(len(lex.Pieces), iconSize, iconSize, ws.Card, func(s *theme.Sketch, i int) {
		s.PieceIcon(lex.Pieces[i])
	})
	icon(&p.harbor, func(s *theme.Sketch) {
		s.Disc(12, 12, 11, s.Harbor)
		s.Anchor(12, 12, 8)
		s.Paint(s.Card)
	})
	icon(&p.hand, func(s *theme.Sketch) {
		s.Box(2, 5, 12, 16, 2, s.Card, s.Ink, 1.6)
		s.Box(9, 3, 12, 16, 2, s.Border, s.Ink, 1.6)
	})
	icon(&p.ticket, func(s *theme.Sketch) {
		s.Box(2, 4, 20, 16, 3, s.Card, s.Ink, 1.6)
		s.DrawLine(7, 15, 16, 9)
		s.SetLineWidth(1.6)
		s.Stroke()
		s.DrawCircle(7, 15, 2.6)
		s.NewSubPath()
		s.Disc(16, 9, 2.6, s.Bad)
	})
	p.tokens = map[string]*raster.Sprite{}
	for name, draw := range ws.Tokens {
		p.tokens[name] = new(raster.Sprite)
		icon(p.tokens[name], draw)
	}
	icon(&p.plain, func(s *theme.Sketch) { s.Disc(12, 12, 9, s.Ink) })
	icon(&p.crown, func(s *theme.Sketch) {
		s.SymbolPath(theme.Star, 12, 12, 11)
		s.PaintEdged(s.Mark, s.Ink, 1.6)
	})
	return p
}

// token is the sign of a kind of tokens.
func (p *panel) token(name string) *raster.Sprite {
	if sign, ok := p.tokens[name]; ok {
		return sign
	}
	return &p.plain
}

// drawSeatBox draws the box of a seat, framed if it is to move.
func drawSeatBox(s *theme.Sketch, seat int, moves bool) {
	t := s.Theme
	if moves {
		s.Box(2, 2, seatW-4, seatH-4, 12, t.Card, t.Ink, 4)
	} else {
		s.Box(2, 2, seatW-4, seatH-4, 12, t.Card, t.Line, 2)
	}
	s.Piece(geometry.Slot{At: geometry.Pt(42, 30), Length: 54, Width: 27}, 1, seat)
}

// drawPanel writes the panel and returns where it ends.
func (p *picture) drawPanel() int {
	x := p.board.base.W - panelWidth
	p.Fill(x, 0, panelWidth, p.H, p.Paper)
	p.Fill(x, 0, 2, p.H, p.Line)
	left := x + panelEdge
	y := p.drawHeading(left)
	for _, team := range caption.Sides(p.v) {
		if p.v.Uses(engine.UsesTeams) {
			p.drawTeam(team, left, y)
			y += teamH(len(team)) + 8
			continue
		}
		p.drawSeat(int(team[0]-1), left, y)
		y += seatStep
	}
	if p.v.Tunnel != nil {
		y = p.drawDig(left, y+8)
	}
	y = p.drawMarket(left, y+12)
	return p.drawPiles(left, y+14)
}

// drawHeading writes the map's name and the state of the game, and returns where the seats begin.
func (p *picture) drawHeading(x int) int {
	p.TextFit(raster.Bold(28), float64(x), 42, seatW, p.Ink, p.say.MapName())
	ink, w := p.Faint, raster.Regular
	var state string
	switch {
	case p.v.Phase == engine.IsOver:
		state = p.words("render.over")
	case p.v.LastRound:
		state, ink, w = p.words("render.last-round", "Count", p.v.TurnsLeft), p.Bad, raster.Bold
	case p.v.Phase == engine.InSetup:
		state = p.words(caption.SetupWord(p.v))
	case len(p.v.ToMove) == 1:
		state = p.words("render.to-move", "Name", caption.ShortName(p.v.Seat(p.v.ToMove[0]).Name))
	default:
		state = p.words("render.played", "Count", p.v.Turns)
	}
	p.TextFit(w(19), float64(x), 68, seatW, ink, state)
	y := 82
	if text := p.say.LastRound(); text != "" {
		for _, line := range raster.Regular(18).Wrap(seatW, text) {
			p.Text(raster.Regular(18), float64(x), y+10, p.Ink, line)
			y += 22
		}
		y += 2
	}
	return y
}

func (p *picture) drawSeat(i, x, y int) {
	s := &p.v.Seats[i]
	moves := 0
	if p.v.Moves(s.Seat) {
		moves = 1
	}
	p.PutAt(&p.panel.seats[moves][i], x, y)
	score := caption.Number(s.Points())
	p.TextRight(raster.Bold(30), float64(x+seatW-16), y+41, p.Ink, score)
	room := float64(seatW-16-78-8) - raster.Bold(30).Width(score)
	if caption.Won(p.v, s.Seat) {
		room -= iconSize + 8
		p.PutAt(&p.panel.crown, x+seatW-16-iconSize-8-int(raster.Bold(30).Width(score)), y+19)
	}
	p.TextFit(raster.Bold(22), float64(x+78), y+38, room, p.Ink, caption.Tidy(s.Name))

	at := x + 16
	step := countStep
	if p.v.Uses(engine.UsesPorts) { // five numbers
		step = countStepFive
	}
	p.eachHolding(s, func(icon *raster.Sprite, n int, _, _ string) {
		at = p.drawIconCount(icon, at, y+56, n, step)
	})
}

// eachHolding calls put with what is public of a seat's holdings: the icon, the number, and prefix
// and name of the text ID of the icon's word.
func (p *picture) eachHolding(s *engine.SeatView, put func(icon *raster.Sprite, n int, prefix,
	name string),
) {
	for kind, n := range s.Pieces {
		if kind < len(p.panel.pieces) {
			put(&p.panel.pieces[kind], n, "render.sign.", p.lex.Pieces[kind])
		}
	}
	put(&p.panel.hand, s.Hand.N, "render.sign-", "cards")
	put(&p.panel.ticket, s.Tickets.N, "render.sign-", "tickets")
	if p.v.Uses(engine.UsesPorts) {
		put(&p.panel.harbor, s.PortsLeft, "render.sign-", "ports")
	}
	for _, t := range p.v.Tokens {
		put(p.panel.token(t.Name), t.Held[s.Seat-1], "render.sign-", t.Name)
	}
}

// drawIconCount writes an icon and a number, and returns where the next one begins.
func (p *picture) drawIconCount(icon *raster.Sprite, x, y, n, step int) int {
	p.PutAt(icon, x, y)
	p.Text(raster.Bold(19), float64(x+iconSize+4), y+19, p.Ink, strconv.Itoa(n))
	return x + step
}

func (p *picture) drawMarket(x, y int) int {
	p.TextFit(raster.Bold(21), float64(x), y+20, seatW, p.Ink, p.words("render.market"))
	y += 32
	step := marketRow
	if y+len(p.v.Market)*step+pilesH > p.board.base.H { // six seats and a tunnel leave little room
		step = theme.SmallH + 2
	}
	for i, card := range p.v.Market {
		p.TextMid(raster.Bold(20), float64(x+10), y+26, p.Faint, strconv.Itoa(i+1))
		if !p.isCard(card) {
			p.PutAt(&p.cards.none, x+28, y)
			at, empty := float64(x+marketIndent), p.words("render.empty")
			p.TextFit(raster.Regular(20), at, y+26, marketRoom, p.Faint, empty)
		} else {
			p.PutAt(&p.cards.small[card], x+28, y)
			p.drawMarketWord(p.card(card), x+marketIndent, y)
		}
		y += step
	}
	return y
}

func (p *picture) drawMarketWord(word string, x, y int) {
	lines, font := marketWord(word)
	base := y + 26
	if len(lines) > 1 {
		base = y + 16
	}
	for i, line := range lines {
		p.Text(font, float64(x), base+i*(int(font.Size)+1), p.Ink, line)
	}
}

// marketWord wraps the word for a card: on one line if it fits, else on two smaller ones.
func marketWord(word string) ([]string, raster.Font) {
	font := raster.Bold(20).Shrunk(18, marketRoom, word)
	if font.Width(word) <= marketRoom {
		return []string{word}, font
	}
	font = raster.Bold(17)
	lines := font.Wrap(marketRoom, word)
	return lines[:min(2, len(lines))], font
}

// drawPiles writes the sizes of the piles and returns where they end.
func (p *picture) drawPiles(x, y int) int {
	line := func(id string, n int) {
		number := strconv.Itoa(n)
		p.TextRight(raster.Bold(19), float64(x+seatW-4), y+18, p.Ink, number)
		room := seatW - 16 - raster.Bold(19).Width(number)
		p.TextFit(raster.Regular(19), float64(x), y+18, room, p.Faint, p.words(id))
		y += pileLine
	}
	for _, d := range p.v.Decks {
		words := caption.PileWords[d.Pile]
		line(words.Deck, d.Cards)
		line(words.Discards, d.Discards)
	}
	line("render.tickets-left", p.v.TicketsLeft)
	for _, t := range p.v.Tokens {
		line("render."+t.Name+"-left", t.Left)
	}
	return y
}

// An undecided tunnel (N6) has a tape around its spaces and a piece of the digging seat; the panel
// shows the cards turned up.

const digH = 22 + 8 + theme.SmallH + 30

func drawTaped(s *theme.Sketch, l *geometry.Layout, ln *geometry.Lane) {
	spacesPath(s, ln)
	s.SetLineCapRound()
	s.SetLineJoinRound()
	s.StrokePreserveWith(s.Ink, l.Sizes.Slot+32*l.Sizes.Scale)
	s.StrokePreserveWith(s.Mark, l.Sizes.Slot+28*l.Sizes.Scale)
	s.SetLineCapButt()
	s.SetColor(s.Ink)
	s.SetDash(8*l.Sizes.Scale, 10*l.Sizes.Scale)
	s.Stroke()
	s.SetDash()
}

// drawDug draws the tape, then the other lanes of the connection on top.
func drawDug(s *theme.Sketch, l *geometry.Layout, r engine.RouteID) {
	drawTaped(s, l, &l.Lanes[r])
	for lane := range l.Lanes {
		if l.Map.Routes[lane].Group == l.Map.Routes[r].Group {
			drawTops(s, l, engine.RouteID(lane))
		}
	}
}

// diggerSlot is the space with the digger's piece, not the one with the code if there is another.
func diggerSlot(l *geometry.Lane) int {
	for i := range l.Slots {
		if l.Rank(i) == max(0, len(l.Slots)-2) {
			return i
		}
	}
	return 0
}

// digTitle says who digs which tunnel.
func (p *picture) digTitle() string {
	t := p.v.Tunnel
	digger := caption.ShortName(p.v.Seat(t.Seat).Name)
	return p.words("render.digs", "Code", p.code(t.Route), "Name", digger)
}

// drawDig writes about an undecided tunnel in the panel and returns where the next part begins.
func (p *picture) drawDig(x, y int) int {
	t := p.v.Tunnel
	title := p.digTitle()
	p.TextFit(raster.Bold(20), float64(x), y+18, seatW, p.Ink, title)
	step := theme.SmallW + 8
	if n := len(t.Revealed); n > 1 {
		step = min(step, (seatW-theme.SmallW)/(n-1))
	}
	for i, card := range t.Revealed {
		p.PutAt(&p.cards.small[card], x+i*step, y+28)
	}
	asks := p.words("render.asks", "Count", t.Asks)
	p.TextFit(raster.Bold(19), float64(x), y+30+theme.SmallH+20, seatW, p.Bad, asks)
	return y + digH
}

const (
	mateH    = 52 // of one seat
	teamEdge = 6
	rackH    = 36
)

type teamSprites struct {
	boxes [4]raster.Sprite // by number of seats, from 2
	turn  raster.Sprite    // the frame of a seat that is to move
	mates []raster.Sprite  // by seat
}

func teamH(seats int) int { return 2*teamEdge + seats*mateH + rackH }

func newTeams(ws *theme.Builder) *teamSprites {
	t := &teamSprites{mates: ws.Pieces(56, 32, 10, 9, 1, 0, ws.Card)}
	for n := 2; n < len(t.boxes); n++ {
		h := teamH(n)
		ws.Make(&t.boxes[n], seatW, h, ws.Paper, func(s *theme.Sketch) {
			s.Box(2, 2, seatW-4, float64(h)-4, 12, s.Card, s.Line, 2)
			s.FillArea(geometry.Box(14, float64(h-rackH-3), seatW-14, float64(h-rackH)-1.5), s.Line)
		})
	}
	ws.Make(&t.turn, seatW-12, mateH, ws.Card, func(s *theme.Sketch) {
		s.Box(2, 2, seatW-16, mateH-4, 9, s.Card, s.Ink, 3.5)
	})
	return t
}

// drawTeam writes a team's box: its seats, what is public of its rack (S4), its points.
func (p *picture) drawTeam(team caption.Side, x, y int) {
	if len(team) < len(p.teams.boxes) {
		p.PutAt(&p.teams.boxes[len(team)], x, y)
	}
	top := y + teamEdge
	for _, seat := range team {
		p.drawTeamSeat(seat, x, top)
		top += mateH
	}
	s := p.v.Seat(team[0])
	score := caption.Number(s.Points())
	p.TextRight(raster.Bold(28), float64(x+seatW-16), top+29, p.Ink, score)
	if caption.Won(p.v, team[0]) {
		p.PutAt(&p.panel.crown, x+seatW-16-iconSize-4-int(raster.Bold(28).Width(score)), top+6)
	}
	p.TextFit(raster.Regular(18), float64(x+14), top+25, 60, p.Faint, p.words("render.rack"))
	at := x + 76
	at = p.drawIconCount(&p.panel.hand, at, top+6, s.Rack.N, countStep)
	p.drawIconCount(&p.panel.ticket, at, top+6, s.RackTickets.N, countStep)
}

func (p *picture) drawTeamSeat(seat engine.Seat, x, y int) {
	s := p.v.Seat(seat)
	if p.v.Moves(seat) {
		p.PutAt(&p.teams.turn, x+6, y)
	}
	p.PutAt(&p.teams.mates[seat-1], x+12, y+10)
	p.TextFit(raster.Bold(20), float64(x+76), y+22, seatW-16-76, p.Ink, caption.Tidy(s.Name))
	at := x + 76
	for _, n := range s.Pieces {
		at = p.drawIconCount(&p.panel.pieces[0], at, y+26, n, countStep)
	}
	at = p.drawIconCount(&p.panel.hand, at, y+26, s.Hand.N, countStep)
	p.drawIconCount(&p.panel.ticket, at, y+26, s.Tickets.N, countStep)
}
