package rendertest

import (
	"flag"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

var views = flag.String("views", "", "write each picture that is compared with a golden one to this folder: whole, as on a phone, in grey, and as other eyes see it")

// phoneWidth is how many pixels wide a picture is shown on a phone.
const phoneWidth = 400

// writeViews writes a picture as people see it: DIR/NAME-whole.png, -phone.png, -grey.png, -protan.png and so on.
func writeViews(t *testing.T, dir, name string, img *image.Paletted) {
	t.Helper()
	all := map[string]image.Image{"whole": img, "phone": Shrunk(img, img.Bounds(), phoneWidth, phoneWidth*img.Bounds().Dy()/img.Bounds().Dx()), "grey": grey(img)}
	for i := range AllEyes[1:] {
		e := &AllEyes[i+1]
		all[e.Name] = e.Look(img)
	}
	for view, img := range all {
		if err := writePNG(filepath.Join(dir, name+"-"+view+".png"), img); err != nil {
			t.Fatal(err)
		}
	}
}

func writePNG(file string, img image.Image) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	if err := png.Encode(f, img); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// grey is a picture without its colours.
func grey(img *image.Paletted) *image.Paletted {
	out := *img
	out.Palette = make(color.Palette, len(img.Palette))
	for i, c := range img.Palette {
		out.Palette[i] = color.GrayModel.Convert(c)
	}
	return &out
}
