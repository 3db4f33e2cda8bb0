package play

import (
	"context"
	"errors"
	"fmt"

	"konduktor/bot/route"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Change changes a game's row and returns what is to be told of it. It may be called several times, each time with the
// row as it is then; an error ends the attempt and nothing is changed.
type Change func(g *match.Game) ([]storage.Message, error)

// ErrUnchanged is what a Change returns that finds nothing to do.
var ErrUnchanged = errors.New("nothing to change")

// maxAmends bounds how often a change is tried again: a lobby has at most a handful of people.
const maxAmends = 20

// Amend changes a game's row, and starts anew when somebody else was faster.
func (g *Games) Amend(ctx context.Context, id match.GameID, why storage.Origin, change Change) (match.Game, error) {
	for range maxAmends {
		row, err := g.store.Game(ctx, id)
		if errors.Is(err, storage.ErrNotFound) {
			return row, route.Fail("game-unknown")
		}
		if err != nil {
			return row, fmt.Errorf("load game %s: %w", id, err)
		}
		out, err := change(&row)
		if err != nil {
			return row, err
		}
		err = g.store.Update(ctx, row, why, out)
		if errors.Is(err, storage.ErrStale) {
			continue
		}
		if err != nil {
			return row, fmt.Errorf("update game %s: %w", id, err)
		}
		g.amended()
		return row, nil
	}
	return match.Game{}, route.Fail("busy")
}

// AmendOnce is Amend for a request: one that was carried out before changes nothing and returns the row as it is.
func (g *Games) AmendOnce(ctx context.Context, r *route.Request, id match.GameID, change Change) (match.Game, error) {
	_, err := g.store.Answer(ctx, r.ID)
	if errors.Is(err, storage.ErrNotFound) {
		var row match.Game
		why := storage.Origin{Interaction: r.ID, Answer: "done"}
		if row, err = g.Amend(ctx, id, why, change); !errors.Is(err, storage.ErrRepeated) {
			return row, err
		}
	} else if err != nil {
		return match.Game{}, fmt.Errorf("look up an interaction: %w", err)
	}
	row, err := g.store.Game(ctx, id)
	if err != nil {
		return row, fmt.Errorf("load game %s: %w", id, err)
	}
	return row, nil
}
