package docs_test

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/image/draw"

	"konduktor/engine/titles"
)

// largest bounds a picture of a page, in bytes, and wide is how wide one of a title is.
const (
	largest = 150_000
	wide    = 720
)

// smaller is the picture of a title's board that its page shows, made of the full one.
func smaller(t *testing.T, title string) *image.Paletted {
	t.Helper()
	full := decoded(t, "board-"+title+".png").(*image.Paletted)
	size := full.Bounds()
	between := image.NewRGBA(image.Rect(0, 0, wide, wide*size.Dy()/size.Dx()))
	draw.CatmullRom.Scale(between, between.Bounds(), full, size, draw.Src, nil)
	small := image.NewPaletted(between.Bounds(), full.Palette)
	draw.Draw(small, small.Bounds(), between, image.Point{}, draw.Src)
	return small
}

func decoded(t *testing.T, file string) image.Image {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return picture
}

func TestPicturesOfTitlesAreCurrent(t *testing.T) {
	for _, title := range titles.All() {
		file := filepath.Join("img", title.ID()+".png")
		want := smaller(t, title.ID())
		if *update {
			var out bytes.Buffer
			encoder := png.Encoder{CompressionLevel: png.BestCompression}
			if err := encoder.Encode(&out, want); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got := decoded(t, file)
		if got.Bounds() != want.Bounds() {
			t.Fatalf("docs/%s is not current; run go test ./docs -update", file)
		}
		differ := 0
		for y := range want.Bounds().Dy() {
			for x := range wide {
				if got.At(x, y) != want.At(x, y) {
					differ++
				}
			}
		}
		// another processor rounds some pixels to another colour
		if differ > wide*want.Bounds().Dy()/100 {
			t.Errorf("docs/%s is not current; run go test ./docs -update", file)
		}
	}
}

func TestPicturesOfPagesAreSmall(t *testing.T) {
	files, err := filepath.Glob("img/*.png")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if info, err := os.Stat(file); err != nil || info.Size() > largest {
			t.Errorf("docs/%s: %v, %v, want at most %d bytes", file, info.Size(), err, largest)
		}
	}
}
