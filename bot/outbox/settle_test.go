package outbox

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"konduktor/bot/discord"
	"konduktor/storage"
)

// sharedStore is a store whose message another process settles while this one sends it.
type sharedStore struct {
	Store
	waiting []storage.Message
}

func (s *sharedStore) Due(context.Context, time.Time, int) ([]storage.Message, error) {
	return s.waiting, nil
}

func (s *sharedStore) settled() error {
	if len(s.waiting) == 0 {
		return storage.ErrNotFound
	}
	return nil
}

func (s *sharedStore) Retry(context.Context, int64, time.Time, string) error { return s.settled() }
func (s *sharedStore) Delay(context.Context, int64, time.Time, string) error { return s.settled() }
func (s *sharedStore) Drop(context.Context, int64, string) error             { return s.settled() }

// failingMessages fail to send, by when another process has settled the message.
type failingMessages struct {
	Messages
	store *sharedStore
	cause error
	lost  bool
}

func (m *failingMessages) Send(context.Context, storage.Message) ([]storage.Post, error) {
	m.store.waiting = nil
	return nil, m.cause
}

func (m *failingMessages) Lost(storage.Message, error) bool                   { return m.lost }
func (m *failingMessages) Unreachable(context.Context, storage.Message) error { return nil }

func TestAMessageThatAnotherProcessHasSettledIsSettled(t *testing.T) {
	temporary := &discord.Error{Status: 503}
	for name, c := range map[string]struct {
		cause    error
		attempts int
		lost     bool
	}{
		"put off by a fault of Discord's": {cause: temporary},
		"put off by a fault of ours":      {cause: errors.New("no painter")},
		"moot":                            {cause: Moot("the turn is over")},
		"given up":                        {cause: errors.New("no painter"), attempts: maxAttempts},
		"unreachable":                     {cause: &discord.Error{Status: 404, Code: 10003}, lost: true},
	} {
		t.Run(name, func(t *testing.T) {
			store := &sharedStore{waiting: []storage.Message{{ID: 7, Lane: "table", Attempts: c.attempts}}}
			b := New(Options{Store: store, Log: slog.New(slog.DiscardHandler), Now: time.Now}, &failingMessages{store: store, cause: c.cause, lost: c.lost})
			if err := b.Flush(t.Context()); err != nil {
				t.Errorf("the lane stops: %v", err)
			}
			if len(b.outages) != 0 {
				t.Errorf("outages of a settled message are kept: %v", b.outages)
			}
		})
	}
}
