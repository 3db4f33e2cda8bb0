package trials

import (
	"context"

	"konduktor/engine/match"
	"konduktor/storage"
)

// witness is a store that notes which interaction has committed which move.
type witness struct {
	storage.Store
	world *world
}

// Append implements storage.Store.
func (s witness) Append(
	ctx context.Context, id match.GameID, m match.Move, u match.RowUpdate, why storage.Origin,
	out []storage.Message,
) error {
	err := s.Store.Append(ctx, id, m, u, why, out)
	if err == nil {
		s.world.promise(out)
		s.world.noteMade(why.Interaction, m.Head())
	}
	return err
}

// TakeBack implements storage.Store.
func (s witness) TakeBack(
	ctx context.Context, id match.GameID, r match.Rollback, u match.RowUpdate, why storage.Origin,
	out []storage.Message,
) error {
	err := s.Store.TakeBack(ctx, id, r, u, why, out)
	if err == nil {
		s.world.noteMade(why.Interaction, match.Link{})
	}
	return err
}
