// Package raster makes pictures of at most 256 colours: sketches in full colour, sprites cut from
// them, canvases for sprites and texts, and their PNG and GIF files. It knows no maps, views or
// themes.
package raster

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"
	"sync"
)

// Canvas is a picture of palette indices. Each row begins with the 0 that means "no filter" in a
// PNG file, so that the pixels can be packed as they are.
type Canvas struct {
	W, H  int
	Pix   []uint8
	pal   *Palette
	least float64 // size of the smallest lettering, in pixels; 0: none
	texts []written
	ox    int // origin of Put
	oy    int
}

// Origin sets where Put lays a sprite that belongs at (0, 0).
func (c *Canvas) Origin(x, y int) { c.ox, c.oy = x, y }

func (c *Canvas) row(y int) []uint8 { return c.Pix[y*(c.W+1)+1 : (y+1)*(c.W+1)] }

// canvases are reused: a board is 1.6 MB.
var canvases = sync.Pool{New: func() any { return new(Canvas) }}

// Borrow returns a canvas of w × h pixels with undefined content. Call Free after packing it.
func Borrow(pal *Palette, w, h int) *Canvas {
	c := canvases.Get().(*Canvas)
	c.reset(pal, w, h)
	return c
}

// Free returns a borrowed canvas.
func (c *Canvas) Free() { canvases.Put(c) }

// reset sets the size. The content becomes undefined.
func (c *Canvas) reset(pal *Palette, w, h int) {
	c.pal, c.W, c.H, c.least, c.ox, c.oy, c.texts = pal, w, h, 0, 0, 0, c.texts[:0]
	n := (w + 1) * h
	if cap(c.Pix) < n {
		c.Pix = make([]uint8, n)
	}
	c.Pix = c.Pix[:n]
	for y := range h {
		c.Pix[y*(w+1)] = 0
	}
}

// Resize sets the height. New rows have undefined content.
func (c *Canvas) Resize(h int) {
	n, was := (c.W+1)*h, c.H
	c.Pix = slices.Grow(c.Pix[:min(n, len(c.Pix))], max(0, n-len(c.Pix)))[:n]
	for y := was; y < h; y++ {
		c.Pix[y*(c.W+1)] = 0
	}
	c.H = h
}

// Fill fills a rectangle, clipped to the canvas.
func (c *Canvas) Fill(x, y, w, h int, col color.RGBA) {
	x0, x1, y0, y1 := max(x, 0), min(x+w, c.W), max(y, 0), min(y+h, c.H)
	if x0 >= x1 || y0 >= y1 {
		return
	}
	first := c.row(y0)[x0:x1]
	for i, v := 0, c.pal.known[col]; i < len(first); i++ {
		first[i] = v
	}
	for j := y0 + 1; j < y1; j++ {
		copy(c.row(j)[x0:x1], first)
	}
}

// written is a text on a canvas, from its base line up to the height of its capitals.
type written struct {
	text           string
	x0, x1, y0, y1 float64
}

// capitals is the height of capital letters, of the size of a font.
const capitals = 0.72

// crossed returns what cannot be read: two texts one over the other, or one beyond an edge; "" if
// there is nothing.
func (c *Canvas) crossed() string {
	for i, a := range c.texts {
		if a.x0 < 0 || a.y0 < 0 || a.x1 > float64(c.W)+1 || a.y1 > float64(c.H) {
			return fmt.Sprintf("%q beyond the edge", a.text)
		}
		for _, b := range c.texts[:i] {
			if a.x0+1 < b.x1 && b.x0+1 < a.x1 && a.y0+1 < b.y1 && b.y0+1 < a.y1 {
				return fmt.Sprintf("%q over %q", a.text, b.text)
			}
		}
	}
	return ""
}

