package relational

import (
	"context"
	"time"

	"konduktor/engine/match"
	"konduktor/storage"
)

const insertInteraction = `INSERT INTO interaction (id, answer, at) VALUES (?, ?, ?)
	ON CONFLICT (id) DO NOTHING`

// saveAnswer stores the answer to an interaction in the transaction of the change that it causes
// (design D8).
func saveAnswer(ctx context.Context, tx Tx, why storage.Origin, at time.Time) error {
	if why.Interaction == "" {
		return nil
	}
	err := tx.hit(ctx, storage.ErrRepeated, "insert the interaction", insertInteraction,
		why.Interaction, why.Answer, at.UnixMicro())
	if err != nil || why.Typed == "" {
		return err
	}
	return tx.run(ctx, "note what was typed", upsertTyped, why.Typed, why.Interaction, at.UnixMicro())
}

// What was typed is kept among the answers: it leads to its interaction until it is answered.
const (
	upsertTyped = `INSERT INTO interaction (id, answer, at) VALUES (?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET answer = excluded.answer, at = excluded.at`
	selectTyped = `SELECT answer FROM interaction WHERE id = ? AND at >= ?`
	deleteTyped = `DELETE FROM interaction WHERE id = ? AND at <= ?`
)

// Unanswered implements storage.Changes.
func (s *Store) Unanswered(ctx context.Context, typed string, since time.Time) (string, error) {
	return one[string](ctx, s, "a typed command", selectTyped, typed, since.UnixMicro())
}

// Answered implements storage.Changes.
func (s *Store) Answered(ctx context.Context, typed string, until time.Time) error {
	return s.run(ctx, "note that a command was answered", deleteTyped, typed, until.UnixMicro())
}

const selectAnswer = `SELECT answer FROM interaction WHERE id = ?`

// Answer implements storage.Changes.
func (s *Store) Answer(ctx context.Context, interaction string) (string, error) {
	return one[string](ctx, s, "an answer", selectAnswer, interaction)
}

// Forget implements storage.Changes.
func (s *Store) Forget(ctx context.Context, before time.Time) error {
	return s.change(ctx, func(tx Tx) error {
		err := tx.run(ctx, "delete old answers", `DELETE FROM interaction WHERE at < ?`,
			before.UnixMicro())
		if err != nil {
			return err
		}
		err = tx.run(ctx, "delete messages that nobody hears", `DELETE FROM outbox WHERE due >= ?
			AND game IN (SELECT id FROM game WHERE state IN (?, ?) AND updated < ?)`,
			storage.Held.UnixMicro(), match.Finished, match.Cancelled,
			before.Add(-storage.HeldFor).UnixMicro())
		if err != nil {
			return err
		}
		return forgetTries(ctx, tx, before)
	})
}
