package board

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/raster"
)

// Below a private picture stand the cities of tickets and the routes of open ways that lie beyond
// its edges, with their letters and arrows towards them.
const (
	beyondH   = 46 // of a row, in pixels
	beyondGap = 28
	arrowSide = 24

	beyondCodes = 3 // of routes with the same letters
)

var beyondFont = raster.Narrow(phoneName)

// beyond is what the viewer needs outside of the window.
type beyond struct {
	letters *letters // of a city
	way     *openWay // or of routes on open ways
	text    string
	at      geometry.Point
}

// beyondEdge are the cities of incomplete tickets outside of the window, from west to east, then
// the routes on their open ways, those with the same letters together.
func (d *private) beyondEdge() []beyond {
	var all []beyond
	for _, e := range d.cityLetters() {
		at := d.board.lay.Cities[e.city]
		if !e.lost && !d.frame().Holds(at.Around(0)) {
			all = append(all, beyond{letters: &e, text: d.say.City(e.city), at: at})
		}
	}
	slices.SortStableFunc(all, func(a, b beyond) int { return cmp.Compare(a.at.X, b.at.X) })
	cities := len(all)
	for _, w := range d.openWays() {
		slots := d.board.lay.Lanes[w.route].Slots
		if slices.ContainsFunc(slots, func(s geometry.Slot) bool {
			return d.frame().Holds(s.At.Around(0))
		}) {
			continue
		}
		code := caption.Code(d.m, w.route)
		same := slices.IndexFunc(all[cities:], func(e beyond) bool { return e.way.text == w.text })
		if same < 0 {
			all = append(all, beyond{way: &w, text: code, at: slots[len(slots)/2].At})
		} else if e := &all[cities+same]; strings.Count(e.text, ", ") < beyondCodes-1 {
			e.text += ", " + code
		}
	}
	return all
}

// beyondRows breaks what stands below the picture into rows. Routes get at most one more.
func (d *private) beyondRows() [][]beyond {
	var rows [][]beyond
	room, ways := 0.0, false
	for _, e := range d.beyondEdge() {
		w := d.beyondW(&e)
		if room -= w + beyondGap; room < 0 {
			if ways {
				break
			}
			rows, room, ways = append(rows, nil), phoneRoom-w, e.way != nil
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], e)
	}
	return rows
}

// half is half the width of the letters.
func (e *beyond) half() float64 {
	if e.way != nil {
		return wayHalf(e.way)
	}
	return e.letters.half()
}

func (d *private) beyondW(e *beyond) float64 {
	return 2*e.half() + 8 + beyondFont.Width(e.text) + 8 + arrowSide
}

func (d *private) drawBeyond(rows [][]beyond) {
	y := d.H - beyondH*len(rows)
	d.Fill(0, y, d.W, d.H-y, d.Paper)
	d.Fill(0, y, d.W, 3, d.Ink)
	for _, row := range rows {
		x := float64(phoneEdge)
		for i := range row {
			e, half := &row[i], row[i].half()
			switch mid := geometry.Pt(x+half, float64(y)+beyondH/2+2); {
			case e.way != nil:
				d.drawWayTag(phoneBold, &tag{at: mid, half: half, r: wayR, way: e.way})
			default:
				d.drawTag(mid, half-2, e.letters)
			}
			end := d.Text(beyondFont, x+2*half+8, y+35, d.Ink, e.text)
			d.PutAt(&d.kit.arrows[d.towards(e.at)], int(end)+8, y+13)
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
