package notify_test

import (
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/discord"
)

func TestEveryPlayerGetsTheResultEvenWithoutATable(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bartek")
	s.Bot.Event(t.Context(), discord.Event{
		Kind: discord.ThreadGone, Guild: bottest.Guild,
		Channel: s.Game(id).Thread,
	})
	s.Flush()
	s.Finish(id)
	s.Flush()
	seed := s.Game(id).Seed.Reveal()
	for _, who := range []string{"Ola", "Bartek"} {
		messages := s.DM(who)
		last := messages[len(messages)-1]
		bottest.Contains(t, last.Content, seed, "Ola", "Bartek")
		if len(last.Rows) != 1 || len(last.Files) == 0 ||
			!strings.HasSuffix(last.Files[len(last.Files)-1].Name, ".rec") {
			t.Fatalf("%s got %d files and %d rows with the result, want the record and a row of buttons",
				who, len(last.Files), len(last.Rows))
		}
		// docs/notation.md, Record
		bottest.Contains(t, string(last.Files[len(last.Files)-1].Data), "# seat 1: ", "# seat 2: ")
	}
}

func TestTheChannelReadsWhoWon(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bartek")
	s.Finish(id)
	s.Flush()
	bottest.Contains(t, s.LobbyNow(id), "1. Bartek: ", "2. Ola: ", "Total", "winner")
}
