package relational

import (
	"context"

	"konduktor/engine"
	"konduktor/engine/match"
)

const (
	endTenure       = `UPDATE tenure SET until = ? WHERE game = ? AND seat = ? AND until IS NULL`
	clearAgreements = `UPDATE seat SET asked = '', at_once = FALSE, ousting = 'null'
		WHERE game = ? AND place = ?`
	insertTenure = `INSERT INTO tenure (game, seat, user, why, "from", until)
		VALUES (?, ?, ?, ?, ?, ?)`
	selectTenures = `SELECT seat, user, why, "from", until FROM tenure WHERE game = ? ORDER BY id`
)

// beginTenures records who plays seats from now on; it ends the tenures before.
func beginTenures(ctx context.Context, tx Tx, id match.GameID, list []match.Tenure) error {
	for _, t := range list {
		err := tx.run(ctx, "end a tenure", endTenure, t.From.UnixMicro(), id, t.Seat)
		if err != nil {
			return err
		}
		err = tx.run(ctx, "begin a tenure", insertTenure,
			id, t.Seat, t.User, t.Why, t.From.UnixMicro(), nullMicros(t.Until))
		if err != nil {
			return err
		}
	}
	return nil
}

// forgetAgreed removes what was agreed on with the former players of seats; a change of the whole
// row brings that itself.
func forgetAgreed(ctx context.Context, tx Tx, id match.GameID, list []match.Tenure) error {
	for _, t := range list {
		err := tx.run(ctx, "free a seat of what was agreed on", clearAgreements, id, t.Seat-1)
		if err != nil {
			return err
		}
	}
	return nil
}

// endVotes ends the votes to give seats up whose players have moved.
func endVotes(ctx context.Context, tx Tx, id match.GameID, seats []engine.Seat) error {
	for _, seat := range seats {
		err := tx.run(ctx, "end the vote about a seat",
			`UPDATE seat SET ousting = 'null' WHERE game = ? AND place = ?`, id, seat-1)
		if err != nil {
			return err
		}
	}
	return nil
}

// forgetFormer makes forgotten users indistinguishable in a game that is over.
func forgetFormer(ctx context.Context, tx Tx, id match.GameID) error {
	return tx.run(ctx, "forget former players", `UPDATE tenure SET user = '`+match.Former+`'
		WHERE game = ? AND user LIKE '`+match.Former+`-%'`, id)
}

// Tenures implements storage.Games.
func (s *Store) Tenures(ctx context.Context, id match.GameID) ([]match.Tenure, error) {
	return look(ctx, s, func(tx Tx) ([]match.Tenure, error) {
		return All(ctx, tx, "tenures", scanTenure, selectTenures, id)
	})
}

func scanTenure(rows Rows) (t match.Tenure, err error) {
	err = rows.Scan(&t.Seat, &t.User, &t.Why, (*timeColumn)(&t.From), (*timeColumn)(&t.Until))
	return t, err
}
