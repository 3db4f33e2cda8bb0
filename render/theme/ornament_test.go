package theme

import (
	"image/color"
	"testing"

	"konduktor/engine/railmap"
	"konduktor/render/geometry"
)

// blank is a map of one's own with a shape or none, laid out.
func blank(shapes ...railmap.Shape) *geometry.Layout {
	return &geometry.Layout{
		W: 400, H: 300, Map: &railmap.Map{Shapes: shapes},
		Sizes: geometry.SizesFor(1),
	}
}

// painted is how many pixels of a board's ground have another colour than one.
func painted(l *geometry.Layout, title string, but color.RGBA) int {
	t := For(title)
	s := NewSketch(&t, int(l.W), int(l.H))
	s.Ground(l)
	n := 0
	for y := range s.Img.Rect.Dy() {
		for x := range s.Img.Rect.Dx() {
			if s.Img.RGBAAt(x, y) != but {
				n++
			}
		}
	}
	return n
}

// Boats of a title's own map stood on the meadows of other maps, one behind a name.
func TestNoBoatStandsOnAMeadow(t *testing.T) {
	look := For("amsterdam")
	if n := painted(blank(), "amsterdam", look.Ground); n > 0 {
		t.Errorf("%d pixels of an empty meadow are painted", n)
	}
	all := []railmap.Point{
		{X: -0.2, Y: -0.2},
		{X: 1.2, Y: -0.2},
		{X: 1.2, Y: 1.2},
		{X: -0.2, Y: 1.2},
		{X: -0.2, Y: -0.2},
	}
	sea := railmap.Shape{Kind: "water", Points: all}
	if n := painted(blank(sea), "amsterdam", look.Water); n == 0 {
		t.Error("no boat is on the water")
	}
	l := blank(sea)
	l.Labels = []geometry.Label{{
		Lines: []string{"Gołdap"},
		Areas: []geometry.Area{geometry.Box(0, 0, 400, 300)},
	}}
	if n := painted(l, "amsterdam", look.Water); n > 0 {
		t.Errorf("%d pixels are painted behind a name", n)
	}
}
