package relational

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"konduktor/engine/match"
	"konduktor/storage"
)

const (
	userColumns = `id, name, locale, dm, dms, seal`
	selectUser  = `SELECT ` + userColumns + ` FROM user WHERE id = ?`
)

// User returns what is known of a user; see storage.Store. A damaged row says nothing: all of it is
// learned anew.
func (s *Store) User(ctx context.Context, id match.UserID) (storage.User, error) {
	return look(ctx, s, func(tx Tx) (storage.User, error) {
		u, seal, err := scanUser(tx.QueryRow(ctx, selectUser, id))
		switch {
		case err != nil:
			return storage.User{}, orNotFound(err)
		case !bytes.Equal(seal, sealOfUser(u)):
			return storage.User{}, storage.ErrNotFound
		}
		return u, nil
	})
}

// scanUser reads a user and the seal of their row.
func scanUser(row interface{ Scan(into ...any) error }) (u storage.User, seal []byte, err error) {
	err = row.Scan(&u.ID, &u.Name, &u.Locale, &u.DM, &u.DMs, &seal)
	return u, seal, err
}

// SaveUser adds or replaces a user; see storage.Store.
func (s *Store) SaveUser(ctx context.Context, u storage.User) error {
	return s.change(ctx, func(tx Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO user (`+userColumns+`) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET (`+userColumns+`) = (`+excluded(userColumns)+`)`,
			u.ID, u.Name, u.Locale, u.DM, u.DMs, sealOfUser(u))
		if err != nil {
			return fmt.Errorf("save user %s: %w", u.ID, err)
		}
		return nil
	})
}

// selectHabits reads what a user has set. The column muted keeps the name of its first days; it
// holds Habits.Switched.
// habitColumns are those of a row of habits except its user.
const habitColumns = `rev, language, zone, quiet, until, thread, muted, vacations, hushed, ` +
	`quiet_from, heads_up, digest, digest_due, unaided, drawn, pictures, lessons, rated`

const selectHabits = `SELECT ` + habitColumns + ` FROM habits WHERE user = ?`

// excluded returns the values that an INSERT with a conflict had for columns.
func excluded(columns string) string {
	return `excluded.` + strings.ReplaceAll(columns, `, `, `, excluded.`)
}

// Habits returns what a user has set; see storage.Store.
func (s *Store) Habits(ctx context.Context, user match.UserID) (match.Habits, error) {
	return look(ctx, s, func(tx Tx) (match.Habits, error) {
		h := match.Habits{User: user}
		var vacations, lessons string
		var hushed, quietFrom, digest, digestDue sql.NullInt64
		err := tx.QueryRow(ctx, selectHabits, user).Scan(
			&h.Rev, &h.Language, &h.Zone, &h.Quiet, &h.Until, &h.Thread, &h.Switched, &vacations, &hushed,
			&quietFrom, &h.HeadsUp, &digest, &digestDue, &h.Unaided, &h.Drawn,
			&h.Pictures, &lessons, &h.Rated,
		)
		if errors.Is(err, sql.ErrNoRows) {
			return match.Habits{User: user}, nil
		}
		if err != nil {
			return h, fmt.Errorf("read the habits of user %s: %w", user, err)
		}
		h.Hushed, h.QuietFrom, h.DigestDue = orZero(hushed), orZero(quietFrom), orZero(digestDue)
		h.Digest, h.DigestAt = digest.Valid, int(digest.Int64)
		if err := json.Unmarshal([]byte(vacations), &h.Vacations); err != nil {
			return h, fmt.Errorf("%w: the vacations of user %s cannot be read", storage.ErrDamaged, user)
		}
		if err := json.Unmarshal([]byte(lessons), &h.Lessons); err != nil {
			return h, fmt.Errorf("%w: the lessons of user %s cannot be read", storage.ErrDamaged, user)
		}
		return h, nil
	})
}

// SaveHabits replaces what a user has set; see storage.Store.
func (s *Store) SaveHabits(ctx context.Context, h match.Habits) error {
	vacations, err := json.Marshal(h.Vacations)
	if err != nil {
		return fmt.Errorf("write the vacations of user %s: %w", h.User, err)
	}
	lessons, err := json.Marshal(h.Lessons)
	if err != nil {
		return fmt.Errorf("write the lessons of user %s: %w", h.User, err)
	}
	return s.change(ctx, func(tx Tx) error {
		result, err := tx.Exec(ctx, `INSERT INTO habits (user, `+habitColumns+`)
			SELECT ?1, ?2 + 1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19
			WHERE ?2 = coalesce((SELECT rev FROM habits WHERE user = ?1), 0)
			ON CONFLICT (user) DO UPDATE SET (`+habitColumns+`) = (`+excluded(habitColumns)+`)
			WHERE habits.rev = ?2`,
			h.User, h.Rev, h.Language, h.Zone, h.Quiet, h.Until, h.Thread, h.Switched, string(vacations),
			nullMicros(h.Hushed), nullMicros(h.QuietFrom), h.HeadsUp,
			sql.NullInt64{Int64: int64(h.DigestAt), Valid: h.Digest}, nullMicros(h.DigestDue),
			h.Unaided, h.Drawn, h.Pictures, string(lessons), h.Rated)
		if err != nil {
			return fmt.Errorf("save the habits of user %s: %w", h.User, err)
		}
		return expectRow(result, storage.ErrStale)
	})
}

const selectDigests = `SELECT user FROM habits WHERE digest_due IS NOT NULL AND digest_due <= ? ORDER BY digest_due, user ` + atMost

// Digests returns the users whose digest is due; see storage.Store.
func (s *Store) Digests(ctx context.Context, now time.Time, n int) ([]match.UserID, error) {
	return look(ctx, s, func(tx Tx) ([]match.UserID, error) {
		return All(ctx, tx, "digests", func(rows Rows) (user match.UserID, err error) {
			err = rows.Scan(&user)
			return user, err
		}, selectDigests, now.UnixMicro(), max(n, 0))
	})
}

// Setting returns a value; see storage.Store.
func (s *Store) Setting(ctx context.Context, key string) (string, error) {
	return one[string](ctx, s, `SELECT value FROM setting WHERE key = ?`, key)
}

// SwapSetting sets a value that is still what the caller knows; see storage.Store.
func (s *Store) SwapSetting(ctx context.Context, key, before, value string) error {
	return s.change(ctx, func(tx Tx) error {
		result, err := tx.Exec(ctx, `INSERT INTO setting (key, value) SELECT ?1, ?3
			WHERE coalesce((SELECT value FROM setting WHERE key = ?1), '') = ?2
			ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE setting.value = ?2`, key, before, value)
		if err != nil {
			return fmt.Errorf("set %s: %w", key, err)
		}
		return expectRow(result, storage.ErrStale)
	})
}

// SetSetting sets a value; see storage.Store.
func (s *Store) SetSetting(ctx context.Context, key, value string) error {
	return s.change(ctx, func(tx Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
			key, value)
		if err != nil {
			return fmt.Errorf("set %s: %w", key, err)
		}
		return nil
	})
}
