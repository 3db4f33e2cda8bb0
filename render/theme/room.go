package theme

import (
	"image"
	"math"

	"konduktor/engine"
	"konduktor/render/geometry"
)

// chamfer is the distance of neighbours in a field of distances.
const chamfer = 5

// distances are those of all pixels from the nearest that is in, in fifths of a pixel.
func distances(w, h int, in func(x, y int) bool) []int32 {
	const edge = 2 // as far as a knight jumps
	wide := w + 2*edge
	d := make([]int32, wide*(h+2*edge))
	for i := range d {
		d[i] = math.MaxInt32 / 2
	}
	for y := range h {
		for x := range w {
			if in(x, y) {
				d[(y+edge)*wide+x+edge] = 0
			}
		}
	}
	// forwards, then backwards: steps of a king and of a knight, as long as they are
	for way := 1; way >= -1; way -= 2 {
		west, north := -way, -way*wide
		for n := range w * h {
			if way < 0 {
				n = w*h - 1 - n
			}
			i := (n/w+edge)*wide + n%w + edge
			d[i] = min(d[i], d[i+west]+5, d[i+north]+5, d[i+north+west]+7, d[i+north-west]+7,
				d[i+north+2*west]+11, d[i+north-2*west]+11, d[i+2*north+west]+11, d[i+2*north-west]+11)
		}
	}
	out := d[:0]
	for y := range h {
		from := (y+edge)*wide + edge
		out = append(out, d[from:from+w]...)
	}
	return out
}

// roomMap is how far the cells of a board are from the network, in pixels.
type roomMap struct {
	w    int
	cell []float32
}

const (
	roomCell = 3
	roomFar  = 60
)

func (m *roomMap) at(x, y int) float64 { return float64(m.cell[y/roomCell*m.w+x/roomCell]) }

// newRoomMap measures the room between spaces, cities, names and signs.
func newRoomMap(l *geometry.Layout, w, h int) *roomMap {
	m := &roomMap{w: w/roomCell + 1}
	rows := h/roomCell + 1
	m.cell = make([]float32, m.w*rows)
	for i := range m.cell {
		m.cell[i] = roomFar
	}
	mark := func(a geometry.Area, from func(geometry.Point) float64) {
		r := a.Grown(roomFar).Pixels().Intersect(image.Rect(0, 0, w, h))
		for y := r.Min.Y / roomCell; y < (r.Max.Y+roomCell-1)/roomCell; y++ {
			for x := r.Min.X / roomCell; x < (r.Max.X+roomCell-1)/roomCell; x++ {
				at := geometry.Pt((float64(x)+0.5)*roomCell, (float64(y)+0.5)*roomCell)
				c := &m.cell[y*m.w+x]
				*c = min(*c, float32(from(at)))
			}
		}
	}
	for i := range l.Lanes {
		for n := range l.Lanes[i].Slots {
			sl := l.Empty(engine.RouteID(i), n)
			mark(sl.Bounds(0), sl.Beyond)
		}
		for _, way := range l.Lanes[i].Ways() {
			for j, at := range way {
				if j%4 == 0 {
					mark(at.Around(0), at.Distance)
				}
			}
		}
	}
	for _, c := range l.Cities {
		mark(c.Around(0), func(p geometry.Point) float64 { return p.Distance(c) - l.Sizes.Dot })
	}
	box := func(a geometry.Area) {
		mark(a, func(p geometry.Point) float64 {
			return math.Hypot(max(a.X0-p.X, p.X-a.X1, 0), max(a.Y0-p.Y, p.Y-a.Y1, 0))
		})
	}
	for i := range l.Labels {
		for _, a := range l.Labels[i].Areas {
			box(a)
		}
	}
	for i := range l.Exits {
		if sign := l.Exits[i].Sign; sign != (geometry.Area{}) {
			box(sign)
		}
	}
	return m
}
