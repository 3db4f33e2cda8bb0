package board

import (
	"sync"
	"testing"

	"konduktor/engine/amsterdam"
	"konduktor/engine/railway"
	"konduktor/render/geometry"
	"konduktor/render/rendertest"
	"konduktor/render/theme"
)

// amsterdamPainter is shared by the tests: it is safe for that, and takes a while to make.
func amsterdamPainter(t testing.TB) *Painter {
	t.Helper()
	return painterOf(t, amsterdam.Title)
}

// painterOf is the painter of a title, shared by the tests.
func painterOf(t testing.TB, title *railway.Title) *Painter {
	t.Helper()
	p, err := painters[title]()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// phoneOf returns a title's painter, and the board of its private pictures.
func phoneOf(t testing.TB, title *railway.Title) (*Painter, *phoneBoard) {
	t.Helper()
	p := painterOf(t, title)
	board, err := p.phone()
	if err != nil {
		t.Fatal(err)
	}
	return p, board
}

var painters = func() map[*railway.Title]func() (*Painter, error) {
	all := map[*railway.Title]func() (*Painter, error){}
	for _, title := range rendertest.Titles {
		all[title] = sync.OnceValues(func() (*Painter, error) { return newPainterOf(title) })
	}
	return all
}()

func newPainterOf(title *railway.Title) (*Painter, error) {
	return New(title.Map(), title.Lexicon(), theme.For(title.ID()))
}

// eachBoard runs a test on the layout of every board that is shipped.
func eachBoard(t *testing.T, test func(t *testing.T, l *geometry.Layout)) {
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) { test(t, painterOf(t, title).board.lay) })
	}
}

// eachTheme runs a test on every theme.
func eachTheme(t *testing.T, test func(t *testing.T, look theme.Theme)) {
	for _, name := range []string{"plain", "amsterdam", "asia", "nordic", "world"} {
		t.Run(name, func(t *testing.T) { test(t, theme.For(name)) })
	}
}

// grey is what is drawn, in shades of grey.
func grey(look *theme.Theme, w, h int, draw func(*theme.Sketch)) []float64 {
	s := theme.NewSketch(look, w, h)
	s.FillArea(geometry.Box(0, 0, float64(w), float64(h)), look.Ground)
	draw(s)
	return rendertest.Grey(s.Img)
}

func newAmsterdam() (*Painter, error) { return newPainterOf(amsterdam.Title) }
