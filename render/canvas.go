package render

import (
	"image/color"
	"math"
)

// canvas is a picture of palette indices. Each row is led by the 0 that says "no filter" in a PNG file, so that the
// whole can be packed as it lies.
type canvas struct {
	w, h int
	pix  []uint8
	pal  *palette
}

func (c *canvas) row(y int) []uint8 { return c.pix[y*(c.w+1)+1 : (y+1)*(c.w+1)] }

// resize makes the canvas fit to draw w × h pixels on; what is on it is not defined.
func (c *canvas) resize(w, h int) {
	c.w, c.h = w, h
	n := (w + 1) * h
	if cap(c.pix) < n {
		c.pix = make([]uint8, n)
	}
	c.pix = c.pix[:n]
	for y := range h {
		c.pix[y*(w+1)] = 0
	}
}

// rect fills a rectangle, as far as it lies on the canvas.
func (c *canvas) rect(x, y, w, h int, col color.RGBA) {
	i := c.pal.known[col]
	for j := max(y, 0); j < min(y+h, c.h); j++ {
		row := c.row(j)
		for k := max(x, 0); k < min(x+w, c.w); k++ {
			row[k] = i
		}
	}
}

// sprite is a small picture of palette indices, see-through where it is transparent.
type sprite struct {
	x, y, w, h int // where it belongs
	pix        []uint8
}

// put lays a sprite where it belongs.
func (c *canvas) put(s *sprite) { c.putAt(s, s.x, s.y) }

func (c *canvas) putAll(all []sprite) {
	for i := range all {
		c.put(&all[i])
	}
}

// putAt lays a sprite with its corner at (x, y), as far as it lies on the canvas.
func (c *canvas) putAt(s *sprite, x, y int) {
	from, to := max(0, -x), min(s.w, c.w-x)
	if from >= to {
		return
	}
	for j := max(0, -y); j < min(s.h, c.h-y); j++ {
		dst := c.row(y + j)[x+from : x+to]
		for i, v := range s.pix[j*s.w+from : j*s.w+to] {
			if v != transparent {
				dst[i] = v
			}
		}
	}
}

// text writes a text whose base line begins at (x, y) and returns where it ends. The ink must be one of the palette's.
func (c *canvas) text(w weight, size int, x float64, y int, ink color.RGBA, text string) float64 {
	t := typefaces[w]()
	table := c.pal.inks[ink]
	for _, r := range text {
		g := t.glyph(r)
		whole := math.Floor(x)
		m := t.mask(maskKey{g, uint8(size), uint8((x - whole) * 4)})
		c.stamp(m, int(whole)+m.left, y+m.top, table)
		x += t.advances[g] * float64(size)
	}
	return x
}

// textRight writes a text that ends at x.
func (c *canvas) textRight(w weight, size int, x float64, y int, ink color.RGBA, text string) {
	c.text(w, size, x-width(w, float64(size), text), y, ink, text)
}

// textMid writes a text around x.
func (c *canvas) textMid(w weight, size int, x float64, y int, ink color.RGBA, text string) {
	c.text(w, size, x-width(w, float64(size), text)/2, y, ink, text)
}

func (c *canvas) stamp(m *mask, x, y int, table *[covers][colors]uint8) {
	from, to := max(0, -x), min(m.w, c.w-x)
	if from >= to {
		return
	}
	for j := max(0, -y); j < min(m.h, c.h-y); j++ {
		dst := c.row(y + j)[x+from : x+to]
		for i, v := range m.cover[j*m.w+from : j*m.w+to] {
			if v != 0 {
				dst[i] = table[v][dst[i]]
			}
		}
	}
}
