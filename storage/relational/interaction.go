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
	return expectRow(result, storage.ErrRepeated)
}

const selectAnswer = `SELECT answer FROM interaction WHERE id = ?`

// Answer returns what an interaction was answered; see storage.Store.
func (s *Store) Answer(ctx context.Context, interaction string) (string, error) {
	return one[string](ctx, s, selectAnswer, interaction)
}

// Forget removes old answers; see storage.Store.
func (s *Store) Forget(ctx context.Context, before time.Time) error {
	return s.change(ctx, func(tx Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM interaction WHERE at < ?`, before.UnixMicro()); err != nil {
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
