package raster

import (
	"bytes"
	"image"
	"image/color"
	"sync"
)

// Backdrop is a drawing that many pictures start from, already chosen to pack well. It makes
// sprites that match it.
type Backdrop struct {
	W, H  int
	pal   *Palette
	slack int
	pix   []uint8 // of a canvas
	// blenders that are not at work, with the choices that they have made
	blenders sync.Pool
	least    float64 // size of its smallest lettering; 0: none
}

// NewBackdrop raises the slack until the packed sketch has at most most bytes or the slack is at
// its limit.
func NewBackdrop(pal *Palette, s *Sketch, most int) (*Backdrop, error) {
	b := &Backdrop{W: s.Img.Rect.Dx(), H: s.Img.Rect.Dy(), pal: pal, slack: firstSlack, least: s.least}
	truth := s.colors()
	for {
		c := pal.quantize(s, truth, b.slack)
		file, err := c.png()
		if err != nil {
			return nil, err
		}
		if b.pix = c.Pix; len(file) <= most || b.slack >= mostSlack {
			return b, nil
		}
		b.slack = min(mostSlack, b.slack+max(leastStep, b.slack*(len(file)-most)/perSlack))
	}
}

// Canvas returns a borrowed canvas with the backdrop on it.
func (b *Backdrop) Canvas() *Canvas {
	c := Borrow(b.pal, b.W, b.H)
	copy(c.Pix, b.pix)
	c.least = b.least
	return c
}

// Sketch returns a sketch with the backdrop on it, to go on drawing in full colour.
func (b *Backdrop) Sketch() *Sketch {
	s, whole := NewSketch(b.W, b.H), Canvas{W: b.W, H: b.H, Pix: b.pix}
	for y := range b.H {
		for x, i := range whole.row(y)[:b.W] {
			s.Img.SetRGBA(x, y, b.pal.rgb[i])
		}
	}
	s.least = b.least
	return s
}

// PutPart copies the part of the backdrop that begins at from to a canvas at at, as far as both
// reach.
func (b *Backdrop) PutPart(c *Canvas, from, at image.Point) {
	c.least = lesser(c.least, b.least)
	whole := Canvas{W: b.W, H: b.H, Pix: b.pix}
	w := min(b.W-from.X, c.W-at.X)
	for y := range min(b.H-from.Y, c.H-at.Y) {
		copy(c.row(at.Y + y)[at.X:at.X+w], whole.row(from.Y + y)[from.X:])
	}
}

// Cut draws on a part of the backdrop and returns the changed pixels as a sprite.
func (b *Backdrop) Cut(part image.Rectangle, draw func(*Sketch)) Sprite {
	r := part.Intersect(image.Rect(0, 0, b.W, b.H))
	into := Sprite{X: r.Min.X, Y: r.Min.Y, W: r.Dx(), H: r.Dy()}
	whole := Canvas{W: b.W, H: b.H, Pix: b.pix}
	under, out := NewSketch(into.W, into.H), make([]uint8, 0, into.W*into.H)
	for y := range into.H {
		row := whole.row(into.Y + y)[into.X : into.X+into.W]
		for x, i := range row {
			under.Img.SetRGBA(x, y, b.pal.rgb[i])
		}
		out = append(out, row...)
	}
	s := under.Copy()
	s.Translate(-float64(into.X), -float64(into.Y))
	draw(s)
	into.least = s.least
	truth := s.colors()
	for i, c := range under.colors() {
		if truth[i] == c {
			truth[i].A = 0
		}
	}
	blend, ok := b.blenders.Get().(*blender)
	if !ok {
		blend = newBlender(b.pal, b.slack)
	}
	blend.encode(into.W, truth, out)
	b.blenders.Put(blend)
	for i := range out {
		if truth[i].A == 0 {
			out[i] = transparent
		}
	}
	into.fill(out)
	return into
}

// Over draws something above everything else on a part of the backdrop. Its sprite has the pixels
// that cover completely, whatever lies under them.
func (b *Backdrop) Over(part image.Rectangle, draw func(*Sketch)) Sprite {
	return b.Alone(part.Intersect(image.Rect(0, 0, b.W, b.H)), draw)
}

// Alone is Over for something that can be put anywhere.
func (b *Backdrop) Alone(r image.Rectangle, draw func(*Sketch)) Sprite {
	into := Sprite{X: r.Min.X, Y: r.Min.Y, W: r.Dx(), H: r.Dy()}
	var grounds [2][]color.RGBA
	for i, ground := range [2]color.RGBA{{0, 0, 0, 0xFF}, {0xFF, 0xFF, 0xFF, 0xFF}} {
		s := NewSketch(into.W, into.H)
		s.DrawRectangle(0, 0, float64(into.W), float64(into.H))
		s.Paint(ground)
		s.Translate(-float64(into.X), -float64(into.Y))
		draw(s)
		into.least, grounds[i] = s.least, s.colors()
	}
	out := bytes.Repeat([]uint8{transparent}, into.W*into.H)
	for i, c := range grounds[0] {
		if distance(c, grounds[1][i]) > translucent {
			grounds[0][i].A = 0
		}
	}
	newBlender(b.pal, aloneSlack).encode(into.W, grounds[0], out)
	into.fill(out)
	return into
}

// translucent is how much a pixel may differ between a black and a white ground and still count as
// covering: a tenth.
const translucent = 9 * 25 * 25
