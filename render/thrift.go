package render

import (
	"image"
	"image/color"
	"slices"
)

// A picture's bytes go for its edges: each of their pixels is a blend, and no two edges blend alike. So blends may be a
// little off where that makes a row like what stands close before or above it, which is what packing looks for. Flat
// colours are never touched, and an edge between similar colours may become hard, which cannot be seen; one between ink
// and card keeps its steps.

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

// leeway is which indices may stand for a colour.
type leeway struct {
	exact   uint8 // the nearest
	popular uint8 // the one that occurs most often
	all     [colors / 64]uint64
}

func (l *leeway) allows(i uint8) bool { return l.all[i/64]&(1<<(i%64)) != 0 }

// thrift turns colours into indices that pack well. It only reads the palette.
type thrift struct {
	pal   *palette
	slack int
	ways  []leeway
	ids   map[color.RGBA]int32

	w    int
	out  []uint8
	free []int32 // by pixel: its leeway, -1: out has it already
}

func (p *palette) thrift(slack int) *thrift {
	return &thrift{pal: p, slack: slack, ids: map[color.RGBA]int32{}}
}

// settle writes the indices of pixels in rows of w into out, but for those that are not to be changed: their alpha is 0.
func (t *thrift) settle(w int, truth []color.RGBA, out []uint8) {
	t.w, t.out, t.free = w, out, slices.Grow(t.free[:0], len(truth))[:len(truth)]
	last, id := color.RGBA{}, int32(-1)
	for i, c := range truth {
		if c.A == 0 {
			t.free[i] = -1
			continue
		}
		if t.flat(truth, i) {
			c.A = 1 // a leeway of its own: none
		}
		if c != last || id < 0 {
			last, id = c, t.leeway(c)
		}
		t.free[i] = id
		out[i] = t.ways[id].exact
	}
	for y := range len(truth) / w {
		t.row(y)
	}
}

// flat reports whether a pixel lies in an area of one colour, or has a colour of the theme.
func (t *thrift) flat(truth []color.RGBA, i int) bool {
	c, n := truth[i], 0
	for _, j := range [...]int{i - 1, i + 1, i - t.w, i + t.w} {
		if j >= 0 && j < len(truth) && truth[j] == c {
			if n++; n == 2 {
				return true
			}
		}
	}
	_, ok := t.pal.known[c]
	return ok
}

// leeway finds which indices may stand for a colour; an alpha of 1 says that only the nearest may.
func (t *thrift) leeway(c color.RGBA) int32 {
	if id, ok := t.ids[c]; ok {
		return id
	}
	l := leeway{exact: t.pal.nearest(c)}
	l.popular = l.exact
	for i := range t.pal.rgb {
		if c.A == 0xFF && distance(c, t.pal.rgb[i]) <= 9*t.slack*t.slack {
			l.all[i/64] |= 1 << (i % 64)
			if t.pal.often[i] > t.pal.often[l.popular] {
				l.popular = uint8(i)
			}
		}
	}
	l.all[l.exact/64] |= 1 << (l.exact % 64)
	id := int32(len(t.ways))
	t.ways, t.ids[c] = append(t.ways, l), id
	return id
}

// row settles a row from left to right: again and again the longest run that it can have in common with something earlier.
func (t *thrift) row(y int) {
	for x := 0; x < t.w; {
		best, from := 0, [2]int{}
		for _, o := range lookups {
			if n := t.run(x, y, o[0], o[1]); n > best {
				if best, from = n, o; n >= plentyRun {
					break
				}
			}
		}
		at := y*t.w + x
		if best < leastRun {
			if id := t.free[at]; id >= 0 {
				t.out[at] = t.ways[id].popular
			}
			x++
			continue
		}
		for i := at; i < at+best; i++ {
			t.out[i] = t.out[i-from[1]*t.w-from[0]]
		}
		x += best
	}
}

// run is how many pixels from (x, y) on can be what they are dx pixels to the left and dy rows above.
func (t *thrift) run(x, y, dx, dy int) int {
	if x < dx || y < dy {
		return 0
	}
	at, back := y*t.w+x, dy*t.w+dx
	most := t.w - max(x, x-dx)
	if dy == 0 {
		return t.repeat(at, most)
	}
	n := 0
	for n < most && t.may(at+n, t.out[at+n-back]) {
		n++
	}
	return n
}

// repeat is how many pixels can be what the one before the first is.
func (t *thrift) repeat(at, most int) int {
	n := 0
	for v := t.out[at-1]; n < most && t.may(at+n, v); {
		n++
	}
	return n
}

func (t *thrift) may(i int, v uint8) bool {
	id := t.free[i]
	if id < 0 {
		return t.out[i] == v
	}
	return t.ways[id].allows(v)
}

// settled are the indices of a sketch as a canvas has them.
func (p *palette) settled(img *image.RGBA, slack int) *canvas {
	c := &canvas{pal: p}
	c.resize(img.Rect.Dx(), img.Rect.Dy())
	out := make([]uint8, c.w*c.h)
	p.thrift(slack).settle(c.w, colorsOf(img), out)
	for y := range c.h {
		copy(c.row(y), out[y*c.w:])
	}
	return c
}

// colorsOf are the pixels of a whole picture.
func colorsOf(img *image.RGBA) []color.RGBA {
	all := make([]color.RGBA, len(img.Pix)/4)
	for i := range all {
		p := img.Pix[4*i : 4*i+3]
		all[i] = color.RGBA{p[0], p[1], p[2], 0xFF}
	}
	return all
}
