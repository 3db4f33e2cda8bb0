package bot

import (
	"errors"
	"strings"
	"testing"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/press"
	"konduktor/bot/route"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/render"
)

// cinema counts the films that it makes.
type cinema struct {
	stubPainter
	films int
}

func (c *cinema) Film(v engine.View, o render.Options) (render.Film, error) {
	c.films++
	return c.stubPainter.Film(v, o)
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
	s := newStage(t)
	c := &cinema{}
	s.remake(painted(c))
	id := s.playing("Ola", "Bo")
	for _, ask := range []*discord.Interaction{
		s.slash("Ola", "game film", "game="+string(id)), s.click("Bo", press.Button(press.Film, id)),
	} {
		contains(t, s.handle(ask).Content, s.say("problem.film-not-over", "Game", string(id)))
	}
	s.flush()
	s.finish(id)
	result := s.api.Sent(s.game(id).Thread)
	last := result[len(result)-1]
	if len(last.Rows) != 1 || len(last.Rows[0].Buttons) != 3 || last.Rows[0].Buttons[1].CustomID != press.Button(press.Film, id) {
		t.Fatalf("the result has the buttons %+v", last.Rows)
	}

	for _, who := range []string{"Bo", "Ola", "Eve"} { // before the outbox has come to it
		contains(t, s.handle(s.click(who, press.Button(press.Film, id))).Content, s.say("look.film-coming"))
	}
	s.flush()
	films := filmsIn(s.api.Sent(s.game(id).Thread))
	if len(films) != 1 || !strings.HasSuffix(films[0].Name, ".gif") || !strings.HasPrefix(films[0].Alt, "film of ") {
		t.Fatalf("got the films %+v, want one with its text", films)
	}
	there := s.handle(s.click("Ola", press.Button(press.Film, id)))
	if contains(t, there.Content, "https://discord.com/channels/"+guild+"/"+s.game(id).Thread+"/"); !there.Ephemeral {
		t.Error("everybody is told where the film is")
	}
	s.flush()

	got := s.handle(s.slash("Eve", "game film", "game="+string(id)))
	if len(filmsIn([]discord.Message{got})) != 1 || len(filmsIn(s.api.Sent(s.game(id).Thread))) != 1 || c.films != 1 {
		t.Errorf("got %+v, %d films made; want the same film again", got, c.films)
	}
	if n := s.faults.Load(); n > 0 {
		t.Errorf("%d interactions ended in an error", n)
	}
}

func TestAFilmThatWasDeletedIsPutOnTheTableAgain(t *testing.T) {
	s := newStage(t)
	s.remake(painted(&cinema{}))
	id := s.playing("Ola", "Bo")
	s.finish(id)
	s.handle(s.click("Bo", press.Button(press.Film, id)))
	s.flush()
	posts, err := s.store.Posts(t.Context(), id, tell.PostFilm)
	s.must(err)
	s.api.Fail = failing(&discord.Error{Status: 404, Code: 10008, Message: "Unknown Message"}, func(c discordtest.Call) bool {
		return c.Method == discordtest.Edit && string(c.ID) == posts[0].Message
	})
	for range 2 {
		contains(t, s.handle(s.click("Ola", press.Button(press.Film, id))).Content, s.say("look.film-coming"))
	}
	s.flush()
	if got := len(filmsIn(s.api.Sent(s.game(id).Thread))); got != 2 {
		t.Errorf("got %d films, want the one that was deleted and another one", got)
	}
	there := s.handle(s.click("Ola", press.Button(press.Film, id)))
	if contains(t, there.Content, "https://discord.com/channels/"); strings.Contains(there.Content, "/"+posts[0].Message) {
		t.Errorf("the film that was deleted is linked: %q", there.Content)
	}
	s.nothingBroke()
}

func TestTheFilmOfAGameElsewhereIsUnknown(t *testing.T) {
	s := newStage(t)
	c := &cinema{}
	s.remake(painted(c))
	id := s.playing("Ola", "Bo")
	s.finish(id)
	stranger := s.slash("Eve", "game film", "game="+string(id))
	stranger.Guild = "another"
	contains(t, s.handle(stranger).Content, s.say("problem.game-unknown"))
	clicked := s.click("Eve", press.Button(press.Film, id))
	clicked.Guild = "another"
	contains(t, s.handle(clicked).Content, s.say("problem.game-unknown"))
	if c.films > 0 {
		t.Error("a film was made for a stranger")
	}
}

func TestTheCourseOfAGameIsNobodysBeforeItsEnd(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	turns, err := s.bot.games.Course(t.Context(), s.game(id))
	if problem, ok := errors.AsType[*route.Problem](err); !ok || problem.ID != "film-not-over" || turns != nil {
		t.Errorf("got %d turns, error %v, want film-not-over", len(turns), err)
	}
}

// The result is sent to the players' direct messages too, with the same buttons.
func TestWhoAsksInADirectMessageIsToldWhereTheAnswerWillBe(t *testing.T) {
	for action, coming := range map[press.Action]string{press.Film: "look.film-coming", press.Review: "review.coming"} {
		s := newStage(t)
		s.remake(painted(&cinema{}))
		id := s.playing("Ola", "Bo")
		s.finish(id)
		table := s.say("panel.table", "Where", discord.MentionChannel(s.game(id).Thread))
		ix := s.inDM("Ola", "hand")
		ix.Kind, ix.CustomID, ix.Message, ix.Command = discord.Click, press.Button(action, id), "77", nil
		contains(t, s.handle(ix).Content, s.say(coming), table)
		if said := s.handle(s.click("Bo", press.Button(action, id))).Content; strings.Contains(said, table) {
			t.Errorf("who is there is told where that is: %q", said)
		}
	}
}
