package relational

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"konduktor/engine/match"
	"konduktor/storage"
)

const (
	resultColumns = `game, seat, user, guild, ended, body`
	selectResults = `SELECT ` + resultColumns + ` FROM result WHERE `
)

// EndGame keeps the results of a game; see storage.Store.
func (s *Store) EndGame(ctx context.Context, game match.GameID, results []match.Result) error {
	return s.change(ctx, func(tx Tx) error {
		known, err := All(ctx, tx, "results", scanResult, selectResults+`game = ?`, game)
		if err != nil || len(known) > 0 {
			return err
		}
		tenures, err := All(ctx, tx, "tenures", scanTenure, selectTenures, game)
		if err != nil {
			return err
		}
		for _, r := range results {
			if r.User != "" && !slices.ContainsFunc(tenures, func(t match.Tenure) bool {
				return t.User == r.User
			}) { // forgotten meanwhile
				r.User, r.Rated = "", false
			}
			if r.User == "" && !r.Held() {
				continue
			}
			body, err := json.Marshal(r.Account)
			if err != nil {
				return fmt.Errorf("write a result of game %s: %w", game, err)
			}
			if _, err := tx.Exec(ctx, `INSERT INTO result (`+resultColumns+`) VALUES (?, ?, ?, ?, ?, ?)`,
				game, r.Seat, r.User, r.Server, r.Ended.UnixMicro(), string(body)); err != nil {
				return fmt.Errorf("insert a result of game %s: %w", game, err)
			}
		}
		return nil
	})
}

func scanResult(rows Rows) (r match.Result, err error) {
	var ended int64
	var body string
	if err := rows.Scan(&r.Game, &r.Seat, &r.User, &r.Server, &ended, &body); err != nil {
		return r, err
	}
	r.Ended = fromMicros(ended)
	if err := json.Unmarshal([]byte(body), &r.Account); err != nil {
		return r, fmt.Errorf("%w: a result of game %s cannot be read", storage.ErrDamaged, r.Game)
	}
	return r, nil
}

// JudgeGame notes what a review says; see storage.Store.
func (s *Store) JudgeGame(ctx context.Context, game match.GameID, judged []match.Judged) error {
	return s.change(ctx, func(tx Tx) error {
		results, err := All(ctx, tx, "results", scanResult, selectResults+`game = ?`, game)
		if err != nil {
			return err
		}
		for _, r := range results {
			if !r.Held() || int(r.Seat) > len(judged) {
				continue
			}
			r.Judged = &judged[r.Seat-1]
			body, err := json.Marshal(r.Account)
			if err != nil {
				return fmt.Errorf("write a result of game %s: %w", game, err)
			}
			if _, err := tx.Exec(ctx, `UPDATE result SET body = ? WHERE game = ? AND seat = ? AND user = ?`,
				string(body), game, r.Seat, r.User); err != nil {
				return fmt.Errorf("note the review of game %s: %w", game, err)
			}
		}
		return nil
	})
}

// Results returns the results of games; see storage.Store.
func (s *Store) Results(ctx context.Context, games ...match.GameID) ([]match.Result, error) {
	args := make([]any, len(games))
	for i, id := range games {
		args[i] = id
	}
	if len(games) == 0 {
		return nil, nil
	}
	return s.results(ctx, `game IN (`+marks(len(args))+`) ORDER BY ended, game, seat`, args...)
}

// ResultsOn returns the results of a server's games; see storage.Store.
func (s *Store) ResultsOn(ctx context.Context, server match.ServerID, from, until time.Time,
) ([]match.Result, error) {
	return s.results(ctx, `guild = ? AND ended >= ? AND ended < ? ORDER BY ended, game, seat`,
		server, from.UnixMicro(), until.UnixMicro())
}

// ResultsOf returns the results of a user; see storage.Store.
func (s *Store) ResultsOf(ctx context.Context, user match.UserID, from time.Time,
) ([]match.Result, error) {
	return s.results(ctx, `user = ? AND user <> '' AND ended >= ? ORDER BY ended, game, seat`, user,
		from.UnixMicro())
}

func (s *Store) results(ctx context.Context, where string, args ...any) ([]match.Result, error) {
	return look(ctx, s, func(tx Tx) ([]match.Result, error) {
		return All(ctx, tx, "results", scanResult, selectResults+where, args...)
	})
}

// Finished lists finished games; see storage.Store.
func (s *Store) Finished(ctx context.Context, of storage.Finished, skip, n int,
) ([]match.GameID, error) {
	var where []string
	var args []any
	and := func(condition string, arg any) {
		where, args = append(where, condition), append(args, arg)
	}
	if of.User != "" {
		and(`user = ?`, of.User)
	} else {
		and(`seat = ?`, 1) // each game once
	}
	if of.Server != "" {
		and(`guild = ?`, of.Server)
	}
	if of.With != "" {
		and(`game IN (SELECT game FROM result WHERE user = ?)`, of.With)
	}
	if of.User == "" && of.Server == "" {
		return nil, nil // not those of everybody everywhere
	}
	args = append(args, n, skip)
	return look(ctx, s, func(tx Tx) ([]match.GameID, error) {
		return All(ctx, tx, "finished games", func(rows Rows) (id match.GameID, err error) {
			var ended int64
			err = rows.Scan(&id, &ended)
			return id, err
		}, `SELECT DISTINCT game, ended FROM result WHERE `+strings.Join(where, ` AND `)+
			` ORDER BY ended DESC, game `+atMost+` OFFSET CAST(? AS BIGINT)`, args...)
	})
}

