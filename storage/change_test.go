package storage_test

import (
	"errors"
	"sync"
	"testing"

	"konduktor/engine/match"
	"konduktor/storage"
)

// changing says what becomes of what people change at the same time.
var changing = []behaviour{
	{"no change of a setting is lost", func(t *testing.T, s storage.Store) {
		type kept struct{ A, B int }
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				err := storage.Change(t.Context(), s, "key", func(k *kept) error {
					if i%2 == 0 {
						k.A++
					} else {
						k.B++
					}
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		got, err := storage.SettingOf[kept](t.Context(), s, "key")
		must(t, err)
		equal(t, "setting", got, kept{4, 4})
	}},
	{"no change of habits is lost", func(t *testing.T, s storage.Store) {
		var all sync.WaitGroup
		for range 6 {
			all.Go(func() {
				err := storage.ChangeHabits(t.Context(), s, "ada", func(h *match.Habits) error {
					h.Quiet++
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		got, err := s.Habits(t.Context(), "ada")
		must(t, err)
		equal(t, "quiet", got.Quiet, 6)
	}},
	{"a change that is refused leaves things alone", func(t *testing.T, s storage.Store) {
		wrong := errors.New("wrong")
		wantError(t, storage.Change(t.Context(), s, "key", func(*int) error { return wrong }), wrong)
		_, err := s.Setting(t.Context(), "key")
		wantError(t, err, storage.ErrNotFound)
	}},
}

func TestAChangeEndsWhenOthersAreAlwaysFaster(t *testing.T) {
	tries := 0
	err := storage.Insist(func() error { tries++; return storage.ErrStale })
	if refusal, ok := errors.AsType[*match.Refusal](err); !ok || refusal.Code != "busy" || tries < 2 {
		t.Errorf("got %v after %d tries, want to be told that it is busy", err, tries)
	}
}
