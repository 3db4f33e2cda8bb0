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

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

const (
	resultColumns = `game, seat, user, guild, ended, body`
	selectResults = `SELECT ` + resultColumns + ` FROM result WHERE `
)

// EndGame implements storage.Results.
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
			gone := r.User != "" && !slices.ContainsFunc(tenures, func(t match.Tenure) bool {
				return t.User == r.User
			}) // forgotten meanwhile
			switch {
			case gone && !r.Held():
				continue
			case gone || match.IsFormer(r.User): // a defeat is none the less theirs
				r.User = formerInResults()
			}
			body, err := json.Marshal(r.Account)
			if err != nil {
				return fmt.Errorf("write a result of game %s: %w", game, err)
			}
			if err := tx.run(ctx, "insert a result of game "+string(game),
				`INSERT INTO result (`+resultColumns+`) VALUES (?, ?, ?, ?, ?, ?)`,
				game, r.Seat, r.User, r.Server, r.Ended.UnixMicro(), string(body)); err != nil {
				return err
			}
		}
		return nil
	})
}

// formerInResults is a name for somebody who was forgotten. Nothing leads from it to the user, or
// to another name of theirs.
func formerInResults() match.UserID {
	return match.UserID(match.Former + "-" + strings.ToLower(rand.Text()[:16]))
}

func scanResult(rows Rows) (r match.Result, err error) {
	err = rows.Scan(&r.Game, &r.Seat, &r.User, &r.Server, (*timeColumn)(&r.Ended),
		jsonColumn{&r.Account})
	if err != nil {
		err = fmt.Errorf("a result of game %s: %w", r.Game, err)
	}
	return r, err
}

// JudgeGame implements storage.Results.
func (s *Store) JudgeGame(ctx context.Context, game match.GameID, judged []match.Judged) error {
	return s.amend(ctx, game, func(r *match.Result) {
		if int(r.Seat) <= len(judged) {
			r.Judged = &judged[r.Seat-1]
		}
	})
}

// UnrateGame implements storage.Results.
func (s *Store) UnrateGame(ctx context.Context, game match.GameID, seats []engine.Seat) error {
	return s.amend(ctx, game, func(r *match.Result) { r.Removed = slices.Contains(seats, r.Seat) })
}

// amend changes the results of the owners of a game's seats.
func (s *Store) amend(ctx context.Context, game match.GameID, change func(*match.Result)) error {
	return s.change(ctx, func(tx Tx) error {
		results, err := All(ctx, tx, "results", scanResult, selectResults+`game = ?`, game)
		if err != nil {
			return err
		}
		for _, r := range results {
			if !r.Held() {
				continue
			}
			change(&r)
			body, err := json.Marshal(r.Account)
			if err != nil {
				return fmt.Errorf("write a result of game %s: %w", game, err)
			}
			if err := tx.run(ctx, "amend a result of game "+string(game),
				`UPDATE result SET body = ? WHERE game = ? AND seat = ? AND user = ?`,
				string(body), game, r.Seat, r.User); err != nil {
				return err
			}
		}
		return nil
	})
}

// Results implements storage.Results.
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

// ResultsOn implements storage.Results.
func (s *Store) ResultsOn(ctx context.Context, server match.ServerID, from, until time.Time,
) ([]match.Result, error) {
	return s.results(ctx, `guild = ? AND ended >= ? AND ended < ? ORDER BY ended, game, seat`,
		server, from.UnixMicro(), until.UnixMicro())
}

// ResultsOf implements storage.Results.
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

// Finished implements storage.Results.
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

// Lasted implements storage.Results. Of more than 200 games it looks at those opened last.
func (s *Store) Lasted(ctx context.Context, title, pace string, people int, by time.Time,
) ([]time.Duration, error) {
	return look(ctx, s, func(tx Tx) ([]time.Duration, error) {
		return All(ctx, tx, "lengths of games", func(rows Rows) (took time.Duration, err error) {
			err = rows.Scan((*spanColumn)(&took))
			return took, err
		}, `SELECT b.at - a.at FROM (SELECT id, ply, created FROM game WHERE state = 'finished' AND
			title = ? AND pace = ? AND created < CAST(? AS BIGINT)
			ORDER BY created DESC LIMIT 200) AS recent
			JOIN move AS a ON a.game = recent.id AND a.ply = 0
			JOIN move AS b ON b.game = recent.id AND b.ply = recent.ply - 1 WHERE b.at < CAST(? AS BIGINT)
			AND (SELECT count(*) FROM seat AS s WHERE s.game = recent.id AND s.level = '') = ?
			ORDER BY recent.created DESC LIMIT 50`,
			title, pace, by.UnixMicro(), by.UnixMicro(), people)
	})
}

// Leagues implements storage.Results. It goes from one server to the next in the index instead of
// reading all results.
func (s *Store) Leagues(ctx context.Context) ([]match.ServerID, error) {
	return look(ctx, s, func(tx Tx) ([]match.ServerID, error) {
		return All(ctx, tx, "servers", column[match.ServerID], `WITH RECURSIVE league (guild) AS (
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

// Ratings implements storage.Results.
func (s *Store) Ratings(ctx context.Context, server match.ServerID, title string,
) ([]storage.Rating, error) {
	return s.ratings(ctx, `r.guild = ? AND r.title = ?`, server, title)
}

// RatingsOf implements storage.Results.
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
	var takesPart sql.NullBool
	err = rows.Scan(&r.Server, &r.User, &r.Title, &r.Day, jsonColumn{&r.Rated}, &r.Name, &takesPart)
	if err != nil {
		err = fmt.Errorf("a rating of user %s: %w", r.User, err)
	}
	r.TakesPart = takesPart.Bool
	return r, err
}

// SaveRatings implements storage.Results.
func (s *Store) SaveRatings(ctx context.Context, server match.ServerID, ratings []storage.Rating,
) error {
	return s.change(ctx, func(tx Tx) error {
		err := tx.run(ctx, "remove the ratings of a server", `DELETE FROM rating WHERE guild = ?`, server)
		if err != nil {
			return err
		}
		for _, r := range ratings {
			body, err := json.Marshal(r.Rated)
			if err != nil {
				return fmt.Errorf("write a rating: %w", err)
			}
			// the user can have been forgotten since the results were read
			err = tx.run(ctx, "insert a rating", `INSERT INTO rating (guild, user, title, day, body)
				SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM result WHERE user = ?2 AND guild = ?1)`,
				server, r.User, r.Title, r.Day, string(body))
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// eraseResults makes the results of a user those of somebody who played all of them on a server, so
// that the ratings of others do not change.
func eraseResults(ctx context.Context, tx Tx, user match.UserID) error {
	servers, err := All(ctx, tx, "servers of a user", column[match.ServerID],
		`SELECT DISTINCT guild FROM result WHERE user = ? AND user <> ''`, user)
	if err != nil {
		return err
	}
	for _, server := range servers {
		name := formerInResults()
		if err := tx.run(ctx, "erase the user of results",
			`UPDATE result SET user = ? WHERE user = ? AND guild = ?`, name, user, server); err != nil {
			return err
		}
	}
	return tx.run(ctx, "erase the ratings of a user", `DELETE FROM rating WHERE user = ?`, user)
}
