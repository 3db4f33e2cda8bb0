package board

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"konduktor/render/caption"
	"konduktor/render/geometry"
)

// At the foot of a private picture stand the cities of tickets and the routes of open ways that lie
// beyond its edges, with their letters and arrows towards them.
const (
	beyondGap = 28
	arrowSide = 24

	beyondCodes = 3 // of routes with the same letters
)

// beyondMore stands for entries without room.
const beyondMore = "…"

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
			return d.frame().Holds(s.Bounds(0)) // the code stands on a whole space
		}) {
			continue
		}
		code := caption.Code(d.m, w.route)
		same := slices.IndexFunc(all[cities:], func(e beyond) bool { return e.way.text == w.text })
		if same < 0 {
			all = append(all, beyond{way: &w, text: code, at: slots[len(slots)/2].At})
		} else if e := &all[cities+same]; strings.Count(e.text, ", ") < beyondCodes-1 {
			e.text += ", " + code
		} else if !strings.HasSuffix(e.text, beyondMore) {
			e.text += ", " + beyondMore
		}
	}
	return all
}

// beyondRows breaks what stands at the foot into rows. The first row ends with the plate; in a
// choice of tickets it lists those instead. Routes get at most one more row.
func (d *private) beyondRows() [][]beyond {
	rows, ways := [][]beyond{nil}, false
	room := phoneRoom + beyondGap - d.plateW(&d.kit.foot)
	if d.asksTickets() {
		room = 0
	}
	for _, e := range d.beyondEdge() {
		w, last := d.beyondW(&e), len(rows)-1
		if room -= w + beyondGap; room < 0 {
			if ways || d.asks() {
				rows[last] = append(rows[last], beyond{text: beyondMore})
				break
			}
			rows, room, last = append(rows, nil), phoneRoom-w, last+1
		}
		ways = ways || len(rows[last]) == 0 && e.way != nil
		rows[last] = append(rows[last], e)
	}
	return rows
}

// half is half the width of the letters.
func (e *beyond) half() float64 {
	switch {
	case e.way != nil:
		return wayHalf(e.way)
	case e.letters != nil:
		return e.letters.half()
	}
	return 0
}

func (d *private) beyondW(e *beyond) float64 {
	return 2*e.half() + 8 + d.kit.foot.font.Width(e.text) + 8 + arrowSide
}

// drawFoot draws the rows below the window.
func (d *private) drawFoot(rows [][]beyond) {
	f := &d.kit.foot
	y := d.H - f.h*len(rows)
	d.Fill(0, y, d.W, d.H-y, d.Paper)
	d.drawPlate(f, y)
	if d.asksTickets() {
		d.drawKept(f, y)
	}
	d.Fill(0, y, d.W, 3, d.Ink)
	for _, row := range rows {
		x := float64(phoneEdge)
		for i := range row {
			d.drawBeyond(f, &row[i], x, y)
			x += d.beyondW(&row[i]) + beyondGap
		}
		y += f.h
	}
}

func (d *private) drawBeyond(f *foot, e *beyond, x float64, y int) {
	half := e.half()
	switch mid := geometry.Pt(x+half, float64(y+f.h/2)+2); {
	case e.way != nil:
		d.drawWayTag(phoneBold, &tag{at: mid, half: half, r: wayR, way: e.way})
	case e.letters != nil:
		d.drawTag(mid, half-2, e.letters)
	default:
		d.Text(f.font, x, f.base(y), d.Ink, e.text)
		return
	}
	end := d.Text(f.font, x+2*half+8, f.base(y), d.Ink, e.text)
	d.PutAt(&d.kit.arrows[d.towards(e.at)], int(end)+8, y+13)
}

// towards is the direction of a place from the middle of the window: 0 is up, 2 right, 7 up and
// left.
func (d *private) towards(p geometry.Point) int {
	w := d.window
	off := p.Minus(geometry.Pt(float64(w.Min.X+w.Max.X)/2, float64(w.Min.Y+w.Max.Y)/2))
	return (int(math.Round(math.Atan2(off.X, -off.Y)*4/math.Pi)) + 8) % 8
}
