package raster

import (
	"image"
	"image/color"
	"math"
	"strings"

	"github.com/fogleman/gg"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/vector"
)

// Sketch is a picture in full colour to draw on with gg.
type Sketch struct {
	*gg.Context
	Img   *image.RGBA
	least float64 // size of the smallest lettering, in pixels; 0: none
	texts []written
}

// NewSketch returns a blank sketch.
func NewSketch(w, h int) *Sketch {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	return &Sketch{Context: gg.NewContextForRGBA(img), Img: img}
}

// Copy starts a sketch on top of another.
func (s *Sketch) Copy() *Sketch {
	c := NewSketch(s.Img.Rect.Dx(), s.Img.Rect.Dy())
	copy(c.Img.Pix, s.Img.Pix)
	return c
}

// Paint fills the path.
func (s *Sketch) Paint(c color.RGBA) {
	s.SetColor(c)
	s.Fill()
}

// PaintEdged fills the path and strokes its edge.
func (s *Sketch) PaintEdged(fill, edge color.RGBA, width float64) {
	s.SetColor(fill)
	s.FillPreserve()
	s.StrokeWith(edge, width)
}

// StrokeWith strokes the path.
func (s *Sketch) StrokeWith(c color.RGBA, width float64) {
	s.StrokePreserveWith(c, width)
	s.ClearPath()
}

// StrokePreserveWith strokes the path and keeps it.
func (s *Sketch) StrokePreserveWith(c color.RGBA, width float64) {
	s.SetColor(c)
	s.SetLineWidth(width)
	s.StrokePreserve()
}

// Disc fills a circle.
func (s *Sketch) Disc(x, y, r float64, c color.RGBA) {
	s.DrawCircle(x, y, r)
	s.Paint(c)
}

// Polygon adds a closed polygon through points, given as x, y, x, y, ….
func (s *Sketch) Polygon(xy ...float64) {
	for i := 0; i < len(xy); i += 2 {
		s.LineTo(xy[i], xy[i+1])
	}
	s.ClosePath()
}

// Box fills a rounded rectangle and strokes its edge.
func (s *Sketch) Box(x, y, w, h, r float64, fill, edge color.RGBA, line float64) {
	s.DrawRoundedRectangle(x, y, w, h, r)
	s.PaintEdged(fill, edge, line)
}

// Text writes a text from (x, y) on the base line, along an angle in radians.
func (s *Sketch) Text(f Font, x, y, angle float64, c color.RGBA, text string) {
	s.textPath(f, x, y, angle, text)
	s.Paint(c)
}

// TextWithHalo writes a text with a contrasting edge, readable on anything.
func (s *Sketch) TextWithHalo(f Font, x, y float64, c, halo color.RGBA, wide float64, text string) {
	s.textPath(f, x, y, 0, text)
	s.SetColor(halo)
	s.SetLineWidth(wide)
	s.SetLineJoinRound()
	s.StrokePreserve()
	s.Paint(c)
}

// textPath adds the outlines of a text. gg's own text is blurred by resampling.
func (s *Sketch) textPath(f Font, x, y, angle float64, text string) {
	if text != "" {
		x0, y0 := s.TransformPoint(0, 0)
		x1, y1 := s.TransformPoint(0, f.Size)
		s.least = lesser(s.least, math.Hypot(x1-x0, y1-y0))
	}
	s.write(f, x, y, angle, text)
	s.Push()
	s.RotateAbout(angle, x, y)
	t, pen := f.face(), x
	for _, r := range text {
		g := t.glyph(r)
		t.segments(g, f.Size, pen, y, s.segment)
		pen += t.advances[g] * f.Size
	}
	s.Pop()
}

// write notes a text that stands upright.
func (s *Sketch) write(f Font, x, y, angle float64, text string) {
	x0, y0 := s.TransformPoint(x, y-capitals*f.Size)
	x1, y1 := s.TransformPoint(x+f.Width(text), y)
	if level, _ := s.TransformPoint(x, y); angle == 0 && level == x0 && strings.TrimSpace(text) != "" {
		s.texts = append(s.texts, written{text, x0, x1, y0, y1})
	}
}

// Smallest is the size of the smallest lettering so far, in pixels; 0: none.
func (s *Sketch) Smallest() float64 { return s.least }

// lesser is the smaller of two lettering sizes; 0 is none.
func lesser(a, b float64) float64 {
	if a == 0 || b == 0 {
		return max(a, b)
	}
	return min(a, b)
}

// Centred writes a text whose capitals are centred on (x, y).
func (s *Sketch) Centred(f Font, x, y, angle float64, c color.RGBA, text string) {
	sin, cos := math.Sincos(angle)
	l, d := f.Width(text)/2, f.Size*0.36
	s.Text(f, x-l*cos-d*sin, y-l*sin+d*cos, angle, c, text)
}

func (s *Sketch) segment(op sfnt.SegmentOp, p [3][2]float64) {
	switch op {
	case sfnt.SegmentOpMoveTo:
		s.NewSubPath()
		s.MoveTo(p[0][0], p[0][1])
	case sfnt.SegmentOpLineTo:
		s.LineTo(p[0][0], p[0][1])
	case sfnt.SegmentOpQuadTo:
		s.QuadraticTo(p[0][0], p[0][1], p[1][0], p[1][1])
	case sfnt.SegmentOpCubeTo:
		s.CubicTo(p[0][0], p[0][1], p[1][0], p[1][1], p[2][0], p[2][1])
	}
}

// coverage converts a rasterizer's result to steps of coverage.
func coverage(z *vector.Rasterizer, w, h int) []uint8 {
	a := image.NewAlpha(image.Rect(0, 0, w, h))
	z.Draw(a, a.Rect, image.Opaque, image.Point{})
	for i, v := range a.Pix {
		a.Pix[i] = uint8((int(v)*(Covers-1) + 127) / 255)
	}
	return a.Pix
}
