package relational

import (
	"context"
	"fmt"
	"time"

	"konduktor/engine/match"
	"konduktor/storage"
)

const insertInteraction = `INSERT INTO interaction (id, answer, at) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING`

// saveAnswer stores the answer to an interaction in the transaction of the change that it causes
// (design D8).
func saveAnswer(ctx context.Context, tx Tx, why storage.Origin, at time.Time) error {
	if why.Interaction == "" {
		return nil
	}
	result, err := tx.Exec(ctx, insertInteraction, why.Interaction, why.Answer, at.UnixMicro())
	if err != nil {
		return fmt.Errorf("insert the interaction: %w", err)
	}
	if err := expectRow(result, storage.ErrRepeated); err != nil || why.Typed == "" {
		return err
	}
	if _, err := tx.Exec(ctx, upsertTyped, why.Typed, why.Interaction, at.UnixMicro()); err != nil {
		return fmt.Errorf("note what was typed: %w", err)
	}
	return nil
}

// What was typed is kept among the answers: it leads to its interaction until it is answered.
const (
	upsertTyped = `INSERT INTO interaction (id, answer, at) VALUES (?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET answer = excluded.answer, at = excluded.at`
	selectTyped = `SELECT answer FROM interaction WHERE id = ? AND at >= ?`
	deleteTyped = `DELETE FROM interaction WHERE id = ? AND at <= ?`
)

// Unanswered returns the interaction that a command was typed with; see storage.Store.
func (s *Store) Unanswered(ctx context.Context, typed string, since time.Time) (string, error) {
	return one[string](ctx, s, selectTyped, typed, since.UnixMicro())
}

// Answered notes that a typed command was answered; see storage.Store.
func (s *Store) Answered(ctx context.Context, typed string, until time.Time) error {
	return s.change(ctx, func(tx Tx) error {
		if _, err := tx.Exec(ctx, deleteTyped, typed, until.UnixMicro()); err != nil {
			return fmt.Errorf("note that a command was answered: %w", err)
		}
		return nil
	})
}

const selectAnswer = `SELECT answer FROM interaction WHERE id = ?`

// Answer returns what an interaction was answered; see storage.Store.
func (s *Store) Answer(ctx context.Context, interaction string) (string, error) {
	return one[string](ctx, s, selectAnswer, interaction)
}

// Forget removes old answers; see storage.Store.
func (s *Store) Forget(ctx context.Context, before time.Time) error {
	return s.change(ctx, func(tx Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM interaction WHERE at < ?`,
			before.UnixMicro()); err != nil {
			return fmt.Errorf("delete old answers: %w", err)
		}
		_, err := tx.Exec(ctx, `DELETE FROM outbox WHERE due >= ? AND game IN
			(SELECT id FROM game WHERE state IN (?, ?) AND updated < ?)`,
			storage.Held.UnixMicro(), match.Finished, match.Cancelled,
			before.Add(-storage.HeldFor).UnixMicro())
		if err != nil {
			return fmt.Errorf("delete messages that nobody hears: %w", err)
		}
		return nil
	})
}
