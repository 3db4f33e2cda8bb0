package raster

import (
	"bytes"
	"hash/adler32"
	"hash/maphash"
	"sync"

	"github.com/klauspost/compress/flate"
)

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
