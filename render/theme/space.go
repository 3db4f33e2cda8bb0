package theme

import (
	"image"
	"image/color"
	"math"

	"konduktor/render/geometry"
)

// Space fills a slot, grown by a margin.
func (s *Sketch) Space(sl geometry.Slot, margin float64, c color.RGBA) {
	s.spacePath(sl, margin)
	s.Paint(c)
}

func (s *Sketch) spacePath(sl geometry.Slot, margin float64) {
	w, h := sl.Length+2*margin, sl.Width+2*margin
	s.Push()
	s.Translate(sl.At.X, sl.At.Y)
	s.Rotate(sl.Angle)
	s.DrawRoundedRectangle(-w/2, -h/2, w, h, sl.Corner(margin))
	s.Pop()
}

// Rim draws the light margin of a slot, or the teeth of a tunnel.
func (s *Sketch) Rim(sl geometry.Slot, k, margin float64) {
	if sl.Form != geometry.Toothed {
		s.Space(sl, margin, s.Card)
		return
	}
	s.Space(sl, 4.4*k, s.Ink)
	s.spacePath(sl, 2.6*k)
	s.SetLineCapButt()
	s.SetColor(s.Card)
	s.SetLineWidth(3 * k)
	s.SetDash(5*k, 4.5*k)
	s.Stroke()
	s.SetDash()
}

// Inside calls draw and clips the result to the slot.
func (s *Sketch) Inside(sl geometry.Slot, draw func()) {
	if sl.Form != geometry.Rounded {
		draw()
		return
	}
	at := geometry.Point{}
	at.X, at.Y = s.TransformPoint(sl.At.X, sl.At.Y)
	sl = geometry.NewSlot(at, sl.Angle, sl.Length, sl.Width)
	sl.Form = geometry.Rounded
	b := sl.Bounds(sl.Width / 2)
	r := image.Rect(int(b.X0), int(b.Y0), int(b.X1)+1, int(b.Y1)+1).Intersect(s.Img.Rect)
	before := image.NewRGBA(r)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from := s.Img.PixOffset(r.Min.X, y)
		copy(before.Pix[before.PixOffset(r.Min.X, y):], s.Img.Pix[from:from+4*r.Dx()])
	}
	draw()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			cover := max(0, min(1, 0.5-sl.Beyond(geometry.Pt(float64(x)+0.5, float64(y)+0.5))))
			p, q := s.Img.Pix[s.Img.PixOffset(x, y):], before.Pix[before.PixOffset(x, y):]
			for i := range 3 {
				p[i] = uint8(math.Round(float64(q[i]) + (float64(p[i])-float64(q[i]))*cover))
			}
		}
	}
}
