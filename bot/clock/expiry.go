package clock

import (
	"context"
	"errors"
	"fmt"
	"time"

	"konduktor/bot/play"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// sweepEvery is how often lobbies are looked through: nothing about them is due to the minute.
const sweepEvery = time.Hour

// expireLobbies closes the lobbies in which nothing has changed for long. Their people are told a day before.
func (k *Keeper) expireLobbies(ctx context.Context) error {
	now := k.Now()
	if last := k.swept.Load(); now.Unix()-last < int64(sweepEvery.Seconds()) && now.Unix() >= last {
		return nil
	}
	lobbies, err := k.Store.GamesIn(ctx, match.Lobby)
	if err != nil {
		return fmt.Errorf("read the lobbies: %w", err)
	}
	for _, g := range lobbies {
		if now.Before(g.Updated.Add(match.Farewell - match.Notice)) {
			continue
		}
		if err := k.expireLobby(ctx, g.ID, now); err != nil {
			return err
		}
	}
	k.swept.Store(now.Unix())
	return nil
}

func (k *Keeper) expireLobby(ctx context.Context, id match.GameID, now time.Time) error {
	_, err := k.Games.Amend(ctx, id, storage.Origin{}, func(g *match.Game) ([]storage.Message, error) {
		notice := g.Updated.Add(match.Farewell - match.Notice)
		switch {
		case g.State != match.Lobby || now.Before(notice):
			return nil, play.ErrUnchanged
		case g.Warned.Before(notice):
			g.Warned = now
			return []storage.Message{k.Teller.AboutRow(*g, tell.Fading, engine.Public)}, nil
		case now.Before(g.Warned.Add(match.Notice)):
			return nil, play.ErrUnchanged
		}
		g.State = match.Cancelled
		return []storage.Message{k.Teller.AboutRow(*g, tell.Lobby, engine.Public)}, nil
	})
	if err != nil && !errors.Is(err, play.ErrUnchanged) {
		return fmt.Errorf("close a lobby: %w", err)
	}
	return nil
}
