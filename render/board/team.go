package board

import (
	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

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
	t := &teamSprites{mates: make([]raster.Sprite, len(ws.Theme.Seats))}
	for n := 2; n < len(t.boxes); n++ {
		h := teamH(n)
		ws.Make(&t.boxes[n], seatW, h, ws.Theme.Paper, func(s *theme.Sketch) {
			s.Box(2, 2, seatW-4, float64(h)-4, 12, s.Theme.Card, s.Theme.Line, 2)
			s.FillArea(geometry.Box(14, float64(h-rackH-3), seatW-14, float64(h-rackH)-1.5), s.Theme.Line)
		})
	}
	ws.Make(&t.turn, seatW-12, mateH, ws.Theme.Card, func(s *theme.Sketch) {
		s.Box(2, 2, seatW-16, mateH-4, 9, s.Theme.Card, s.Theme.Ink, 3.5)
	})
	for i := range t.mates {
		ws.Make(&t.mates[i], 56, 32, ws.Theme.Card, func(s *theme.Sketch) {
			s.Piece(geometry.Slot{At: geometry.Pt(28, 16), Length: 46, Width: 23}, 1, i)
		})
	}
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
	p.TextRight(raster.Bold(28), float64(x+seatW-16), top+29, p.theme.Ink, score)
	if caption.Won(p.v, team[0]) {
		p.PutAt(&p.panel.crown, x+seatW-16-iconSize-4-int(raster.Bold(28).Width(score)), top+6)
	}
	p.TextFit(raster.Regular(18), float64(x+14), top+25, 60, p.theme.Faint, p.words("render.rack"))
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
	p.TextFit(raster.Bold(20), float64(x+76), y+22, seatW-16-76, p.theme.Ink, caption.Tidy(s.Name))
	at := x + 76
	for _, n := range s.Pieces {
		at = p.drawIconCount(&p.panel.pieces[0], at, y+26, n, countStep)
	}
	at = p.drawIconCount(&p.panel.hand, at, y+26, s.Hand.N, countStep)
	p.drawIconCount(&p.panel.ticket, at, y+26, s.Tickets.N, countStep)
}
