package relational

import (
	"context"
	"fmt"
	"slices"

	"konduktor/engine/match"
	"konduktor/storage"
)

const selectKindOfPosts = `SELECT game, kind, seat, ply, head, about, channel, message FROM post WHERE game = ? AND kind = ? ORDER BY id`

// Posts returns a game's posts of a kind; see storage.Store.
func (s *Store) Posts(
	ctx context.Context, id match.GameID, kind storage.Kind,
) ([]storage.Post, error) {
	return look(ctx, s, func(tx Tx) ([]storage.Post, error) {
		return All(ctx, tx, "posts", scanPost, selectKindOfPosts, id, kind)
	})
}

// Crowded returns the games with several posts of a kind; see storage.Store.
func (s *Store) Crowded(ctx context.Context, kinds ...storage.Kind) ([]match.GameID, error) {
	var games []match.GameID
	for _, kind := range kinds {
		list, err := look(ctx, s, func(tx Tx) ([]match.GameID, error) {
			return All(ctx, tx, "crowded games", func(rows Rows) (id match.GameID, err error) {
				err = rows.Scan(&id)
				return id, err
			}, `SELECT game FROM post WHERE kind = ? GROUP BY game HAVING count(*) > 1 ORDER BY game`, kind)
		})
		if err != nil {
			return nil, err
		}
		games = append(games, list...)
	}
	slices.Sort(games)
	return slices.Compact(games), nil
}

func scanPost(rows Rows) (p storage.Post, err error) {
	err = rows.Scan(
		&p.Game, &p.Kind, &p.Seat, &p.Ply, (*linkColumn)(&p.Head), &p.About, &p.Channel, &p.Message,
	)
	return p, err
}

const upsertPost = `INSERT INTO post (game, kind, seat, ply, head, about, channel, message) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
	ON CONFLICT (channel, message) DO UPDATE SET (game, kind, seat, ply, head, about) =
	(excluded.game, excluded.kind, excluded.seat, excluded.ply, excluded.head, excluded.about)`

// savePost adds a post, or replaces it and keeps its place in the order.
func savePost(ctx context.Context, tx Tx, p storage.Post) error {
	_, err := tx.Exec(
		ctx, upsertPost, p.Game, p.Kind, p.Seat, p.Ply, p.Head[:], p.About, p.Channel, p.Message,
	)
	if err != nil {
		return fmt.Errorf("save post: %w", err)
	}
	return nil
}

// SavePost remembers a post; see storage.Store.
func (s *Store) SavePost(ctx context.Context, p storage.Post) error {
	return s.change(ctx, func(tx Tx) error { return savePost(ctx, tx, p) })
}

// Unpost forgets a post; see storage.Store.
func (s *Store) Unpost(ctx context.Context, p storage.Post) error {
	return s.change(ctx, func(tx Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM post WHERE channel = ? AND message = ?`, p.Channel,
			p.Message); err != nil {
			return fmt.Errorf("delete post: %w", err)
		}
		return nil
	})
}

const thatPost = ` WHERE channel = ? AND message = ? AND game = ? AND kind = ? AND seat = ? AND ply = ? AND head = ? AND about = ?`

// Repost replaces or forgets a post that is still as it was read; see storage.Store.
func (s *Store) Repost(ctx context.Context, was storage.Post, is *storage.Post) error {
	query, args := `DELETE FROM post`, []any(nil)
	if is != nil {
		query = `UPDATE post SET (kind, seat, ply, head, about) = (?, ?, ?, ?, ?)`
		args = []any{is.Kind, is.Seat, is.Ply, is.Head[:], is.About}
	}
	args = append(
		args, was.Channel, was.Message, was.Game, was.Kind, was.Seat, was.Ply, was.Head[:], was.About,
	)
	return s.change(ctx, func(tx Tx) error {
		result, err := tx.Exec(ctx, query+thatPost, args...)
		if err != nil {
			return fmt.Errorf("replace a post: %w", err)
		}
		return expectRow(result, storage.ErrStale)
	})
}
