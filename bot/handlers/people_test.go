package handlers_test

import (
	"context"
	"errors"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine/match"
	"konduktor/storage"
)

func TestOnlyPlayersAreStored(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	s.Handle(s.Slash("Eve", "help"))
	s.Handle(s.Slash("Eve", "board", "game="+string(id), "text=text"))
	s.Handle(s.Slash("Eve", "hand", "game="+string(id)))
	if u, err := s.Store.User(t.Context(), bottest.Person("Eve").ID); !errors.Is(err,
		storage.ErrNotFound) {
		t.Errorf("got %+v (%v) of somebody who never took a seat, want nothing kept", u, err)
	}
	ix := s.Slash("Bo", "help")
	ix.Locale = "pl"
	s.Handle(ix)
	if u, err := s.Store.User(t.Context(), bottest.Person("Bo").ID); err != nil || u.Locale != "pl" {
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

func TestDeletionOfAForeignChannelReadsNoGames(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	s.Playing("Ola", "Bo")
	s.Lobby("Cy")
	counted := &gameReads{Store: s.Store}
	s.Bot = s.NewBot(counted, s.API)
	for _, kind := range []discord.EventKind{
		discord.ThreadGone, discord.ChannelGone,
		discord.GuildGone,
	} {
		s.Bot.Event(t.Context(), discord.Event{Kind: kind, Guild: "4", Channel: "5"})
	}
	if counted.read != 0 {
		t.Errorf("%d games were read", counted.read)
	}
}

func TestPlayerWithoutALanguageGetsTheTables(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	open := s.Slash("Ola", "game new", "title=amsterdam")
	open.GuildLocale = "pl"
	s.Handle(open)
	games, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID, match.Lobby)
	s.Must(err)
	s.Flush()
	s.Handle(s.Click("Bo", customid.Button(customid.Join, games[0].ID)))
	bo, err := s.Store.User(t.Context(), bottest.Person("Bo").ID)
	s.Must(err)
	bo.Locale = "" // as of somebody seated without a click of their own
	s.Must(s.Store.SaveUser(t.Context(), bo))
	s.Handle(s.Click("Ola", customid.Button(customid.Start, games[0].ID)))
	s.Flush()
	dms := s.DM("Bo")
	bottest.Contains(t, dms[len(dms)-1].Content, "Proszę wsiadać: wybierz bilety")
}
