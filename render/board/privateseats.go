package board

import (
	"image"
	"strconv"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
)

const (
	chipH   = 84
	chipGap = 8
)

// chips are the seats in drawing order and the number of columns; a team shares a column.
func (d *private) chips() (seats []engine.Seat, columns int) {
	n := len(d.v.Seats)
	if d.v.Uses(engine.UsesTeams) {
		sides := caption.Sides(d.v)
		for row := range n / len(sides) {
			for _, side := range sides {
				if row < len(side) {
					seats = append(seats, side[row])
				}
			}
		}
		return seats, len(sides)
	}
	for i := range d.v.Seats {
		seats = append(seats, d.v.Seats[i].Seat)
	}
	if n == 4 {
		return seats, 2
	}
	return seats, min(n, 3)
}

const teamHead = 44

func (d *private) seatsH() int {
	seats, columns := d.chips()
	h := geometry.Rows(len(seats), columns)*(chipH+chipGap) + chipGap
	if d.v.Uses(engine.UsesTeams) {
		h += teamHead + chipGap
	}
	return h
}

// drawSeats writes what is public of the seats. Partners share a box with a heading.
func (d *private) drawSeats(y int) {
	seats, columns := d.chips()
	teams := d.v.Uses(engine.UsesTeams)
	w := (phoneRoom - (columns-1)*chipGap) / columns
	if teams {
		for i, side := range caption.Sides(d.v) {
			x := phoneEdge + i*(w+chipGap)
			bottom := y + 2*chipGap + teamHead + len(side)*(chipH+chipGap)
			d.drawTeamBox(i, side, image.Rect(x, y+chipGap, x+w, bottom))
		}
		y += teamHead
	}
	for i, seat := range seats {
		x := phoneEdge + i%columns*(w+chipGap)
		box := image.Rect(x, y+chipGap, x+w, y+chipGap+chipH).Add(image.Pt(0, i/columns*(chipH+chipGap)))
		if teams {
			box.Min.X, box.Max.X = box.Min.X+chipGap, box.Max.X-chipGap
		}
		d.drawChip(seat, !teams, box)
	}
}

// drawTeamBox draws a team's box and heading: its name, what is public of its rack (S4), its
// points.
func (d *private) drawTeamBox(i int, side caption.Side, box image.Rectangle) {
	s := d.v.Seat(side[0])
	edge, ink, title := d.Line, d.Ink, d.words("render.team", "Number", i+1)
	if caption.Allied(d.v, side[0], d.own.Seat) {
		edge, ink, title = d.Accent, d.Accent, d.words("render.own-team")
	}
	d.Fill(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), d.Card)
	outline(d.Canvas, box, 3, edge)
	points := caption.Number(s.Points())
	right := float64(box.Max.X) - 14
	d.TextRight(raster.Bold(30), right, box.Min.Y+36, d.Ink, points)
	right -= raster.Bold(30).Width(points) + 12
	for _, e := range []struct {
		icon *raster.Sprite
		n    int
	}{{&d.panel.ticket, s.RackTickets.N}, {&d.panel.hand, s.Rack.N}} {
		text := strconv.Itoa(e.n)
		d.TextRight(phoneBold, right, box.Min.Y+34, d.Ink, text)
		right -= phoneBold.Width(text) + iconSize + 3
		d.PutAt(e.icon, int(right), box.Min.Y+13)
		right -= 8
	}
	x := float64(box.Min.X) + 14
	d.TextFit(phoneBold, x, box.Min.Y+34, right-x, ink, title)
}

func (d *private) drawChip(seat engine.Seat, scored bool, box image.Rectangle) {
	s := d.v.Seat(seat)
	d.Fill(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), d.Card)
	if d.v.Moves(seat) {
		outline(d.Canvas, box, 4, d.Ink)
	} else {
		outline(d.Canvas, box, 2, d.Line)
	}
	x, y := box.Min.X+8, box.Min.Y
	d.PutAt(&d.kit.pieces[seat-1], x, y+4)
	room := float64(box.Dx() - pieceW - 32)
	if scored {
		points := caption.Number(s.Points())
		d.TextRight(raster.Bold(30), float64(box.Max.X-12), y+36, d.Ink, points)
		room -= raster.Bold(30).Width(points) + 8
	}
	d.TextFit(phoneBold, float64(x+pieceW+8), y+34, room, d.Ink, caption.Tidy(s.Name))
	at, base := x+2, y+46
	d.eachHolding(s, func(icon *raster.Sprite, n int, _, _ string) {
		d.PutAt(icon, at, base+3)
		at = int(d.Text(phoneBold, float64(at+iconSize+3), base+24, d.Ink, strconv.Itoa(n))) + 10
	})
}

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
	d.eachHolding(d.own, func(icon *raster.Sprite, _ int, prefix, name string) {
		all = append(all, seatSign{icon, d.words(prefix + name)})
	})
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
		d.Text(phoneRegular, float64(x+iconSize+6), y+line*phoneLine+26, d.Faint, s.word)
	})
}
