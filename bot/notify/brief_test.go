package notify_test

import (
	"strings"
	"testing"

	"konduktor/bot/bottest"
)

func TestEarlierPostStopsTellingWhoseTurnItIs(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	s.Pace = "daily"
	id := s.Playing("Ola", "Bartek")
	s.DrawTwo(id)
	s.Flush()
	table := s.Game(id).Thread
	posts := s.Boards(id)
	last, sent := posts[len(posts)-1].Message, s.API.Sent(table)
	said := sent[len(sent)-1].Content
	bottest.Contains(t, said, "draws", "has until", "<@")
	s.DrawTwo(id)
	s.Flush()
	edits := s.Edits(last)
	if len(edits) == 0 || edits[len(edits)-1].Content == nil {
		t.Fatalf("the earlier post is as it was: %+v", edits)
	}
	now := *edits[len(edits)-1].Content
	bottest.Contains(t, now, "draws")
	if strings.Contains(now, "until") || strings.Contains(now, "<@") || !strings.HasPrefix(said, now) {
		t.Errorf("it says %q of %q", now, said)
	}
}
