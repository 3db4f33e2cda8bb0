package render

import "image/color"

// The measures of a sheet of paper: hands and scores are written on one.
const (
	paperW    = 1200
	paperEdge = 40
)

// papers are the sprites of hands and scores.
type papers struct {
	badge   sprite    // a dark disc for a number
	tickets [4]sprite // the frame of a ticket, by mood
	moods   [4]sprite // the sign of it
	lit     sprite    // the row of a winner
}

// mood is how a ticket stands.
type mood uint8

const (
	onOffer mood = iota
	underway
	done
	lost
)

// Measures of a ticket, in pixels.
const (
	ticketEdge = 14
	ticketW    = miniW + 2*ticketEdge
	ticketText = 96
	tourText   = 22 // what a tour is worth
	ticketGap  = 20
	rowH       = 64
)

func (ws *workshop) newPapers(mini *miniature) *papers {
	p := &papers{}
	t := ws.theme
	ws.make(&p.badge, 52, 52, t.Paper, func(s *Sketch) {
		s.dc.DrawCircle(26, 26, 25)
		s.fill(t.Card)
		s.dc.DrawCircle(26, 26, 23)
		s.fill(t.Ink)
	})
	h := ticketH(mini)
	edges := [4]color.RGBA{onOffer: t.Accent, underway: t.Line, done: t.Good, lost: t.Bad}
	for i, edge := range edges {
		ws.make(&p.tickets[i], ticketW, h, t.Paper, func(s *Sketch) {
			s.box(2, 2, ticketW-4, float64(h)-4, 14, t.Card, edge, 4)
		})
		ws.make(&p.moods[i], 30, 30, t.Card, func(s *Sketch) { s.mood(mood(i), edge) })
	}
	ws.make(&p.lit, paperW-2*paperEdge, rowH, t.Paper, func(s *Sketch) {
		s.box(2, 2, paperW-2*paperEdge-4, rowH-4, 12, t.Mark, t.Ink, 3)
	})
	return p
}

// mood draws the sign of a ticket's standing: a tick, a cross, dots, a question mark's place is left to the heading.
func (s *Sketch) mood(m mood, c color.RGBA) {
	s.dc.SetLineCapRound()
	s.dc.SetLineJoinRound()
	s.dc.SetColor(c)
	s.dc.SetLineWidth(5)
	switch m {
	case done:
		s.dc.MoveTo(6, 16)
		s.dc.LineTo(12, 23)
		s.dc.LineTo(24, 7)
	case lost:
		s.dc.DrawLine(7, 7, 23, 23)
		s.dc.DrawLine(23, 7, 7, 23)
	case underway, onOffer:
		s.dc.SetColor(s.theme.Faint)
		for x := 6.0; x < 30; x += 9 {
			s.dc.DrawCircle(x, 16, 3)
			s.dc.Fill()
		}
	}
	s.dc.Stroke()
}

func ticketH(mini *miniature) int { return mini.base.h + 2*ticketEdge + mini.text }

// sheet prepares an empty sheet of paper.
func (p *painter) sheet(c *canvas, h int) {
	c.pal = p.pal
	c.resize(paperW, h)
	c.rect(0, 0, paperW, h, p.theme.Paper)
}
