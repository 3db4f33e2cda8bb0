package outbox

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"konduktor/bot/discord"
	"konduktor/storage"
	"konduktor/storage/sqlite/sqlitetest"
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

func (s *sharedStore) Postpone(context.Context, int64, storage.Postponed) error {
	return s.settled()
}

func (s *sharedStore) Drop(context.Context, int64, string) error { return s.settled() }

func (s *sharedStore) Suspect(context.Context) error { return nil }

// lateListeners hear nothing at first. Somebody comes, and their lane is released, before the
// message is held.
type lateListeners struct {
	countedMessages
	come bool
}

func (m *lateListeners) Send(context.Context, storage.Message) ([]storage.Post, error) {
	if m.sent++; m.sent == 1 {
		return nil, discord.ErrUnheard
	}
	return nil, nil
}

func (m *lateListeners) Heard(storage.Message) bool { return m.come }

func TestMessageIsNotHeldAfterAListenerArrives(t *testing.T) {
	for _, come := range []bool{false, true} {
		store, now := sqlitetest.New(t), time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
		if err := store.Enqueue(t.Context(), []storage.Message{{
			Lane: "p/@me/5", Kind: "board",
			Due: now,
		}}); err != nil {
			t.Fatal(err)
		}
		messages := &lateListeners{come: come}
		b := New(Options{
			Store: store, Log: slog.New(slog.DiscardHandler),
			Now: func() time.Time { return now },
		}, messages)
		for range 2 {
			if err := b.Flush(t.Context()); err != nil {
				t.Fatal(err)
			}
			now = now.Add(time.Second)
		}
		if want := map[bool]int{false: 1, true: 2}[come]; messages.sent != want {
			t.Errorf("somebody has come: %t: tried %d times, want %d", come, messages.sent, want)
		}
	}
}

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

func (m *failingMessages) Lost(storage.Message, error) bool { return m.lost }
func (m *failingMessages) Unreachable(context.Context, storage.Message, error) error {
	return nil
}

func TestMessageSettledByAnotherProcessStaysSettled(t *testing.T) {
	temporary := &discord.Error{Status: 503}
	for name, c := range map[string]struct {
		cause    error
		attempts int
		lost     bool
		fate     string
	}{
		"put off by a fault of Discord's": {cause: temporary, fate: PutOff},
		"put off by a fault of ours":      {cause: errors.New("no painter"), fate: PutOff},
		"obsolete":                        {cause: Obsolete("the turn is over"), fate: Dropped},
		"given up": {
			cause: errors.New("no painter"), attempts: maxAttempts,
			fate: GivenUp,
		},
		"unreachable": {
			cause: &discord.Error{Status: 404, Code: 10003}, lost: true,
			fate: Dropped,
		},
	} {
		t.Run(name, func(t *testing.T) {
			store := &sharedStore{waiting: []storage.Message{{ID: 7, Lane: "table", Attempts: c.attempts}}}
			fate := ""
			b := New(Options{
				Store: store, Log: slog.New(slog.DiscardHandler), Now: time.Now,
				Settled: func(became string, _ storage.Kind) { fate += became },
			}, &failingMessages{store: store, cause: c.cause, lost: c.lost})
			if err := b.Flush(t.Context()); err != nil {
				t.Errorf("the lane stops: %v", err)
			}
			if fate != c.fate {
				t.Errorf("it was %q, want %q", fate, c.fate)
			}
			if len(b.outages) != 0 {
				t.Errorf("outages of a settled message are kept: %v", b.outages)
			}
		})
	}
}

// forgetfulStore cannot note what was sent.
type forgetfulStore struct {
	Store
	fails int
}

func (s *forgetfulStore) Sent(ctx context.Context, id int64, posts []storage.Post) error {
	if s.fails--; s.fails >= 0 {
		return storage.ErrFull
	}
	return s.Store.Sent(ctx, id, posts)
}

func TestAcceptedMessageIsNotedLaterAndNotResent(t *testing.T) {
	kept, now := sqlitetest.New(t), time.Unix(0, 0)
	if err := kept.Enqueue(t.Context(), []storage.Message{{
		Lane: "table", Kind: "turn",
	}}); err != nil {
		t.Fatal(err)
	}
	messages := &countedMessages{}
	b := New(Options{
		Store: &forgetfulStore{Store: kept, fails: 2}, Log: slog.New(slog.DiscardHandler),
		Now: func() time.Time { return now },
	}, messages)
	for range 2 {
		if b.Flush(t.Context()) == nil {
			t.Fatal("nothing is noted, and the outbox goes on")
		}
	}
	if err := b.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	if messages.sent != 1 {
		t.Errorf("it was sent %d times, want once", messages.sent)
	}
}

// lateMessages are sent when it is too late.
type lateMessages struct{ countedMessages }

func (m *lateMessages) Send(ctx context.Context, _ storage.Message) ([]storage.Post, error) {
	m.sent++
	<-ctx.Done()
	return nil, &discord.Error{Status: 503}
}

// Else a message that takes too long each time would hold up its lane for ever.
func TestOwnTimeOutCountsAsAFailedAttempt(t *testing.T) {
	store, now, fate := sqlitetest.New(t), time.Unix(0, 0), ""
	err := store.Enqueue(t.Context(), []storage.Message{{Lane: "table", Kind: "turn"}})
	if err != nil {
		t.Fatal(err)
	}
	messages := &lateMessages{}
	b := New(Options{
		Store: store, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return now },
		SendWithin: time.Nanosecond,
		Settled:    func(became string, _ storage.Kind) { fate = became },
	}, messages)
	for range maxAttempts {
		if err := b.Flush(t.Context()); err != nil {
			t.Fatal(err)
		}
		now = now.Add(longestDelay)
	}
	if fate != GivenUp || messages.sent != maxAttempts {
		t.Errorf("after %d tries it is %q, want it given up after %d", messages.sent, fate, maxAttempts)
	}
}
