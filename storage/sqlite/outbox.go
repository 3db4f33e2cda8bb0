package sqlite

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/konduktor-bot/konduktor/storage"
)

// Bounds of what is kept about trouble: an error can quote a whole answer of Discord's.
const (
	maxWhy     = 500 // bytes
	maxDropped = 500 // messages
)

// Enqueue adds messages; see storage.Store.
func (s *Store) Enqueue(ctx context.Context, out []storage.Message) error {
	return s.change(ctx, func(tx tx) error { return enqueue(ctx, tx, out) })
}

// insertMessage gives an id above all that were ever given.
const insertMessage = `INSERT INTO outbox (id, lane, kind, game, ply, seat, user, body, nonce, due, attempts)
	SELECT 1 + max(taken.id, coalesce((SELECT max(id) FROM outbox), 0)), ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM taken`

func enqueue(ctx context.Context, tx tx, out []storage.Message) error {
	for _, m := range out {
		_, err := tx.exec(ctx, insertMessage, m.Lane, m.Kind, m.Game, m.Ply, m.Seat, m.User, m.Body, m.Nonce, m.Due.UnixMicro(), m.Attempts)
		if isUnique(err) {
			return fmt.Errorf("message with nonce %q: %w", m.Nonce, storage.ErrExists)
		}
		if err != nil {
			return fmt.Errorf("insert a message of kind %s: %w", m.Kind, err)
		}
	}
	return nil
}

// heads are the messages that no other of their lane precedes.
const heads = `FROM outbox AS m WHERE m.id IN (SELECT min(id) FROM outbox GROUP BY lane)`

const (
	selectDueMessages = `SELECT id, lane, kind, game, ply, seat, user, body, nonce, due, attempts ` + heads +
		` AND m.due <= ? ORDER BY m.due, m.id LIMIT ?`
	selectNextDue = `SELECT m.due ` + heads + ` ORDER BY m.due LIMIT 1`
)

// Due returns the messages to be sent; see storage.Store.
func (s *Store) Due(ctx context.Context, now time.Time, n int) (due []storage.Message, err error) {
	err = s.look(ctx, func(tx tx) (err error) {
		due, err = selectDue(ctx, tx, now, n)
		return err
	})
	if err != nil {
		return nil, err
	}
	return due, nil
}

func selectDue(ctx context.Context, tx tx, now time.Time, n int) ([]storage.Message, error) {
	rows, err := tx.rows(ctx, selectDueMessages, now.UnixMicro(), max(n, 0))
	if err != nil {
		return nil, fmt.Errorf("read the outbox: %w", err)
	}
	defer rows.Close()
	var due []storage.Message
	for rows.Next() {
		var m storage.Message
		var at int64
		err := rows.Scan(&m.ID, &m.Lane, &m.Kind, &m.Game, &m.Ply, &m.Seat, &m.User, &m.Body, &m.Nonce, &at, &m.Attempts)
		if err != nil {
			return nil, fmt.Errorf("read a message: %w", err)
		}
		m.Due = moment(at)
		due = append(due, m)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read the outbox: %w", err)
	}
	return due, nil
}

// NextDue returns when the next message is due; see storage.Store.
func (s *Store) NextDue(ctx context.Context) (time.Time, error) {
	var at int64
	err := s.look(ctx, func(tx tx) error {
		return found(tx.row(ctx, selectNextDue).Scan(&at))
	})
	if err != nil {
		return time.Time{}, err
	}
	return moment(at), nil
}

// Sent takes a message out of the outbox; see storage.Store.
func (s *Store) Sent(ctx context.Context, id int64, posts []storage.Post) error {
	return s.change(ctx, func(tx tx) error {
		if err := removeMessage(ctx, tx, id); err != nil {
			return err
		}
		for _, p := range posts {
			if err := savePost(ctx, tx, p); err != nil {
				return err
			}
		}
		return nil
	})
}

const deleteMessage = `DELETE FROM outbox WHERE id = ?`

func removeMessage(ctx context.Context, tx tx, id int64) error {
	if _, err := tx.exec(ctx, deleteMessage, id); err != nil {
		return fmt.Errorf("delete message %d: %w", id, err)
	}
	return nil
}

// Retry puts a message off; see storage.Store.
func (s *Store) Retry(ctx context.Context, id int64, due time.Time, why string) error {
	return s.change(ctx, func(tx tx) error {
		result, err := tx.exec(ctx, `UPDATE outbox SET attempts = attempts + 1, due = ?, trouble = ? WHERE id = ?`,
			due.UnixMicro(), brief(why), id)
		if err != nil {
			return fmt.Errorf("put message %d off: %w", id, err)
		}
		return expectRow(result, storage.ErrNotFound)
	})
}

// Drop gives a message up; see storage.Store.
func (s *Store) Drop(ctx context.Context, id int64, why string) error {
	return s.change(ctx, func(tx tx) error {
		if err := keepDropped(ctx, tx, id, why); err != nil {
			return err
		}
		if err := removeMessage(ctx, tx, id); err != nil {
			return err
		}
		return pruneDropped(ctx, tx)
	})
}

func keepDropped(ctx context.Context, tx tx, id int64, why string) error {
	result, err := tx.exec(ctx, `INSERT INTO dropped (message, lane, kind, game, ply, seat, user, body, nonce, due, attempts, why)
		SELECT id, lane, kind, game, ply, seat, user, body, nonce, due, attempts, ? FROM outbox WHERE id = ?`, brief(why), id)
	if err != nil {
		return fmt.Errorf("keep why message %d is dropped: %w", id, err)
	}
	return expectRow(result, storage.ErrNotFound)
}

func pruneDropped(ctx context.Context, tx tx) error {
	if _, err := tx.exec(ctx, `DELETE FROM dropped WHERE id <= (SELECT max(id) FROM dropped) - ?`, maxDropped); err != nil {
		return fmt.Errorf("delete what was dropped long ago: %w", err)
	}
	return nil
}

// brief cuts a reason to maxWhy bytes, between two characters.
func brief(why string) string {
	if len(why) > maxWhy {
		why = why[:maxWhy]
	}
	return strings.ToValidUTF8(why, "")
}

// Dropped returns the messages dropped last; see storage.Store.
func (s *Store) Dropped(ctx context.Context, n int) (dropped []storage.Dropped, err error) {
	err = s.look(ctx, func(tx tx) (err error) {
		dropped, err = selectDropped(ctx, tx, n)
		return err
	})
	if err != nil {
		return nil, err
	}
	return dropped, nil
}

func selectDropped(ctx context.Context, tx tx, n int) ([]storage.Dropped, error) {
	rows, err := tx.rows(ctx, `SELECT message, lane, kind, game, ply, seat, user, body, nonce, due, attempts, why
		FROM dropped ORDER BY id DESC LIMIT ?`, max(n, 0))
	if err != nil {
		return nil, fmt.Errorf("read dropped messages: %w", err)
	}
	defer rows.Close()
	var dropped []storage.Dropped
	for rows.Next() {
		var m storage.Dropped
		var at int64
		err := rows.Scan(&m.ID, &m.Lane, &m.Kind, &m.Game, &m.Ply, &m.Seat, &m.User, &m.Body, &m.Nonce, &at, &m.Attempts, &m.Why)
		if err != nil {
			return nil, fmt.Errorf("read a dropped message: %w", err)
		}
		m.Due = moment(at)
		dropped = append(dropped, m)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read dropped messages: %w", err)
	}
	return dropped, nil
}
