package handlers_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/storage/postgres/served"
)

func init() { bottest.Serve(served.New, served.Open) }

// The same moves make the same game for every person, in every process and every store.
func TestTheSameMovesMakeTheSameGameInEveryProcessAndStore(t *testing.T) {
	t.Parallel()
	days, alike := enginetest.Size(1, 30), enginetest.Size(2, 4)
	games := map[string]string{} // by day and way of moving
	for _, file := range []string{bottest.NewFile(t), bottest.NewDatabase(t)} {
		s := dailyAt(t, file)
		other := s.NewBot(s.Store, s.API) // another process
		for d := range days {
			day := monday.Plus(d)
			s.Clock = day.Begins().Add(time.Hour)
			s.Must(s.Store.SwapSetting(t.Context(), "daily "+string(day), "",
				engine.Seed{byte(d + 1), 7}.Reveal()))
			strongHasPlayed(s, day)
			for n := range 2 * alike {
				s.Bot, other = other, s.Bot
				who := string(rune('A' + n))
				id := begins(s, who, day)
				playsOut(s, id, bottest.AnyLegal(uint64(n%alike)))
				s.API.Forget()
				key := fmt.Sprintf("%s, way %d", day, n%alike)
				got := fmt.Sprintf("%s\n%d points", strings.Join(movesOf(s, id), "\n"),
					tryOf(s, who, day).Points)
				if want, played := games[key]; played && got != want {
					t.Errorf("%s in %s:\n%s\nbefore:\n%s", key, file, got, want)
				}
				games[key] = got
			}
		}
		s.NothingBroke()
	}
	if len(games) != days*alike {
		t.Errorf("%d games differ by day and way, want %d", len(games), days*alike)
	}
	if games[fmt.Sprintf("%s, way 0", monday)] == games[fmt.Sprintf("%s, way 1", monday)] {
		t.Error("other moves make the same game: the test proves nothing")
	}
}
