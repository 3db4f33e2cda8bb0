package board

import (
	"cmp"
	"math"
	"slices"

	"konduktor/render/geometry"
	"konduktor/render/raster"
)

// Below a private picture stand the cities of tickets that lie beyond its edges, each with its
// letters and an arrow towards it.
const (
	beyondH   = 46 // of a row, in pixels
	beyondGap = 28
	arrowSide = 24
)

var beyondFont = raster.Narrow(phoneName)

// beyond are the letters of cities outside of the window, from west to east.
func (d *private) beyond() []letters {
	all := slices.DeleteFunc(d.cityLetters(), func(e letters) bool {
		return e.lost || d.frame().Holds(d.board.lay.Cities[e.city].Around(0))
	})
	slices.SortStableFunc(all, func(a, b letters) int {
		return cmp.Compare(d.board.lay.Cities[a.city].X, d.board.lay.Cities[b.city].X)
	})
	return all
}

// beyondRows breaks what stands below the picture into rows.
func (d *private) beyondRows() [][]letters {
	var rows [][]letters
	room := 0.0
	for _, e := range d.beyond() {
		w := d.beyondW(&e)
		if room -= w + beyondGap; room < 0 {
			rows, room = append(rows, nil), phoneRoom-w
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], e)
	}
	return rows
}

func (d *private) beyondW(e *letters) float64 {
	return 2*e.half() + 8 + beyondFont.Width(d.say.City(e.city)) + 8 + arrowSide
}

func (d *private) drawBeyond(rows [][]letters) {
	y := d.H - beyondH*len(rows)
	d.Fill(0, y, d.W, d.H-y, d.Paper)
	d.Fill(0, y, d.W, 3, d.Ink)
	for _, row := range rows {
		x := float64(phoneEdge)
		for i := range row {
			e, name := &row[i], d.say.City(row[i].city)
			d.drawTag(geometry.Pt(x+e.half(), float64(y)+beyondH/2+2), e.half()-2, e)
			end := d.Text(beyondFont, x+2*e.half()+8, y+35, d.Ink, name)
			d.PutAt(&d.kit.arrows[d.towards(d.board.lay.Cities[e.city])], int(end)+8, y+13)
			x += d.beyondW(e) + beyondGap
		}
		y += beyondH
	}
}

// towards is the direction of a place from the middle of the window: 0 is up, 2 right, 7 up and
// left.
func (d *private) towards(p geometry.Point) int {
	w := d.window
	off := p.Minus(geometry.Pt(float64(w.Min.X+w.Max.X)/2, float64(w.Min.Y+w.Max.Y)/2))
	return (int(math.Round(math.Atan2(off.X, -off.Y)*4/math.Pi)) + 8) % 8
}
