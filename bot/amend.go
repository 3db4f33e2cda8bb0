package bot

import (
	"context"
	"errors"
	"fmt"

	"github.com/konduktor-bot/konduktor/storage"
)

// amend changes a game's row by way of change, which returns what is to be told of it, and starts anew when somebody else
// was faster. An error of change ends it and nothing is changed.
func (b *Bot) amend(ctx context.Context, id storage.GameID, why storage.Cause, change func(g *storage.Game) ([]storage.Message, error)) (storage.Game, error) {
	for range maxAmends {
		g, err := b.store.Game(ctx, id)
		if errors.Is(err, storage.ErrNotFound) {
			return g, problem("game-unknown")
		}
		if err != nil {
			return g, fmt.Errorf("load game %s: %w", id, err)
		}
		out, err := change(&g)
		if err != nil {
			return g, err
		}
		err = b.store.Update(ctx, g, why, out)
		if errors.Is(err, storage.ErrStale) {
			continue
		}
		if err != nil {
			return g, fmt.Errorf("update game %s: %w", id, err)
		}
		b.signal()
		return g, nil
	}
	return storage.Game{}, problem("busy")
}

// maxAmends bounds how often a change is tried again: a lobby has at most a handful of people.
const maxAmends = 20

// errUnchanged ends amend without changing anything.
var errUnchanged = errors.New("nothing to change")
