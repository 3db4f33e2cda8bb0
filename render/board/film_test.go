package board

import (
	"fmt"
	"image"
	"testing"

	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/engine/enginetest"
	"konduktor/render/caption"
	"konduktor/render/film"
	"konduktor/render/rendertest"
)

func filmed(t *testing.T, p *Painter, turns []engine.Turn) film.Film {
	t.Helper()
	f, err := p.Film(turns[len(turns)-1].View, caption.Options{
		Words: rendertest.Words(t, "en"),
		Turns: turns,
	})
	if err != nil {
		t.Fatal(err)
	}
	if f.Alt == "" || f.Width != film.Width || f.Frames < len(turns) {
		t.Errorf("got %d frames, %d wide, with the text %q", f.Frames, f.Width, f.Alt)
	}
	return f
}

// The first and the last picture of a film show what the board shows at the beginning and at the
// end.
func TestAFilmShowsTheBoard(t *testing.T) {
	for name, title := range rendertest.Titles {
		counts := title.SeatCounts()
		for _, seats := range counts[:enginetest.Size(1, len(counts))] {
			t.Run(fmt.Sprintf("%s %d", name, seats), func(t *testing.T) {
				p, turns := painterOf(t, title), some(rendertest.Course(t, title, seats))
				played := rendertest.Play(t, filmed(t, p, turns).GIF, turns)
				first, last := played.Frame(0), played.Frame(len(played.Image)-1)
				start, end := boardIn(t, p, turns[0].View, first), boardIn(t, p, turns[len(turns)-1].View, last)
				off := max(onMap(start, first), onMap(end, last))
				if off > mostOff {
					t.Errorf("a frame differs from the board in %.1f %% of its squares", off)
				}
				if another := onMap(end, first); another < 2*off {
					t.Errorf("a frame differs from its board in %.1f %% of its squares, from "+
						"another in %.1f %%: this test sees nothing", off, another)
				}
			})
		}
	}
}

// some are the first turn of a game, the last and, in a quick test, one in six between them.
func some(turns []engine.Turn) []engine.Turn {
	var list []engine.Turn
	for i := range turns {
		if i%enginetest.Size(6, 1) == 0 || i == len(turns)-1 {
			list = append(list, turns[i])
		}
	}
	return list
}

// mostOff is in how many of 100 squares a film may differ from the board: it has no codes of
// routes, and its names stand elsewhere.
const mostOff = 6.0

// onMap compares a board with the map of a frame.
func onMap(board, frame *image.RGBA) float64 {
	return rendertest.Blocks(board, rendertest.Colored(frame, board.Rect))
}

// boardIn is the map of a board in the size in which a film shows it.
func boardIn(t *testing.T, p *Painter, v engine.View, frame image.Image) *image.RGBA {
	t.Helper()
	pic, err := p.Board(v, caption.Options{Words: rendertest.Words(t, "en")})
	if err != nil {
		t.Fatal(err)
	}
	part := image.Rect(0, 0, int(p.board.lay.W), int(p.board.lay.H))
	return rendertest.Shrunk(rendertest.Decode(t, pic.PNG), part, film.Width,
		frame.Bounds().Dy()-filmFoot)
}

func TestRunningGameHasNoFilm(t *testing.T) {
	p, turns := amsterdamPainter(t), rendertest.Course(t, amsterdam.Title, 2)
	half := turns[:len(turns)/2]
	for _, o := range []caption.Options{{Turns: half}, {Turns: nil}} {
		o.Words = rendertest.Words(t, "en")
		if f, err := p.Film(half[len(half)-1].View, o); err == nil {
			t.Errorf("got a film of %d frames of a running game", f.Frames)
		}
	}
}

// BenchmarkFilm is the film of a game of five round the world, about 250 frames: what
// ../performance.md wants for 220.
func BenchmarkFilm(b *testing.B) {
	for name, title := range rendertest.Titles {
		b.Run(name, func(b *testing.B) {
			seats := title.SeatCounts()
			turns := rendertest.Course(b, title, seats[len(seats)-1])
			p, o := painterOf(b, title), caption.Options{Words: rendertest.Terse, Turns: turns}
			var f film.Film
			for b.Loop() {
				var err error
				if f, err = p.Film(turns[len(turns)-1].View, o); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(f.GIF)), "bytes")
			b.ReportMetric(float64(f.Frames), "frames")
		})
	}
}
