package hindsight

import (
	"fmt"
	"log/slog"
	"testing"

	"konduktor/engine/match"
)

func TestAGameThatIsAskedForAgainAndAgainWaitsOnce(t *testing.T) {
	d := NewReviewer(nil, slog.New(slog.DiscardHandler))
	for range 2 * mostWaiting {
		if !d.want("game1") {
			t.Fatal("the game itself is refused")
		}
	}
	for i := range mostWaiting - 1 {
		if id := match.GameID(fmt.Sprint("other", i)); !d.want(id) {
			t.Fatalf("game %d of %d others is refused", i+1, mostWaiting-1)
		}
	}
	if d.want("game2") {
		t.Error("more games wait than can")
	}
}
