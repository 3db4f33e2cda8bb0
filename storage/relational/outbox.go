package relational

import (
	"context"
	"fmt"
	"strings"
	"time"

	"konduktor/storage"
)

// Limits of what is kept about failures: an error can quote a whole response of Discord's.
const (
	maxWhy     = 500 // bytes
	MaxDropped = 500 // messages
)

// Enqueue implements storage.Outbox.
func (s *Store) Enqueue(ctx context.Context, out []storage.Message) error {
	return s.change(ctx, func(tx Tx) error { return enqueueMissing(ctx, tx, out) })
}

// MessageColumns are those of a message in the outbox.
const (
	MessageColumns = `id, ` + messageColumns
	messageColumns = `lane, kind, game, ply, head, seat, user, body, nonce, due, attempts, cause`
)

// unlessItWaits ends a statement that adds a message: one whose nonce waits is left out.
const unlessItWaits = ` ON CONFLICT (nonce) WHERE nonce <> '' DO NOTHING`

// enqueue adds messages. storage.ErrExists if a nonce waits: then the change is not made either.
func enqueue(ctx context.Context, tx Tx, out []storage.Message) error {
	return insertMessages(ctx, tx, tx.dialect.InsertMessage, out)
}

// enqueueMissing adds the messages whose nonces do not wait.
func enqueueMissing(ctx context.Context, tx Tx, out []storage.Message) error {
	return insertMessages(ctx, tx, tx.dialect.InsertMessage+unlessItWaits, out)
}

func insertMessages(ctx context.Context, tx Tx, statement string, out []storage.Message) error {
	for _, m := range out {
		_, err := tx.Exec(
			ctx, statement, m.Lane, m.Kind, m.Game, m.Ply, m.Head[:], m.Seat, m.User, m.Body,
			m.Nonce, m.Due.UnixMicro(), m.Attempts, m.Cause,
		)
		if tx.dialect.IsUnique(err) {
			return fmt.Errorf("message with nonce %q: %w", m.Nonce, storage.ErrExists)
		}
		if err != nil {
			return fmt.Errorf("insert a message of kind %s: %w", m.Kind, err)
		}
	}
	return nil
}

// firstOfLane selects the first message of each lane.
const firstOfLane = `FROM outbox AS m WHERE m.id IN (SELECT min(id) FROM outbox GROUP BY lane)`

// Due implements storage.Outbox. Where processes divide messages, it returns those of this one.
func (s *Store) Due(ctx context.Context, now time.Time, n int) ([]storage.Message, error) {
	return division[storage.Message]{
		what: "messages", query: s.texts.selectDue, scan: scanMessage,
		lease: s.texts.leaseMessage,
		key:   func(m storage.Message) []any { return []any{m.ID} },
	}.take(ctx, s, n, now.UnixMicro())
}

func scanMessage(rows Rows) (m storage.Message, err error) {
	err = rows.Scan(
		&m.ID, &m.Lane, &m.Kind, &m.Game, &m.Ply, (*linkColumn)(&m.Head), &m.Seat, &m.User, &m.Body,
		&m.Nonce, (*timeColumn)(&m.Due), &m.Attempts, &m.Cause, &m.Trouble, &m.Doubt,
	)
	return m, err
}

// Waiting implements storage.Outbox.
func (s *Store) Waiting(ctx context.Context, n int) ([]storage.Message, error) {
	return read(ctx, s, func(tx Tx) ([]storage.Message, error) {
		return All(ctx, tx, "messages", scanMessage,
			`SELECT `+MessageColumns+`, trouble, doubt FROM outbox ORDER BY id `+atMost, n)
	})
}

// NextDue implements storage.Outbox.
func (s *Store) NextDue(ctx context.Context) (time.Time, error) {
	holding := s.dialect.Lease.holding()
	return oneTime(ctx, s, "when the next message is due", s.texts.nextDue, holding...)
}

