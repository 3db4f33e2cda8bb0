package theme

import (
	"image"
	"math"
	"slices"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/vector"

	"konduktor/render/geometry"
	"konduktor/render/raster"
)

// firm marks what fades only where it ends.
const firm = 0x80

// pen draws scenery on a layer of tones, without soft edges.
type pen struct {
	s     *Sketch
	l     *geometry.Layout
	w, h  int
	k     float64 // pixels for one of a board 1650 wide
	layer []uint8 // a tone plus 1; 0: nothing
	firm  uint8   // firm while what is drawn does not fade
	room  *roomMap
	z     *vector.Rasterizer
	path  []step
	dice  uint32
}

// step is a part of a path: a line or a curve to the last of its points.
type step struct {
	op byte // M, L, Q or C
	p  [3]geometry.Point
}

func newPen(s *Sketch, l *geometry.Layout, k float64) *pen {
	w, h := s.Img.Rect.Dx(), min(s.Img.Rect.Dy(), int(l.H))
	return &pen{
		s: s, l: l, w: w, h: h, k: k, layer: make([]uint8, w*h), room: newRoomMap(l, w, h),
		z: vector.NewRasterizer(1, 1),
	}
}

// chance is the next of the pen's numbers from 0 to 1, the same in every run.
func (p *pen) chance() float64 {
	p.dice = p.dice*1664525 + 1013904223
	return float64(p.dice>>8) / (1 << 24)
}

// around is a number that differs from x by a part at most.
func (p *pen) around(x, part float64) float64 { return x * (1 + part*(2*p.chance()-1)) }

func (p *pen) add(op byte, points ...geometry.Point) {
	it := step{op: op}
	copy(it.p[:], points)
	p.path = append(p.path, it)
}

func (p *pen) polygon(points ...geometry.Point) {
	for i, at := range points {
		p.add("ML"[min(i, 1)], at)
	}
}

func (p *pen) box(a geometry.Area, t tone) {
	p.polygon(geometry.Pt(a.X0, a.Y0), geometry.Pt(a.X1, a.Y0), geometry.Pt(a.X1, a.Y1),
		geometry.Pt(a.X0, a.Y1))
	p.fill(t)
}

func (p *pen) circle(c geometry.Point, r float64) {
	const k = 0.5523
	at := func(x, y float64) geometry.Point { return c.Plus(geometry.Pt(x*r, y*r)) }
	p.add('M', at(1, 0))
	p.add('C', at(1, k), at(k, 1), at(0, 1))
	p.add('C', at(-k, 1), at(-1, k), at(-1, 0))
	p.add('C', at(-1, -k), at(-k, -1), at(0, -1))
	p.add('C', at(k, -1), at(1, -k), at(1, 0))
}

