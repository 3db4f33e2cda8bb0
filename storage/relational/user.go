package relational

import (
	"bytes"
	"context"
	"database/sql"
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

// User implements storage.Users. A damaged row counts as none: all of it is learned anew.
func (s *Store) User(ctx context.Context, id match.UserID) (storage.User, error) {
	return look(ctx, s, func(tx Tx) (u storage.User, err error) {
		var seal []byte
		err = tx.QueryRow(ctx, selectUser, id).Scan(&u.ID, &u.Name, &u.Locale, &u.DM, &u.DMs, &seal)
		switch {
		case err != nil:
			return storage.User{}, reading("user "+string(id), err)
		case !bytes.Equal(seal, sealOfUser(u)):
			return storage.User{}, storage.ErrNotFound
		}
		return u, nil
	})
}

// SaveUser implements storage.Users.
func (s *Store) SaveUser(ctx context.Context, u storage.User) error {
	return s.run(ctx, "save user "+string(u.ID),
		`INSERT INTO user (`+userColumns+`) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET (`+userColumns+`) = (`+excluded(userColumns)+`)`,
		u.ID, u.Name, u.Locale, u.DM, u.DMs, sealOfUser(u))
}

// habitColumns are those of a row of habits except its user; muted holds Habits.Switched.
const habitColumns = `rev, language, zone, quiet, until, thread, muted, vacations, hushed, ` +
	`quiet_from, heads_up, digest, digest_due, unaided, drawn, pictures, lessons, rated, worded, ` +
	`hasty, framed`

const selectHabits = `SELECT ` + habitColumns + ` FROM habits WHERE user = ?`

// excluded returns the values that an INSERT with a conflict had for columns.
func excluded(columns string) string {
	return `excluded.` + strings.ReplaceAll(columns, `, `, `, excluded.`)
}

// Habits implements storage.Users.
func (s *Store) Habits(ctx context.Context, user match.UserID) (match.Habits, error) {
	return look(ctx, s, func(tx Tx) (match.Habits, error) {
		h := match.Habits{User: user}
		var digest sql.NullInt64
		err := tx.QueryRow(ctx, selectHabits, user).Scan(
			&h.Rev, &h.Language, &h.Zone, &h.Quiet, &h.Until, &h.Thread, &h.Switched,
			jsonColumn{&h.Vacations}, (*timeColumn)(&h.Hushed), (*timeColumn)(&h.QuietFrom), &h.HeadsUp,
			&digest, (*timeColumn)(&h.DigestDue), &h.Unaided, &h.Drawn, &h.Pictures,
			jsonColumn{&h.Lessons}, &h.Rated, &h.Worded, &h.Hasty, jsonColumn{&h.Framed},
		)
		if errors.Is(err, sql.ErrNoRows) {
			return match.Habits{User: user}, nil
		}
		if err != nil {
			return h, fmt.Errorf("read the habits of user %s: %w", user, err)
		}
		h.Digest, h.DigestAt = digest.Valid, int(digest.Int64)
		return h, nil
	})
}

// SaveHabits implements storage.Users.
func (s *Store) SaveHabits(ctx context.Context, h match.Habits) error {
	return s.hit(ctx, storage.ErrStale, "save the habits of user "+string(h.User),
		`INSERT INTO habits (user, `+habitColumns+`)
			SELECT ?1, ?2 + 1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19,
				?20, ?21, ?22
			WHERE ?2 = coalesce((SELECT rev FROM habits WHERE user = ?1), 0)
			ON CONFLICT (user) DO UPDATE SET (`+habitColumns+`) = (`+excluded(habitColumns)+`)
			WHERE habits.rev = ?2`,
		h.User, h.Rev, h.Language, h.Zone, h.Quiet, h.Until, h.Thread, h.Switched, jsonOf(h.Vacations),
		nullMicros(h.Hushed), nullMicros(h.QuietFrom), h.HeadsUp,
		sql.NullInt64{Int64: int64(h.DigestAt), Valid: h.Digest}, nullMicros(h.DigestDue),
		h.Unaided, h.Drawn, h.Pictures, jsonOf(h.Lessons), h.Rated, h.Worded, h.Hasty,
		jsonOf(h.Framed))
}

const selectDigests = `SELECT user FROM habits WHERE digest_due IS NOT NULL AND digest_due <= ?
	ORDER BY digest_due, user ` + atMost

// Digests implements storage.Users.
func (s *Store) Digests(ctx context.Context, now time.Time, n int) ([]match.UserID, error) {
	return look(ctx, s, func(tx Tx) ([]match.UserID, error) {
		return All(ctx, tx, "digests", column[match.UserID], selectDigests, now.UnixMicro(), max(n, 0))
	})
}

// Setting implements storage.Settings.
func (s *Store) Setting(ctx context.Context, key string) (string, error) {
	return one[string](ctx, s, "setting "+key, `SELECT value FROM setting WHERE key = ?`, key)
}

// SwapSetting implements storage.Settings.
func (s *Store) SwapSetting(ctx context.Context, key, before, value string, out ...storage.Message,
) error {
	return s.change(ctx, func(tx Tx) error {
		err := tx.hit(ctx, storage.ErrStale, "set "+key, `INSERT INTO setting (key, value)
			SELECT ?1, ?3 WHERE coalesce((SELECT value FROM setting WHERE key = ?1), '') = ?2
			ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE setting.value = ?2`,
			key, before, value)
		if err != nil {
			return err
		}
		return enqueue(ctx, tx, out)
	})
}
