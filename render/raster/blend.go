package raster

import (
	"image/color"
)

// Most bytes of a picture encode its edges: each pixel there is a blend, and no two edges blend
// alike. A blend may therefore differ a little from the truth if that makes it equal to a pixel
// just before or above it, which packs better. Flat colours never change. An edge between similar
// colours may become hard, which nobody sees; one between ink and card keeps its steps.

// The slack is how far a blend may be off, of 255 in each channel: little for single sprites, and
// on a board as much as the size limit needs. Each attempt packs a whole board, so the next slack
// is estimated: growing by a part p saves about p × perSlack bytes.
const (
	aloneSlack = 10
	firstSlack = 20
	leastStep  = 4
	mostSlack  = 96
	perSlack   = 45_000
)

// choice is what a palette offers for a colour.
type choice struct {
	nearest uint8
	likely  uint8 // the most frequent index within the slack
}

// blender maps colours to indices that pack well. It only reads the palette.
type blender struct {
	pal     *Palette
	off     int // largest distance from the truth
	choices map[color.RGBA]choice
}

func newBlender(p *Palette, slack int) *blender {
	return &blender{pal: p, off: 9 * slack * slack, choices: map[color.RGBA]choice{}}
}

// encode writes the indices of pixels, in rows of w, to out, except where alpha is 0. A blend
// repeats the same neighbour as the blend before it, else the first neighbour that is near enough.
func (b *blender) encode(w int, truth []color.RGBA, out []uint8) {
	neighbours := [...]int{1, w, w - 1, w + 1, 2 * w, 2*w - 1, 2*w + 1, w - 2, w + 2}
	back := 0 // offset of the repeated pixel; 0: none
	var last color.RGBA
	var is choice
	for i, c := range truth {
		if c.A == 0 {
			continue
		}
		if c != last { // most pixels equal the one before
			last, is = c, b.choice(c)
		}
		if b.flat(w, truth, i) {
			out[i] = is.nearest
			continue
		}
		repeats := func(back int) bool {
			return back > 0 && back <= i && out[i-back] != transparent &&
				distance(c, b.pal.rgb[out[i-back]]) <= b.off
		}
		if !repeats(back) {
			back = 0
			for _, n := range neighbours {
				if repeats(n) {
					back = n
					break
				}
			}
		}
		if out[i] = is.likely; back > 0 {
			out[i] = out[i-back]
		}
	}
}

// flat reports whether a pixel lies in an area of one colour or has a colour of the theme.
func (b *blender) flat(w int, truth []color.RGBA, i int) bool {
	c, n := truth[i], 0
	for _, j := range [...]int{i - 1, i + 1, i - w, i + w} {
		if j >= 0 && j < len(truth) && truth[j] == c {
			if n++; n == 2 {
				return true
			}
		}
	}
	_, ok := b.pal.known[c]
	return ok
}

func (b *blender) choice(c color.RGBA) choice {
	if is, ok := b.choices[c]; ok {
		return is
	}
	is := choice{nearest: b.pal.nearest(c)}
	is.likely = is.nearest
	for i, have := range b.pal.rgb[:is.nearest] { // sorted by frequency
		if distance(c, have) <= b.off {
			is.likely = uint8(i)
			break
		}
	}
	b.choices[c] = is
	return is
}

// Quantize converts a sketch to indices of the palette.
func (p *Palette) Quantize(s *Sketch) *Canvas { return p.quantize(s, aloneSlack) }

func (p *Palette) quantize(s *Sketch, slack int) *Canvas {
	c := new(Canvas)
	c.reset(p, s.Img.Rect.Dx(), s.Img.Rect.Dy())
	c.least, c.texts = s.least, s.texts
	out := make([]uint8, c.W*c.H)
	newBlender(p, slack).encode(c.W, s.colors(), out)
	for y := range c.H {
		copy(c.row(y), out[y*c.W:])
	}
	return c
}

func (s *Sketch) colors() []color.RGBA {
	all := make([]color.RGBA, len(s.Img.Pix)/4)
	for i := range all {
		p := s.Img.Pix[4*i : 4*i+3]
		all[i] = color.RGBA{p[0], p[1], p[2], 0xFF}
	}
	return all
}
