package rendertest

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden pictures anew; look at them afterwards")

// A golden picture may differ in few pixels, as another machine rounds its edges.
const (
	mostOff = 24    // of 255, in a channel
	strays  = 0.001 // of all pixels may differ by more
)

// Golden compares a picture with the one in the file. If they differ it leaves what it got beside it.
func Golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *views != "" {
		writeViews(t, *views, strings.TrimSuffix(filepath.Base(file), ".png"), Decode(t, got).(*image.Paletted))
	}
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := differing(Decode(t, got).(*image.Paletted), Decode(t, want).(*image.Paletted)); n > strays {
		beside := filepath.Join("..", "testdata", strings.TrimSuffix(filepath.Base(file), ".png")+".got.png")
		if err := os.WriteFile(beside, got, 0o644); err != nil {
			t.Fatal(err)
		}
		t.Errorf("got a picture that differs from %s in %.2f %% of its pixels; see %s", file, 100*n, beside)
	}
}

// Decode reads a PNG file.
func Decode(t testing.TB, file []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// differing is the part of the pixels that differ, 1 if the pictures are not of one size. All pictures have palettes: it
// compares each pair of colours once.
func differing(a, b *image.Paletted) float64 {
	r := a.Bounds()
	if r != b.Bounds() {
		return 1
	}
	var far [256][256]bool
	for i, x := range a.Palette {
		for j, y := range b.Palette {
			far[i][j] = !near(x, y)
		}
	}
	n := 0
	for y := range r.Dy() {
		row, other := a.Pix[y*a.Stride:], b.Pix[y*b.Stride:]
		for x := range r.Dx() {
			if far[row[x]][other[x]] {
				n++
			}
		}
	}
	return float64(n) / float64(r.Dx()*r.Dy())
}

func near(a, b color.Color) bool {
	r1, g1, b1, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	off := func(p, q uint32) bool { d := int(p>>8) - int(q>>8); return d > mostOff || d < -mostOff }
	return !off(r1, r2) && !off(g1, g2) && !off(b1, b2)
}

// Allocations is what a picture takes, at the best of some tries if the first takes more than wanted: the collector, and the
// race detector at random, take from what is kept.
func Allocations(t *testing.T, want float64, draw func() error) float64 {
	t.Helper()
	got := math.Inf(1)
	for try := 0; try < 5 && got > want; try++ {
		got = min(got, testing.AllocsPerRun(1, func() {
			if err := draw(); err != nil {
				t.Fatal(err)
			}
		}))
	}
	return got
}
