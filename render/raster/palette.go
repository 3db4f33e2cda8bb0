package raster

import (
	"image/color"
	"slices"
)

// colors is the number of indices. The last one is never drawn: sprites are transparent there.
// Palettes use shades of them: fewer make edges coarse, more make files larger (96: 174 kB, 136:
// 186 kB, 255: 208 kB).
const (
	colors      = 256
	transparent = colors - 1
	shades      = 136
)

// Palette is the fixed set of colours of a painter's pictures.
type Palette struct {
	rgb   []color.RGBA                          // most frequent on the board first
	known map[color.RGBA]uint8                  // the theme's colours
	inks  map[color.RGBA]*[Covers][colors]uint8 // by ink, coverage and index underneath: the blend
}

type seenColors map[color.RGBA]int

// count adds the colours of a sketch, each several times. Most pixels equal the one before.
func (seen seenColors) count(s *Sketch, times int) {
	all, from := s.colors(), 0
	for i, c := range all {
		if c != all[from] {
			seen[all[from]] += times * (i - from)
			from = i
		}
	}
	if len(all) > 0 {
		seen[all[from]] += times * (len(all) - from)
	}
}

type count struct {
	c color.RGBA
	n int
}

// newPalette takes the fixed colours, then repeatedly the colour furthest from those already
// chosen, weighted by frequency. It is deterministic.
func newPalette(fixed []color.RGBA, seen seenColors) *Palette {
	p := &Palette{known: map[color.RGBA]uint8{}, inks: map[color.RGBA]*[Covers][colors]uint8{}}
	rest := make([]count, 0, len(seen))
	for c, n := range seen {
		rest = append(rest, count{c, n})
	}
	slices.SortFunc(rest, func(a, b count) int { return int(key(a.c)) - int(key(b.c)) })
	far := make([]int, len(rest)) // distance to the nearest chosen colour
	for i := range far {
		far[i] = 1 << 20
	}
	add := func(c color.RGBA) {
		if slices.Contains(p.rgb, c) {
			return
		}
		p.rgb = append(p.rgb, c)
		for i := range rest {
			far[i] = min(far[i], distance(c, rest[i].c))
		}
	}
	for _, c := range fixed {
		add(c)
	}
	for len(p.rgb) < shades {
		best, worst := -1, 0
		for i := range rest {
			if e := far[i] * min(rest[i].n, 4000); e > worst {
				best, worst = i, e
			}
		}
		if best < 0 {
			break
		}
		add(rest[best].c)
	}
	for _, c := range fixed {
		p.known[c] = p.nearest(c)
	}
	return p
}

// sort puts the colours most frequent on the board first.
func (p *Palette) sort(seen seenColors) {
	often := map[color.RGBA]int{}
	for c, n := range seen {
		often[p.rgb[p.nearest(c)]] += n
	}
	slices.SortStableFunc(p.rgb, func(a, b color.RGBA) int { return often[b] - often[a] })
	for c := range p.known {
		p.known[c] = p.nearest(c)
	}
}

func key(c color.RGBA) uint32 { return uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B) }

// distance is a squared distance of colours, 9 for one step of grey. The eye is more sensitive to
// hue than to lightness, and most to green.
func distance(a, b color.RGBA) int {
	r, g, bl := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
	return 3*r*r + 4*g*g + 2*bl*bl + 4*(r-g)*(r-g) + 2*(bl-g)*(bl-g)
}

func (p *Palette) nearest(c color.RGBA) uint8 {
	best, at := 1<<30, 0
	for i, have := range p.rgb {
		if g := int(have.G) - int(c.G); 4*g*g >= best {
			continue // its distance is at least that
		}
		if d := distance(have, c); d < best {
			best, at = d, i
		}
	}
	return uint8(at)
}

// ink prepares a colour for writing texts.
func (p *Palette) ink(c color.RGBA) {
	t := new([Covers][colors]uint8)
	for cover := range Covers {
		for under := range p.rgb {
			t[cover][under] = p.nearest(Blend(p.rgb[under], c, cover))
		}
	}
	p.inks[c] = t
}

// Blend mixes two colours, cover of Covers-1 steps of over.
func Blend(under, over color.RGBA, cover int) color.RGBA {
	mix := func(a, b uint8) uint8 {
		return uint8((int(a)*(Covers-1-cover) + int(b)*cover + (Covers-1)/2) / (Covers - 1))
	}
	return color.RGBA{mix(under.R, over.R), mix(under.G, over.G), mix(under.B, over.B), 0xFF}
}
