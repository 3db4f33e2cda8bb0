package relational

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"

	"konduktor/engine/match"
	"konduktor/storage"
)

// beginTry notes that a new game is its host's try at the deal of its day; nothing for another one.
func beginTry(ctx context.Context, tx Tx, g match.Game) error {
	if g.Daily == "" {
		return nil
	}
	result, err := tx.Exec(ctx, `INSERT INTO daily (day, user, game) SELECT ?1, ?2, ?3
		WHERE NOT EXISTS (SELECT 1 FROM daily WHERE day = ?1 AND user = ?4)`,
		g.Daily, g.Host, g.ID, formerOf(g.Daily, g.Host))
	if err == nil {
		err = expectRow(result, storage.ErrExists)
	}
	if tx.dialect.IsUnique(err) {
		return fmt.Errorf("try of user %s at %s: %w", g.Host, g.Daily, storage.ErrExists)
	}
	if err != nil {
		return fmt.Errorf("begin a try: %w", err)
	}
	return nil
}

// formerOf stands for a user who was forgotten in the tries of a day, so that nobody has two. Only
// the ID itself leads to it.
func formerOf(day match.Day, user match.UserID) string {
	sum := sha256.Sum256([]byte(string(day) + string(user)))
	return match.Former + "-" + hex.EncodeToString(sum[:8])
}

// eraseTries makes the tries of a user nobody's. The results stay: the places of others rest on
// them.
func eraseTries(ctx context.Context, tx Tx, user match.UserID) error {
	days, err := All(ctx, tx, "tries", scanDay, `SELECT day FROM daily WHERE user = ?`, user)
	if err != nil {
		return err
	}
	for _, day := range days {
		if _, err := tx.Exec(ctx, `UPDATE daily SET user = ? WHERE day = ? AND user = ?`,
			formerOf(day, user), day, user); err != nil {
			return fmt.Errorf("erase the user of a try: %w", err)
		}
	}
	return nil
}

func scanDay(rows Rows) (day match.Day, err error) {
	err = rows.Scan(&day)
	return day, err
}

// Try returns a user's try at a day's deal; see storage.Store.
func (s *Store) Try(ctx context.Context, day match.Day, user match.UserID,
) (storage.Try, error) {
	return look(ctx, s, func(tx Tx) (storage.Try, error) {
		t := storage.Try{Day: day, User: user}
		var points sql.NullInt64
		err := tx.QueryRow(ctx, `SELECT game, points FROM daily WHERE day = ? AND user = ?`, day, user).
			Scan(&t.Game, &points)
		t.Ended, t.Points = points.Valid, int(points.Int64)
		return t, orNotFound(err)
	})
}

// EndTry notes the result of a try; see storage.Store.
func (s *Store) EndTry(ctx context.Context, game match.GameID, points int) error {
	return s.change(ctx, func(tx Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE daily SET points = ? WHERE game = ? AND points IS NULL`,
			points, game); err != nil {
			return fmt.Errorf("end the try of game %s: %w", game, err)
		}
		return nil
	})
}

// Place compares a result with the others of its day; see storage.Store.
func (s *Store) Place(ctx context.Context, day match.Day, points int) (match.Place, error) {
	return look(ctx, s, func(tx Tx) (p match.Place, err error) {
		err = tx.QueryRow(ctx, `SELECT
			(SELECT count(*) FROM daily WHERE day = ?1 AND points < ?2),
			(SELECT count(*) FROM daily WHERE day = ?1 AND points = ?2),
			(SELECT count(*) FROM daily WHERE day = ?1 AND points IS NOT NULL)`,
			day, points).Scan(&p.Below, &p.Same, &p.All)
		return p, err
	})
}

// DaysPlayed returns the days whose deal a user has finished; see storage.Store.
func (s *Store) DaysPlayed(ctx context.Context, user match.UserID, n int) ([]match.Day, error) {
	return look(ctx, s, func(tx Tx) ([]match.Day, error) {
		return All(ctx, tx, "days", scanDay, `SELECT day FROM daily
			WHERE user = ? AND points IS NOT NULL ORDER BY day DESC `+atMost, user, n)
	})
}