// Leagues lists the servers with results or ratings; see storage.Store. It goes from one server to
// the next in the index instead of reading all results.
func (s *Store) Leagues(ctx context.Context) ([]match.ServerID, error) {
	return look(ctx, s, func(tx Tx) ([]match.ServerID, error) {
		return All(ctx, tx, "servers", func(rows Rows) (server match.ServerID, err error) {
			err = rows.Scan(&server)
			return server, err
		}, `WITH RECURSIVE league (guild) AS (
			SELECT min(guild) FROM result WHERE guild > '' UNION ALL
			SELECT (SELECT min(guild) FROM result WHERE guild > league.guild) FROM league
			WHERE league.guild IS NOT NULL), rated (guild) AS (
			SELECT min(guild) FROM rating UNION ALL
			SELECT (SELECT min(guild) FROM rating WHERE guild > rated.guild) FROM rated
			WHERE rated.guild IS NOT NULL)
			SELECT guild FROM league WHERE guild IS NOT NULL UNION
			SELECT guild FROM rated WHERE guild IS NOT NULL ORDER BY 1`)
	})
}

// Ratings returns the ratings on a server; see storage.Store.
func (s *Store) Ratings(ctx context.Context, server match.ServerID, title string,
) ([]storage.Rating, error) {
	return s.ratings(ctx, `r.guild = ? AND r.title = ?`, server, title)
}

// RatingsOf returns the ratings of a user; see storage.Store.
func (s *Store) RatingsOf(ctx context.Context, user match.UserID) ([]storage.Rating, error) {
	return s.ratings(ctx, `r.user = ?`, user)
}

func (s *Store) ratings(ctx context.Context, where string, args ...any) ([]storage.Rating, error) {
	return look(ctx, s, func(tx Tx) ([]storage.Rating, error) {
		return All(ctx, tx, "ratings", scanRating, `SELECT r.guild, r.user, r.title, r.day, r.body,
			coalesce(u.name, ''), h.rated FROM rating AS r LEFT JOIN user AS u ON u.id = r.user
			LEFT JOIN habits AS h ON h.user = r.user WHERE `+where+` ORDER BY r.guild, r.title, r.user`,
			args...)
	})
}

func scanRating(rows Rows) (r storage.Rating, err error) {
	var body string
	var takesPart sql.NullBool
	err = rows.Scan(&r.Server, &r.User, &r.Title, &r.Day, &body, &r.Name, &takesPart)
	if err != nil {
		return r, err
	}
	r.TakesPart = takesPart.Bool
	if err := json.Unmarshal([]byte(body), &r.Rated); err != nil {
		return r, fmt.Errorf("%w: a rating of user %s cannot be read", storage.ErrDamaged, r.User)
	}
	return r, nil
}

// SaveRatings replaces the ratings on a server; see storage.Store.
func (s *Store) SaveRatings(ctx context.Context, server match.ServerID, ratings []storage.Rating,
) error {
	return s.change(ctx, func(tx Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM rating WHERE guild = ?`, server); err != nil {
			return fmt.Errorf("remove the ratings of a server: %w", err)
		}
		for _, r := range ratings {
			body, err := json.Marshal(r.Rated)
			if err != nil {
				return fmt.Errorf("write a rating: %w", err)
			}
			// the user can have been forgotten since the results were read
			if _, err := tx.Exec(ctx, `INSERT INTO rating (guild, user, title, day, body)
				SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM result WHERE user = ?2 AND guild = ?1)`,
				server, r.User, r.Title, r.Day, string(body)); err != nil {
				return fmt.Errorf("insert a rating: %w", err)
			}
		}
		return nil
	})
}

// eraseResults makes the results of a user those of somebody who played all of them on a server, so
// that the ratings of others do not change. Nothing leads from that name to the user, or from
// server to server.
func eraseResults(ctx context.Context, tx Tx, user match.UserID) error {
	servers, err := All(ctx, tx, "servers of a user", func(rows Rows) (s match.ServerID, err error) {
		err = rows.Scan(&s)
		return s, err
	}, `SELECT DISTINCT guild FROM result WHERE user = ? AND user <> ''`, user)
	if err != nil {
		return err
	}
	for _, server := range servers {
		name := match.Former + "-" + strings.ToLower(rand.Text()[:16])
		if _, err := tx.Exec(ctx, `UPDATE result SET user = ? WHERE user = ? AND guild = ?`,
			name, user, server); err != nil {
			return fmt.Errorf("erase the user of results: %w", err)
		}
	}
	if _, err := tx.Exec(ctx, `DELETE FROM rating WHERE user = ?`, user); err != nil {
		return fmt.Errorf("erase the ratings of a user: %w", err)
	}
	return nil
}
