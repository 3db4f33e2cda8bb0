package lobby

import (
	"context"
	"errors"
	"fmt"

	"konduktor/bot/discord"
	"konduktor/bot/route"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// moveHere gives a game whose table is gone a new one where the command was given.
func (l *Lobby) moveHere(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	if r.Alone() {
		return route.Reply{}, route.Fail("guild-only").OfferInstall(r)
	}
	if r.Absent {
		return route.Reply{}, route.Fail("not-a-member")
	}
	if err := allowed(r); err != nil {
		return route.Reply{}, err
	}
	gone, err := l.goneTable(ctx, r, id)
	if err != nil {
		return route.Reply{}, err
	}
	_, err = l.Games.AmendOnce(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		switch {
		case g.SeatOf(r.User.ID) == engine.Public:
			return nil, route.Fail("game-unknown")
		case g.State != match.Running:
			return nil, stateProblem(*g)
		case g.Thread != "" && g.Thread != gone:
			return nil, route.Fail("has-table", "Where", discord.MentionChannel(g.Thread))
		}
		return l.settleAt(g, r), nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	return route.Whisper(r.Texts.Say("table.moving", "Game", string(id))), nil
}

// goneTable returns the thread of a running game of the user's if it is gone and nobody has told us, as after a deletion while the
// bot was down; else "". The players need not be told of the loss: the game gets a new table at once. A request that was carried
// out before has tried it.
func (l *Lobby) goneTable(ctx context.Context, r *route.Request, id match.GameID) (match.ChannelID, error) {
	switch _, err := l.Store.Answer(ctx, r.ID); {
	case err == nil:
		return "", nil
	case !errors.Is(err, storage.ErrNotFound):
		return "", fmt.Errorf("look up an interaction: %w", err)
	}
	g, err := l.Store.Game(ctx, id)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return "", fmt.Errorf("load game %s: %w", id, err)
	}
	if err != nil || g.State != match.Running || g.Thread == "" || g.SeatOf(r.User.ID) == engine.Public {
		return "", nil // whatever else speaks against it is said further on
	}
	if l.Teller.Stands(ctx, g, "here"+r.ID) {
		return "", nil
	}
	return g.Thread, nil
}

// settleAt sets the table in the request's thread, or has a thread opened in its channel.
func (l *Lobby) settleAt(g *match.Game, r *route.Request) []storage.Message {
	g.Guild, g.Lobby, g.Thread = r.Guild, "", ""
	if r.Parent != "" {
		g.Channel, g.Thread = r.Parent, r.Channel
		return []storage.Message{l.Teller.AboutRow(*g, tell.Table, engine.Public)}
	}
	g.Channel = r.Channel
	return []storage.Message{l.Teller.AboutRow(*g, tell.Open, engine.Public)}
}
