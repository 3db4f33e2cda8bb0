package render

import (
	"github.com/konduktor-bot/konduktor/engine"
)

// Measures of a team's box in the panel, in pixels.
const (
	mateH    = 52 // of one seat
	teamEdge = 6
	rackH    = 36
)

// teamSprites are what the boxes of teams are made of.
type teamSprites struct {
	boxes [4]sprite // by number of seats; none for 0 and 1
	turn  sprite    // the frame of a seat that is to move
	mates []sprite  // by seat: its piece, on the ground of a card
}

func teamH(seats int) int { return 2*teamEdge + seats*mateH + rackH }

func (ws *workshop) newTeams() *teamSprites {
	t := &teamSprites{mates: make([]sprite, len(ws.theme.Seats))}
	for n := 2; n < len(t.boxes); n++ {
		h := teamH(n)
		ws.make(&t.boxes[n], seatW, h, ws.theme.Paper, func(s *Sketch) {
			s.box(2, 2, seatW-4, float64(h)-4, 12, s.theme.Card, s.theme.Line, 2)
			s.fillArea(area{14, float64(h - rackH - 3), seatW - 14, float64(h-rackH) - 1.5}, s.theme.Line)
		})
	}
	ws.make(&t.turn, seatW-12, mateH, ws.theme.Card, func(s *Sketch) {
		s.box(2, 2, seatW-16, mateH-4, 9, s.theme.Card, s.theme.Ink, 3.5)
	})
	for i := range t.mates {
		ws.make(&t.mates[i], 56, 32, ws.theme.Card, func(s *Sketch) {
			s.piece(slot{at: point{28, 16}, length: 46, width: 23}, 1, i)
		})
	}
	return t
}

// drawTeam writes a team's box: its seats, what everybody may know of its racks (S4), and its
// points.
func (p *painter) drawTeam(c *canvas, v *engine.View, o *Options, team party, x, y int) {
	if len(team) < len(p.teams.boxes) {
		c.putAt(&p.teams.boxes[len(team)], x, y)
	}
	top := y + teamEdge
	for _, seat := range team {
		p.drawMate(c, v, seat, x, top)
		top += mateH
	}
	s := v.Seat(team[0])
	score := number(s.Points())
	c.textRight(bold, 28, float64(x+seatW-16), top+29, p.theme.Ink, score)
	if won(v, team[0]) {
		c.putAt(&p.panel.crown, x+seatW-16-iconSize-4-int(width(bold, 28, score)), top+6)
	}
	c.text(regular, 18, float64(x+14), top+25, p.theme.Faint, fit(regular, 18, 60, o.Words("render.rack")))
	at := x + 76
	at = p.drawCount(c, &p.panel.hand, at, top+6, s.Rack.N, countStep)
	p.drawCount(c, &p.panel.ticket, at, top+6, s.RackTickets.N, countStep)
}

// drawMate writes a seat of a team: its name and what it has.
func (p *painter) drawMate(c *canvas, v *engine.View, seat engine.Seat, x, y int) {
	s := v.Seat(seat)
	if v.Moves(seat) {
		c.putAt(&p.teams.turn, x+6, y)
	}
	c.putAt(&p.teams.mates[seat-1], x+12, y+10)
	c.text(bold, 20, float64(x+76), y+22, p.theme.Ink, fit(bold, 20, seatW-16-76, tidy(s.Name)))
	at := x + 76
	for _, n := range s.Pieces {
		at = p.drawCount(c, &p.panel.pieces[0], at, y+26, n, countStep)
	}
	at = p.drawCount(c, &p.panel.hand, at, y+26, s.Hand.N, countStep)
	p.drawCount(c, &p.panel.ticket, at, y+26, s.Tickets.N, countStep)
}
