package lobby

import (
	"context"
	"errors"
	"fmt"

	"konduktor/bot/discord"
	"konduktor/bot/play"
	"konduktor/bot/tell"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Deleted deals with a deletion that Discord reports: games that were played there have no table any more. A deleted channel
// takes its threads along unannounced.
func (l *Lobby) Deleted(ctx context.Context, e discord.Event) error {
	var games []match.Game
	var err error
	if e.Kind == discord.GuildGone {
		games, err = l.Store.OpenGamesOn(ctx, e.Guild)
	} else {
		games, err = l.Store.OpenGamesUnder(ctx, e.Channel)
	}
	if err != nil {
		return fmt.Errorf("find the games of a deleted place: %w", err)
	}
	var failed error
	for _, g := range games {
		if tableOrLobby(g) == "" { // homeless already: its players know
			continue
		}
		if err := l.evict(ctx, g.ID, tableOrLobby(g)); err != nil {
			failed = errors.Join(failed, fmt.Errorf("take the table of game %s away: %w", g.ID, err))
		}
	}
	return failed
}

func tableOrLobby(g match.Game) match.ChannelID {
	if g.State == match.Lobby {
		return g.Channel
	}
	return g.Thread
}

// TableGone takes the table of a game away, which cannot be written to any more.
func (l *Lobby) TableGone(ctx context.Context, id match.GameID) error {
	g, err := l.Store.Game(ctx, id)
	if err != nil {
		return fmt.Errorf("load game %s: %w", id, err)
	}
	return l.evict(ctx, id, tableOrLobby(g))
}

// evict takes a game's table away if it is still in that place: a lobby ends, the players of a running game are told how
// to go on elsewhere.
func (l *Lobby) evict(ctx context.Context, id match.GameID, place match.ChannelID) error {
	_, err := l.Games.Amend(ctx, id, storage.Origin{}, func(g *match.Game) ([]storage.Message, error) {
		if tableOrLobby(*g) != place {
			return nil, play.ErrUnchanged
		}
		switch g.State {
		case match.Lobby:
			g.State = match.Cancelled
			return nil, nil
		case match.Running:
			g.Thread = ""
			return l.Teller.ToEverybody(*g, tell.Homeless), nil
		}
		return nil, play.ErrUnchanged
	})
	if errors.Is(err, play.ErrUnchanged) {
		return nil
	}
	return err
}
