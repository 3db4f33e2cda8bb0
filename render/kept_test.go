package render

import (
	"bytes"
	"sync"
	"testing"

	"github.com/konduktor-bot/konduktor/engine"
)

// Pieces are made when they are first asked for; who asks first, for what, and how many at once must not show.
func TestABoardIsTheSameWhoeverDrewWhatBefore(t *testing.T) {
	g, last := amsterdamGame(t, 4, 62)
	v, o := g.View(engine.Public), Options{Words: terse, Marked: last}
	want, err := amsterdamPainter(t).Board(v, o)
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := newAmsterdam()
	if err != nil {
		t.Fatal(err)
	}
	var all [4]Picture
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

func TestFlatColoursAreNeverTouched(t *testing.T) {
	p := amsterdamPainter(t)
	lay := p.board.lay
	s := newSketch(&p.theme, p.board.w, p.board.h)
	s.ground(lay)
	s.network(lay)
	truth, board := colorsOf(s.img), canvas{w: p.board.w, h: p.board.h, pix: p.board.base}
	th := thrift{pal: p.pal, w: p.board.w}
	most := 9 * p.board.slack * p.board.slack
	for i, c := range truth {
		got := p.pal.rgb[board.row(i / board.w)[i%board.w]]
		exact := p.pal.rgb[p.pal.nearest(c)]
		if off := distance(c, got); got != exact && (th.flat(truth, i) || off > most) {
			t.Fatalf("pixel %d, %d: got %v for %v, which is off by %d", i%board.w, i/board.w, got, c, off)
		}
	}
}
