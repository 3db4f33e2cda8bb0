package raster

import (
	"image/color"
	"slices"
)

// Most bytes of a picture encode its edges: each pixel there is a blend, and no two edges blend alike. So a blend may
// differ a little from the truth if that makes pixels equal to others just before or above them, which is what compression
// looks for. Flat colours never change. An edge between similar colours may become hard, which nobody can see; one between
// ink and card keeps its steps.

// The slack is how far a blend may be off, of 255 in each channel: a little in what stands alone, and on a board as much as
// it needs to leave room below 200 kB for the panel and the pieces.
const (
	aloneSlack = 10
	firstSlack = 22
	slackStep  = 4
	mostSlack  = 72
	baseSize   = 165_000
	slackSaves = 1_500 // bytes for each of slack, about
)

// lookups are where a row may be like something earlier: that many pixels to the left and rows above. Going up to sixteen
// rows and pixels saves another 2 % and takes four times as long.
var lookups = func() [][2]int {
	all := [][2]int{{1, 0}, {0, 1}}
	for dx := 1; dx <= 3; dx++ {
		all = append(all, [2]int{dx, 1}, [2]int{-dx, 1})
	}
	for dy := 2; dy <= 4; dy++ {
		for dx := -4; dx <= 4; dx++ {
			all = append(all, [2]int{dx, dy})
		}
	}
	return all
}()

// The shortest run that is worth repeating, and the one that is not improved upon any more.
const (
	leastRun  = 3
	plentyRun = 60
)

// tolerance is which indices may stand for a colour.
type tolerance struct {
	exact   uint8 // the nearest
	popular uint8 // the one that occurs most often
	all     [colors / 64]uint64
}

func (l *tolerance) allows(i uint8) bool { return l.all[i/64]&(1<<(i%64)) != 0 }

// optimizer turns colours into indices that pack well. It only reads the palette.
type optimizer struct {
	pal   *Palette
	slack int
	sets  []tolerance
	ids   map[color.RGBA]int32

	w    int
	out  []uint8
	free []int32 // by pixel: its tolerance, -1: out has it already
}

func newOptimizer(p *Palette, slack int) *optimizer {
	return &optimizer{pal: p, slack: slack, ids: map[color.RGBA]int32{}}
}

// encode writes the indices of pixels, in rows of w, into out. It leaves those alone whose alpha is 0.
func (o *optimizer) encode(w int, truth []color.RGBA, out []uint8) {
	o.w, o.out, o.free = w, out, slices.Grow(o.free[:0], len(truth))[:len(truth)]
	last, id := color.RGBA{}, int32(-1)
	for i, c := range truth {
		if c.A == 0 {
			o.free[i] = -1
			continue
		}
		if o.flat(truth, i) {
			c.A = 1 // a tolerance of its own: none
		}
		if c != last || id < 0 {
			last, id = c, o.tolerance(c)
		}
		o.free[i] = id
		out[i] = o.sets[id].exact
	}
	for y := range len(truth) / w {
		o.row(y)
	}
}

// flat reports whether a pixel lies in an area of one colour, or has a colour of the theme.
func (o *optimizer) flat(truth []color.RGBA, i int) bool {
	c, n := truth[i], 0
	for _, j := range [...]int{i - 1, i + 1, i - o.w, i + o.w} {
		if j >= 0 && j < len(truth) && truth[j] == c {
			if n++; n == 2 {
				return true
			}
		}
	}
	_, ok := o.pal.known[c]
	return ok
}

// tolerance finds which indices may stand for a colour; an alpha of 1 says that only the nearest may.
func (o *optimizer) tolerance(c color.RGBA) int32 {
	if id, ok := o.ids[c]; ok {
		return id
	}
	l := tolerance{exact: o.pal.nearest(c)}
	l.popular = l.exact
	for i := range o.pal.rgb {
		if c.A == 0xFF && distance(c, o.pal.rgb[i]) <= 9*o.slack*o.slack {
			l.all[i/64] |= 1 << (i % 64)
			if o.pal.often[i] > o.pal.often[l.popular] {
				l.popular = uint8(i)
			}
		}
	}
	l.all[l.exact/64] |= 1 << (l.exact % 64)
	id := int32(len(o.sets))
	o.sets, o.ids[c] = append(o.sets, l), id
	return id
}

// row encodes a row from left to right. At each step it takes the longest run that can equal earlier pixels.
func (o *optimizer) row(y int) {
	for x := 0; x < o.w; {
		best, from := 0, [2]int{}
		for _, back := range lookups {
			if n := o.run(x, y, back[0], back[1]); n > best {
				if best, from = n, back; n >= plentyRun {
					break
				}
			}
		}
		at := y*o.w + x
		if best < leastRun {
			if id := o.free[at]; id >= 0 {
				o.out[at] = o.sets[id].popular
			}
			x++
			continue
		}
		for i := at; i < at+best; i++ {
			o.out[i] = o.out[i-from[1]*o.w-from[0]]
		}
		x += best
	}
}

// run is how many pixels from (x, y) on can be what they are dx pixels to the left and dy rows above.
func (o *optimizer) run(x, y, dx, dy int) int {
	if x < dx || y < dy {
		return 0
	}
	at, back := y*o.w+x, dy*o.w+dx
	most := o.w - max(x, x-dx)
	if dy == 0 {
		return o.repeat(at, most)
	}
	n := 0
	for n < most && o.allows(at+n, o.out[at+n-back]) {
		n++
	}
	return n
}

// repeat is how many pixels can be what the one before the first is.
func (o *optimizer) repeat(at, most int) int {
	n := 0
	for v := o.out[at-1]; n < most && o.allows(at+n, v); {
		n++
	}
	return n
}

func (o *optimizer) allows(i int, v uint8) bool {
	id := o.free[i]
	if id < 0 {
		return o.out[i] == v
	}
	return o.sets[id].allows(v)
}

// Quantize is a sketch as indices of the palette.
func (p *Palette) Quantize(s *Sketch) *Canvas { return p.quantize(s, aloneSlack) }

func (p *Palette) quantize(s *Sketch, slack int) *Canvas {
	c := new(Canvas)
	c.reset(p, s.Img.Rect.Dx(), s.Img.Rect.Dy())
	c.least = s.least
	out := make([]uint8, c.W*c.H)
	newOptimizer(p, slack).encode(c.W, s.colors(), out)
	for y := range c.H {
		copy(c.row(y), out[y*c.W:])
	}
	return c
}

// colors are the pixels of the whole sketch.
func (s *Sketch) colors() []color.RGBA {
	all := make([]color.RGBA, len(s.Img.Pix)/4)
	for i := range all {
		p := s.Img.Pix[4*i : 4*i+3]
		all[i] = color.RGBA{p[0], p[1], p[2], 0xFF}
	}
	return all
}
