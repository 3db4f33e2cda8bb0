package notify_test

import (
	"bytes"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"konduktor/bot"
	"konduktor/bot/bottest"
)

// An operator who has the ID of an interaction finds what was carried out, what was committed and
// which messages were sent of it, also if another process has sent them.
func TestTheLogLeadsFromAnInteractionToTheMessagesThatFollow(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	var logged bytes.Buffer
	s.Remake(func(o *bot.Options) {
		o.Log = slog.New(slog.NewTextHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	who := s.Game(id).Seats[0].Name
	var last string
	for range 2 {
		ix := s.ClickPanel(who, s.PanelOf(id, 1), drawAt(id, s.Game(id).Ply))
		s.Handle(ix)
		last = ix.ID
	}
	s.Reopen()
	s.Flush()
	lines := slices.DeleteFunc(strings.Split(logged.String(), "\n"), func(line string) bool {
		return !strings.Contains(line, "interaction="+last)
	})
	found := strings.Join(lines, "\n")
	for _, want := range []string{"msg=interaction ", "change committed", "message sent"} {
		bottest.Contains(t, found, want)
	}
	bottest.Contains(t, found, `msg="message sent" kind=your-turn`)
}
