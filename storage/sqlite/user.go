package sqlite

import (
	"context"
	"fmt"

	"konduktor/storage"
)

const selectUser = `SELECT id, name, locale, dm, dms FROM user WHERE id = ?`

// User returns what is known of a user; see storage.Store.
func (s *Store) User(ctx context.Context, id string) (storage.User, error) {
	return read(ctx, s, func(tx tx) (u storage.User, err error) {
		err = orNotFound(tx.row(ctx, selectUser, id).Scan(&u.ID, &u.Name, &u.Locale, &u.DM, &u.DMs))
		return u, err
	})
}

// SaveUser adds or replaces a user; see storage.Store.
func (s *Store) SaveUser(ctx context.Context, u storage.User) error {
	return s.change(ctx, func(tx tx) error {
		_, err := tx.exec(ctx, `INSERT INTO user (id, name, locale, dm, dms) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET (name, locale, dm, dms) = (excluded.name, excluded.locale, excluded.dm, excluded.dms)`,
			u.ID, u.Name, u.Locale, u.DM, u.DMs)
		if err != nil {
			return fmt.Errorf("save user %s: %w", u.ID, err)
		}
		return nil
	})
}

// Setting returns a value; see storage.Store.
func (s *Store) Setting(ctx context.Context, key string) (string, error) {
	return one[string](ctx, s, `SELECT value FROM setting WHERE key = ?`, key)
}

// SetSetting sets a value; see storage.Store.
func (s *Store) SetSetting(ctx context.Context, key, value string) error {
	return s.change(ctx, func(tx tx) error {
		_, err := tx.exec(ctx, `INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
			key, value)
		if err != nil {
			return fmt.Errorf("set %s: %w", key, err)
		}
		return nil
	})
}
