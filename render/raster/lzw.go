package raster

import "bytes"

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
