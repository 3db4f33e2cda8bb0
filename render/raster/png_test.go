package raster

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"
)

// A few colours of a theme, and a sketch of lines, letters and flat areas in them.
var (
	paper, ink, mark = color.RGBA{0xFC, 0xF8, 0xEE, 0xFF}, color.RGBA{0x2A, 0x29, 0x33, 0xFF},
		color.RGBA{0xC9, 0x18, 0x6B, 0xFF}
	themed = []color.RGBA{paper, ink, mark}
)

func drawn() *Sketch {
	s := NewSketch(300, 200)
	s.DrawRectangle(0, 0, 300, 200)
	s.Paint(paper)
	for i := range 12 {
		s.Disc(30+float64(i)*20, 60+float64(i%3)*20, 14, []color.RGBA{ink, mark}[i%2])
		s.Text(Bold(22), 20+float64(i)*3, 150, 0.1*float64(i), ink, "Konduktor")
	}
	return s
}

// backdropOf packs a sketch as the painters do.
func backdropOf(t *testing.T, s *Sketch) *Backdrop {
	t.Helper()
	b := NewBuilder()
	b.CountBackdrop(s)
	base, err := NewBackdrop(b.Finish(themed, themed), s, 200_000)
	if err != nil {
		t.Fatal(err)
	}
	return base
}

func TestAPictureHasThePixelsOfItsCanvas(t *testing.T) {
	base := backdropOf(t, drawn())
	c := base.Canvas()
	defer c.Free()
	c.TextMid(Regular(20), 150, 100, ink, "text")
	pic, err := c.Picture("")
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(pic.PNG))
	if err != nil {
		t.Fatal(err)
	}
	got := img.(*image.Paletted)
	for y := range c.H {
		if !bytes.Equal(got.Pix[y*got.Stride:y*got.Stride+c.W], c.row(y)) {
			t.Fatalf("row %d: got other pixels than the canvas has", y)
		}
	}
	for i, want := range base.pal.rgb {
		if got.Palette[i] != want {
			t.Errorf("colour %d: got %v, want %v", i, got.Palette[i], want)
		}
	}
}

func TestFixedColoursAreInThePalette(t *testing.T) {
	pal := backdropOf(t, drawn()).pal
	for _, c := range themed {
		if got := pal.rgb[pal.known[c]]; got != c {
			t.Errorf("got %v for %v", got, c)
		}
	}
	if n := len(pal.rgb); n > shades {
		t.Errorf("got %d colours, want at most %d", n, shades)
	}
}

func TestFlatColoursAreNeverTouched(t *testing.T) {
	s := drawn()
	base := backdropOf(t, s)
	truth, packed := s.colors(), Canvas{W: base.W, H: base.H, Pix: base.pix}
	blends := newBlender(base.pal, base.slack)
	for i, c := range truth {
		got := base.pal.rgb[packed.row(i / base.W)[i%base.W]]
		exact := base.pal.rgb[base.pal.nearest(c)]
		untouched := blends.choice(c).known || flat(base.W, truth, i)
		if off := distance(c, got); got != exact && (untouched || off > blends.off) {
			t.Fatalf("pixel %d, %d: got %v for %v, which is off by %d", i%base.W, i/base.W, got, c, off)
		}
	}
}

func TestAPictureTellsItsSmallestLettering(t *testing.T) {
	b := NewBuilder()
	var small, plain Sprite
	s := NewSketch(60, 60)
	b.Cut(&small, s, s.Copy(), image.Rect(0, 0, 60, 60), func() {
		s.Scale(0.5, 0.5)
		s.Text(Bold(30), 10, 50, 0, color.RGBA{A: 0xFF}, "a")
	})
	b.Cut(&plain, s, s.Copy(), image.Rect(0, 0, 60, 60), func() {
		s.Disc(9, 9, 5, color.RGBA{A: 0xFF})
	})
	ink := color.RGBA{A: 0xFF}
	pal := b.Finish([]color.RGBA{ink, {0xFF, 0xFF, 0xFF, 0xFF}}, []color.RGBA{ink})
	for _, want := range []float64{0, 20, 15} {
		c := Borrow(pal, 80, 80)
		c.Fill(0, 0, 80, 80, ink)
		c.PutAt(&plain, 0, 0)
		if want > 0 {
			c.Text(Bold(20), 5, 30, ink, "b")
			c.Text(Bold(9), 5, 30, ink, "")
			c.Text(Bold(20), 5, 45, ink, "c")
		}
		if want == 15 {
			c.PutAt(&small, 0, 0)
		}
		pic, err := c.Picture("")
		if err != nil || pic.Least != want {
			t.Errorf("got a smallest lettering of %g (error: %v), want %g", pic.Least, err, want)
		}
		c.Free()
	}
}

func TestPictureListsTextsThatOverlapOrLeaveIt(t *testing.T) {
	ink := color.RGBA{A: 0xFF}
	pal := NewBuilder().Finish([]color.RGBA{ink}, []color.RGBA{ink})
	for want, second := range map[string][2]float64{
		"":                        {50, 30},
		`"right" over "left"`:     {20, 36},
		`"right" beyond the edge`: {90, 60},
	} {
		c := Borrow(pal, 100, 80)
		c.Fill(0, 0, 100, 80, ink)
		c.Text(Bold(20), 5, 30, ink, "left")
		c.Text(Bold(20), second[0], int(second[1]), ink, "right")
		pic, err := c.Picture("")
		if err != nil || pic.Crossed != want {
			t.Errorf("got %q (error: %v), want %q", pic.Crossed, err, want)
		}
		c.Free()
	}
}
