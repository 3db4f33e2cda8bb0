package theme

import (
	"image"
	"math"

	"konduktor/render/geometry"
)

// chamfer is the distance of neighbours in a field of distances.
const chamfer = 5

// distances are those of all pixels from the nearest that is in, in fifths of a pixel.
func distances(w, h int, in func(x, y int) bool) []int32 {
	d := make([]int32, w*h)
	for i := range d {
		if d[i] = math.MaxInt32 / 2; in(i%w, i/w) {
			d[i] = 0
		}
	}
	// forwards, then backwards: steps of a king and of a knight, as long as they are
	steps := [...]struct {
		x, y int
		by   int32
	}{
		{-1, 0, 5},
		{-1, -1, 7},
		{0, -1, 5},
		{1, -1, 7},
		{-2, -1, 11},
		{2, -1, 11},
		{-1, -2, 11},
		{1, -2, 11},
	}
	for way := 1; way >= -1; way -= 2 {
		for n := range d {
			i := n
			if way < 0 {
				i = len(d) - 1 - n
			}
			if d[i] == 0 {
				continue
			}
			x, y := i%w, i/w
			for _, s := range steps {
				if px, py := x+way*s.x, y+way*s.y; px >= 0 && px < w && py >= 0 && py < h {
					d[i] = min(d[i], d[py*w+px]+s.by)
				}
			}
		}
	}
	return d
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
		for _, sl := range l.Lanes[i].Slots {
			sl = l.Empty(sl)
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
		box(l.Exits[i].Sign)
	}
	return m
}
