package caption

import (
	"testing"

	"konduktor/engine"
	"konduktor/render/raster"
	"konduktor/render/rendertest"
)

func TestAPictureNamesEverybody(t *testing.T) {
	p := &Phrases{pen: Pen{Plain: raster.Plain, Seats: []string{"teal", "tan", "lilac", "white"}}}
	o := &Options{Words: rendertest.Terse, Names: []string{"", "", "Yamada"}}
	v := &engine.View{Seats: []engine.SeatView{
		{Name: "𝓐𝓵𝓪"},
		{Name: "👑"},
		{Name: "山田"},
		{Name: "Dorota"},
	}}
	got := p.Drawn(v, o)
	for i, want := range []string{"Ala", "render.seat.tan", "Yamada", "Dorota"} {
		if got.Seats[i].Name != want {
			t.Errorf("seat %d: got %q, want %q", i+1, got.Seats[i].Name, want)
		}
	}
	if v.Seats[1].Name != "👑" {
		t.Error("the view itself was changed")
	}
	if again := p.Drawn(got, &Options{Words: rendertest.Terse}); again != got {
		t.Error("a view with names that can be drawn was copied")
	}
}