// Text writes a text whose base line begins at (x, y) and returns where it ends. The ink must be
// one of the palette's.
func (c *Canvas) Text(f Font, x float64, y int, ink color.RGBA, text string) float64 {
	t, table, begin := f.face(), c.pal.inks[ink], x
	if text != "" {
		c.least = lesser(c.least, f.Size)
	}
	for _, r := range text {
		g := t.glyph(r)
		whole := math.Floor(x)
		m := t.mask(maskKey{g, uint8(f.Size), uint8((x - whole) * 4)})
		c.stamp(m, int(whole)+m.left, y+m.top, table)
		x += t.advances[g] * f.Size
	}
	if strings.TrimSpace(text) != "" {
		base := float64(y)
		c.texts = append(c.texts, written{text, begin, x, base - capitals*f.Size, base})
	}
	return x
}

// TextFit is Text shortened to room pixels.
func (c *Canvas) TextFit(f Font, x float64, y int, room float64, ink color.RGBA,
	text string,
) float64 {
	return c.Text(f, x, y, ink, f.Fit(room, text))
}

// TextShrunk is TextFit that first reduces the font, down to the size least.
func (c *Canvas) TextShrunk(
	f Font, least, x float64, y int, room float64, ink color.RGBA, text string,
) float64 {
	return c.TextFit(f.Shrunk(least, room, text), x, y, room, ink, text)
}

// TextRight writes a text that ends at x.
func (c *Canvas) TextRight(f Font, x float64, y int, ink color.RGBA, text string) {
	c.Text(f, x-f.Width(text), y, ink, text)
}

// TextMid writes a text whose base line is centred on x.
func (c *Canvas) TextMid(f Font, x float64, y int, ink color.RGBA, text string) {
	c.Text(f, x-f.Width(text)/2, y, ink, text)
}

// TextAround writes a text whose capitals are centred on (x, y).
func (c *Canvas) TextAround(f Font, x, y float64, ink color.RGBA, text string) {
	c.TextMid(f, x, int(y+0.36*f.Size+0.5), ink, text)
}

func (c *Canvas) stamp(m *mask, x, y int, table *[Covers][colors]uint8) {
	from, to := max(0, -x), min(m.w, c.W-x)
	if from >= to {
		return
	}
	for j := max(0, -y); j < min(m.h, c.H-y); j++ {
		dst := c.row(y + j)[x+from : x+to]
		for i, v := range m.cover[j*m.w+from : j*m.w+to] {
			if v != 0 {
				dst[i] = table[v][dst[i]]
			}
		}
	}
}

// Pill fills a rectangle with round ends around (x, y), which reaches half to each side and r up
// and down.
func (c *Canvas) Pill(x, y, half, r float64, ink color.RGBA) {
	table := c.pal.inks[ink]
	for j := max(0, int(y-r)-1); j < min(c.H, int(y+r)+2); j++ {
		row := c.row(j)
		for i := max(0, int(x-half)-1); i < min(c.W, int(x+half)+2); i++ {
			along, across := math.Abs(float64(i)+0.5-x)-(half-r), math.Abs(float64(j)+0.5-y)
			cover := max(0, min(1, 0.5+r-off(max(along, 0), across)))
			row[i] = table[int(cover*(Covers-1)+0.5)][row[i]]
		}
	}
}

// off is math.Hypot without its care for overflow.
func off(x, y float64) float64 { return math.Sqrt(x*x + y*y) }

// Chequer paints every other square of two rows, as high as the rectangle together.
func (c *Canvas) Chequer(x, y, w, h int, ink color.RGBA) {
	side := h / 2
	for i := range w / side {
		c.Fill(x+i*side, y+i%2*side, side, side, ink)
	}
}

// Lay copies a canvas of the same palette to (x, y), clipped.
func (c *Canvas) Lay(other *Canvas, x, y int) {
	c.least = lesser(c.least, other.least)
	for _, t := range other.texts {
		t.x0, t.x1, t.y0, t.y1 = t.x0+float64(x), t.x1+float64(x), t.y0+float64(y), t.y1+float64(y)
		c.texts = append(c.texts, t)
	}
	from, to := max(0, -x), min(other.W, c.W-x)
	if from >= to {
		return
	}
	for j := max(0, -y); j < min(other.H, c.H-y); j++ {
		copy(c.row(y + j)[x+from:x+to], other.row(j)[from:to])
	}
}
