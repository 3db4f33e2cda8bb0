package board

import (
	"konduktor/engine"
	"konduktor/render/raster"
)

// The small signs of what seats have are explained below the seats of a private picture, in a row.

// seatSign is a sign of what a seat has, with its word.
type seatSign struct {
	icon *raster.Sprite
	word string
}

// seatSigns are the signs that the seats of a game have, in the order in which they stand there.
func (d *private) seatSigns() []seatSign {
	if d.v.Phase == engine.IsOver || d.dense == closest {
		return nil
	}
	var all []seatSign
	for kind := range d.own.Pieces {
		if kind < len(d.panel.pieces) {
			all = append(all, seatSign{&d.panel.pieces[kind], d.words("render.sign." + d.lex.Pieces[kind])})
		}
	}
	all = append(all, seatSign{&d.panel.hand, d.words("render.sign-cards")}, seatSign{&d.panel.ticket, d.words("render.sign-tickets")})
	if d.v.Uses(engine.UsesPorts) {
		all = append(all, seatSign{&d.panel.harbor, d.words("render.sign-ports")})
	}
	for _, t := range d.v.Tokens {
		all = append(all, seatSign{d.panel.token(t.Name), d.words("render.sign-" + t.Name)})
	}
	return all
}

// flowSigns calls put for each sign with where it stands, and returns how many lines there are.
func (d *private) flowSigns(put func(s *seatSign, x, line int)) int {
	x, lines := phoneEdge, 0
	for _, s := range d.seatSigns() {
		w := iconSize + 6 + int(phoneRegular.Width(s.word))
		if lines == 0 || x+w > phoneW-phoneEdge {
			x, lines = phoneEdge, lines+1
		}
		put(&s, x, lines-1)
		x += w + 26
	}
	return lines
}

// signsH is how tall the row of signs becomes.
func (d *private) signsH() int { return phoneLine * d.flowSigns(func(*seatSign, int, int) {}) }

// drawSeatSigns writes the row of signs.
func (d *private) drawSeatSigns(y int) {
	d.flowSigns(func(s *seatSign, x, line int) {
		d.PutAt(s.icon, x, y+line*phoneLine+5)
		d.Text(phoneRegular, float64(x+iconSize+6), y+line*phoneLine+26, d.theme.Faint, s.word)
	})
}
