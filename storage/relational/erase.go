package relational

import (
	"context"
	"crypto/rand"
	"reflect"
	"strings"
	"time"

	"konduktor/engine/match"
	"konduktor/storage"
)

// Erase implements storage.Users.
func (s *Store) Erase(ctx context.Context, user match.UserID, name string) error {
	return s.change(ctx, func(tx Tx) error {
		games, err := someGames(ctx, tx, tx.texts.naming, oldestFirst, namingArgs(user), s.leaveOut)
		if err != nil {
			return err
		}
		for _, g := range games {
			if (g.State == match.Lobby || g.State == match.Running) && g.HasSeat(user) {
				return storage.ErrStale
			}
			tenures, err := All(ctx, tx, "tenures", scanTenure, selectTenures, g.ID)
			if err != nil {
				return err
			}
			without := g.Without(user, name, tenures)
			if g.State == match.Running {
				err := tx.run(ctx, "erase a user's tenures",
					`UPDATE tenure SET user = ? WHERE game = ? AND user = ?`, g.FormerHere(user), g.ID, user)
				if err != nil {
					return err
				}
			}
			if reflect.DeepEqual(g, without) {
				continue
			}
			if err := replaceGame(ctx, tx, without); err != nil {
				return err
			}
		}
		if err := eraseTries(ctx, tx, user); err != nil {
			return err
		}
		if err := eraseResults(ctx, tx, user); err != nil {
			return err
		}
		// A season tells those who were forgotten apart.
		former := match.Former + "-" + strings.ToLower(rand.Text())
		err = tx.run(ctx, "erase a user from seasons", `UPDATE setting
			SET value = replace(value, '"' || ?1 || '"', '"' || ?2 || '"')
			WHERE key LIKE 'season/%' OR key LIKE 'evening/%'`, user, former)
		if err != nil {
			return err
		}
		return eraseRows(ctx, tx, user)
	})
}

// Purge implements storage.Changes.
func (s *Store) Purge(
	ctx context.Context, before time.Time, server match.ServerID, n int,
) (removed int, err error) {
	err = s.change(ctx, func(tx Tx) error {
		ids, err := All(ctx, tx, "old games", column[match.GameID],
			`SELECT id FROM game WHERE state IN (?1, ?2) AND updated < ?3 AND (?4 = '' OR guild = ?4)
			ORDER BY created LIMIT CAST(?5 AS BIGINT)`,
			match.Finished, match.Cancelled, before.UnixMicro(), server, n)
		if err != nil {
			return err
		}
		for _, id := range ids {
			for _, statement := range []string{
				`DELETE FROM post WHERE game = ?`, `DELETE FROM outbox WHERE game = ?`,
				`DELETE FROM dropped WHERE game = ?`, `DELETE FROM game WHERE id = ?`,
			} {
				if err := tx.run(ctx, "remove game "+string(id), statement, id); err != nil {
					return err
				}
			}
		}
		removed = len(ids)
		return nil
	})
	return removed, err
}

// eraseRows removes the rows that are about a user alone, and the user from those that stay.
func eraseRows(ctx context.Context, tx Tx, user match.UserID) error {
	for _, statement := range []string{
		`DELETE FROM post WHERE reader = ?1
			OR channel = (SELECT dm FROM user WHERE id = ?1 AND dm <> '')`,
		`UPDATE post SET about = '' WHERE about = ?1`,
		`UPDATE post SET called = '' WHERE ' ' || called || ' ' LIKE '% ' || ?1 || ' %'`,
		`DELETE FROM outbox WHERE user = ?1`,
		// an event's body has the game's row
		`DELETE FROM dropped WHERE user = ?1 OR body LIKE '%"' || ?1 || '"%'`,
		`DELETE FROM plan WHERE user = ?1`,
		`DELETE FROM habits WHERE user = ?1`,
		`DELETE FROM attestation WHERE user = ?1`,
		`DELETE FROM daily_table WHERE user = ?1`,
		`DELETE FROM setting WHERE key = '` + storage.RemindingKey("") + `' || ?1`,
		`DELETE FROM setting WHERE key = 'seeker/' || ?1`,
		// queues, whom others avoid, what managers have done
		`UPDATE setting SET value = replace(value, '"' || ?1 || '"', '""')
			WHERE (key LIKE 'find/%' OR key LIKE 'seeker/%' OR key LIKE 'guild/%' OR key LIKE 'deeds/%')
			AND value LIKE '%"' || ?1 || '"%'`,
		`UPDATE outbox SET body = replace(body, '"' || ?1 || '"', '""') WHERE kind = 'deed'`,
		`DELETE FROM user WHERE id = ?1`,
		`UPDATE tenure SET user = '` + match.Former + `' WHERE user = ?1`,
		`UPDATE undone SET by = '` + match.Former + `' WHERE by = ?1`,
	} {
		if err := tx.run(ctx, "erase the rows of a user", statement, user); err != nil {
			return err
		}
	}
	return nil
}
