package theme

import (
	"image/color"

	"konduktor/render/geometry"
	"konduktor/render/raster"
)

// Sketch is a picture drawn in the colours of a theme.
type Sketch struct {
	*raster.Sketch
	Theme *Theme
	Least float64 // no number on a piece or a port is smaller, in pixels; 0: it stays in its place
}

// NewSketch is a blank sketch of w × h pixels.
func NewSketch(t *Theme, w, h int) *Sketch { return &Sketch{Sketch: raster.NewSketch(w, h), Theme: t} }

// CopySketch starts a sketch on top of another.
func CopySketch(s *Sketch) *Sketch { return &Sketch{Sketch: s.Copy(), Theme: s.Theme, Least: s.Least} }

// FillArea fills an area with a colour.
func (s *Sketch) FillArea(a geometry.Area, c color.RGBA) {
	s.DrawRectangle(a.X0, a.Y0, a.X1-a.X0, a.Y1-a.Y0)
	s.Paint(c)
}

// Name writes a city's name, k times as large as on a board with room.
func (s *Sketch) Name(lb *geometry.Label, k float64) {
	for i, line := range lb.Lines {
		s.TextWithHalo(raster.Bold(lb.Size), lb.Areas[i].X0, lb.Areas[i].Y1, s.Theme.Ink, s.Theme.Paper, 6*k, line)
	}
}

// Builder makes sprites in the colours of a theme.
type Builder struct {
	*raster.Builder
	Theme *Theme
}

// NewBuilder returns a builder without sprites.
func NewBuilder(t *Theme) *Builder { return &Builder{raster.NewBuilder(), t} }

// Cut draws on the sketch, takes what has changed within the area as a sprite, and cleans up after itself: base is the
// sketch as it was.
func (b *Builder) Cut(into *raster.Sprite, s, base *Sketch, a geometry.Area, draw func()) {
	b.Builder.Cut(into, s.Sketch, base.Sketch, a.Pixels(), draw)
}

// Make draws a sprite of its own, of w × h pixels, on a ground.
func (b *Builder) Make(into *raster.Sprite, w, h int, ground color.RGBA, draw func(*Sketch)) {
	s := NewSketch(b.Theme, w, h)
	whole := geometry.Box(0, 0, float64(w), float64(h))
	s.FillArea(whole, ground)
	b.Cut(into, s, CopySketch(s), whole, func() { draw(s) })
}

// Finish chooses the palette and turns all sprites into its indices.
func (b *Builder) Finish() *raster.Palette {
	return b.Builder.Finish(b.Theme.everyColor(), b.Theme.inks())
}
