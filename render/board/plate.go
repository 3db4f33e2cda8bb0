package board

import (
	"image/color"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// A private picture says at its foot whose pieces are the viewer's: "you" beside a piece, and in a
// team also the partner's. Whose turn it is stands there light on dark, as in the strip of a board.
// A question about tickets says there which are kept and which go back.

// foot is the writing in a row at the foot of a private picture, 8 pixels tall on a phone.
type foot struct {
	font   raster.Font
	bold   raster.Font // of letters
	h      int         // of a row
	pieces []raster.Sprite
	movers []raster.Sprite // the same, on dark ground
}

// newFoot makes the pieces of all seats for a size of lettering.
func newFoot(ws *theme.Builder, size float64) foot {
	pieces := func(ground color.RGBA) []raster.Sprite {
		return ws.Pieces(int(2.4*size), int(1.4*size), 10, 8, size/phoneName, size, ground)
	}
	return foot{
		font: raster.Narrow(size), bold: raster.Bold(0.9 * size), h: int(1.6 * size),
		pieces: pieces(ws.Paper), movers: pieces(ws.Ink),
	}
}

// size is that of the lettering, gap the distance of two things in a row.
func (f *foot) size() float64 { return f.font.Size }
func (f *foot) gap() float64  { return 0.35 * f.size() }

// base is the base line of a row at y.
func (f *foot) base(y int) int { return y + int(0.5*float64(f.h)+0.4*f.size()) }

// owner is a seat whose pieces are on the plate, with what it is called there.
type owner struct {
	text  string
	seat  engine.Seat
	moves bool
}

// owners are the viewer, its partner, and a third seat if that one is to move.
func (d *private) owners() []owner {
	turn := len(d.v.ToMove) == 1 && !d.asksTickets()
	var all []owner
	add := func(seat engine.Seat, text, ifMoves string) {
		moves := turn && d.v.Moves(seat)
		if moves {
			text = ifMoves
		}
		all = append(all, owner{d.words(text), seat, moves})
	}
	me := d.own.Seat
	add(me, "render.you", "render.you-move")
	for i := range d.v.Seats {
		switch s := d.v.Seats[i].Seat; {
		case s == me:
		case caption.Allied(d.v, s, me):
			add(s, "render.partner", "render.partner-moves")
		case turn && d.v.Moves(s):
			add(s, "", "render.turn-mark")
		}
	}
	return all
}

// plateW is the width of the plate in a row.
func (d *private) plateW(f *foot) float64 {
	w := 2 * f.gap()
	for _, o := range d.owners() {
		w += f.font.Width(o.text) + 3*f.gap() + float64(f.pieces[0].W)
	}
	return w
}

// drawPlate draws the plate at the right end of a row.
func (d *private) drawPlate(f *foot, y int) {
	x := float64(d.W) - d.plateW(f)
	d.Fill(int(x), y, 3, f.h, d.Ink)
	x += 2 * f.gap()
	for _, o := range d.owners() {
		ink, piece := d.Ink, &f.pieces[o.seat-1]
		end := x + f.font.Width(o.text) + f.gap() + float64(piece.W)
		if o.moves {
			ink, piece = d.Card, &f.movers[o.seat-1]
			left := int(x - f.gap())
			d.Fill(left, y, int(end+f.gap())-left, f.h, d.Ink)
		}
		d.Text(f.font, x, f.base(y), ink, o.text)
		d.PutAt(piece, int(end)-piece.W, y+2+(f.h-piece.H)/2)
		x = end + 2*f.gap()
	}
}

// asksTickets reports whether the viewer is asked which tickets it keeps.
func (d *private) asksTickets() bool { return d.o.Move.Verb == engine.Keep && d.choosing() }

// returns reports whether the move that is asked about gives a ticket back.
func (d *private) returns(t *ownTicket) bool {
	return t.offer && !t.chosen && d.o.Move.Verb == engine.Keep
}

// drawKept draws the letters of the tickets that a choice keeps and gives back.
func (d *private) drawKept(f *foot, y int) {
	x, mid, half := f.size()*0.7, float64(y)+float64(f.h)/2+1, 0.62*f.size()
	for _, kept := range []bool{true, false} {
		text, shown := "render.keeps", false
		if !kept {
			text = "render.returns"
		}
		for i := range d.tickets {
			t := &d.tickets[i]
			if !t.offer || t.chosen != kept {
				continue
			}
			if !shown {
				x, shown = d.Text(f.font, x, f.base(y), d.Ink, d.words(text))+2*f.gap(), true
			}
			e := letters{text: t.letter, owned: kept}
			if kept {
				e.text += keptMark
			}
			wide := max(half, e.width(f.bold)/2+0.3*f.size())
			at := geometry.Pt(x+wide, mid)
			if kept {
				d.drawLetters(f.bold, at, wide, 2*half-8, &e)
			} else {
				d.Returned(d.Canvas, f.bold, at, wide, half-4, e.text)
			}
			x += 2*wide + f.gap()
		}
		x += 2 * f.gap()
	}
}
