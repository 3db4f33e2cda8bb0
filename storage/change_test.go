package storage_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"konduktor/engine/match"
	"konduktor/storage"
)

// changing says what becomes of what people change at the same time.
var changing = []behaviour{
	{"an outage is noted once, whoever finds it", func(t *testing.T, s storage.Store) {
		beat := func(at time.Time) storage.Served {
			served, err := storage.Beat(t.Context(), s, at)
			must(t, err)
			return served
		}
		beat(noon)
		beat(noon.Add(match.ShortestOutage)) // not longer
		equal(t, "outages", len(beat(noon.Add(20*time.Minute)).Outages), 0)
		back := noon.Add(96 * time.Hour)
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() { beat(back) })
		}
		all.Wait()
		served := beat(back.Add(time.Minute))
		equal(t, "outages", served.Outages,
			[]match.Outage{{From: noon.Add(20 * time.Minute).UTC(), Until: back.UTC()}})
		equal(t, "lost days", len(served.Days), 5)
		must(t, storage.Regained(t.Context(), s, back))
		served = beat(back.Add(2 * time.Minute))
		equal(t, "outages that are settled", len(served.Outages), 0)
		equal(t, "lost days", len(served.Days), 5)
		must(t, storage.Afresh(t.Context(), s, back.Add(time.Hour)))
		equal(t, "outages after a restore", len(beat(back.Add(61*time.Minute)).Outages), 0)
	}},
	{"messages are added with a change, or neither is made", func(t *testing.T, s storage.Store) {
		tells := func(value int, nonce string) error {
			return storage.ChangeAndTell(t.Context(), s, "key", func(kept *int) ([]storage.Message, error) {
				*kept = value
				return []storage.Message{{Lane: "lane", Kind: "kind", Nonce: nonce, Due: noon}}, nil
			})
		}
		must(t, tells(1, "first"))
		must(t, tells(1, "nothing changes"))
		wantError(t, tells(2, "first"), storage.ErrExists)
		kept, err := storage.SettingOf[int](t.Context(), s, "key")
		must(t, err)
		equal(t, "value", kept, 1)
		waiting, err := s.Waiting(t.Context(), 10)
		must(t, err)
		equal(t, "messages", len(waiting), 1)
	}},
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
