package database

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"konduktor/storage"
	"konduktor/storage/sqlite"
)

// process is a claimant whose waits take no time: each moves the clock on, and then calls waited.
func process(clock *time.Time, id int, waited func()) Claimant {
	return Claimant{
		Host: "ada", Process: id, Log: slog.New(slog.DiscardHandler),
		Now: func() time.Time { return *clock },
		After: func(d time.Duration) (<-chan time.Time, func()) {
			*clock = clock.Add(d)
			waited()
			over := make(chan time.Time, 1)
			over <- *clock
			return over, func() {}
		},
	}
}

func noLocks(string) (func() error, error) { return nil, sqlite.ErrNoLocks }

func nothing() {}

// leaving ends a process that serves as it should.
func leaving(t *testing.T, store Database, d *Duty) {
	t.Helper()
	if err := errors.Join(d.End(context.WithoutCancel(t.Context())), store.Close()); err != nil {
		t.Error(err)
	}
}

func TestASecondServerOfAFileIsToldOfTheFirst(t *testing.T) {
	path := filepath.Join(t.TempDir(), "konduktor.db")
	clock := time.Date(2026, 11, 29, 10, 0, 0, 0, time.UTC)
	store, first, err := Serve(t.Context(), path, process(&clock, 1, nothing))
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = Serve(t.Context(), path, process(&clock, 2, nothing))
	want := "process 1 on ada, since 2026-11-29 10:00:00 UTC"
	if !errors.Is(err, sqlite.ErrServed) || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want that it names %q", err, want)
	}
	leaving(t, store, first)
	store, second, err := Serve(t.Context(), path, process(&clock, 2, nothing))
	if err != nil {
		t.Fatal(err)
	}
	leaving(t, store, second)
	if server, ok, err := sqlite.ServerOf(t.Context(), path); ok || err != nil {
		t.Errorf("after the end %v serves, %v", server, err)
	}
}

// A killed process leaves its name in the store; the lock says that it is gone.
func TestAServerThatWasKilledIsInNobodysWay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "konduktor.db")
	clock := time.Date(2026, 11, 29, 10, 0, 0, 0, time.UTC)
	store, killed, err := Serve(t.Context(), path, process(&clock, 1, nothing))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(store.Close(), killed.free()); err != nil {
		t.Fatal(err)
	}
	before := clock
	store, next, err := Serve(t.Context(), path, process(&clock, 2, nothing))
	if err != nil {
		t.Fatal(err)
	}
	if !clock.Equal(before) {
		t.Errorf("the next has waited for %v", clock.Sub(before))
	}
	leaving(t, store, next)
}

func TestWithoutLocksAStartWaitsUntilALeaseIsNotRenewed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "konduktor.db")
	clock := time.Date(2026, 11, 29, 10, 0, 0, 0, time.UTC)
	store, first, err := serve(t.Context(), path, process(&clock, 1, nothing), noLocks)
	if err != nil {
		t.Fatal(err)
	}
	renewals := 0
	waited := func() {
		if renewals < 3 { // then it is killed
			renewals++
			if err := first.renew(t.Context()); err != nil {
				t.Error(err)
			}
		}
	}
	before := clock
	other, second, err := serve(t.Context(), path, process(&clock, 2, waited), noLocks)
	if err != nil {
		t.Fatal(err)
	}
	if took := clock.Sub(before); renewals != 3 || took != 4*LeaseFor {
		t.Errorf("it waited for %v and %d renewals, want %v and 3", took, renewals, 4*LeaseFor)
	}
	if server, ok, err := sqlite.ServerOf(t.Context(), path); err != nil || !ok ||
		server.Process != 2 {
		t.Errorf("%v serves, %v, %v; want process 2", server, ok, err)
	}
	if err := first.Keep(t.Context()); err == nil {
		t.Error("the first, which was away for too long, goes on")
	}
	leaving(t, store, first) // what is not its own stays
	leaving(t, other, second)
}

func TestWithoutLocksAStartFollowsACleanEndAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "konduktor.db")
	clock := time.Date(2026, 11, 29, 10, 0, 0, 0, time.UTC)
	for id := range 2 {
		before := clock
		store, duty, err := serve(t.Context(), path, process(&clock, id, nothing), noLocks)
		if err != nil {
			t.Fatal(err)
		}
		if !clock.Equal(before) {
			t.Errorf("process %d has waited for %v", id, clock.Sub(before))
		}
		leaving(t, store, duty)
	}
}

// A claim that was renewed while another looked at it is not taken over.
func TestOnlyOneOfTwoStartsWithoutLocksServes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "konduktor.db")
	clock := time.Date(2026, 11, 29, 10, 0, 0, 0, time.UTC)
	store, first, err := serve(t.Context(), path, process(&clock, 1, nothing), noLocks)
	if err != nil {
		t.Fatal(err)
	}
	late := &Duty{Claimant: process(&clock, 2, nothing), store: store}
	if err := late.swap(t.Context(), "", late.entry()); !errors.Is(err, storage.ErrStale) {
		t.Errorf("got %v, want that it finds itself late", err)
	}
	leaving(t, store, first)
}
