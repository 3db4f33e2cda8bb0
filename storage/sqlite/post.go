package sqlite

import (
	"context"
	"fmt"

	"github.com/konduktor-bot/konduktor/storage"
)

const selectKindOfPosts = `SELECT game, kind, seat, ply, channel, message FROM post WHERE game = ? AND kind = ? ORDER BY id`

// Posts returns a game's posts of a kind; see storage.Store.
func (s *Store) Posts(ctx context.Context, id storage.GameID, kind string) (posts []storage.Post, err error) {
	err = s.look(ctx, func(tx tx) (err error) {
		posts, err = selectPosts(ctx, tx, id, kind)
		return err
	})
	if err != nil {
		return nil, err
	}
	return posts, nil
}

func selectPosts(ctx context.Context, tx tx, id storage.GameID, kind string) ([]storage.Post, error) {
	rows, err := tx.rows(ctx, selectKindOfPosts, id, kind)
	if err != nil {
		return nil, fmt.Errorf("read posts: %w", err)
	}
	defer rows.Close()
	var posts []storage.Post
	for rows.Next() {
		var p storage.Post
		if err := rows.Scan(&p.Game, &p.Kind, &p.Seat, &p.Ply, &p.Channel, &p.Message); err != nil {
			return nil, fmt.Errorf("read a post: %w", err)
		}
		posts = append(posts, p)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read posts: %w", err)
	}
	return posts, nil
}

const upsertPost = `INSERT INTO post (game, kind, seat, ply, channel, message) VALUES (?, ?, ?, ?, ?, ?)
	ON CONFLICT (channel, message) DO UPDATE SET (game, kind, seat, ply) = (excluded.game, excluded.kind, excluded.seat, excluded.ply)`

// savePost adds a post, or replaces what is known of it and leaves its age.
func savePost(ctx context.Context, tx tx, p storage.Post) error {
	_, err := tx.exec(ctx, upsertPost, p.Game, p.Kind, p.Seat, p.Ply, p.Channel, p.Message)
	if err != nil {
		return fmt.Errorf("save post: %w", err)
	}
	return nil
}

// Unpost forgets a post; see storage.Store.
func (s *Store) Unpost(ctx context.Context, p storage.Post) error {
	return s.change(ctx, func(tx tx) error {
		if _, err := tx.exec(ctx, `DELETE FROM post WHERE channel = ? AND message = ?`, p.Channel, p.Message); err != nil {
			return fmt.Errorf("delete post: %w", err)
		}
		return nil
	})
}
