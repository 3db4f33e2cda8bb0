package speech

import (
	"testing"

	"konduktor/engine/titles"
)

func TestPicturesNameAMapInTheReadersLanguage(t *testing.T) {
	pl, board := texts(t, "pl"), titles.Map("world")
	if got, want := New(pl, board).Words("render.map", "Name", board.Name), "Świat"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := NewOwn(pl, board).Words("render.map", "Name", "Mazury"), "Mazury"; got != want {
		t.Errorf("a map of one's own: got %q, want %q", got, want)
	}
}
