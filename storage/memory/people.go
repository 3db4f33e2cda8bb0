package memory

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// value returns what a map of the store has under a key, ErrNotFound if nothing.
func value[K ~string, T any](ctx context.Context, s *Store, of map[K]T, key K) (T, error) {
	var none T
	end, err := s.begin(ctx)
	if err != nil {
		return none, err
	}
	defer end()
	v, ok := of[key]
	if !ok {
		return none, storage.ErrNotFound
	}
	return v, nil
}

// set puts a value into a map of the store.
func set[K ~string, T any](ctx context.Context, s *Store, in map[K]T, key K, v T) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	in[key] = v
	return nil
}

// User returns what is known of a user; see storage.Store.
func (s *Store) User(ctx context.Context, id match.UserID) (storage.User, error) {
	return value(ctx, s, s.users, id)
}

// SaveUser adds or replaces a user; see storage.Store.
func (s *Store) SaveUser(ctx context.Context, u storage.User) error {
	return set(ctx, s, s.users, u.ID, u)
}

// Habits returns what a user has set; see storage.Store.
func (s *Store) Habits(ctx context.Context, user match.UserID) (match.Habits, error) {
	end, err := s.begin(ctx)
	if err != nil {
		return match.Habits{}, err
	}
	defer end()
	h := s.habits[user]
	h.User, h.Vacations, h.Lessons.Told = user, slices.Clone(h.Vacations), slices.Clone(h.Lessons.Told)
	return h, nil
}

// SaveHabits replaces what a user has set; see storage.Store.
func (s *Store) SaveHabits(ctx context.Context, h match.Habits) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	if s.habits[h.User].Rev != h.Rev {
		return storage.ErrStale
	}
	h.Rev++
	h.Vacations, h.Lessons.Told = slices.Clone(h.Vacations), slices.Clone(h.Lessons.Told)
	s.habits[h.User] = h
	return nil
}

// Digests returns the users whose digest is due; see storage.Store.
func (s *Store) Digests(ctx context.Context, now time.Time, n int) ([]match.UserID, error) {
	end, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	var due []match.Habits
	for _, h := range s.habits {
		if !h.DigestDue.IsZero() && !h.DigestDue.After(moment(now)) {
			due = append(due, h)
		}
	}
	slices.SortFunc(due, func(a, b match.Habits) int {
		return cmp.Or(a.DigestDue.Compare(b.DigestDue), cmp.Compare(a.User, b.User))
	})
	var users []match.UserID
	for _, h := range due[:max(0, min(n, len(due)))] {
		users = append(users, h.User)
	}
	return users, nil
}

// Setting returns a value; see storage.Store.
func (s *Store) Setting(ctx context.Context, key string) (string, error) {
	return value(ctx, s, s.settings, key)
}

// SetSetting sets a value; see storage.Store.
func (s *Store) SetSetting(ctx context.Context, key, value string) error {
	return set(ctx, s, s.settings, key, value)
}

// SwapSetting sets a value that is still what the caller knows; see storage.Store.
func (s *Store) SwapSetting(ctx context.Context, key, before, value string) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	if s.settings[key] != before {
		return storage.ErrStale
	}
	s.settings[key] = value
	return nil
}

// SaveMap keeps a map's text; see storage.Store.
func (s *Store) SaveMap(ctx context.Context, text []byte) (string, error) {
	sum := sha256.Sum256(text)
	name := hex.EncodeToString(sum[:])
	return name, set(ctx, s, s.maps, name, append([]byte{}, text...))
}

// Map returns a map's text; see storage.Store.
func (s *Store) Map(ctx context.Context, sum string) ([]byte, error) {
	text, err := value(ctx, s, s.maps, sum)
	return bytes.Clone(text), err
}

// Answer returns what an interaction was answered; see storage.Store.
func (s *Store) Answer(ctx context.Context, interaction string) (string, error) {
	a, err := value(ctx, s, s.answers, interaction)
	return a.text, err
}

// Forget removes old answers; see storage.Store.
func (s *Store) Forget(ctx context.Context, before time.Time) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	maps.DeleteFunc(s.answers, func(_ string, a answer) bool { return a.at.Before(moment(before)) })
	s.waiting = slices.DeleteFunc(s.waiting, func(m storage.Message) bool {
		g, known := s.games[m.Game]
		ended := known && (g.State == match.Finished || g.State == match.Cancelled)
		if !ended || m.Due.Before(storage.Held) || !g.Updated.Before(moment(before.Add(-storage.HeldFor))) {
			return false
		}
		delete(s.nonces, m.Nonce)
		return true
	})
	return nil
}

// deadlines returns those of running games, the next to pass first.
func (s *Store) deadlines() []match.Deadline {
	var list []match.Deadline
	for id, g := range s.games {
		for i, seat := range g.Seats {
			if !seat.Due.IsZero() && g.State == match.Running {
				list = append(list, match.Deadline{Game: id, Seat: engine.Seat(i + 1), Due: seat.Due})
			}
		}
	}
	slices.SortFunc(list, func(a, b match.Deadline) int {
		return cmp.Or(a.Due.Compare(b.Due), cmp.Compare(a.Game, b.Game), cmp.Compare(a.Seat, b.Seat))
	})
	return list
}

// Overdue returns the deadlines that have passed; see storage.Store.
func (s *Store) Overdue(ctx context.Context, now time.Time, n int) ([]match.Deadline, error) {
	end, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	list := slices.DeleteFunc(s.deadlines(), func(d match.Deadline) bool { return d.Due.After(moment(now)) })
	return orNil(list[:max(0, min(n, len(list)))]), nil
}

// NextDeadline returns when the next deadline passes; see storage.Store.
func (s *Store) NextDeadline(ctx context.Context) (time.Time, error) {
	end, err := s.begin(ctx)
	if err != nil {
		return time.Time{}, err
	}
	defer end()
	list := s.deadlines()
	if len(list) == 0 {
		return time.Time{}, storage.ErrNotFound
	}
	return list[0].Due, nil
}

// PutOff replaces a deadline; see storage.Store.
func (s *Store) PutOff(ctx context.Context, d match.Deadline, due time.Time) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	g, ok := s.games[d.Game]
	i := int(d.Seat) - 1
	if !ok || i < 0 || i >= len(g.Seats) || d.Due.IsZero() || !g.Seats[i].Due.Equal(moment(d.Due)) {
		return storage.ErrStale
	}
	g.Seats = slices.Clone(g.Seats)
	g.Seats[i].Due = moment(due)
	g.Rev++
	return nil
}

// Check says whether the store can be used; see storage.Store.
func (s *Store) Check(ctx context.Context) error { return ctx.Err() }

// Close releases nothing: the store can be used again, as a file can be opened again.
func (s *Store) Close() error { return nil }
