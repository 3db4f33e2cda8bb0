package theme

import (
	"image/color"
)

// Standing is how a ticket stands.
type Standing uint8

const (
	Underway Standing = iota
	Done
	Lost
)

// StandingSign draws a tick, a cross or three dots.
func (s *Sketch) StandingSign(m Standing, c color.RGBA) {
	s.SetLineCapRound()
	s.SetLineJoinRound()
	s.SetColor(c)
	s.SetLineWidth(5)
	switch m {
	case Done:
		s.MoveTo(6, 16)
		s.LineTo(12, 23)
		s.LineTo(24, 7)
	case Lost:
		s.DrawLine(7, 7, 23, 23)
		s.DrawLine(23, 7, 7, 23)
	case Underway:
		s.SetColor(s.Theme.Faint)
		for x := 6.0; x < 30; x += 9 {
			s.DrawCircle(x, 16, 3)
			s.Fill()
		}
	}
	s.Stroke()
}
