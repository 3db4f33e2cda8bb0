package board

import (
	"konduktor/engine"
	"konduktor/render/raster"
)

// The signs in the boxes of the seats are explained in a row below them.

type seatSign struct {
	icon *raster.Sprite
	word string
}

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

// flowSigns calls put with the place of each sign and returns the number of lines.
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

func (d *private) signsH() int { return phoneLine * d.flowSigns(func(*seatSign, int, int) {}) }

func (d *private) drawSeatSigns(y int) {
	d.flowSigns(func(s *seatSign, x, line int) {
		d.PutAt(s.icon, x, y+line*phoneLine+5)
		d.Text(phoneRegular, float64(x+iconSize+6), y+line*phoneLine+26, d.theme.Faint, s.word)
	})
}
