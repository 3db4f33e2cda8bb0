package faultvfs

import "math/rand/v2"

// page is the size of SQLite's pages.
const page = 4096

// Damage is a way in which the content of a file becomes another. It may change the content that it
// is given, and returns what it has become.
type Damage struct {
	Name string
	Do   func(rng *rand.Rand, content []byte) []byte
}

// Damages returns the ways in which a disk damages a file.
func Damages() []Damage {
	return []Damage{
		{"a flipped bit", func(rng *rand.Rand, b []byte) []byte {
			FlipBit(rng, b)
			return b
		}},
		{"a zeroed page", func(rng *rand.Rand, b []byte) []byte {
			clear(pageOf(rng, b))
			return b
		}},
		{"a cut", func(rng *rand.Rand, b []byte) []byte { return b[:rng.IntN(len(b))] }},
		{"a page in the place of another", func(rng *rand.Rand, b []byte) []byte {
			copy(pageOf(rng, b), pageOf(rng, b))
			return b
		}},
	}
}

// FlipBit changes one bit.
func FlipBit(rng *rand.Rand, b []byte) { b[rng.IntN(len(b))] ^= 1 << rng.IntN(8) }

func pageOf(rng *rand.Rand, b []byte) []byte {
	from := rng.IntN(len(b)/page) * page
	return b[from : from+page]
}
