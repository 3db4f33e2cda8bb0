package relational

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"time"

	"konduktor/engine/match"
	"konduktor/storage"
)

// beginTry notes that a new game is its host's try at the deal of its day; nothing for another one.
func beginTry(ctx context.Context, tx Tx, g match.Game) error {
	if g.Daily == "" {
		return nil
	}
	result, err := tx.Exec(ctx, `INSERT INTO daily (day, user, game, computers) SELECT ?1, ?2, ?3, ?5
		WHERE NOT EXISTS (SELECT 1 FROM daily WHERE day = ?1 AND user = ?4)`,
		g.Daily, g.Host, g.ID, formerOf(g.Daily, g.Host), g.RatedBy)
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
// the ID itself leads to it, and nothing does once the day has closed.
func formerOf(day match.Day, user match.UserID) string {
	sum := sha256.Sum256([]byte(string(day) + string(user)))
	return match.Former + "-" + hex.EncodeToString(sum[:8])
}

// eraseTries makes the tries of a user nobody's. The results stay: the places of others rest on
// them.
func eraseTries(ctx context.Context, tx Tx, user match.UserID) error {
	days, err := All(ctx, tx, "tries", column[match.Day], `SELECT day FROM daily WHERE user = ?`, user)
	if err != nil {
		return err
	}
	for _, day := range days {
		err := tx.run(ctx, "erase the user of a try",
			`UPDATE daily SET user = ? WHERE day = ? AND user = ?`, formerOf(day, user), day, user)
		if err != nil {
			return err
		}
	}
	return nil
}

// Try implements storage.Dailies.
func (s *Store) Try(ctx context.Context, day match.Day, user match.UserID) (storage.Try, error) {
	return look(ctx, s, func(tx Tx) (storage.Try, error) {
		t := storage.Try{Day: day, User: user}
		var points sql.NullInt64
		err := tx.QueryRow(ctx, `SELECT game, points, computers FROM daily WHERE day = ? AND user = ?`,
			day, user).Scan(&t.Game, &points, &t.Computers)
		t.Ended, t.Points = points.Valid, int(points.Int64)
		return t, reading("a try", err)
	})
}

// EndTry implements storage.Dailies.
func (s *Store) EndTry(ctx context.Context, game match.GameID, points int) error {
	return s.change(ctx, func(tx Tx) error {
		return tx.run(ctx, "end a try",
			`UPDATE daily SET points = ? WHERE game = ? AND points IS NULL`, points, game)
	})
}

// forgetTries cuts what still leads from forgotten users to their tries of days that have closed.
func forgetTries(ctx context.Context, tx Tx, now time.Time) error {
	return tx.run(ctx, "forget whose tries they were", `UPDATE daily SET user = 'nobody-' || game
		WHERE user > ?1 || '-' AND user < ?1 || '.' AND day <= ?2`,
		match.Former, match.LastClosed(now))
}

// Place implements storage.Dailies.
func (s *Store) Place(ctx context.Context, try storage.Try) (match.Place, error) {
	return look(ctx, s, func(tx Tx) (match.Place, error) {
		counts, err := resultsByPoints(ctx, tx, try.Day, try.Day)
		return match.PlaceIn(counts[compared{try.Day, try.Computers}], try.Points), err
	})
}

// compared are the tries that are compared with each other: against the same computers.
type compared struct {
	day       match.Day
	computers int
}

// resultsByPoints counts the finished tries of some days by their points.
func resultsByPoints(ctx context.Context, tx Tx, from, to match.Day,
) (map[compared]map[int]int, error) {
	type count struct {
		of        compared
		points, n int
	}
	list, err := All(ctx, tx, "results", func(rows Rows) (c count, err error) {
		err = rows.Scan(&c.of.day, &c.of.computers, &c.points, &c.n)
		return c, err
	}, `SELECT day, computers, points, count(*) FROM daily
		WHERE day BETWEEN ? AND ? AND points IS NOT NULL GROUP BY day, computers, points`, from, to)
	counts := map[compared]map[int]int{}
	for _, c := range list {
		if counts[c.of] == nil {
			counts[c.of] = map[int]int{}
		}
		counts[c.of][c.points] = c.n
	}
	return counts, err
}

// Tries implements storage.Dailies.
func (s *Store) Tries(ctx context.Context, user match.UserID, n int) ([]storage.Try, error) {
	return look(ctx, s, func(tx Tx) ([]storage.Try, error) {
		return All(ctx, tx, "tries", func(rows Rows) (storage.Try, error) {
			t := storage.Try{User: user, Ended: true}
			err := rows.Scan(&t.Day, &t.Game, &t.Points, &t.Computers)
			return t, err
		}, `SELECT day, game, points, computers FROM daily
			WHERE user = ? AND points IS NOT NULL ORDER BY day DESC `+atMost, user, n)
	})
}

// ShowDaily implements storage.Dailies.
func (s *Store) ShowDaily(ctx context.Context, server match.ServerID, user match.UserID, on bool,
) error {
	statement := `DELETE FROM daily_table WHERE user = ?2 AND (?1 = '' OR server = ?1)`
	if on {
		statement = `INSERT INTO daily_table (server, user) VALUES (?1, ?2) ON CONFLICT DO NOTHING`
	}
	return s.change(ctx, func(tx Tx) error {
		return tx.run(ctx, "change who is on the table of a server", statement, server, user)
	})
}

// DailyServers implements storage.Dailies.
func (s *Store) DailyServers(ctx context.Context, user match.UserID) ([]match.ServerID, error) {
	return look(ctx, s, func(tx Tx) ([]match.ServerID, error) {
		return All(ctx, tx, "servers", column[match.ServerID],
			`SELECT server FROM daily_table WHERE user = ? ORDER BY server`, user)
	})
}

// DailyResults implements storage.Dailies.
func (s *Store) DailyResults(ctx context.Context, server match.ServerID, from, to match.Day,
) ([]match.DailyResult, error) {
	return look(ctx, s, func(tx Tx) ([]match.DailyResult, error) {
		counts, err := resultsByPoints(ctx, tx, from, to)
		if err != nil {
			return nil, err
		}
		return All(ctx, tx, "results", func(rows Rows) (r match.DailyResult, err error) {
			of := compared{}
			err = rows.Scan(&of.day, &of.computers, &r.User, &r.Points)
			r.Day, r.Place = of.day, match.PlaceIn(counts[of], r.Points)
			return r, err
		}, `SELECT d.day, d.computers, d.user, d.points FROM daily_table t JOIN daily d ON d.user = t.user
			WHERE t.server = ? AND d.day BETWEEN ? AND ? AND d.points IS NOT NULL
			ORDER BY d.day, d.points DESC, d.user`, server, from, to)
	})
}
