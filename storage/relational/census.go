package relational

import (
	"context"
	"fmt"

	"konduktor/storage"
)

const (
	countGames    = `SELECT title, state, count(*) FROM game GROUP BY title, state ORDER BY title, state`
	countMessages = `SELECT count(*) FROM outbox WHERE due < ?`
)

// Census counts the games and the messages that wait; see storage.Store.
func (s *Store) Census(ctx context.Context) (storage.Census, error) {
	return read(ctx, s, func(tx Tx) (c storage.Census, err error) {
		c.Games, err = All(ctx, tx, "numbers of games", func(rows Rows) (k storage.Kept, err error) {
			err = rows.Scan(&k.Title, &k.State, &k.N)
			return k, err
		}, countGames)
		if err != nil {
			return c, err
		}
		if err := tx.QueryRow(ctx, countMessages, storage.Held.UnixMicro()).Scan(&c.Waiting); err != nil {
			return c, fmt.Errorf("count messages: %w", err)
		}
		return c, nil
	})
}
