package relational

import (
	"context"
	"slices"

	"konduktor/engine/match"
	"konduktor/storage"
)

const selectKindOfPosts = `SELECT game, kind, seat, ply, head, about, channel, message FROM post
	WHERE game = ? AND kind = ? ORDER BY id`

// Posts implements storage.Posts.
func (s *Store) Posts(
	ctx context.Context, id match.GameID, kind storage.Kind,
) ([]storage.Post, error) {
	return look(ctx, s, func(tx Tx) ([]storage.Post, error) {
		return All(ctx, tx, "posts", scanPost, selectKindOfPosts, id, kind)
	})
}

// Crowded implements storage.Posts.
func (s *Store) Crowded(ctx context.Context, kinds ...storage.Kind) ([]match.GameID, error) {
	var games []match.GameID
	for _, kind := range kinds {
		list, err := look(ctx, s, func(tx Tx) ([]match.GameID, error) {
			return All(ctx, tx, "crowded games", column[match.GameID],
				`SELECT game FROM post WHERE kind = ? GROUP BY game HAVING count(*) > 1 ORDER BY game`, kind)
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

const upsertPost = `INSERT INTO post (game, kind, seat, ply, head, about, channel, message)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?)
	ON CONFLICT (channel, message) DO UPDATE SET (game, kind, seat, ply, head, about) =
	(excluded.game, excluded.kind, excluded.seat, excluded.ply, excluded.head, excluded.about)`

// savePost adds a post, or replaces it and keeps its place in the order.
func savePost(ctx context.Context, tx Tx, p storage.Post) error {
	return tx.run(ctx, "save a post", upsertPost,
		p.Game, p.Kind, p.Seat, p.Ply, p.Head[:], p.About, p.Channel, p.Message)
}

// SavePost implements storage.Posts.
func (s *Store) SavePost(ctx context.Context, p storage.Post) error {
	return s.change(ctx, func(tx Tx) error { return savePost(ctx, tx, p) })
}

// Unpost implements storage.Posts.
func (s *Store) Unpost(ctx context.Context, p storage.Post) error {
	return s.run(ctx, "delete a post", `DELETE FROM post WHERE channel = ? AND message = ?`,
		p.Channel, p.Message)
}

const thatPost = ` WHERE channel = ? AND message = ? AND game = ? AND kind = ? AND seat = ?
	AND ply = ? AND head = ? AND about = ?`

// Repost implements storage.Posts.
func (s *Store) Repost(ctx context.Context, was storage.Post, is *storage.Post) error {
	query, args := `DELETE FROM post`, []any(nil)
	if is != nil {
		query = `UPDATE post SET (kind, seat, ply, head, about) = (?, ?, ?, ?, ?)`
		args = []any{is.Kind, is.Seat, is.Ply, is.Head[:], is.About}
	}
	args = append(
		args, was.Channel, was.Message, was.Game, was.Kind, was.Seat, was.Ply, was.Head[:], was.About,
	)
	return s.hit(ctx, storage.ErrStale, "replace a post", query+thatPost, args...)
}
