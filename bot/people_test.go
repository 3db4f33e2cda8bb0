package bot

import (
	"context"
	"errors"
	"testing"

	"konduktor/bot/discord"
	"konduktor/bot/press"
	"konduktor/engine/match"
	"konduktor/storage"
)

func TestOnlyPlayersAreKept(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	s.handle(s.slash("Eve", "help"))
	s.handle(s.slash("Eve", "board", "game="+string(id), "text=text"))
	s.handle(s.slash("Eve", "hand", "game="+string(id)))
	if u, err := s.store.User(t.Context(), person("Eve").ID); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("got %+v (%v) of somebody who never took a seat, want nothing kept", u, err)
	}
	ix := s.slash("Bo", "help")
	ix.Locale = "pl"
	s.handle(ix)
	if u, err := s.store.User(t.Context(), person("Bo").ID); err != nil || u.Locale != "pl" {
		t.Errorf("got %+v (%v), want the player's new language", u, err)
	}
}

// gameReads counts the games that are read to deal with a deletion.
type gameReads struct {
	storage.Store
	read int
}

func (o *gameReads) GamesIn(ctx context.Context, states ...match.State) ([]match.Game, error) {
	games, err := o.Store.GamesIn(ctx, states...)
	o.read += len(games)
	return games, err
}

func (o *gameReads) Game(ctx context.Context, id match.GameID) (match.Game, error) {
	o.read++
	return o.Store.Game(ctx, id)
}

func TestADeletedChannelOfOthersReadsNoGames(t *testing.T) {
	s := newStage(t)
	s.playing("Ola", "Bo")
	s.lobby("Cy")
	counted := &gameReads{Store: s.store}
	s.bot = s.newBot(counted, s.api)
	for _, kind := range []discord.EventKind{discord.ThreadGone, discord.ChannelGone, discord.GuildGone} {
		s.bot.Event(t.Context(), discord.Event{Kind: kind, Guild: "4", Channel: "5"})
	}
	if counted.read != 0 {
		t.Errorf("%d games were read", counted.read)
	}
}

func TestWhoHasNoLanguageYetReadsThatOfTheTable(t *testing.T) {
	s := newStage(t)
	open := s.slash("Ola", "game new", "title=amsterdam")
	open.GuildLocale = "pl"
	s.handle(open)
	games, err := s.store.GamesOf(t.Context(), person("Ola").ID, match.Lobby)
	s.must(err)
	s.flush()
	s.handle(s.click("Bo", press.Button(press.Join, games[0].ID)))
	bo, err := s.store.User(t.Context(), person("Bo").ID)
	s.must(err)
	bo.Locale = "" // as of somebody seated without a click of their own
	s.must(s.store.SaveUser(t.Context(), bo))
	s.handle(s.click("Ola", press.Button(press.Start, games[0].ID)))
	s.flush()
	dms := s.dm("Bo")
	contains(t, dms[len(dms)-1].Content, "Proszę wsiadać: wybierz pierwsze bilety")
}
