package bot

import (
	"strings"
	"testing"

	"konduktor/bot/discord"
)

func TestEveryPlayerGetsTheResultEvenWithoutATable(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bartek")
	s.bot.Event(t.Context(), discord.Event{Kind: discord.ThreadGone, Guild: guild, Channel: s.game(id).Thread})
	s.flush()
	s.finish(id)
	s.flush()
	seed := s.game(id).Seed.Reveal()
	for _, who := range []string{"Ola", "Bartek"} {
		messages := s.dm(who)
		last := messages[len(messages)-1]
		contains(t, last.Content, seed, "Ola", "Bartek")
		if len(last.Rows) != 1 || len(last.Files) == 0 || !strings.HasSuffix(last.Files[len(last.Files)-1].Name, ".rec") {
			t.Fatalf("%s got %d files and %d rows with the result, want the record and a row of buttons", who, len(last.Files), len(last.Rows))
		}
		contains(t, string(last.Files[len(last.Files)-1].Data), "# seat 1: ", "# seat 2: ") // docs/notation.md, Record
	}
}
