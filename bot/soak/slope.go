package soak

import (
	"context"
	"path/filepath"
	"runtime"

	"konduktor/engine/titles"
)

const (
	movesEach = 10 // in one game, before the next is begun
	// spareHeap is how much the heap may grow at any size, in bytes: what the runtime and the caches do in a short trial.
	spareHeap = 128 << 10
	// slopeTables is how many tables of people there are: a person who sits in ever more games would be listed with all of them.
	slopeTables = 900
)

var slopeKind = Kind{
	Name: "slope", About: "interactions with the real client and a database: the heap and the goroutines may not grow with them", Small: 600, Full: 1_000_000,
	some: []string{"interactions", "games", "requests"}, shown: []string{"heap_kib", "grown_bytes", "millibytes_each", "goroutines_grown"}, run: slope,
}

// slope has game after game begin, ten moves each, and measures the heap after the first half and at the end: by then it may have
// grown by a byte for each interaction.
func slope(ctx context.Context, t *trial) error {
	var hoard [][]byte
	requests := 0
	room := &mailroom{read: func(_, _ string, body []byte) {
		requests++
		if t.fault == faultHoards {
			hoard = append(hoard, body)
		}
	}}
	client, err := room.client()
	if err != nil {
		return err
	}
	m, err := t.machine(ctx, parts{file: filepath.Join(t.folder, "soak.db"), seed: t.Seed, api: client, cached: 8})
	if err != nil {
		return err
	}
	defer t.leave(m)
	all := titles.All()
	warm, routines, measured := int64(0), 0, 0
	for nth := 0; t.counted("interactions") < t.Size; nth++ {
		if done := t.counted("interactions"); warm == 0 && done >= t.Size/2 {
			warm, routines, measured = heapAlive(), runtime.NumGoroutine(), done
		}
		title := all[nth%len(all)]
		g, err := m.insertGame(ctx, title, title.SeatCounts()[0], 10*(nth%slopeTables), t.Seed+uint64(nth))
		if err != nil {
			return err
		}
		t.count("games", 1)
		if err := t.playOn(ctx, m, g); err != nil {
			return err
		}
	}
	grown := int(heapAlive() - warm)
	each := max(t.counted("interactions")-measured, 1)
	t.count("requests", requests)
	t.count("heap_kib", int(warm>>10))
	t.count("grown_bytes", grown)
	t.count("millibytes_each", 1000*max(grown, 0)/each)
	if grown > spareHeap+each {
		t.fail("the heap has grown by %d bytes in %d interactions", grown, each)
	}
	t.atMost("goroutines_grown", max(runtime.NumGoroutine()-routines, 0), 4)
	runtime.KeepAlive(hoard)
	return nil
}

// playOn makes some moves of a game and sends what follows.
func (t *trial) playOn(ctx context.Context, m *machine, g *game) error {
	for range movesEach {
		if g.copy.Over() {
			break
		}
		seat, move, err := g.choose()
		if err != nil {
			return err
		}
		m.bot.Handle(ctx, m.click(g.user(seat), g.do(g.row.Ply, move)))
		t.count("interactions", 1)
		if err := g.follow(ctx, m); err != nil {
			return err
		}
	}
	_, err := m.flush(ctx)
	return err
}

// heapAlive returns the bytes of the heap that are in use.
func heapAlive() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
