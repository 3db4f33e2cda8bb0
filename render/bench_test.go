package render

import (
	"compress/zlib"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"
	"time"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/enginetest"
	"konduktor/engine/railmap"
	"konduktor/engine/titles"
	"konduktor/render/rendertest"
)

// reference is work that never changes: packing a mebibyte of few colours by the standard library.
func reference(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	pixels := make([]byte, 1<<20)
	for i := 0; i < len(pixels); {
		c := byte(rng.IntN(40))
		for n := rng.IntN(30); n >= 0 && i < len(pixels); n-- {
			pixels[i] = c
			i++
		}
	}
	z := zlib.NewWriter(io.Discard)
	if _, err := z.Write(pixels); err != nil {
		b.Fatal(err)
	}
	if err := z.Close(); err != nil {
		b.Fatal(err)
	}
}

// spent is the processor time that this process has used. Unlike time on the clock it does not
// count what others do.
func spent(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// privateView is what seat 1 sees in the middle of a game of computer players.
func privateView(b *testing.B, title engine.Title, plies int) engine.View {
	setup, rng := ai.Simulated(7, 3, slices.Max(title.SeatCounts()))
	g, err := title.New(setup)
	if err != nil {
		b.Fatal(err)
	}
	policy, err := ai.New("greedy", rng)
	if err != nil {
		b.Fatal(err)
	}
	for i := 0; i < plies && !g.Over(); i++ {
		seat := g.ToMove()[0]
		m, _ := policy.Choose(g, seat)
		if _, err := g.Apply(seat, m); err != nil {
			b.Fatal(err)
		}
	}
	return g.View(1)
}

// BenchmarkPicture is every kind of picture of every title, with the most seats, as processor time:
// cpu-ms, and xref times the reference, which takes turns with it.
func BenchmarkPicture(b *testing.B) {
	for _, title := range titles.All() {
		p, err := New(title.(interface{ Map() *railmap.Map }).Map(), title.Lexicon())
		if err != nil {
			b.Fatal(err)
		}
		turns := rendertest.Course(b, title, slices.Max(title.SeatCounts()))
		words := rendertest.Terse
		own, offered := privateView(b, title, len(turns)), privateView(b, title, 0)
		mid, over := turns[len(turns)*2/3].View, turns[len(turns)-1].View
		focus := title.Lexicon().Cities[0]
		for _, kind := range []struct {
			name string
			draw func() (Picture, error)
		}{
			{"board", func() (Picture, error) { return p.Board(mid, Options{Words: words}) }},
			{"full-board", func() (Picture, error) { return p.Board(over, Options{Words: words}) }},
			{"close-up", func() (Picture, error) {
				return p.Board(mid, Options{Words: words, Focus: focus})
			}},
			{"private", func() (Picture, error) {
				return p.Hand(own, Options{
					Words: words, Private: true,
					Ways: true,
				})
			}},
			{"choice", func() (Picture, error) {
				return p.Hand(offered, Options{
					Words: words, Private: true,
					Ways: true,
				})
			}},
			{"end-card", func() (Picture, error) {
				return p.EndCard(over, Options{Words: words})
			}},
			{"sheet", func() (Picture, error) { return p.Sheet(over, Options{Words: words, Turns: turns}) }},
		} {
			b.Run(title.ID()+"/"+kind.name, func(b *testing.B) {
				if pic, err := kind.draw(); err != nil || len(pic.PNG) == 0 { // makes the sprites
					b.Fatal(err)
				}
				b.ReportAllocs()
				var drawn, ref time.Duration
				var pic Picture
				for b.Loop() {
					at := spent(b)
					if pic, err = kind.draw(); err != nil {
						b.Fatal(err)
					}
					between := spent(b)
					reference(b)
					drawn, ref = drawn+between-at, ref+spent(b)-between
				}
				b.ReportMetric(float64(drawn.Microseconds())/1000/float64(b.N), "cpu-ms")
				b.ReportMetric(drawn.Seconds()/ref.Seconds(), "xref")
				b.ReportMetric(float64(len(pic.PNG))/1000, "kB")
			})
		}
	}
}

// BenchmarkTurnByTurn is the processor time of a board, and of the private picture of the seat to
// move, in the middle of a whole game of each title with the most seats, in which both are drawn
// turn by turn, as tables do: board-ms and private-ms, and as a part of the reference board-xref
// and private-xref. BenchmarkPicture draws the same picture again and again, with all its bands
// packed already. The quick size draws only a few turns, all of whose bands are packed in the first
// round: its figures say nothing.
func BenchmarkTurnByTurn(b *testing.B) {
	for _, title := range titles.All() {
		b.Run(title.ID(), func(b *testing.B) {
			p, err := New(title.(interface{ Map() *railmap.Map }).Map(), title.Lexicon())
			if err != nil {
				b.Fatal(err)
			}
			words := rendertest.Terse
			var board, private, ref time.Duration
			refs := 0
			n, from, to := 0, enginetest.Size(40, 0), enginetest.Size(48, math.MaxInt)
			game := func() {
				turn := 0
				g, policy := rendertest.Begun(b, title, slices.Max(title.SeatCounts()))
				for !g.Over() {
					seat := g.ToMove()[0]
					m, _ := policy.Choose(g, seat)
					if _, err := g.Apply(seat, m); err != nil {
						b.Fatal(err)
					}
					v := g.View(engine.Public)
					if v.Owes != engine.OwesTurn {
						continue
					}
					if turn++; turn <= from {
						continue
					}
					if turn > to {
						return
					}
					own := g.View(v.ToMove[0])
					at := spent(b)
					if _, err := p.Board(v, Options{Words: words}); err != nil {
						b.Fatal(err)
					}
					between := spent(b)
					if _, err := p.Hand(own, Options{Words: words, Private: true, Ways: true}); err != nil {
						b.Fatal(err)
					}
					board, private, n = board+between-at, private+spent(b)-between, n+1
					if n%20 == 1 {
						at := spent(b)
						reference(b)
						ref, refs = ref+spent(b)-at, refs+1
					}
				}
			}
			game() // makes the sprites
			board, private, n, ref, refs = 0, 0, 0, 0, 0
			for b.Loop() {
				game()
			}
			b.ReportMetric(board.Seconds()*1000/float64(n), "board-ms")
			b.ReportMetric(private.Seconds()*1000/float64(n), "private-ms")
			each := ref.Seconds() / float64(refs)
			b.ReportMetric(board.Seconds()/float64(n)/each, "board-xref")
			b.ReportMetric(private.Seconds()/float64(n)/each, "private-xref")
		})
	}
}
