package rendertest

import (
	"image"
	"image/color"
	"testing"
)

// checkered is a picture in which some pixels are black.
func checkered(black ...image.Point) *image.Paletted {
	img := image.NewPaletted(image.Rect(0, 0, 500, 500), color.Palette{
		color.White, color.Black,
		color.Gray{0xF0},
	})
	for _, p := range black {
		img.SetColorIndex(p.X, p.Y, 1)
	}
	return img
}

func TestComparisonForgivesOnlyStrayPixels(t *testing.T) {
	var strays, column []image.Point
	for i := range 8 {
		strays, column = append(strays, image.Pt(40*i, 60*i)), append(column, image.Pt(200, 100+i))
	}
	faint := checkered()
	faint.SetColorIndex(9, 9, 2)
	for _, c := range []struct {
		name string
		got  *image.Paletted
		same bool
	}{
		{"equal", checkered(), true},
		{"stray pixels", checkered(strays...), true},
		{"a pixel of almost the same colour", faint, true},
		{"a short line", checkered(column...), false},
		{"twice as many strays", checkered(append(strays, image.Pt(9, 490), image.Pt(30, 490),
			image.Pt(60, 490), image.Pt(90, 490), image.Pt(120, 490))...), false},
		{"another size", image.NewPaletted(image.Rect(0, 0, 500, 501), faint.Palette), false},
	} {
		if problem := differing(c.got, checkered()); (problem == "") != c.same {
			t.Errorf("%s: got %q", c.name, problem)
		}
	}
}