// Sent implements storage.Outbox.
func (s *Store) Sent(ctx context.Context, id int64, posts []storage.Post) error {
	return s.change(ctx, func(tx Tx) error {
		if err := removeMessage(ctx, tx, id); err != nil {
			return err
		}
		for _, p := range posts {
			if err := tx.run(ctx, "save a post", upsertPost, postValues(&p)...); err != nil {
				return err
			}
		}
		return nil
	})
}

// Expand implements storage.Outbox.
func (s *Store) Expand(ctx context.Context, id int64, out []storage.Message) error {
	return s.change(ctx, func(tx Tx) error {
		if err := removeMessage(ctx, tx, id); err != nil {
			return err
		}
		return enqueueMissing(ctx, tx, out)
	})
}

const deleteMessage = `DELETE FROM outbox WHERE id = ?`

func removeMessage(ctx context.Context, tx Tx, id int64) error {
	return tx.run(ctx, "delete a message", deleteMessage, id)
}

// Postpone implements storage.Outbox.
func (s *Store) Postpone(ctx context.Context, id int64, to storage.Postponed) error {
	return s.hit(ctx, storage.ErrNotFound, "postpone a message",
		`UPDATE outbox SET attempts = attempts + ?, doubt = CASE WHEN ? > 0 THEN 1 ELSE doubt END,
			due = ?, trouble = ? WHERE id = ?`,
		number(to.Failed), number(to.Doubt), to.Due.UnixMicro(), truncate(to.Why), id)
}

// number is 1 for true, as the tables have it.
func number(is bool) int {
	if is {
		return 1
	}
	return 0
}

// Suspect implements storage.Outbox.
func (s *Store) Suspect(ctx context.Context) error {
	return s.run(ctx, "suspect what waits", `UPDATE outbox SET doubt = 1 WHERE doubt = 0`)
}

// Release implements storage.Outbox.
func (s *Store) Release(ctx context.Context, lane string, now time.Time) error {
	return s.change(ctx, func(tx Tx) error {
		err := tx.run(ctx, "release lane "+lane, `UPDATE outbox SET due = ? WHERE lane = ? AND due >= ?`,
			now.UnixMicro(), lane, storage.Held.UnixMicro())
		l := s.dialect.Lease
		if err != nil || l == nil {
			return err
		}
		// This process has what the lane was waiting for, so it sends the messages.
		return tx.run(ctx, "take lane "+lane,
			`UPDATE outbox SET holder = ?, held = `+s.texts.leaseEnd+` WHERE lane = ?`,
			l.Holder, l.For.Microseconds(), lane)
	})
}

// Drop implements storage.Outbox.
func (s *Store) Drop(ctx context.Context, id int64, why string) error {
	return s.change(ctx, func(tx Tx) error {
		err := tx.hit(ctx, storage.ErrNotFound, "keep why a message is dropped", `INSERT INTO dropped
			(message, `+messageColumns+`, why) SELECT `+MessageColumns+`, ? FROM outbox WHERE id = ?`,
			truncate(why), id)
		if err != nil {
			return err
		}
		if err := removeMessage(ctx, tx, id); err != nil {
			return err
		}
		return tx.run(ctx, "delete what was dropped long ago",
			`DELETE FROM dropped WHERE id <= (SELECT max(id) FROM dropped) - ?`, MaxDropped)
	})
}

// truncate cuts a reason to maxWhy bytes, between two characters.
func truncate(why string) string {
	if len(why) > maxWhy {
		why = why[:maxWhy]
	}
	return strings.ToValidUTF8(why, "")
}

// Dropped implements storage.Outbox.
func (s *Store) Dropped(ctx context.Context, n int) ([]storage.Dropped, error) {
	return read(ctx, s, func(tx Tx) ([]storage.Dropped, error) {
		return All(ctx, tx, "dropped messages", scanDropped, selectDropped, max(n, 0))
	})
}

const selectDropped = `SELECT message, ` + messageColumns +
	`, why, 0 FROM dropped ORDER BY id DESC ` + atMost

// scanDropped is scanMessage for columns with a reason at the end.
func scanDropped(rows Rows) (storage.Dropped, error) {
	m, err := scanMessage(rows)
	d := storage.Dropped{Message: m, Why: m.Trouble}
	d.Trouble = ""
	return d, err
}
