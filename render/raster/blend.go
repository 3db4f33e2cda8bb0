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
	known   bool  // the colour is one of the theme's
}

// blender maps colours to indices that pack well. It only reads the palette.
type blender struct {
	pal  *Palette
	off  int // largest distance from the truth
	seen [1 << seenBits]struct {
		c  color.RGBA // not transparent; zero: none yet
		is choice
	}
}

// seenBits is for as many choices as a board has blends: to find one anew takes far longer than to
// look it up, and a map takes half as long as that.
const seenBits = 13

func newBlender(p *Palette, slack int) *blender { return &blender{pal: p, off: 9 * slack * slack} }

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
		if is.known || flat(w, truth, i) {
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

// flat reports whether a pixel lies in an area of one colour.
func flat(w int, truth []color.RGBA, i int) bool {
	c, n := truth[i], 0
	if i >= 1 && truth[i-1] == c {
		n++
	}
	if i+1 < len(truth) && truth[i+1] == c {
		n++
	}
	if i >= w && truth[i-w] == c {
		n++
	}
	if i+w < len(truth) && truth[i+w] == c {
		n++
	}
	return n >= 2
}

func (b *blender) choice(c color.RGBA) choice {
	place := &b.seen[key(c)*2654435761>>(32-seenBits)] // Knuth's multiplicative hash
	if place.c == c {
		return place.is
	}
	_, known := b.pal.known[c]
	is := choice{nearest: b.pal.nearest(c), known: known}
	is.likely = is.nearest
	for i, have := range b.pal.rgb[:is.nearest] { // sorted by frequency
		if distance(c, have) <= b.off {
			is.likely = uint8(i)
			break
		}
	}
	place.c, place.is = c, is
	return is
}

// Quantize converts a sketch to indices of the palette.
func (p *Palette) Quantize(s *Sketch) *Canvas { return p.quantize(s, s.colors(), aloneSlack) }

// quantize converts a sketch that has these colours.
func (p *Palette) quantize(s *Sketch, truth []color.RGBA, slack int) *Canvas {
	c := new(Canvas)
	c.reset(p, s.Img.Rect.Dx(), s.Img.Rect.Dy())
	c.least, c.texts = s.least, s.texts
	out := make([]uint8, c.W*c.H)
	newBlender(p, slack).encode(c.W, truth, out)
	for y := range c.H {
		copy(c.row(y), out[y*c.W:])
	}
	return c
}

func (s *Sketch) colors() []color.RGBA {
	all := make([]color.RGBA, len(s.Img.Pix)/4)
	for i := range all {
		p := (*[4]byte)(s.Img.Pix[4*i:])
		all[i] = color.RGBA{p[0], p[1], p[2], 0xFF}
	}
	return all
}
