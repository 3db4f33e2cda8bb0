package storage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"konduktor/engine/match"
)

// maxTries bounds how often a change is tried again: few people change the same thing at once.
const maxTries = 10

// Insist tries a change of the store again while somebody else is faster. The *match.Refusal "busy"
// if that does not end.
func Insist(try func() error) error {
	for range maxTries {
		if err := try(); !errors.Is(err, ErrStale) {
			return err
		}
	}
	return match.Refuse("busy")
}

// SettingOf reads a setting that is kept as JSON: the zero value if it was never set.
func SettingOf[T any](ctx context.Context, s SettingReader, key string,
) (value T, err error) {
	value, _, err = readSetting[T](ctx, s, key)
	return value, err
}

// readSetting returns a setting, and its text; "" if it was never set, or emptied.
func readSetting[T any](ctx context.Context, s SettingReader, key string,
) (value T, kept string, err error) {
	kept, err = s.Setting(ctx, key)
	if errors.Is(err, ErrNotFound) || err == nil && kept == "" {
		return value, "", nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(kept), &value)
	}
	if err != nil {
		return value, "", fmt.Errorf("read the setting %s: %w", key, err)
	}
	return value, kept, nil
}

// Change changes a setting that is kept as JSON, again if somebody else is faster. An error of
// change ends it.
func Change[T any](ctx context.Context, s Settings, key string, change func(*T) error) error {
	return ChangeAndTell(ctx, s, key, func(value *T) ([]Message, error) { return nil, change(value) })
}

// ChangeAndTell is Change that adds messages in the same transaction. They are not added if nothing
// changes.
func ChangeAndTell[T any](ctx context.Context, s Settings, key string,
	change func(*T) ([]Message, error),
) error {
	return Insist(func() error {
		value, before, err := readSetting[T](ctx, s, key)
		if err != nil {
			return err
		}
		out, err := change(&value)
		if err != nil {
			return err
		}
		after, err := json.Marshal(value)
		if err != nil {
			return fmt.Errorf("write the setting %s: %w", key, err)
		}
		if string(after) == before {
			return nil
		}
		return s.SwapSetting(ctx, key, before, string(after), out...)
	})
}

// Habits keeps what people have set.
type Habits interface {
	// Habits returns what a user has set, the zero value with the user's ID if nothing.
	Habits(ctx context.Context, user match.UserID) (match.Habits, error)
	// SaveHabits replaces what a user has set and raises the revision. ErrStale if that is not h.Rev.
	SaveHabits(ctx context.Context, h match.Habits) error
}

// ChangeHabits changes what a user has set, again if somebody else is faster. An error of change
// ends it.
func ChangeHabits(ctx context.Context, s Habits, user match.UserID,
	change func(*match.Habits) error,
) error {
	return Insist(func() error {
		h, err := s.Habits(ctx, user)
		if err != nil {
			return err
		}
		if err := change(&h); err != nil {
			return err
		}
		return s.SaveHabits(ctx, h)
	})
}
