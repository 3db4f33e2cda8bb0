package board

import (
	"bytes"
	"fmt"
	"sync"
	"testing"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/raster"
	"konduktor/render/rendertest"
)

// Pieces are made on first use. The order and number of those who use them first must not show.
func TestBoardIsTheSameAfterAnyOtherBoards(t *testing.T) {
	g, last := rendertest.AmsterdamGame(t, 4, 62)
	v, o := g.View(engine.Public), caption.Options{Words: rendertest.Terse, Marked: last}
	want, err := amsterdamPainter(t).Board(v, o)
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := newAmsterdam()
	if err != nil {
		t.Fatal(err)
	}
	var all [4]raster.Picture
	var wait sync.WaitGroup
	for i := range all {
		wait.Go(func() {
			pic, err := fresh.Board(v, o)
			if err != nil {
				t.Error(err)
			}
			all[i] = pic
		})
	}
	wait.Wait()
	for i, got := range all {
		if !bytes.Equal(got.PNG, want.PNG) {
			t.Errorf("picture %d: got other bytes than the shared painter drew", i)
		}
	}
}

func TestNamesAreKeptWithinABound(t *testing.T) {
	p, err := newAmsterdam()
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 * mostNames {
		p.board.names.put([]byte(fmt.Sprint(i)), &raster.Sprite{})
		if n := len(p.board.names.made); n > mostNames {
			t.Fatalf("got %d names, want at most %d", n, mostNames)
		}
	}
	if p.board.names.get([]byte(fmt.Sprint(3*mostNames-1))) == nil {
		t.Error("the last name is not kept")
	}
}
