package notify_test

import (
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/discord"
	"konduktor/engine"
)

func TestEveryPlayerGetsTheResultEvenWithoutATable(t *testing.T) {
	t.Parallel()
	s := bottest.NewShort(t, "amsterdam")
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
		bottest.Contains(t, last.Content, "Ola", "Bartek")
		if len(last.Rows) != 2 || len(last.Files) == 0 ||
			!strings.HasSuffix(last.Files[len(last.Files)-1].Name, ".rec") {
			t.Fatalf("%s got %d files and %d rows with the result, want the record and two rows of buttons",
				who, len(last.Files), len(last.Rows))
		}
		// docs/notation.md, Record
		bottest.Contains(t, string(last.Files[len(last.Files)-1].Data), seed, "# seat 1: ", "# seat 2: ")
	}
}

func TestResultTellsWhoPlayedASeatAndWhen(t *testing.T) {
	t.Parallel()
	s := bottest.NewShort(t, "amsterdam")
	id := s.Playing("Ola", "Bartek")
	for range 4 {
		s.DrawTwo(id)
	}
	for s.NameOf(id, s.Table(id).View(engine.Public).ToMove[0]) != "Ola" {
		s.DrawTwo(id)
	}
	s.Clock = s.Clock.Add(time.Minute)
	s.Handle(s.Slash("Ola", "game stand-in", "player="+string(bottest.Person("Dana").ID), "now=true",
		"game="+string(id)))
	s.Flush()
	asked := s.API.Sent(s.Game(id).Thread)
	s.Handle(s.Click("Dana", asked[len(asked)-1].Rows[0].Buttons[0].CustomID))
	dana := bottest.Person("Dana").ID
	for g := s.Game(id); len(g.ToMove) == 1 && g.ToMove[0] == dana; g = s.Game(id) {
		s.Handle(s.Click("Dana", bottest.Doing(id, g.Ply, "draw:0")))
	}
	s.Clock = s.Clock.Add(time.Minute)
	s.Handle(s.Slash("Ola", "game return", "game="+string(id)))
	s.Finish(id)
	s.Flush()
	sent := s.API.Sent(s.Game(id).Thread)
	last := sent[len(sent)-1]
	bottest.Contains(t, last.Content, "Who played the seat of Ola: Ola to turn ",
		"; <@"+string(dana)+"> from turn ",
		"; Ola from turn ")
	if len(last.Mention) > 0 || strings.Contains(last.Content, "seat of Bartek") {
		t.Errorf("got %v mentioned in %q", last.Mention, last.Content)
	}
}
