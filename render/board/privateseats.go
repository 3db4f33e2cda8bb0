package board

import (
	"image"
	"strconv"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
)

// Measures of the seats in a private picture, in pixels.
const (
	chipH   = 84
	chipGap = 8
)

// chips are the seats in the order in which they stand, and in how many columns: the seats of a team below each other.
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

// seatsH is how tall the seats become.
func (d *private) seatsH() int {
	seats, columns := d.chips()
	return geometry.Rows(len(seats), columns)*(chipH+chipGap) + chipGap
}

// drawSeats writes what everybody may know of the seats.
func (d *private) drawSeats(c *raster.Canvas, y int) {
	seats, columns := d.chips()
	w := (phoneRoom - (columns-1)*chipGap) / columns
	for i, seat := range seats {
		x := phoneEdge + i%columns*(w+chipGap)
		d.drawChip(c, seat, i < columns || !d.v.Uses(engine.UsesTeams), image.Rect(x, y+chipGap, x+w, y+chipGap+chipH).Add(image.Pt(0, i/columns*(chipH+chipGap))))
	}
}

// drawChip writes one seat: its piece, its name, its points if asked for, and what it has.
func (d *private) drawChip(c *raster.Canvas, seat engine.Seat, scored bool, box image.Rectangle) {
	s := d.v.Seat(seat)
	c.Fill(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), d.theme.Card)
	if d.v.Moves(seat) {
		outline(c, box, 4, d.theme.Ink)
	} else {
		outline(c, box, 2, d.theme.Line)
	}
	x, y := box.Min.X+8, box.Min.Y
	c.PutAt(&d.kit.mates[seat-1], x, y+4)
	room := float64(box.Dx() - mateW - 32)
	if scored {
		points := caption.Number(s.Points())
		c.TextRight(raster.Bold, 30, float64(box.Max.X-12), y+36, d.theme.Ink, points)
		room -= raster.Width(raster.Bold, 30, points) + 8
	}
	c.Text(raster.Bold, phoneText, float64(x+mateW+8), y+34, d.theme.Ink, raster.Fit(raster.Bold, phoneText, room, caption.Tidy(s.Name)))
	at, base := x+2, y+46
	put := func(icon *raster.Sprite, n int) {
		c.PutAt(icon, at, base+3)
		at = int(c.Text(raster.Bold, phoneText, float64(at+IconSize+3), base+24, d.theme.Ink, strconv.Itoa(n))) + 10
	}
	for kind, n := range s.Pieces {
		if kind < len(d.panel.pieces) {
			put(&d.panel.pieces[kind], n)
		}
	}
	put(&d.panel.hand, s.Hand.N)
	put(&d.panel.ticket, s.Tickets.N)
	if d.v.Uses(engine.UsesPorts) {
		put(&d.panel.harbor, s.PortsLeft)
	}
	if d.v.Uses(engine.UsesGoods) {
		put(&d.panel.goods, s.Goods)
	}
}
