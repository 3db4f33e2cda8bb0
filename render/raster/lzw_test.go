package raster

import (
	"bytes"
	"compress/lzw"
	"io"
	"math/rand/v2"
	"testing"
)

// unpacked is what a reader makes of the blocks that the packer wrote.
func unpacked(t *testing.T, packed []byte) []byte {
	t.Helper()
	depth := int(packed[0])
	var data []byte
	for at := 1; packed[at] > 0; at += int(packed[at]) + 1 {
		data = append(data, packed[at+1:at+1+int(packed[at])]...)
	}
	got, err := io.ReadAll(lzw.NewReader(bytes.NewReader(data), lzw.LSB, depth))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestPackedPixelsAreReadBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var z lzwPacker
	for _, depth := range []int{2, 3, 6, 7, 8} {
		for _, n := range []int{1, 2, 3, 254, 255, 256, 5000, 70000} {
			for _, runs := range []int{0, 3, 300, 100000} { // how long a run of one colour may be
				pixels := make([]byte, 0, n)
				run := byte(1<<depth - 1)
				for len(pixels) < n {
					c, k := byte(rng.IntN(1<<depth)), 1
					if runs > 0 && rng.IntN(2) == 0 {
						c, k = run, 1+rng.IntN(runs)
					}
					pixels = append(pixels, bytes.Repeat([]byte{c}, min(k, n-len(pixels)))...)
				}
				var out bytes.Buffer
				z.pack(&out, pixels, depth, run)
				if got := unpacked(t, out.Bytes()); !bytes.Equal(got, pixels) {
					t.Fatalf("%d pixels of %d bits, runs of up to %d: read back other pixels", n, depth, runs)
				}
			}
		}
	}
}
