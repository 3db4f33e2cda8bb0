package handlers

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"konduktor/bot/play"
	"konduktor/engine/ai/review"
	"konduktor/engine/match"
)

// broken are games that cannot be looked back at.
type broken struct{}

func (broken) Table(_ context.Context, id match.GameID) (*play.Table, error) {
	return &play.Table{Table: &match.Table{Game: match.Game{ID: id}}}, nil
}

func (broken) Sealed(context.Context, match.Game, time.Time) bool { return false }

func (broken) Tape(context.Context, match.Game) (review.Game, error) { panic("the tape is torn") }

func TestPanickingReviewIsLoggedAndTheNextIsMade(t *testing.T) {
	var log bytes.Buffer
	h := NewReviewHandlers(NewReviewer(broken{}, nil, slog.New(slog.NewTextHandler(&log, nil))), nil)
	h.want("aaaa")
	h.want("bbbb")
	h.CatchUp(t.Context())
	for _, id := range []string{"aaaa", "bbbb"} {
		if !strings.Contains(log.String(), "game="+id) {
			t.Errorf("the log says nothing of game %s: %s", id, log.String())
		}
	}
}

func TestRepeatedRequestsQueueAReviewOnce(t *testing.T) {
	d := NewReviewer(nil, nil, slog.New(slog.DiscardHandler))
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
