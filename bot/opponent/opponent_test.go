package opponent

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"konduktor/engine"
)

// broken is a title whose map cannot be thought about.
type broken struct{ engine.Title }

func TestAPlayerThatBreaksDownChoosesNothingAndIsLogged(t *testing.T) {
	var log bytes.Buffer
	b := New(slog.New(slog.NewTextHandler(&log, nil)))
	for _, level := range append(Levels(), "") {
		log.Reset()
		s := Seat{Game: "aaaa", Edition: broken{}, View: &engine.View{Viewer: 1}, Level: level}
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
	if _, err := b.Advise(t.Context(), Seat{Edition: broken{}, View: &engine.View{Viewer: 1}}); err == nil {
		t.Error("advice of a player that breaks down is no error")
	}
}
