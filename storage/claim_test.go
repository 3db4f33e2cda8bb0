package storage_test

import (
	"testing"
	"time"

	"konduktor/storage"
)

func TestAClaimIsOfOneProcessForAWhile(t *testing.T) {
	t.Parallel()
	for name, open := range stores(t) {
		t.Run(name, func(t *testing.T) {
			s, now := open(t), time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC)
			claims := func(what string, want time.Duration) {
				t.Helper()
				wait, err := storage.Claim(t.Context(), s, what, now, time.Minute)
				must(t, err)
				if wait != want {
					t.Errorf("%s is free in %s, want %s", what, wait, want)
				}
			}
			claims("a", 0)
			claims("a", time.Minute)
			claims("b", 0)
			now = now.Add(59 * time.Second)
			claims("a", time.Second)
			now = now.Add(time.Second)
			claims("a", 0)
			claims("a", time.Minute)
			now = now.Add(-time.Hour) // the clock of whoever claimed it was wrong
			claims("a", 0)
		})
	}
}
