package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"konduktor/storage"
)

func TestAnOutageOfTheDatabaseIsTwoLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var said strings.Builder
		log, away := newLog(logConfig{}, &said, slog.LevelInfo)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		var gone atomic.Bool
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			away.run(ctx, func(context.Context) error {
				if gone.Load() {
					return storage.ErrAway
				}
				return nil
			})
		}()
		lines := func() []string {
			synctest.Wait()
			all := strings.Split(strings.TrimSpace(said.String()), "\n")
			said.Reset()
			return all
		}
		for range 2 { // the second outage is told like the first
			gone.Store(true)
			for i := range 100 {
				err := fmt.Errorf("load game %d: %w", i, storage.ErrAway)
				log.With("loop", i).Error("clocks not kept", "error", err)
			}
			log.Error("another fault", "error", errors.New("a bug"))
			if got := lines(); len(got) != 2 || !strings.Contains(got[0], "the database is away") ||
				!strings.Contains(got[1], "another fault") {
				t.Errorf("got %q", got)
			}
			time.Sleep(time.Minute)
			gone.Store(false)
			time.Sleep(time.Minute)
			if got := lines(); len(got) != 1 || !strings.Contains(got[0], "the database is back") ||
				!strings.Contains(got[0], "errors=100") {
				t.Errorf("got %q", got)
			}
		}
		stop()
		<-ended
	})
}

func TestTheLogCanBeJSON(t *testing.T) {
	var said strings.Builder
	log, _ := newLog(logConfig{Format: logJSON}, &said, slog.LevelInfo)
	log.Info("hello", "game", "k7m2x")
	var line struct{ Msg, Game string }
	if err := json.Unmarshal([]byte(said.String()), &line); err != nil ||
		line.Msg != "hello" || line.Game != "k7m2x" {
		t.Errorf("got %q: %v", said.String(), err)
	}
}
