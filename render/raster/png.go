package raster

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/adler32"
	"hash/crc32"
	"hash/maphash"
	"sync"

	"github.com/klauspost/compress/flate"
)

// level 6 of this library gives the size we want in a third of the standard library's time; higher
// levels take ten times longer to save a twentieth.
const level = 6

const pngSignature = "\x89PNG\r\n\x1a\n"

// usualSize is more than most pictures need, so that a packer rarely grows.
const usualSize = 256 << 10

// packer is reused, so that a picture allocates little besides its own bytes.
type packer struct {
	out   bytes.Buffer
	bands bandPacker
}

var packers = sync.Pool{New: func() any {
	f, err := flate.NewWriter(nil, level)
	if err != nil {
		panic(err) // the level is a constant
	}
	return &packer{bands: bandPacker{flate: f}}
}}

// Picture is a finished picture.
type Picture struct {
	PNG           []byte
	Alt           string  // alternative text
	Width, Height int     // pixels
	Least         float64 // size of its smallest lettering, in pixels; 0: none
	Crossed       string  // texts that lie over another or beyond an edge; "": none
}

// Picture packs the canvas.
func (c *Canvas) Picture(alt string) (Picture, error) {
	png, err := c.png()
	if err != nil {
		return Picture{}, fmt.Errorf("pack a picture: %w", err)
	}
	return Picture{
		PNG: png, Alt: alt, Width: c.W, Height: c.H, Least: c.least, Crossed: c.crossed(),
	}, nil
}

// png packs the canvas into a PNG file. Rows are not filtered: for flat colours that is fastest and
// smallest.
func (c *Canvas) png() ([]byte, error) {
	p := packers.Get().(*packer)
	defer packers.Put(p)
	p.out.Reset()
	p.out.Grow(usualSize)
	p.out.WriteString(pngSignature)

	p.begin("IHDR")
	var head [13]byte
	binary.BigEndian.PutUint32(head[0:], uint32(c.W))
	binary.BigEndian.PutUint32(head[4:], uint32(c.H))
	head[8], head[9] = 8, 3 // eight bits, with a palette
	p.out.Write(head[:])
	p.end(len(pngSignature))

	at := p.begin("PLTE")
	for _, v := range c.pal.rgb {
		p.out.Write([]byte{v.R, v.G, v.B})
	}
	p.end(at)

	at = p.begin("IDAT")
	if err := p.pixels(c); err != nil {
		return nil, err
	}
	p.end(at)
	p.end(p.begin("IEND"))
	return bytes.Clone(p.out.Bytes()), nil
}

// begin starts a chunk and returns where.
func (p *packer) begin(kind string) int {
	at := p.out.Len()
	p.out.WriteString("\x00\x00\x00\x00")
	p.out.WriteString(kind)
	return at
}

// end fills in the chunk's length and adds its checksum.
func (p *packer) end(at int) {
	chunk := p.out.Bytes()[at:]
	binary.BigEndian.PutUint32(chunk, uint32(len(chunk)-8))
	var sum [4]byte
	binary.BigEndian.PutUint32(sum[:], crc32.ChecksumIEEE(chunk[4:]))
	p.out.Write(sum[:])
}

// pixels adds the zlib stream.
func (p *packer) pixels(c *Canvas) error {
	p.out.Write([]byte{0x78, 0x9C})
	sum, size := uint32(1), bandRows*(c.W+1)
	for left := c.Pix; len(left) > 0; {
		rows := left[:min(size, len(left))]
		b, err := p.bands.pack(rows)
		if err != nil {
			return err
		}
		p.out.Write(b.blocks)
		sum, left = joined(sum, b.sum, len(rows)), left[len(rows):]
	}
	p.out.Write([]byte{0x03, 0x00}) // an empty last block
	p.out.Write(binary.BigEndian.AppendUint32(nil, sum))
	return nil
}

// Packing takes most of a picture's time, and most rows of a board are the same as before. So a
// picture is packed in independent bands of rows, and packed bands are cached. A band's bytes
// depend on its pixels alone, not on the cache: nobody can tell from a picture what others have
// been shown.

const (
	bandRows  = 32
	bandsKept = 4 << 20 // bytes
)

// bandKey is two secret hashes of a band, so that no two bands share a key.
type bandKey [2]uint64

var bandSeeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

func keyOf(rows []byte) bandKey {
	return bandKey{maphash.Bytes(bandSeeds[0], rows), maphash.Bytes(bandSeeds[1], rows)}
}

// packedBand is part of a zlib stream: blocks that end on a whole byte and do not refer back.
type packedBand struct {
	blocks []byte
	sum    uint32 // Adler-32 of its pixels
}

// bandStore keeps packed bands in two generations. A band not used during a whole generation is
// dropped.
type bandStore struct {
	mu         sync.Mutex
	young, old map[bandKey]packedBand
	size       int // bytes in young
}

var bands bandStore

func (s *bandStore) get(k bandKey) (packedBand, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b, ok := s.young[k]; ok {
		return b, true
	}
	b, ok := s.old[k]
	if ok {
		s.keep(k, b)
	}
	return b, ok
}

func (s *bandStore) put(k bandKey, b packedBand) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keep(k, b)
}

func (s *bandStore) keep(k bandKey, b packedBand) {
	if s.young == nil || s.size > bandsKept/2 {
		s.old, s.young, s.size = s.young, map[bandKey]packedBand{}, 0
	}
	s.young[k] = b
	s.size += len(b.blocks)
}

type bandPacker struct {
	flate *flate.Writer
	out   bytes.Buffer
}

// pack packs a band or takes it from the cache.
func (p *bandPacker) pack(rows []byte) (packedBand, error) {
	k := keyOf(rows)
	if b, ok := bands.get(k); ok {
		return b, nil
	}
	p.out.Reset()
	p.flate.Reset(&p.out)
	if _, err := p.flate.Write(rows); err != nil {
		return packedBand{}, err
	}
	if err := p.flate.Flush(); err != nil {
		return packedBand{}, err
	}
	b := packedBand{blocks: bytes.Clone(p.out.Bytes()), sum: adler32.Checksum(rows)}
	bands.put(k, b)
	return b, nil
}

// joined is the Adler-32 of two adjacent stretches from theirs; the second is n bytes long.
func joined(first, second uint32, n int) uint32 {
	const mod = 65521
	m := uint32(n % mod)
	a1, b1, a2, b2 := first&0xFFFF, first>>16, second&0xFFFF, second>>16
	a := (a1 + a2 + mod - 1) % mod
	b := (m*a1%mod + b1 + b2 + mod - m) % mod
	return b<<16 | a
}
