package render

import (
	"image"
	"image/color"
	"math"

	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// form is the outline of a route's spaces. It tells the kinds of routes apart without colour, empty and claimed.
type form uint8

const (
	onLand form = iota // a rectangle
	afloat             // round ends, like a ship: ferries
	walled             // a toothed rim, like the stones of a vault: tunnels
)

func formOf(r *railmap.Route) form {
	switch r.Kind {
	case railmap.Ferry, railmap.Sea:
		return afloat
	case railmap.Tunnel:
		return walled
	case railmap.Track:
	}
	return onLand
}

// corner is the radius of a slot's corners when it is grown by a margin.
func (s slot) corner(margin float64) float64 {
	if s.form == afloat {
		return s.width/2 + margin
	}
	return 0.2*s.width + max(margin, 0)
}

// plank fills a slot with rounded corners, grown by a margin.
func (s *Sketch) plank(sl slot, margin float64, c color.RGBA) {
	s.plankPath(sl, margin)
	s.fill(c)
}

func (s *Sketch) plankPath(sl slot, margin float64) {
	w, h := sl.length+2*margin, sl.width+2*margin
	s.dc.Push()
	s.dc.Translate(sl.at.x, sl.at.y)
	s.dc.Rotate(sl.angle)
	s.dc.DrawRoundedRectangle(-w/2, -h/2, w, h, sl.corner(margin))
	s.dc.Pop()
}

// rim draws what surrounds a slot: light and out to a margin, or the teeth of a tunnel.
func (s *Sketch) rim(sl slot, k, margin float64) {
	if sl.form != walled {
		s.plank(sl, margin, s.theme.Card)
		return
	}
	s.plank(sl, 4.4*k, s.theme.Ink)
	s.plankPath(sl, 2.6*k)
	s.dc.SetLineCapButt()
	s.dc.SetColor(s.theme.Card)
	s.dc.SetLineWidth(3 * k)
	s.dc.SetDash(5*k, 4.5*k)
	s.dc.Stroke()
	s.dc.SetDash()
}

// inside draws something and takes away what of it lies outside of the slot.
func (s *Sketch) inside(sl slot, draw func()) {
	if sl.form != afloat {
		draw()
		return
	}
	at := point{}
	at.x, at.y = s.dc.TransformPoint(sl.at.x, sl.at.y)
	sl = newSlot(at, sl.angle, sl.length, sl.width)
	sl.form = afloat
	b := sl.bounds(sl.width / 2)
	r := image.Rect(int(b.x0), int(b.y0), int(b.x1)+1, int(b.y1)+1).Intersect(s.img.Rect)
	before := image.NewRGBA(r)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from := s.img.PixOffset(r.Min.X, y)
		copy(before.Pix[before.PixOffset(r.Min.X, y):], s.img.Pix[from:from+4*r.Dx()])
	}
	draw()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			cover := max(0, min(1, 0.5-sl.beyond(point{float64(x) + 0.5, float64(y) + 0.5})))
			p, q := s.img.Pix[s.img.PixOffset(x, y):], before.Pix[before.PixOffset(x, y):]
			for i := range 3 {
				p[i] = uint8(math.Round(float64(q[i]) + (float64(p[i])-float64(q[i]))*cover))
			}
		}
	}
}

// beyond is how far a point lies outside of a slot with its rounded corners; less than 0 inside.
func (s slot) beyond(p point) float64 {
	along, across := s.local(p)
	r := s.corner(0)
	x, y := math.Abs(along)-s.length/2+r, math.Abs(across)-s.width/2+r
	return math.Hypot(max(x, 0), max(y, 0)) + min(max(x, y), 0) - r
}
