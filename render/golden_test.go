package render

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/asia"
	"github.com/konduktor-bot/konduktor/engine/nordic"
	"github.com/konduktor-bot/konduktor/engine/world"
)

var update = flag.Bool("update", false, "write the golden pictures anew; look at them afterwards")

// A golden picture may differ in few pixels, as another machine rounds its edges.
const (
	tolerance = 24    // of 255, in a channel
	strays    = 0.001 // of all pixels may differ by more
)

// TestPictures compares whole pictures with golden ones. The board of the README is one of them.
func TestPictures(t *testing.T) {
	p := amsterdamPainter(t)
	en, pl := texts(t, "en"), texts(t, "pl")
	mid, last := amsterdamGame(t, 4, 62)
	two, lastTwo := amsterdamGame(t, 2, 30)
	fresh, _ := amsterdamGame(t, 3, 0)
	over, _ := amsterdamGame(t, 3, 10000)
	north, lastNorth := simulated(t, nordic.Title, 3, 62, "")
	dug, lastDug := simulated(t, nordic.Title, 2, 60, engine.OwesPay)
	northOver, _ := simulated(t, nordic.Title, 3, 10000, "")
	six, lastSix := simulated(t, asia.Title, 6, 90, "")
	dugAsia, lastDugAsia := simulated(t, asia.Title, 6, 18, engine.OwesPay)
	share, _ := simulated(t, asia.Title, 4, 0, engine.OwesShare)
	place, _ := simulated(t, asia.Title, 4, 40, engine.OwesPlace)
	asiaOver, _ := simulated(t, asia.Title, 6, 10000, "")
	five, lastFive := simulated(t, world.Title, 5, 110, "")
	worldOver, _ := simulated(t, world.Title, 4, 10000, "")
	tour := withPorts(touring(t, five))
	n, a, w := painterOf(t, nordic.Title), painterOf(t, asia.Title), painterOf(t, world.Title)
	mover := func(g engine.Game) engine.View { return g.View(g.ToMove()[0]) }
	for _, c := range []struct {
		file string
		draw func(engine.View, Options) (Picture, error)
		view engine.View
		o    Options
	}{
		{"../docs/board-amsterdam.png", p.Board, mid.View(engine.Public), Options{Words: en, Marked: last}},
		{"testdata/board-two-seats-private-pl.png", p.Board, two.View(1), Options{Words: pl, Marked: lastTwo, Private: true}},
		{"testdata/board-over.png", p.Board, over.View(engine.Public), Options{Words: en}},
		{"testdata/close-up.png", p.Board, mid.View(2), Options{Words: en, Marked: last, Focus: "dam", Private: true}},
		{"testdata/hand.png", p.Hand, mid.View(2), Options{Words: en}},
		{"testdata/hand-offer-pl.png", p.Hand, fresh.View(3), Options{Words: pl}},
		{"testdata/sheet.png", p.Sheet, over.View(engine.Public), Options{Words: en}},
		{"../docs/board-nordic.png", n.Board, north.View(engine.Public), Options{Words: en, Marked: lastNorth}},
		{"testdata/nordic-dug-pl.png", n.Board, mover(dug), Options{Words: pl, Marked: lastDug, Private: true}},
		{"testdata/nordic-close-up.png", n.Board, dug.View(engine.Public), Options{Words: en, Focus: "oslo"}},
		{"testdata/nordic-sheet.png", n.Sheet, northOver.View(engine.Public), Options{Words: en}},
		{"../docs/board-asia.png", a.Board, six.View(engine.Public), Options{Words: en, Marked: lastSix}},
		{"testdata/asia-dug.png", a.Board, dugAsia.View(engine.Public), Options{Words: en, Marked: lastDugAsia}},
		{"testdata/asia-hand-share.png", a.Hand, mover(share), Options{Words: en}},
		{"testdata/asia-hand-place-pl.png", a.Hand, mover(place), Options{Words: pl}},
		{"testdata/asia-sheet.png", a.Sheet, asiaOver.View(engine.Public), Options{Words: en}},
		{"../docs/board-world.png", w.Board, withPorts(five.View(engine.Public)), Options{Words: en, Marked: lastFive}},
		{"testdata/world-private-pl.png", w.Board, tour, Options{Words: pl, Marked: lastFive, Private: true}},
		{"testdata/world-close-up.png", w.Board, tour, Options{Words: en, Focus: "hamburg", Private: true}},
		{"testdata/world-hand-pl.png", w.Hand, tour, Options{Words: pl}},
		{"testdata/world-sheet.png", w.Sheet, settled(worldOver.View(engine.Public)), Options{Words: en}},
	} {
		t.Run(strings.TrimSuffix(filepath.Base(c.file), ".png"), func(t *testing.T) {
			pic, err := c.draw(c.view, c.o)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, c.file, pic.PNG)
		})
	}
}

// golden compares a picture with the one in the file. If they differ it leaves what it got beside it.
func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := differing(decode(t, got).(*image.Paletted), decode(t, want).(*image.Paletted)); n > strays {
		beside := filepath.Join("testdata", strings.TrimSuffix(filepath.Base(file), ".png")+".got.png")
		if err := os.WriteFile(beside, got, 0o644); err != nil {
			t.Fatal(err)
		}
		t.Errorf("got a picture that differs from %s in %.2f %% of its pixels; see %s", file, 100*n, beside)
	}
}

func decode(t testing.TB, file []byte) image.Image {
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
	off := func(p, q uint32) bool { d := int(p>>8) - int(q>>8); return d > tolerance || d < -tolerance }
	return !off(r1, r2) && !off(g1, g2) && !off(b1, b2)
}
