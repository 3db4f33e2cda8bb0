package rendertest

import (
	"bytes"
	"flag"
	"fmt"
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

// A golden picture may differ in stray pixels, since machines round edges differently. Anything
// with a shape, like a digit or a sign, differs in more adjacent pixels.
const (
	mostOff     = 24      // of 255, in a channel
	strays      = 0.00005 // share of pixels that may differ by more
	mostCluster = 6       // adjacent pixels that may differ
)

// Golden compares a picture with a file. On a difference it writes the picture beside the file, or
// with -update over it.
func Golden(t *testing.T, file string, got []byte) {
	t.Helper()
	want, err := os.ReadFile(file)
	if err != nil && !*update {
		t.Fatal(err)
	}
	problem := "there was none"
	if err == nil && bytes.Equal(got, want) {
		return
	}
	if err == nil {
		problem = differing(Decode(t, got).(*image.Paletted), Decode(t, want).(*image.Paletted))
	}
	switch {
	case problem == "":
	case *update:
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		t.Logf("wrote %s: %s", file, problem)
	default:
		beside := filepath.Join("..",
			"testdata", strings.TrimSuffix(filepath.Base(file), ".png")+".got.png")
		if err := os.WriteFile(beside, got, 0o644); err != nil {
			t.Fatal(err)
		}
		t.Errorf("got another picture than %s: %s; see %s", file, problem, beside)
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

// differing says how two pictures differ by more than allowed, else "".
func differing(a, b *image.Paletted) string {
	r := a.Bounds()
	if r != b.Bounds() {
		return fmt.Sprintf("it has %v pixels, not %v", r.Size(), b.Bounds().Size())
	}
	var far [256][256]bool
	for i, x := range a.Palette {
		for j, y := range b.Palette {
			far[i][j] = !near(x, y)
		}
	}
	var off []image.Point
	for y := range r.Dy() {
		row, other := a.Pix[y*a.Stride:], b.Pix[y*b.Stride:]
		for x := range r.Dx() {
			if far[row[x]][other[x]] {
				off = append(off, image.Pt(x, y))
			}
		}
	}
	size, at := largestCluster(off)
	if all := float64(len(off)) / float64(r.Dx()*r.Dy()); all > strays || size > mostCluster {
		return fmt.Sprintf("%d pixels differ, %.3f %%, and %d of them side by side at %v", len(off),
			100*all, size, at)
	}
	return ""
}

// largestCluster is the size of the largest set of adjacent pixels, diagonals included, and one of
// them.
func largestCluster(all []image.Point) (size int, at image.Point) {
	left := make(map[image.Point]bool, len(all))
	for _, p := range all {
		left[p] = true
	}
	for _, first := range all {
		n, edge := 0, []image.Point{first}
		for len(edge) > 0 {
			p := edge[len(edge)-1]
			edge = edge[:len(edge)-1]
			if !left[p] {
				continue
			}
			delete(left, p)
			n++
			for i := range 9 {
				edge = append(edge, p.Add(image.Pt(i%3-1, i/3-1)))
			}
		}
		if n > size {
			size, at = n, first
		}
	}
	return size, at
}

func near(a, b color.Color) bool {
	r1, g1, b1, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	off := func(p, q uint32) bool { d := int(p>>8) - int(q>>8); return d > mostOff || d < -mostOff }
	return !off(r1, r2) && !off(g1, g2) && !off(b1, b2)
}

// Allocations is the number of allocations of a picture, at best of five tries: the garbage
// collector and the race detector take from caches.
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
