package notify_test

import (
	"errors"
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/notify"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/render"
)

// cinema counts the films that it makes.
type cinema struct {
	bottest.StubPainter
	films int
}

func (c *cinema) Film(v engine.View, o render.Options) (render.Film, error) {
	c.films++
	return c.StubPainter.Film(v, o)
}

// filmsIn are the films sent to a channel.
func filmsIn(messages []discord.Message) (films []discord.File) {
	for _, m := range messages {
		for _, f := range m.Files {
			if f.Type == "image/gif" {
				films = append(films, f)
			}
		}
	}
	return films
}

func TestTheFilmOfAGameIsPutOnItsTableOnce(t *testing.T) {
	t.Parallel()
	s := bottest.NewShort(t, "amsterdam")
	c := &cinema{}
	s.Remake(bottest.Painted(c))
	id := s.Playing("Ola", "Bo")
	for _, ask := range []*discord.Interaction{
		s.Slash("Ola", "game film", "game="+string(id)),
		s.Click("Bo", customid.Button(customid.Film, id)),
	} {
		bottest.Contains(t, s.Handle(ask).Content, s.Say("problem.film-not-over", "Game", string(id)))
	}
	s.Flush()
	s.Finish(id)
	result := s.API.Sent(s.Game(id).Thread)
	last := result[len(result)-1]
	if len(last.Rows) != 2 || len(last.Rows[1].Buttons) != 5 ||
		last.Rows[1].Buttons[1].CustomID != customid.Button(customid.Film, id) {
		t.Fatalf("the result has the buttons %+v", last.Rows)
	}

	for _, who := range []string{"Bo", "Ola", "Eve"} { // before the outbox has come to it
		bottest.Contains(t, s.Handle(s.Click(who, customid.Button(customid.Film, id))).Content,
			s.Say("look.film-coming"))
	}
	s.Flush()
	films := filmsIn(s.API.Sent(s.Game(id).Thread))
	if len(films) != 1 || !strings.HasSuffix(films[0].Name, ".gif") ||
		!strings.HasPrefix(films[0].Alt, "film of ") {
		t.Fatalf("got the films %+v, want one with its text", films)
	}
	there := s.Handle(s.Click("Ola", customid.Button(customid.Film, id)))
	if bottest.Contains(t, there.Content,
		"https://discord.com/channels/"+bottest.Guild+"/"+string(
			s.Game(id).Thread)+"/"); !there.Ephemeral {
		t.Error("everybody is told where the film is")
	}
	s.Flush()

	got := s.Handle(s.Slash("Eve", "game film", "game="+string(id)))
	if len(filmsIn([]discord.Message{got})) != 1 ||
		len(filmsIn(s.API.Sent(s.Game(id).Thread))) != 1 || c.films != 1 {
		t.Errorf("got %+v, %d films made; want the same film again", got, c.films)
	}
	if n := s.Faults.Load(); n > 0 {
		t.Errorf("%d interactions ended in an error", n)
	}
}

func TestAFilmThatWasDeletedIsPutOnTheTableAgain(t *testing.T) {
	t.Parallel()
	s := bottest.NewShort(t, "amsterdam")
	s.Remake(bottest.Painted(&cinema{}))
	id := s.Playing("Ola", "Bo")
	s.Finish(id)
	s.Handle(s.Click("Bo", customid.Button(customid.Film, id)))
	s.Flush()
	posts := s.PostsOf(id, notify.PostFilm)
	s.API.Fail = bottest.Failing(&discord.Error{Status: 404, Code: 10008, Message: "Unknown Message"},
		func(c discordtest.Call) bool {
			return c.Method == discordtest.Edit && string(c.ID) == string(posts[0].Message)
		})
	for range 2 {
		bottest.Contains(t, s.Handle(s.Click("Ola", customid.Button(customid.Film, id))).Content,
			s.Say("look.film-coming"))
	}
	s.Flush()
	if got := len(filmsIn(s.API.Sent(s.Game(id).Thread))); got != 2 {
		t.Errorf("got %d films, want the one that was deleted and another one", got)
	}
	there := s.Handle(s.Click("Ola", customid.Button(customid.Film, id)))
	if bottest.Contains(t, there.Content,
		"https://discord.com/channels/"); strings.Contains(there.Content, "/"+string(posts[0].Message)) {
		t.Errorf("the film that was deleted is linked: %q", there.Content)
	}
	s.NothingBroke()
}

func TestFilmIsUnknownOnAnotherServer(t *testing.T) {
	t.Parallel()
	s := bottest.NewShort(t, "amsterdam")
	c := &cinema{}
	s.Remake(bottest.Painted(c))
	id := s.Playing("Ola", "Bo")
	s.Finish(id)
	stranger := s.Slash("Eve", "game film", "game="+string(id))
	stranger.Guild = "another"
	bottest.Contains(t, s.Handle(stranger).Content, s.Say("problem.game-unknown"))
	clicked := s.Click("Eve", customid.Button(customid.Film, id))
	clicked.Guild = "another"
	bottest.Contains(t, s.Handle(clicked).Content, s.Say("problem.game-unknown"))
	if c.films > 0 {
		t.Error("a film was made for a stranger")
	}
}

func TestCourseOfAGameIsSecretBeforeItsEnd(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	turns, err := s.Bot.Games().Course(t.Context(), s.Game(id))
	if refusal, ok := errors.AsType[*match.Refusal](err); !ok || refusal.Code != "film-not-over" ||
		turns != nil {
		t.Errorf("got %d turns, error %v, want film-not-over", len(turns), err)
	}
}

// The result is sent to the players' direct messages and to the channel too, with the same buttons.
func TestAskerElsewhereIsToldWhereTheAnswerGoes(t *testing.T) {
	t.Parallel()
	for action, coming := range map[customid.Action]string{
		customid.Film:   "look.film-coming",
		customid.Review: "review.coming",
	} {
		s := bottest.NewShort(t, "amsterdam")
		s.Remake(bottest.Painted(&cinema{}))
		id := s.Playing("Ola", "Bo")
		s.Finish(id)
		table := s.Say("panel.table", "Where", discord.MentionChannel(s.Game(id).Thread))
		ix := s.InDM("Ola", "hand")
		ix.Kind, ix.CustomID, ix.Message, ix.Command = discord.Click, customid.Button(action, id), "77",
			nil
		bottest.Contains(t, s.Handle(ix).Content, s.Say(coming), table)
		click := s.Click("Bo", customid.Button(action, id)) // in the channel, below the outcome
		bottest.Contains(t, s.Handle(click).Content, s.Say(coming), table)
		click = s.Click("Bo", customid.Button(action, id))
		click.Channel = s.Game(id).Thread
		if said := s.Handle(click).Content; strings.Contains(said, table) {
			t.Errorf("who is there is told where that is: %q", said)
		}
	}
}
