package theme

import (
	"image/color"

	"konduktor/engine"
	"konduktor/render/geometry"
	"konduktor/render/raster"
)

// Sketch is a raster.Sketch with the colours of a theme.
type Sketch struct {
	*raster.Sketch
	*Theme
	Least float64 // smallest number on a piece or a port, in pixels; 0: it stays inside
	Halo  float64 // least width of the light edge around a city's name, in pixels
}

// NewSketch returns a blank sketch.
func NewSketch(t *Theme, w, h int) *Sketch {
	return &Sketch{Sketch: raster.NewSketch(w, h), Theme: t}
}

// CopySketch starts a sketch on top of another.
func CopySketch(s *Sketch) *Sketch {
	return &Sketch{Sketch: s.Copy(), Theme: s.Theme, Least: s.Least}
}

// FillArea fills an area.
func (s *Sketch) FillArea(a geometry.Area, c color.RGBA) {
	s.DrawRectangle(a.X0, a.Y0, a.X1-a.X0, a.Y1-a.Y0)
	s.Paint(c)
}

// Name writes a city's name at scale k, with the line from a city far away, and its plate if it
// has one.
func (s *Sketch) Name(lb *geometry.Label, k float64) {
	if len(lb.Lead) > 0 {
		s.SetLineCapRound()
		s.DrawLine(lb.Lead[0].X, lb.Lead[0].Y, lb.Lead[1].X, lb.Lead[1].Y)
		s.StrokePreserveWith(s.Paper, 7*k)
		s.StrokeWith(s.Ink, 3*k)
	}
	if lb.Strong {
		a := lb.Area().Grown(lb.Plate)
		s.Box(a.X0, a.Y0, a.X1-a.X0, a.Y1-a.Y0, 0.25*lb.Size, s.Mark, s.Ink, 0.1*lb.Size)
		for i, line := range lb.Lines {
			s.Text(raster.Narrow(lb.Size), lb.Areas[i].X0, lb.Areas[i].Y1, 0, s.Ink, line)
		}
		return
	}
	halo := max(6*k, s.Halo)
	for i, line := range lb.Lines {
		a := lb.Areas[i]
		s.TextWithHalo(raster.Narrow(lb.Size), a.X0, a.Y1, s.Ink, s.Paper, halo, line)
	}
}

// Builder makes sprites in the colours of a theme.
type Builder struct {
	*raster.Builder
	*Theme
}

// NewBuilder returns a builder without sprites.
func NewBuilder(t *Theme) *Builder { return &Builder{raster.NewBuilder(), t} }

// Cut calls draw, takes the pixels of an area that changed as a sprite, and restores the sketch
// from base.
func (b *Builder) Cut(into *raster.Sprite, s, base *Sketch, a geometry.Area, draw func()) {
	b.Builder.Cut(into, s.Sketch, base.Sketch, a.Pixels(), draw)
}

// Make draws a sprite of w × h pixels on a ground.
func (b *Builder) Make(into *raster.Sprite, w, h int, ground color.RGBA, draw func(*Sketch)) {
	s := NewSketch(b.Theme, w, h)
	whole := geometry.Box(0, 0, float64(w), float64(h))
	s.FillArea(whole, ground)
	b.Cut(into, s, CopySketch(s), whole, func() { draw(s) })
}

// Each makes n sprites of one size; draw gets their indices.
func (b *Builder) Each(n, w, h int, ground color.RGBA,
	draw func(s *Sketch, i int),
) []raster.Sprite {
	all := make([]raster.Sprite, n)
	for i := range all {
		b.Make(&all[i], w, h, ground, func(s *Sketch) { draw(s, i) })
	}
	return all
}

// Faces makes the faces of cards with corners of radius r.
func (b *Builder) Faces(faces []engine.Face, w, h int, r float64,
	ground color.RGBA,
) []raster.Sprite {
	return b.Each(len(faces), w, h, ground, func(s *Sketch, i int) {
		s.Face(&faces[i], float64(w), float64(h), r)
	})
}

// Pieces makes the pieces of all seats, at scale k, with numbers of at least a size. The margins
// are those on both sides together.
func (b *Builder) Pieces(w, h, marginX, marginY int, k, least float64,
	ground color.RGBA,
) []raster.Sprite {
	sl := geometry.Slot{
		At:     geometry.Pt(float64(w/2), float64(h/2)),
		Length: float64(w - marginX), Width: float64(h - marginY),
	}
	return b.Each(len(b.Seats), w, h, ground, func(s *Sketch, i int) {
		s.Least = least
		s.Piece(sl, k, i)
	})
}

// Finish chooses the palette and converts all sprites.
func (b *Builder) Finish() *raster.Palette {
	return b.Builder.Finish(b.Theme.everyColor(), b.Theme.inks())
}
