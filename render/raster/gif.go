package raster

import (
	"bytes"
	"compress/lzw"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// Reel is a film in the making: a GIF of canvases of one size and palette. Each frame is the
// rectangle that differs from the frame before, transparent where nothing changed.
type Reel struct {
	out    bytes.Buffer
	w, h   int
	last   []uint8 // pixels of the frame before; nil: none
	part   []uint8 // pixels of the rectangle
	packed bytes.Buffer
	depth  int           // bits of a pixel
	index  [colors]uint8 // by colour of the palette: its index in the film
}

// alike is how far apart, of 255 in each channel, blends may be to share a colour of a film: edges
// take most of its bytes. The theme's colours stay themselves.
const alike = 16

// Add adds a frame shown for some hundredths of a second; browsers slow down frames of less than 2.
// All frames must have the same size.
func (r *Reel) Add(c *Canvas, hundredths int) error {
	if r.last == nil {
		r.begin(c)
	}
	if c.W != r.w || c.H != r.h {
		return fmt.Errorf("a frame of %d × %d pixels in a film of %d × %d", c.W, c.H, r.w, r.h)
	}
	x, y, w, h := r.changed(c)
	// Graphic control extension: keep what is there, the delay, the transparent index.
	r.out.Write([]byte{
		0x21, 0xF9, 4, 1<<2 | 1, uint8(hundredths), uint8(hundredths >> 8),
		r.index[transparent], 0,
	})
	r.out.WriteByte(0x2C)
	for _, n := range []int{x, y, w, h} {
		r.short(n)
	}
	r.out.WriteByte(0) // no palette of its own, not interlaced
	copy(r.last, c.Pix)
	return r.pack()
}

// begin writes the header, the palette and the loop extension.
func (r *Reel) begin(c *Canvas) {
	r.w, r.h = c.W, c.H
	r.last = bytes.Repeat([]uint8{transparent}, len(c.Pix))
	used := r.choose(c.pal)
	r.out.WriteString("GIF89a")
	r.short(c.W)
	r.short(c.H)
	r.out.Write([]byte{uint8(1<<7 | (r.depth-1)<<4 | r.depth - 1), 0, 0})
	r.out.Write(append(used, make([]byte, 3<<r.depth-len(used))...))
	r.out.WriteString("\x21\xFF\x0BNETSCAPE2.0\x03\x01\x00\x00\x00")
}

// choose merges similar colours and returns the film's palette.
func (r *Reel) choose(p *Palette) []byte {
	var kept []int
	var rgb []byte
	for i, c := range p.rgb {
		best, off := -1, 9*alike*alike
		_, own := p.known[c]
		for k, j := range kept {
			if d := distance(c, p.rgb[j]); d < off && !own {
				best, off = k, d
			}
		}
		if best < 0 {
			best = len(kept)
			kept = append(kept, i)
			rgb = append(rgb, c.R, c.G, c.B)
		}
		r.index[i] = uint8(best)
	}
	r.index[transparent] = uint8(len(kept))
	for r.depth = 2; len(kept) >= 1<<r.depth; r.depth++ {
	}
	return rgb
}

func (r *Reel) short(n int) { r.out.Write(binary.LittleEndian.AppendUint16(nil, uint16(n))) }

// changed finds the rectangle that differs from the frame before, at least one pixel, and puts its
// pixels into part.
func (r *Reel) changed(c *Canvas) (x, y, w, h int) {
	old := Canvas{W: r.w, H: r.h, Pix: r.last}
	x0, x1, y0, y1 := r.w, 0, r.h, 0
	for y := range r.h {
		a, b := old.row(y), c.row(y)
		if bytes.Equal(a, b) {
			continue
		}
		y0, y1 = min(y0, y), y+1
		from, to := 0, r.w
		for a[from] == b[from] {
			from++
		}
		for a[to-1] == b[to-1] {
			to--
		}
		x0, x1 = min(x0, from), max(x1, to)
	}
	if x1 == 0 {
		x0, x1, y0, y1 = 0, 1, 0, 1
	}
	r.part = r.part[:0]
	same := r.index[transparent]
	for y := y0; y < y1; y++ {
		a, b := old.row(y)[x0:x1], c.row(y)[x0:x1]
		for i, v := range b {
			was, is := r.index[a[i]], r.index[v]
			if was == is {
				is = same
			}
			r.part = append(r.part, is)
		}
	}
	return x0, y0, x1 - x0, y1 - y0
}

// GIF ends the film and returns its bytes.
func (r *Reel) GIF() []byte {
	r.out.WriteByte(0x3B)
	return bytes.Clone(r.out.Bytes())
}

// pack writes the rectangle as GIF image data: blocks of up to 255 bytes, each after its length.
func (r *Reel) pack() error {
	r.packed.Reset()
	z := lzw.NewWriter(&r.packed, lzw.LSB, r.depth)
	_, err := z.Write(r.part)
	if err := errors.Join(err, z.Close()); err != nil {
		return fmt.Errorf("pack a frame: %w", err)
	}
	r.out.WriteByte(byte(r.depth))
	for block := range slices.Chunk(r.packed.Bytes(), 255) {
		r.out.WriteByte(byte(len(block)))
		r.out.Write(block)
	}
	r.out.WriteByte(0)
	return nil
}
