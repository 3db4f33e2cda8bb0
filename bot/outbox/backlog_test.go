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

func (m *slowMessages) Ready(storage.Message) bool                            { return true }
func (m *slowMessages) Sent(context.Context, storage.Message, []storage.Post) { m.sent.Add(1) }

func (m *slowMessages) Send(context.Context, storage.Message) ([]storage.Post, error) {
	time.Sleep(100 * time.Millisecond)
	return nil, nil
}

func TestABacklogIsSentOnceAndReadNowAndThen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const all = 1000
		ctx, stop := context.WithCancel(t.Context())
		store, messages := sqlitetest.New(t), &slowMessages{}
		enqueue(t, store, "", all, time.Now())
		read := &readStore{Store: store}
		b, ended := newBacklog(t, read, messages), make(chan struct{})
		go func() { defer close(ended); b.Run(ctx) }()
		time.Sleep(10 * time.Second)
		stop()
		<-ended
		if sent := messages.sent.Load(); sent != all {
			t.Errorf("%d messages were sent in 10 s, want all %d once", sent, all)
		}
		if reads := read.reads.Load(); reads > all/10 {
			t.Errorf("the outbox was read %d times for %d messages", reads, all)
		}
	})
}

// What was under way when the outbox was read is not sent again when its lane is free.
func TestMessageInFlightIsNotSentAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		store, messages := sqlitetest.New(t), &slowMessages{}
		b, ended := newBacklog(t, store, messages), make(chan struct{})
		enqueue(t, store, "first", maxLanes, time.Now())
		go func() { defer close(ended); b.Run(ctx) }()
		time.Sleep(10 * time.Millisecond)
		before := time.Now().Add(-time.Hour) // they come first
		enqueue(t, store, "second", dueAtOnce-maxLanes, before)
		time.Sleep(10 * time.Second)
		stop()
		<-ended
		if sent := messages.sent.Load(); sent != dueAtOnce {
			t.Errorf("%d messages were sent, want %d", sent, dueAtOnce)
		}
	})
}

func newBacklog(t *testing.T, store Store, messages Messages) *Outbox {
	t.Helper()
	return New(Options{
		Store: store, Log: slog.New(slog.DiscardHandler), Now: time.Now,
		After: func(d time.Duration) (<-chan time.Time, func()) {
			timer := time.NewTimer(d)
			return timer.C, func() { timer.Stop() }
		},
	}, messages)
}

// enqueue adds n messages, each in its lane.
func enqueue(t *testing.T, store storage.Outbox, name string, n int, due time.Time) {
	t.Helper()
	var all []storage.Message
	for nth := range n {
		lane := name + fmt.Sprint(nth)
		all = append(all, storage.Message{Lane: lane, Kind: "board", Game: "aaaa", Nonce: lane, Due: due})
	}
	if err := store.Enqueue(t.Context(), all); err != nil {
		t.Fatal(err)
	}
}
