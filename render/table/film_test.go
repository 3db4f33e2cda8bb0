package table

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/cardgame"
	"konduktor/engine/enginetest"
	"konduktor/render/caption"
	"konduktor/render/film"
	"konduktor/render/rendertest"
)

func TestTheFilmsOfTheCardGame(t *testing.T) {
	counts := cardgame.Title.SeatCounts()
	for _, seats := range counts[enginetest.Size(len(counts)-1, 0):] {
		turns := rendertest.Course(t, cardgame.Title, seats)
		played := rendertest.Play(t, filmed(t, turns).GIF, turns)
		words := rendertest.Words(t, "en")
		script := film.Script(cardgame.Title.Map(), turns)
		// changed parts add up to the whole
		for _, i := range []int{0, len(script) / 3, len(script) - 1} {
			c := cardTable(t).frame(&script[i], words)
			want, err := c.Picture("")
			c.Free()
			if err != nil {
				t.Fatal(err)
			}
			if off := rendertest.Blocks(rendertest.Colored(rendertest.Decode(t, want.PNG),
				played.Frame(i).Rect), played.Frame(i)); off > 0 {
				t.Errorf("%d seats: frame %d differs from what is on the table in %.1f %% of its squares",
					seats, i, off)
			}
		}
	}
}

func filmed(t *testing.T, turns []engine.Turn) film.Film {
	t.Helper()
	f, err := cardTable(t).Film(turns[len(turns)-1].View,
		caption.Options{Words: rendertest.Words(t, "en"), Turns: turns})
	if err != nil {
		t.Fatal(err)
	}
	if f.Alt == "" || f.Width != film.Width || f.Frames < len(turns) {
		t.Errorf("got %d frames, %d wide, with the text %q", f.Frames, f.Width, f.Alt)
	}
	return f
}

func TestRunningCardGameHasNoFilm(t *testing.T) {
	turns := rendertest.Course(t, cardgame.Title, 2)
	half := turns[:len(turns)/2]
	o := caption.Options{Words: rendertest.Words(t, "en"), Turns: half}
	if f, err := cardTable(t).Film(half[len(half)-1].View, o); err == nil {
		t.Errorf("got a film of %d frames of a running game", f.Frames)
	}
}
