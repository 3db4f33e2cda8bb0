package board

import (
	"bytes"
	"testing"

	"konduktor/render/geometry"
	"konduktor/render/raster"
)

// Earlier pictures may hold somebody's secret: they must not move the names of the next one by part
// of a pixel.
func TestNameIsDrawnTheSameAfterAnyOtherNames(t *testing.T) {
	paint := func(p *phoneBoard, x, y float64) []byte {
		c := raster.Borrow(amsterdamPainter(t).pal, 300, 100)
		defer c.Free()
		c.Fill(0, 0, 300, 100, amsterdamPainter(t).theme.Paper)
		p.putName(c, &geometry.Label{
			Lines: []string{"Haarlem"}, Size: 30,
			Areas: []geometry.Area{geometry.Box(x, y, x+140, y+30)},
		})
		return bytes.Clone(c.Pix)
	}
	shared, err := amsterdamPainter(t).phone()
	if err != nil {
		t.Fatal(err)
	}
	fresh := func() *phoneBoard {
		return &phoneBoard{boardCache: shared.boardCache, named: shared.named}
	}
	want, used := paint(fresh(), 40.9, 30.9), fresh()
	other := paint(used, 40.1, 30.1)
	if !bytes.Equal(want, paint(used, 40.9, 30.9)) {
		t.Error("a name lies elsewhere after another picture with that name")
	}
	if bytes.Equal(want, other) {
		t.Error("the two places look alike: nothing was tried")
	}
}
