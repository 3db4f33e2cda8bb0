package raster

import (
	"bytes"
	"image"
	"image/color"
)

// Builder makes sprites. They are drawn in full colour first, since the palette is chosen from the
// drawings.
type Builder struct {
	seen  seenColors
	board seenColors // on the backdrop
	jobs  []job
}

func NewBuilder() *Builder { return &Builder{seen: seenColors{}, board: seenColors{}} }

// job is a sprite that waits for the palette.
type job struct {
	into *Sprite
	rgba []color.RGBA // A 0: transparent
}

// Cut calls draw, takes the pixels of an area that changed as a sprite, and restores the sketch
// from base.
func (b *Builder) Cut(into *Sprite, s, base *Sketch, a image.Rectangle, draw func()) {
	s.least, s.texts = 0, s.texts[:0]
	draw()
	r := a.Intersect(s.Img.Rect)
	*into = Sprite{X: r.Min.X, Y: r.Min.Y, W: r.Dx(), H: r.Dy(), least: s.least}
	rgba := make([]color.RGBA, 0, into.W*into.H)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from, to := s.Img.PixOffset(r.Min.X, y), s.Img.PixOffset(r.Max.X, y)
		for i := from; i < to; i += 4 {
			p, q := s.Img.Pix[i:i+3], base.Img.Pix[i:i+3]
			if p[0] == q[0] && p[1] == q[1] && p[2] == q[2] {
				rgba = append(rgba, color.RGBA{})
				continue
			}
			c := color.RGBA{p[0], p[1], p[2], 0xFF}
			b.seen[c]++
			rgba = append(rgba, c)
		}
	}
	restore(s, base, r)
	b.jobs = append(b.jobs, job{into, rgba})
}

// restore copies base into the sketch, in the rectangle and 40 pixels around it.
func restore(s, base *Sketch, r image.Rectangle) {
	r = r.Inset(-40).Intersect(s.Img.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from, to := s.Img.PixOffset(r.Min.X, y), s.Img.PixOffset(r.Max.X, y)
		copy(s.Img.Pix[from:to], base.Img.Pix[from:to])
	}
}

// CountBackdrop counts the colours of the sketch that becomes the backdrop.
func (b *Builder) CountBackdrop(s *Sketch) {
	b.board.count(s, 1)
	for c, n := range b.board {
		b.seen[c] += n
	}
}

// Sample counts each colour of a sketch several times, so that the palette suits sprites made
// later.
func (b *Builder) Sample(s *Sketch, times int) {
	b.seen.count(s, times)
}

// Finish chooses the palette, which has the fixed colours exactly, and converts all sprites. Texts
// can be written in the inks.
func (b *Builder) Finish(fixed, inks []color.RGBA) *Palette {
	pal := newPalette(fixed, b.seen)
	pal.sort(b.board)
	for _, c := range inks {
		pal.ink(c)
	}
	o := newBlender(pal, aloneSlack)
	for _, j := range b.jobs {
		out := bytes.Repeat([]uint8{transparent}, len(j.rgba))
		o.encode(j.into.W, j.rgba, out)
		j.into.fill(out)
	}
	b.jobs = nil
	return pal
}
