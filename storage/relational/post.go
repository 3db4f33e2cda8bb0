package relational

import (
	"context"

	"konduktor/engine/match"
	"konduktor/storage"
)

const (
	postColumns = `game, server, kind, seat, reader, ply, head, about, called, shown, channel, message`
	selectPosts = `SELECT ` + postColumns + ` FROM (SELECT id, ` + postColumns + ` FROM post
	WHERE game = ? UNION ALL SELECT id, ` + postColumns + ` FROM post WHERE server <> ''
	AND server = (SELECT guild FROM game WHERE id = ?)) AS about ORDER BY id`
	// a message that is sent again under its nonce is the same one, and keeps its place in the order
	upsertPost = `INSERT INTO post (` + postColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
	ON CONFLICT (channel, message) DO UPDATE SET
	(game, server, kind, seat, reader, ply, head, about, called, shown) = (excluded.game,
	excluded.server, excluded.kind, excluded.seat, excluded.reader, excluded.ply, excluded.head,
	excluded.about, excluded.called, excluded.shown)`
	insertPost = `INSERT INTO post (` + postColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
	ON CONFLICT (channel, message) DO NOTHING`
	updatePost = `UPDATE post SET (` + postColumns + `) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	thatPost   = ` WHERE game = ? AND server = ? AND kind = ? AND seat = ? AND reader = ? AND ply = ?
	AND head = ? AND about = ? AND called = ? AND shown = ? AND channel = ? AND message = ?`
)

// postValues are those of postColumns.
func postValues(p *storage.Post) []any {
	return []any{
		p.Game, p.Server, p.Kind, p.Seat, p.User, p.Ply, p.Head[:], p.Subject, p.Called, p.Shown,
		p.Channel, p.Message,
	}
}

func scanPost(rows Rows) (p storage.Post, err error) {
	err = rows.Scan(
		&p.Game, &p.Server, &p.Kind, &p.Seat, &p.User, &p.Ply, (*linkColumn)(&p.Head), &p.Subject,
		&p.Called, &p.Shown, &p.Channel, &p.Message,
	)
	return p, err
}

// Posts implements storage.Posts.
func (s *Store) Posts(ctx context.Context, id match.GameID) ([]storage.Post, error) {
	return look(ctx, s, func(tx Tx) ([]storage.Post, error) {
		return All(ctx, tx, "posts", scanPost, selectPosts, id, id)
	})
}

// PostAt implements storage.Posts.
func (s *Store) PostAt(ctx context.Context, channel match.ChannelID, message match.MessageID,
) (storage.Post, error) {
	return look(ctx, s, func(tx Tx) (storage.Post, error) {
		return first(All(ctx, tx, "the post at a message", scanPost,
			`SELECT `+postColumns+` FROM post WHERE channel = ? AND message = ?`, channel, message))
	})
}

// PostsOn implements storage.Posts.
func (s *Store) PostsOn(ctx context.Context, server match.ServerID) ([]storage.Post, error) {
	return look(ctx, s, func(tx Tx) ([]storage.Post, error) {
		return All(ctx, tx, "posts of a server", scanPost,
			`SELECT `+postColumns+` FROM post WHERE server = ? AND server <> '' ORDER BY id`, server)
	})
}

// Posted implements storage.Posts.
func (s *Store) Posted(ctx context.Context) (
	games []match.GameID, servers []match.ServerID, err error,
) {
	games, err = look(ctx, s, func(tx Tx) ([]match.GameID, error) {
		return All(ctx, tx, "games with posts", column[match.GameID], `SELECT id FROM game
			WHERE id IN (SELECT game FROM post) ORDER BY state <> 'running', created`)
	})
	if err != nil {
		return nil, nil, err
	}
	servers, err = look(ctx, s, func(tx Tx) ([]match.ServerID, error) {
		return All(ctx, tx, "servers with posts", column[match.ServerID],
			`SELECT DISTINCT server FROM post WHERE server <> '' ORDER BY server`)
	})
	return games, servers, err
}

// SwapPost implements storage.Posts.
func (s *Store) SwapPost(ctx context.Context, was, is *storage.Post) error {
	switch {
	case was == nil && is == nil:
		return nil
	case was == nil:
		return s.hit(ctx, storage.ErrStale, "add a post", insertPost, postValues(is)...)
	case is == nil:
		return s.hit(ctx, storage.ErrStale, "remove a post", `DELETE FROM post`+thatPost,
			postValues(was)...)
	}
	return s.hit(ctx, storage.ErrStale, "replace a post", updatePost+thatPost,
		append(postValues(is), postValues(was)...)...)
}
