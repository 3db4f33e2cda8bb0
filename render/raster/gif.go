package raster

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// Reel is a film in the making: a GIF of canvases of one size and palette. Each frame is the
// rectangle that differs from the frame before, transparent where nothing changed.
type Reel struct {
	out   bytes.Buffer
	w, h  int
	last  []uint8 // pixels of the frame before; nil: none
	part  []uint8 // pixels of the rectangle
	lzw   lzwPacker
	depth int           // bits of a pixel
	index [colors]uint8 // by colour of the palette: its index in the film
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
	r.lzw.pack(&r.out, r.part, r.depth, r.index[transparent])
	copy(r.last, c.Pix)
	return nil
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

// lzwPacker is the LZW of GIF (codes of up to 12 bits, least significant bit first). Its output is
// that of compress/lzw. But frames are mostly runs of the transparent colour, and those take it one
// step a code instead of one a pixel, which halves the time of a film.
type lzwPacker struct {
	out    *bytes.Buffer
	block  [256]byte
	filled int
	bits   uint32
	n      uint

	depth int // bits of a pixel
	run   uint8
	width uint   // bits of the next code
	next  uint32 // the next code to assign
	table [lzwTable]uint32
	runs  []uint32 // by length: the code of a run of transparent pixels
}

const (
	lzwCodes = 1 << 12
	lzwTable = 1 << 14 // slots of a hash table; 0: free
)

// pack writes pixels, each less than 1<<depth, as GIF image data. run is the colour with long runs.
func (z *lzwPacker) pack(out *bytes.Buffer, pixels []uint8, depth int, run uint8) {
	z.out, z.depth, z.run = out, depth, run
	z.filled, z.bits, z.n = 0, 0, 0
	out.WriteByte(byte(depth))
	z.width = uint(depth) + 1
	z.emit(1 << depth)
	z.clear()
	for at := 0; at < len(pixels); {
		at = z.string(pixels, at)
	}
	z.emit(1<<depth + 1)
	for z.n > 0 {
		z.byte(byte(z.bits))
		z.bits, z.n = z.bits>>8, max(z.n, 8)-8
	}
	if z.filled > 0 {
		z.flush()
	}
	out.WriteByte(0)
}

func (z *lzwPacker) clear() {
	clear(z.table[:])
	z.next, z.width = 1<<z.depth+2, uint(z.depth)+1
	z.runs = append(z.runs[:0], 0, uint32(z.run))
}

// string writes the code of the longest known string at a place, assigns a code to that string with
// the next pixel, and returns the place of that pixel.
func (z *lzwPacker) string(pixels []uint8, at int) int {
	prefix := uint32(pixels[at])
	at++
	if pixels[at-1] == z.run {
		end := min(len(pixels), at-1+len(z.runs)-1)
		from := at - 1
		for at < end && pixels[at] == z.run {
			at++
		}
		prefix = z.runs[at-from]
	}
	for at < len(pixels) {
		key := prefix<<8 | uint32(pixels[at])
		place, code := z.find(key)
		if code == 0 {
			z.emit(prefix)
			z.add(place, key)
			return at
		}
		prefix = code
		at++
	}
	z.emit(prefix)
	return at
}

// find looks a string up: its code, or 0 and a free slot.
func (z *lzwPacker) find(key uint32) (place, code uint32) {
	for place = key * 2654435761 >> 18; ; place = (place + 1) % lzwTable {
		switch entry := z.table[place]; {
		case entry == 0:
			return place, 0
		case entry>>12 == key:
			return place, entry & (lzwCodes - 1)
		}
	}
}

// add assigns the next code and starts anew when all are assigned.
func (z *lzwPacker) add(place, key uint32) {
	if z.next == lzwCodes-1 {
		z.emit(1 << z.depth)
		z.clear()
		return
	}
	z.table[place] = key<<12 | z.next
	if key == z.runs[len(z.runs)-1]<<8|uint32(z.run) {
		z.runs = append(z.runs, z.next)
	}
	if z.next == 1<<z.width {
		z.width++
	}
	z.next++
}

func (z *lzwPacker) emit(code uint32) {
	z.bits |= code << z.n
	for z.n += z.width; z.n >= 8; z.n -= 8 {
		z.byte(byte(z.bits))
		z.bits >>= 8
	}
}

func (z *lzwPacker) byte(b byte) {
	z.filled++
	z.block[z.filled] = b
	if z.filled == 255 {
		z.flush()
	}
}

// flush writes a block after its length.
func (z *lzwPacker) flush() {
	z.block[0] = byte(z.filled)
	z.out.Write(z.block[:z.filled+1])
	z.filled = 0
}
