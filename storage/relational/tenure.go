package relational

import (
	"context"
	"database/sql"
	"fmt"

	"konduktor/engine"
	"konduktor/engine/match"
)

const (
	endTenure       = `UPDATE tenure SET until = ? WHERE game = ? AND seat = ? AND until IS NULL`
	clearAgreements = `UPDATE seat SET asked = '', at_once = FALSE, ousting = 'null' WHERE game = ? AND place = ?`
	insertTenure    = `INSERT INTO tenure (game, seat, user, why, "from", until) VALUES (?, ?, ?, ?, ?, ?)`
	selectTenures   = `SELECT seat, user, why, "from", until FROM tenure WHERE game = ? ORDER BY id`
)

// beginTenures records who plays seats from now on; it ends the tenures before.
func beginTenures(ctx context.Context, tx Tx, id match.GameID, list []match.Tenure) error {
	for _, t := range list {
		if _, err := tx.Exec(ctx, endTenure, t.From.UnixMicro(), id, t.Seat); err != nil {
			return fmt.Errorf("end the tenure of seat %d: %w", t.Seat, err)
		}
		if _, err := tx.Exec(ctx, insertTenure, id, t.Seat, t.User, t.Why, t.From.UnixMicro(),
			nullMicros(t.Until)); err != nil {
			return fmt.Errorf("begin a tenure of seat %d: %w", t.Seat, err)
		}
	}
	return nil
}

// forgetAgreed removes what was agreed on with the former players of seats; a change of the whole
// row brings that itself.
func forgetAgreed(ctx context.Context, tx Tx, id match.GameID, list []match.Tenure) error {
	for _, t := range list {
		if _, err := tx.Exec(ctx, clearAgreements, id, t.Seat-1); err != nil {
			return fmt.Errorf("free seat %d of what was agreed on: %w", t.Seat, err)
		}
	}
	return nil
}

// endVotes ends the votes to give seats up whose players have moved.
func endVotes(ctx context.Context, tx Tx, id match.GameID, seats []engine.Seat) error {
	for _, seat := range seats {
		if _, err := tx.Exec(ctx, `UPDATE seat SET ousting = 'null' WHERE game = ? AND place = ?`, id,
			seat-1); err != nil {
			return fmt.Errorf("end the vote about seat %d: %w", seat, err)
		}
	}
	return nil
}

// forgetFormer makes forgotten users indistinguishable in a game that is over.
func forgetFormer(ctx context.Context, tx Tx, id match.GameID) error {
	_, err := tx.Exec(ctx, `UPDATE tenure SET user = '`+match.Former+`' WHERE game = ? AND user LIKE '`+match.Former+`-%'`,
		id)
	if err != nil {
		return fmt.Errorf("forget former players: %w", err)
	}
	return nil
}

// Tenures returns who has played the seats of a game; see storage.Store.
func (s *Store) Tenures(ctx context.Context, id match.GameID) ([]match.Tenure, error) {
	return look(ctx, s, func(tx Tx) ([]match.Tenure, error) {
		return All(ctx, tx, "tenures", scanTenure, selectTenures, id)
	})
}

func scanTenure(rows Rows) (t match.Tenure, err error) {
	var from int64
	var until sql.NullInt64
	err = rows.Scan(&t.Seat, &t.User, &t.Why, &from, &until)
	t.From, t.Until = fromMicros(from), orZero(until)
	return t, err
}
