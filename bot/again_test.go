package bot

import (
	"testing"

	"konduktor/bot/discord"
	"konduktor/bot/press"
	"konduktor/storage"
)

// What somebody does twice is told, and done, once.

func TestWhoWantsToStopIsToldToTheTableOnce(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	before := len(s.api.Sent(s.game(id).Thread))
	for range 4 {
		s.handle(s.click("Ola", press.Button(press.Stop, id)))
	}
	s.flush()
	if got := len(s.api.Sent(s.game(id).Thread)) - before; got != 1 {
		t.Errorf("the table was told %d times, want once", got)
	}
}

func TestThatTheTableIsGoneIsToldOnce(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	s.bot.Event(t.Context(), discord.Event{Kind: discord.ThreadGone, Guild: guild, Channel: s.game(id).Thread})
	s.flush()
	before := len(s.dm("Ola"))
	s.bot.Event(t.Context(), discord.Event{Kind: discord.GuildGone, Guild: guild})
	s.flush()
	if got := len(s.dm("Ola")); got != before {
		t.Errorf("Ola got %d more messages about the table that was gone already", got-before)
	}
}

func TestARematchThatIsOpenIsJoined(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	s.finish(id)
	s.handle(s.click("Ola", press.Button(press.Rematch, id)))
	s.handle(s.click("Bo", press.Button(press.Rematch, id))) // before the lobby has been posted
	lobbies, err := s.store.GamesIn(t.Context(), storage.Lobby)
	s.must(err)
	if len(lobbies) != 1 || len(lobbies[0].Seats) != 2 {
		t.Errorf("got lobbies %+v, want one with both players", lobbies)
	}
}
