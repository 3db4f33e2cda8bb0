package trials

import (
	"runtime"
	"testing"

	"konduktor/bot"
	"konduktor/engine/enginetest"
	"konduktor/engine/titles"
)

// These two do not run beside others: the heap is everybody's.

func TestTheHeapDoesNotGrowWithInteractions(t *testing.T) {
	for _, short := range run(t, slopeKind, enginetest.Size(200, 0), nil).Short {
		t.Error(short)
	}
}

func TestSlopeDetectsALeak(t *testing.T) {
	if r := run(t, slopeKind, 200, hoards); len(r.Short) == 0 {
		t.Errorf("a hoard is not noticed: %s", r.Line())
	}
}

const (
	movesEach = 10 // in one game, before the next is begun
	// spareHeap is how much the heap may grow at any size, in bytes, for the runtime and caches.
	spareHeap = 128 << 10
	// slopeTables is how many tables of people there are, since a person is listed with all games.
	slopeTables = 900
)

var slopeKind = Kind{
	Name:  "slope",
	Small: 600,
	Full:  1_000_000,
	some:  "interactions games requests",
	shown: "heap_kib grown_bytes millibytes_each goroutines_grown",
	run:   slope,
}

// slope has game after game begin, ten moves each, and measures the heap after the first half and
// at the end: it may have grown by a byte for each interaction.
func slope(t *Trial) {
	sink := &drain{read: func(string, []byte) { t.count("requests", 1) }}
	client, err := sink.client()
	t.must(err)
	r := t.newRig(t.newStore("slope"), t.Seed, func(o *bot.Options) { o.API, o.Cached = client, 8 })
	all := titles.All()
	warm, routines, measured := int64(0), 0, 0
	for nth := 0; t.counted("interactions") < t.Size; nth++ {
		if done := t.counted("interactions"); warm == 0 && done >= t.Size/2 {
			warm, routines, measured = heapAlive(), runtime.NumGoroutine(), done
		}
		title := all[nth%len(all)]
		g := r.insert(title, title.SeatCounts()[0], 10*(nth%slopeTables), t.Seed+uint64(nth))
		t.count("games", 1)
		for n := 0; n < movesEach && !g.copy.Over(); n++ {
			seat, move := g.choose()
			r.do(r.ClickBy(g.user(seat), g.button(move)))
			t.count("interactions", 1)
			g.follow()
		}
		r.send()
	}
	grown, each := int(heapAlive()-warm), max(t.counted("interactions")-measured, 1)
	t.count("heap_kib", int(warm>>10))
	t.count("grown_bytes", grown)
	t.count("millibytes_each", 1000*max(grown, 0)/each)
	if grown > spareHeap+each {
		t.fail("the heap has grown by %d bytes in %d interactions", grown, each)
	}
	t.atMost("goroutines_grown", max(runtime.NumGoroutine()-routines, 0), 4)
	t.leave(r)
}

func heapAlive() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
