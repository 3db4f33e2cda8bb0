package raster

import (
	"image/color"
	"testing"
)

// A sprite lies where it is put, also where it reaches over an edge of the canvas, and keeps what
// is under its transparent pixels.
func TestASpriteIsClippedAtEveryEdge(t *testing.T) {
	const o = transparent
	pix := []uint8{
		o, 1, o, 2,
		o, o, o, o,
		3, o, o, o,
	}
	s := Sprite{W: 4, H: 3}
	s.fill(pix)
	pal := newPalette([]color.RGBA{{A: 0xFF}}, nil)
	for y := -4; y <= 6; y++ {
		for x := -5; x <= 7; x++ {
			c := Borrow(pal, 6, 5)
			for j := range c.H {
				clear(c.row(j))
			}
			c.PutAt(&s, x, y)
			for j := range c.H {
				for i, got := range c.row(j) {
					want := uint8(0)
					if u, v := i-x, j-y; u >= 0 && u < s.W && v >= 0 && v < s.H && pix[v*s.W+u] != o {
						want = pix[v*s.W+u]
					}
					if got != want {
						t.Fatalf("at (%d,%d): pixel (%d,%d) is %d, want %d", x, y, i, j, got, want)
					}
				}
			}
			c.Free()
		}
	}
}
