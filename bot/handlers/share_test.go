package handlers_test

import (
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/discord"
	"konduktor/storage"
)

func filesOf(m discord.Message) string {
	var names []string
	for _, f := range m.Files {
		names = append(names, f.Name)
	}
	return strings.Join(names, " ")
}

func TestAFinishedGameIsSharedInOneMessageForAll(t *testing.T) {
	t.Parallel()
	s := bottest.NewShort(t, "amsterdam")
	s.Remake(bottest.Painted(bottest.StubPainter{}))
	id := s.Playing("Ola", "Bo")
	bottest.Contains(t, s.Handle(s.Slash("Ola", "game share", "game="+string(id))).Content,
		s.Say("problem.replay-not-over", "Game", string(id)))
	s.Finish(id)
	elsewhere := s.Slash("Ola", "game share", "game="+string(id))
	elsewhere.Guild, elsewhere.Channel = "777", "778"
	m := s.Handle(elsewhere)
	if m.Ephemeral {
		t.Error("only Ola sees it")
	}
	if got, want := filesOf(m), "card.png "+string(id)+".rec"; got != want {
		t.Errorf("got %q, want %q: of two pictures Discord shows halves", got, want)
	}
	film := s.Handle(s.Slash("Ola", "game share", "game="+string(id), "film=true"))
	if got, want := filesOf(film), "film.gif "+string(id)+".rec"; got != want {
		t.Errorf("with the film: got %q, want %q", got, want)
	}
	bottest.Contains(t, m.Content, "Ola", "Bo", string(id))
}

// In a private game others have played who never showed it to anybody.
func TestAPrivateGameOfSeveralPeopleIsNotShared(t *testing.T) {
	t.Parallel()
	s := bottest.NewShort(t, "amsterdam")
	s.Remake(bottest.Painted(bottest.StubPainter{}))
	id := s.Playing("Ola", "Bo")
	s.Finish(id)
	g := s.Game(id)
	g.Guild, g.Channel, g.Thread = "", bottest.Conversation, bottest.Conversation
	s.Must(s.Store.Update(t.Context(), g, storage.Origin{}, nil))
	bottest.Contains(t, s.Handle(s.Slash("Ola", "game share", "game="+string(id))).Content,
		s.Say("problem.share-private", "Game", string(id)))
}

func TestAGameThatWasTriedFromATurnIsSharedAsThat(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	s.Remake(bottest.Painted(bottest.StubPainter{}))
	id := s.Playing("Ola", "Bo")
	s.Finish(id)
	tried := trialFrom(s, "Ola", id, 7, false)
	playsOut(s, tried.ID, bottest.AnyLegal(3))
	shared := s.Handle(s.Alone(s.Slash("Ola", "game share", "game="+string(tried.ID)))).Content
	bottest.Contains(t, shared, s.Say("replay.tried-title", "Title", s.Say("title.amsterdam.name"),
		"Turn", 7))
}
