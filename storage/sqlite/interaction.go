package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/konduktor-bot/konduktor/storage"
)

const insertInteraction = `INSERT INTO interaction (id, answer, at) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING`

// remember keeps what an interaction is answered, with what it brings about (design D8).
func remember(ctx context.Context, tx tx, why storage.Cause, at time.Time) error {
	if why.Interaction == "" {
		return nil
	}
	result, err := tx.exec(ctx, insertInteraction, why.Interaction, why.Answer, at.UnixMicro())
	if err != nil {
		return fmt.Errorf("insert the interaction: %w", err)
	}
	return expectRow(result, storage.ErrRepeated)
}

// expectRow returns otherwise if a statement has changed no row.
func expectRow(result sql.Result, otherwise error) error {
	n, err := result.RowsAffected()
	if err != nil {
		return fmt.Errorf("count rows: %w", err)
	}
	if n == 0 {
		return otherwise
	}
	return nil
}

const selectAnswer = `SELECT answer FROM interaction WHERE id = ?`

// Answer returns what an interaction was answered; see storage.Store.
func (s *Store) Answer(ctx context.Context, interaction string) (string, error) {
	return s.text(ctx, selectAnswer, interaction)
}

// text reads one text, ErrNotFound if there is no such row.
func (s *Store) text(ctx context.Context, query, key string) (text string, err error) {
	err = s.look(ctx, func(tx tx) error {
		return found(tx.row(ctx, query, key).Scan(&text))
	})
	return text, err
}

// found turns the driver's word for no row into ours.
func found(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return storage.ErrNotFound
	}
	return err
}

// Forget removes old answers; see storage.Store.
func (s *Store) Forget(ctx context.Context, before time.Time) error {
	return s.change(ctx, func(tx tx) error {
		if _, err := tx.exec(ctx, `DELETE FROM interaction WHERE at < ?`, before.UnixMicro()); err != nil {
			return fmt.Errorf("delete old answers: %w", err)
		}
		return nil
	})
}
