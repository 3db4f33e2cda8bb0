package bot

import (
	"context"
	"errors"
	"fmt"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// Event deals with a deletion that Discord reports: games that were played there have no table any more.
func (b *Bot) Event(ctx context.Context, e discord.Event) {
	games, err := b.store.GamesIn(ctx, storage.Lobby, storage.Running)
	if err != nil {
		b.log.ErrorContext(ctx, "games of a deleted place not found", "error", err)
		return
	}
	for _, g := range games {
		if !playedIn(g, e) || tableOrLobby(g) == "" { // homeless already: its players know
			continue
		}
		if err := b.evict(ctx, g.ID, tableOrLobby(g)); err != nil {
			b.log.ErrorContext(ctx, "game not made homeless", "game", g.ID, "error", err)
		}
	}
}

// playedIn says whether a game was played in what was deleted. A deleted channel takes its threads along unannounced.
func playedIn(g storage.Game, e discord.Event) bool {
	if e.Kind == discord.GuildGone {
		return g.Guild == e.Guild
	}
	return g.Thread == e.Channel || g.Channel == e.Channel
}

func tableOrLobby(g storage.Game) string {
	if g.State == storage.Lobby {
		return g.Channel
	}
	return g.Thread
}

// homeless gives up a message to a table that cannot be written to any more, and the table with it.
func (b *Bot) homeless(ctx context.Context, m storage.Message) error {
	g, err := b.store.Game(ctx, m.Game)
	if err != nil {
		return fmt.Errorf("load game %s: %w", m.Game, err)
	}
	if err := b.evict(ctx, g.ID, tableOrLobby(g)); err != nil {
		return err
	}
	b.counters.dropped.Add(1)
	return b.store.Drop(ctx, m.ID, "the table is gone")
}

// evict takes a game's table away if it is still in that place: a lobby ends, the players of a running game are told how
// to go on elsewhere.
func (b *Bot) evict(ctx context.Context, id storage.GameID, place string) error {
	_, err := b.amend(ctx, id, storage.Cause{}, func(g *storage.Game) ([]storage.Message, error) {
		if tableOrLobby(*g) != place {
			return nil, errUnchanged
		}
		switch g.State {
		case storage.Lobby:
			g.State = storage.Cancelled
			return nil, nil
		case storage.Running:
			g.Thread = ""
			return b.toEverybody(*g, sayHomeless), nil
		}
		return nil, errUnchanged
	})
	if errors.Is(err, errUnchanged) {
		return nil
	}
	return err
}

// toEverybody makes a direct message to each player, sent once for this revision of the game's row.
func (b *Bot) toEverybody(g storage.Game, kind string) []storage.Message {
	out := make([]storage.Message, 0, len(g.Seats))
	for i, s := range g.Seats {
		seat := engine.Seat(i + 1)
		out = append(out, storage.Message{
			Lane: directLane(s.User), Kind: kind, Game: g.ID, Ply: g.Ply, Seat: seat, User: s.User,
			Nonce: revNonce(kind, g, seat), Due: b.now(),
		})
	}
	return out
}
