package play

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"konduktor/engine"
	"konduktor/engine/amsterdam"
)

// broken is a title whose map cannot be thought about.
type broken struct{ engine.Title }

func TestPanickingPlayerChoosesNothingAndIsLogged(t *testing.T) {
	var log bytes.Buffer
	b := NewBench(slog.New(slog.NewTextHandler(&log, nil)))
	for _, level := range append(Levels(), "") {
		log.Reset()
		s := BenchSeat{Game: "aaaa", Edition: broken{}, View: &engine.View{Viewer: 1}, Level: level}
		if m, ok := b.Choose(t.Context(), s); ok {
			t.Errorf("level %q chose %v", level, m)
		}
		if !strings.Contains(log.String(), "level=ERROR") || !strings.Contains(log.String(), "aaaa") {
			t.Errorf("level %q: the log is %s", level, log.String())
		}
	}
	if len(b.thinking) != 0 {
		t.Errorf("%d places are still taken", len(b.thinking))
	}
	if _, err := b.Advise(t.Context(), BenchSeat{
		Edition: broken{},
		View:    &engine.View{Viewer: 1},
	}); err == nil {
		t.Error("advice of a player that breaks down is no error")
	}
}

func TestTheHouseDoesNotWaitForHints(t *testing.T) {
	b := NewBench(slog.New(slog.DiscardHandler))
	for range hintsAtOnce {
		b.thinking <- struct{}{}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	table, err := amsterdam.Title.New(engine.Setup{Names: []string{"a", "b"}, Seed: engine.Seed{1}})
	if err != nil {
		t.Fatal(err)
	}
	v := table.View(1)
	if _, ok := b.Choose(ctx, BenchSeat{Edition: amsterdam.Title, View: &v, Level: "easy"}); !ok {
		t.Error("no move was chosen while hints are thought about")
	}
}
