package render

import (
	"bufio"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/engine/railmap"
	"konduktor/engine/titles"
	"konduktor/render/rendertest"
)

// serveLimit is the soft limit of memory that `konduktor serve` sets itself, in bytes.
const serveLimit = 80 << 20

// BenchmarkMemoryOfAllTitles draws, with the memory limit of serve, of a whole game of every title
// with the most seats: every fifth turn's board and the private picture of each seat there, a
// close-up, the final sheet and the film. MB-resident is the process then, MB-most the most that it
// ever was; bot and database come on top. It runs once: -benchtime 1x. The quick size draws
// every sixtieth turn of the first title, and no film.
func BenchmarkMemoryOfAllTitles(b *testing.B) {
	debug.SetMemoryLimit(serveLimit)
	words := rendertest.Terse
	var painters []Painter // serve keeps them too
	every := enginetest.Size(60, 5)
	for b.Loop() {
		for _, title := range titles.All()[:enginetest.Size(1, len(titles.All()))] {
			p, err := New(title.(interface{ Map() *railmap.Map }).Map(), title.Lexicon())
			if err != nil {
				b.Fatal(err)
			}
			painters = append(painters, p)
			n := slices.Max(title.SeatCounts())
			turns := rendertest.Course(b, title, n)
			draw := func(_ Picture, err error) {
				if err != nil {
					b.Fatal(err)
				}
			}
			for i := 0; i < len(turns); i += every {
				draw(p.Board(turns[i].View, Options{Words: words}))
			}
			g, policy := rendertest.Begun(b, title, n)
			for i := 0; !g.Over(); i++ {
				seat := g.ToMove()[0]
				m, _ := policy.Choose(g, seat)
				if _, err := g.Apply(seat, m); err != nil {
					b.Fatal(err)
				}
				if i%(every*n) == 0 {
					for s := range n {
						draw(p.Hand(g.View(engine.Seat(s+1)), Options{Words: words, Private: true, Ways: true}))
					}
				}
			}
			over := turns[len(turns)-1].View
			draw(p.Board(over, Options{Words: words, Focus: title.Lexicon().Cities[0]}))
			draw(p.Sheet(over, Options{Words: words, Turns: turns}))
			if enginetest.Size(0, 1) == 1 {
				if _, err := p.Film(over, Options{Words: words, Turns: turns}); err != nil {
					b.Fatal(err)
				}
			}
			b.Logf("and %s: %d MB resident, %d MB at most", title.ID(), memory(b, "VmRSS"),
				memory(b, "VmHWM"))
		}
	}
	b.ReportMetric(float64(memory(b, "VmRSS")), "MB-resident")
	b.ReportMetric(float64(memory(b, "VmHWM")), "MB-most")
	if len(painters) == 0 {
		b.Fatal("nothing was drawn")
	}
}

// memory is what the system says of this process, in megabytes.
func memory(b *testing.B, what string) int {
	f, err := os.Open("/proc/self/status")
	if err != nil {
		b.Skip("the system does not say")
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if rest, ok := strings.CutPrefix(s.Text(), what+":"); ok {
			kb, err := strconv.Atoi(strings.Fields(rest)[0])
			if err != nil {
				b.Fatal(err)
			}
			return kb / 1000
		}
	}
	b.Fatalf("no %s", what)
	return 0
}