// fill fills the path with a tone and begins a new one.
func (p *pen) fill(t tone) {
	path := p.path
	p.path = p.path[:0]
	var box geometry.Area
	for i, it := range path {
		for j := range stepPoints(it.op) {
			if i+j == 0 {
				box = it.p[j].Around(0)
			}
			box = box.With(it.p[j].Around(0))
		}
	}
	r := box.Pixels().Intersect(image.Rect(0, 0, p.w, p.h))
	if r.Empty() {
		return
	}
	p.z.Reset(r.Dx(), r.Dy())
	at := func(q geometry.Point) (x, y float32) {
		return float32(q.X - float64(r.Min.X)), float32(q.Y - float64(r.Min.Y))
	}
	for _, it := range path {
		ax, ay := at(it.p[0])
		bx, by := at(it.p[1])
		cx, cy := at(it.p[2])
		switch it.op {
		case 'M':
			p.z.ClosePath()
			p.z.MoveTo(ax, ay)
		case 'L':
			p.z.LineTo(ax, ay)
		case 'Q':
			p.z.QuadTo(ax, ay, bx, by)
		case 'C':
			p.z.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	p.z.ClosePath()
	cover := image.NewAlpha(image.Rect(0, 0, r.Dx(), r.Dy()))
	p.z.Draw(cover, cover.Rect, image.Opaque, image.Point{})
	for i, a := range cover.Pix {
		if a >= 0x80 {
			p.layer[(r.Min.Y+i/r.Dx())*p.w+r.Min.X+i%r.Dx()] = (uint8(t) + 1) | p.firm
		}
	}
}

func stepPoints(op byte) int {
	switch op {
	case 'Q':
		return 2
	case 'C':
		return 3
	}
	return 1
}

// line draws a line whose width goes from w0 in its middle to w1 at its ends.
func (p *pen) line(way []geometry.Point, w0, w1 float64, t tone) {
	n := len(way) - 1
	var left, right []geometry.Point
	for i, at := range way {
		along := way[min(i+1, n)].Minus(way[max(i-1, 0)])
		long := math.Max(1e-9, along.Distance(geometry.Point{}))
		off := 2*float64(i)/float64(n) - 1
		side := along.Left().Times((w0 + (w1-w0)*off*off) / 2 / long)
		left, right = append(left, at.Plus(side)), append(right, at.Minus(side))
	}
	slices.Reverse(right)
	p.polygon(append(left, right...)...)
	p.fill(t)
}

// wedge is a stroke that tapers from a width to a point.
func (p *pen) wedge(from, to geometry.Point, w float64, t tone) {
	d := to.Minus(from)
	side := d.Left().Times(w / 2 / math.Max(1e-9, d.Distance(geometry.Point{})))
	p.polygon(from.Plus(side), to, from.Minus(side))
	p.fill(t)
}

// stamp draws a small drawing, its foot at a place.
func (p *pen) stamp(name string, at geometry.Point, r float64) {
	flip := 1.0
	if p.chance() < 0.5 && name != "mill" {
		flip = -1
	}
	for _, part := range stamps()[name].parts {
		for _, st := range part.path {
			var points []geometry.Point
			for i := 0; i+1 < len(st.xy); i += 2 {
				points = append(points, at.Plus(geometry.Pt(flip*st.xy[i]*r, st.xy[i+1]*r)))
			}
			switch n := stepPoints(st.op); st.op {
			case 'O':
				p.circle(points[0], st.xy[2]*r)
			case 'M':
				p.polygon(points...)
			default:
				for ; len(points) >= n; points = points[n:] {
					p.add(st.op, points[:n]...)
				}
			}
		}
		p.fill(part.tone)
	}
}

// letters writes a text along a curve, its middle in the middle of the curve, letters apart by a
// part of the size.
func (p *pen) letters(text string, way []geometry.Point, size, apart float64, t tone) {
	f := raster.Serif(size)
	p.firm = firm
	defer func() { p.firm = 0 }()
	room := 0.0
	for _, r := range text {
		room += f.Outline(r, func(sfnt.SegmentOp, [3][2]float64) {}) + apart*size
	}
	pen := (length(way) - room + apart*size) / 2
	for _, r := range text {
		wide := f.Outline(r, func(sfnt.SegmentOp, [3][2]float64) {})
		at, dir := along(way, pen+wide/2)
		place := func(q [2]float64) geometry.Point {
			x, y := q[0]-wide/2, q[1]
			return at.Plus(geometry.Pt(x*dir.X-y*dir.Y, x*dir.Y+y*dir.X))
		}
		f.Outline(r, func(op sfnt.SegmentOp, q [3][2]float64) {
			p.add("MLQC"[op], place(q[0]), place(q[1]), place(q[2]))
		})
		p.fill(t)
		pen += wide + apart*size
	}
}

func length(way []geometry.Point) float64 {
	sum := 0.0
	for i := range way[1:] {
		sum += way[i].Distance(way[i+1])
	}
	return sum
}

// along is the place that lies so far along a way, beyond its ends in the direction there, and the
// direction.
func along(way []geometry.Point, far float64) (at, dir geometry.Point) {
	for i := range way[1:] {
		d := way[i+1].Minus(way[i])
		long := d.Distance(geometry.Point{})
		if far <= long && long > 0 || i == len(way)-2 {
			dir = d.Times(1 / math.Max(long, 1e-9))
			return way[i].Plus(dir.Times(far)), dir
		}
		far -= long
	}
	return way[0], geometry.Pt(1, 0)
}
