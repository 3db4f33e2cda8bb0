package outbox

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"konduktor/storage"
	"konduktor/storage/sqlite/sqlitetest"
)

// readStore counts how often the outbox is read.
type readStore struct {
	Store
	reads atomic.Int64
}

func (s *readStore) Due(ctx context.Context, now time.Time, n int) ([]storage.Message, error) {
	s.reads.Add(1)
	return s.Store.Due(ctx, now, n)
}

// slowMessages take a while to send.
type slowMessages struct {
	Messages
	sent atomic.Int64
}

func (m *slowMessages) Ready(storage.Message) bool            { return true }
func (m *slowMessages) Sent(context.Context, storage.Message) { m.sent.Add(1) }

func (m *slowMessages) Send(context.Context, storage.Message) ([]storage.Post, error) {
	time.Sleep(100 * time.Millisecond)
	return nil, nil
}

func TestABacklogIsSentAtDiscordsPaceAndReadNowAndThen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		store, messages := sqlitetest.New(t), &slowMessages{}
		var all []storage.Message
		for nth := range 1000 {
			all = append(all, storage.Message{
				Lane: fmt.Sprint(nth), Kind: "board", Game: "aaaa",
				Nonce: fmt.Sprint(nth), Due: time.Now(),
			})
		}
		if err := store.Enqueue(ctx, all); err != nil {
			t.Fatal(err)
		}
		read := &readStore{Store: store}
		b := New(Options{
			Store: read, Log: slog.New(slog.DiscardHandler), Now: time.Now,
			After: func(d time.Duration) (<-chan time.Time, func()) {
				timer := time.NewTimer(d)
				return timer.C, func() { timer.Stop() }
			},
		}, messages)
		ended := make(chan struct{})
		go func() { defer close(ended); b.Run(ctx) }()
		time.Sleep(10 * time.Second)
		stop()
		<-ended
		if sent := messages.sent.Load(); sent < 400 || sent > 10*45+sendBurst {
			t.Errorf("%d messages were sent in 10 s, want 45 a second", sent)
		}
		if reads, sent := read.reads.Load(), messages.sent.Load(); reads > sent/2 {
			t.Errorf("the outbox was read %d times for %d messages", reads, sent)
		}
	})
}
