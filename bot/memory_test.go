package bot_test

import (
	"fmt"
	"runtime"
	"testing"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/engine/enginetest"
	"konduktor/engine/match"
	"konduktor/storage"
)

// openGames is the number of games under way that the bot's memory is bounded for.
const openGames = 1000

// maxCachedHeap bounds the heap that open games keep alive, for each that the cache holds: all
// others are in the store alone.
const maxCachedHeap = 12 << 10 // bytes

func TestAThousandOpenGamesTakeLittleMemory(t *testing.T) {
	s := bottest.New(t)
	games, cached := enginetest.Size(openGames/5, openGames), enginetest.Size(200/5, 200)
	s.Remake(func(o *bot.Options) { o.Cached = cached })
	before := heap()
	for i := range games {
		g := match.Game{
			ID: match.GameID(fmt.Sprintf("m%04d", i)), State: match.Running, Title: "amsterdam", Version: 1,
			Host: "1", Seats: []match.Seat{
				{User: bottest.Person("Ola").ID, Name: "Ola"},
				{User: bottest.Person("Bo").ID, Name: "Bo"},
			},
			Locale: "en", Created: s.Clock, Updated: s.Clock,
		}
		g.Seed[0], g.Seed[1] = byte(i), byte(i>>8)+1
		s.Must(s.Store.Create(t.Context(), g, storage.Origin{}, nil))
		for range 2 {
			s.Move(g.ID, bottest.FirstLegal)
		}
	}
	grown := heap() - before
	t.Logf("%d open games keep %d KiB of heap alive", games, grown>>10)
	if most := int64(cached * maxCachedHeap); grown > most {
		t.Errorf("got %d bytes of heap for %d open games, want at most %d", grown, games, most)
	}
	runtime.KeepAlive(s)
}

func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
