package bot_test

import (
	"fmt"
	"runtime"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/engine/match"
	"konduktor/storage"
)

// openGames is the number of games under way that the bot's memory is bounded for.
const openGames = 1000

// maxOpenHeap bounds the heap that open games keep alive: the games themselves are in the store,
// the cache holds 200.
const maxOpenHeap = 24 << 20 // bytes

func TestAThousandOpenGamesTakeLittleMemory(t *testing.T) {
	s := bottest.New(t)
	before := heap()
	for i := range openGames {
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
	t.Logf("%d open games keep %d KiB of heap alive", openGames, grown>>10)
	if grown > maxOpenHeap {
		t.Errorf("got %d bytes of heap for %d open games, want at most %d", grown, openGames, maxOpenHeap)
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
