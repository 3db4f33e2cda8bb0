package raster

import (
	"bytes"
	"math/rand/v2"
	"sync"
	"testing"
)

// forget empties what is kept of bands.
func forget() { bands = bandStore{} }

// Pictures that others were shown before must not show in the bytes of a picture: they depend on
// its pixels alone.
func TestPictureHasTheSameBytesAfterAnyOtherPicture(t *testing.T) {
	base := backdropOf(t, drawn())
	pack := func(text string) []byte {
		c := base.Canvas()
		defer c.Free()
		c.TextMid(Regular(20), 150, 100, ink, text)
		pic, err := c.Picture("")
		if err != nil {
			t.Fatal(err)
		}
		return pic.PNG
	}
	forget()
	want := pack("one")
	for _, before := range [][]string{{"one"}, {"two"}, {"two", "one", "three"}} {
		forget()
		for _, text := range before {
			pack(text)
		}
		if !bytes.Equal(pack("one"), want) {
			t.Errorf("after pictures of %q: got other bytes", before)
		}
	}
}

func TestBandCacheIsBounded(t *testing.T) {
	forget()
	defer forget()
	rng := rand.New(rand.NewPCG(1, 2))
	var wg sync.WaitGroup
	for range 4 {
		seed := rng.Uint64()
		wg.Go(func() {
			own := rand.New(rand.NewPCG(seed, 1))
			p := packers.Get().(*packer)
			rows := make([]byte, 20_000)
			for range 150 {
				for i := range rows {
					rows[i] = byte(own.Uint32())
				}
				if _, err := p.bands.pack(rows); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	size := 0
	for _, all := range []map[bandKey]packedBand{bands.young, bands.old} {
		for _, b := range all {
			size += len(b.blocks)
		}
	}
	if size == 0 || size > bandsKept+2*25_000 {
		t.Errorf("%d bytes are kept, want at most %d and one band each", size, bandsKept)
	}
}
