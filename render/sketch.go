package render

import (
	"image"
	"image/color"
	"math"

	"github.com/fogleman/gg"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/vector"
)

// Sketch is a picture in full colour: what is drawn once a painter and then kept as palette indices.
type Sketch struct {
	dc    *gg.Context
	img   *image.RGBA
	theme *Theme
}

func newSketch(t *Theme, w, h int) *Sketch {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	return &Sketch{dc: gg.NewContextForRGBA(img), img: img, theme: t}
}

// copySketch starts a sketch on top of another.
func copySketch(s *Sketch) *Sketch {
	c := newSketch(s.theme, s.img.Rect.Dx(), s.img.Rect.Dy())
	copy(c.img.Pix, s.img.Pix)
	return c
}

func (s *Sketch) fill(c color.RGBA) {
	s.dc.SetColor(c)
	s.dc.Fill()
}

func (s *Sketch) fillArea(a area, c color.RGBA) {
	s.dc.DrawRectangle(a.x0, a.y0, a.x1-a.x0, a.y1-a.y0)
	s.fill(c)
}

// box fills a rounded rectangle and edges it.
func (s *Sketch) box(x, y, w, h, r float64, fill, edge color.RGBA, line float64) {
	s.dc.DrawRoundedRectangle(x, y, w, h, r)
	s.dc.SetColor(fill)
	s.dc.FillPreserve()
	s.dc.SetColor(edge)
	s.dc.SetLineWidth(line)
	s.dc.Stroke()
}

// text fills a text that begins at (x, y), on the base line, along the angle in radians. With a halo wider than 0 it is
// edged in paper first, so that it can be read on anything. gg's own text is blurred by a second sampling; outlines are not.
func (s *Sketch) text(w weight, size, x, y, angle float64, c color.RGBA, halo float64, text string) {
	t := typefaces[w]()
	s.dc.Push()
	s.dc.RotateAbout(angle, x, y)
	pen := x
	for _, r := range text {
		g := t.glyph(r)
		t.segments(g, size, pen, y, s.segment)
		pen += t.advances[g] * size
	}
	s.dc.Pop()
	if halo > 0 {
		s.dc.SetColor(s.theme.Paper)
		s.dc.SetLineWidth(halo)
		s.dc.SetLineJoinRound()
		s.dc.StrokePreserve()
	}
	s.fill(c)
}

// centred is text around the point (x, y): capitals stand in its middle.
func (s *Sketch) centred(w weight, size, x, y, angle float64, c color.RGBA, text string) {
	sin, cos := math.Sincos(angle)
	l, d := width(w, size, text)/2, size*0.36
	s.text(w, size, x-l*cos-d*sin, y-l*sin+d*cos, angle, c, 0, text)
}

func (s *Sketch) segment(op sfnt.SegmentOp, p [3][2]float64) {
	switch op {
	case sfnt.SegmentOpMoveTo:
		s.dc.NewSubPath()
		s.dc.MoveTo(p[0][0], p[0][1])
	case sfnt.SegmentOpLineTo:
		s.dc.LineTo(p[0][0], p[0][1])
	case sfnt.SegmentOpQuadTo:
		s.dc.QuadraticTo(p[0][0], p[0][1], p[1][0], p[1][1])
	case sfnt.SegmentOpCubeTo:
		s.dc.CubicTo(p[0][0], p[0][1], p[1][0], p[1][1], p[2][0], p[2][1])
	}
}

// coverage turns what a rasterizer has gathered into steps of coverage.
func coverage(z *vector.Rasterizer, w, h int) []uint8 {
	a := image.NewAlpha(image.Rect(0, 0, w, h))
	z.Draw(a, a.Rect, image.Opaque, image.Point{})
	for i, v := range a.Pix {
		a.Pix[i] = uint8((int(v)*(covers-1) + 127) / 255)
	}
	return a.Pix
}
