package memory

import (
	"context"
	"slices"

	"konduktor/engine/match"
	"konduktor/storage"
)

// TakeBack takes moves back; see storage.Store.
func (s *Store) TakeBack(
	ctx context.Context, id match.GameID, r match.Rollback, p match.RowUpdate, why storage.Origin, out []storage.Message,
) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	if err := s.takes(why, nil); err != nil {
		return err
	}
	g, ok := s.games[id]
	if !ok {
		return storage.ErrNotFound
	}
	if err := storage.CheckRollback(g.Game, r, p); err != nil {
		return err
	}
	if err := s.takes(why, out); err != nil {
		return err
	}
	for _, m := range g.moves[r.To:] {
		g.undone = append(g.undone, match.Undone{Move: m, Branch: g.Branch, Gone: moment(r.At), By: r.By})
	}
	g.Rev, g.Ply, g.Head, g.Branch, g.Undoing = g.Rev+1, r.To, g.moves[r.To].After, g.Branch+1, match.Undoing{}
	g.moves = slices.Clip(g.moves[:r.To])
	g.follow(p, moment(r.At))
	s.note(why, r.At, out)
	return nil
}

// Undone returns the moves that were taken back; see storage.Store.
func (s *Store) Undone(ctx context.Context, id match.GameID) ([]match.Undone, error) {
	end, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	g, ok := s.games[id]
	if !ok {
		return nil, storage.ErrNotFound
	}
	return orNil(g.undone), nil
}
