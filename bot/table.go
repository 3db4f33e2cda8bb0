package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// table is a game's row together with the game that was rebuilt from its moves (design D1). Handlers see the game only
// through View.
type table struct {
	storage.Game
	title engine.Title // on the game's map
	game  engine.Game  // nil in the lobby and for a lobby that was cancelled
}

// View returns what a seat may know of the game; the zero view before it has begun.
func (t *table) View(seat engine.Seat) engine.View {
	if t.game == nil {
		return engine.View{Title: t.Title}
	}
	return t.game.View(seat)
}

// SeatOf returns where a user sits, Public if nowhere.
func (t *table) SeatOf(user string) engine.Seat { return seatOf(t.Game, user) }

// users lists the players in turn order.
func (t *table) users() []string {
	list := make([]string, len(t.Seats))
	for i, s := range t.Seats {
		list[i] = s.User
	}
	return list
}

func seatOf(g storage.Game, user string) engine.Seat {
	return engine.Seat(slices.IndexFunc(g.Seats, func(s storage.Seat) bool { return s.User == user }) + 1)
}

// table loads a game as it is now. *Problem "game-unknown" if there is none.
func (b *Bot) table(ctx context.Context, id storage.GameID) (*table, error) {
	row, err := b.store.Game(ctx, id)
	if errors.Is(err, storage.ErrNotFound) {
		return nil, problem("game-unknown")
	}
	if err != nil {
		return nil, fmt.Errorf("load game %s: %w", id, err)
	}
	return b.tableOf(ctx, row)
}

// tableOf rebuilds the game of a row.
func (b *Bot) tableOf(ctx context.Context, row storage.Game) (*table, error) {
	title, err := b.edition(ctx, row)
	if err != nil {
		return nil, err
	}
	t := &table{Game: row, title: title}
	if !begun(row) {
		return t, nil
	}
	if g, ok := b.games.get(row.ID, row.Ply); ok {
		t.game = g
		return t, nil
	}
	moves, err := b.store.Moves(ctx, row.ID, int(row.Ply))
	if err != nil {
		return nil, fmt.Errorf("load the moves of game %s: %w", row.ID, err)
	}
	if len(moves) != int(row.Ply) {
		return nil, fmt.Errorf("game %s has %d moves, its row says %d", row.ID, len(moves), row.Ply)
	}
	if t.game, err = replay(title, row, moves, nil); err != nil {
		return nil, err
	}
	b.games.put(row.ID, t.game)
	return t, nil
}

// begun says whether cards have been dealt: the seed is drawn when the game starts.
func begun(row storage.Game) bool { return row.Seed != engine.Seed{} }

// replay rebuilds a game from its moves. seen, if not nil, is called after each move with its index; the events are valid
// only during the call.
func replay(title engine.Title, row storage.Game, moves []storage.Move, seen func(int, engine.Game, []engine.Event)) (engine.Game, error) {
	if title.Version() != row.Version {
		return nil, fmt.Errorf("game %s is played by version %d of %s, this is version %d", row.ID, row.Version, row.Title, title.Version())
	}
	g, err := title.New(engine.Setup{Names: names(row.Seats), Seed: row.Seed, Options: row.Options})
	if err != nil {
		return nil, fmt.Errorf("deal game %s: %w", row.ID, err)
	}
	for i, m := range moves {
		move, err := title.Lexicon().ParseMove(m.Text)
		if err != nil {
			return nil, fmt.Errorf("read move %d of game %s: %w", i, row.ID, err)
		}
		events, err := g.Apply(m.Seat, move)
		if err != nil {
			return nil, fmt.Errorf("replay move %d of game %s: %w", i, row.ID, err)
		}
		if seen != nil {
			seen(i, g, events)
		}
	}
	return g, nil
}

func names(seats []storage.Seat) []string {
	list := make([]string, len(seats))
	for i, s := range seats {
		list[i] = s.Name
	}
	return list
}
