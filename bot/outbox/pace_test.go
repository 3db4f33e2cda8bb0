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
	sent, reads := backlog(t, "board")
	if sent < 400 || sent > 10*45+sendBurst {
		t.Errorf("%d messages were sent in 10 s, want 45 a second", sent)
	}
	if reads > sent/2 {
		t.Errorf("the outbox was read %d times for %d messages", reads, sent)
	}
}

// At 10,000 deals of the day an hour, panels that are up to date would take the place of what is
// sent.
func TestWhatCostsDiscordNothingCountsForNoPace(t *testing.T) {
	if sent, _ := backlog(t, unpaced); sent != 1000 {
		t.Errorf("%d messages were done with in 10 s, want all 1,000 once", sent)
	}
}

// What was under way when the outbox was read is not sent again when its lane is free.
func TestWhatIsUnderWayIsNotSentAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		store, messages := sqlitetest.New(t), &slowMessages{}
		b, ended := newBacklog(t, store, messages), make(chan struct{})
		enqueue(t, store, "first", maxLanes, unpaced, time.Now())
		go func() { defer close(ended); b.Run(ctx) }()
		time.Sleep(10 * time.Millisecond)
		before := time.Now().Add(-time.Hour) // they come first
		enqueue(t, store, "second", dueAtOnce-maxLanes, unpaced, before)
		time.Sleep(10 * time.Second)
		stop()
		<-ended
		if sent := messages.sent.Load(); sent != dueAtOnce {
			t.Errorf("%d messages were sent, want %d", sent, dueAtOnce)
		}
	})
}

// unpaced is the kind of a backlog that counts for no pace.
const unpaced storage.Kind = "panel"

// backlog has the outbox send 1,000 messages of a kind for 10 s.
func backlog(t *testing.T, kind storage.Kind) (sent, reads int64) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		store, messages := sqlitetest.New(t), &slowMessages{}
		enqueue(t, store, "", 1000, kind, time.Now())
		read := &readStore{Store: store}
		b, ended := newBacklog(t, read, messages), make(chan struct{})
		go func() { defer close(ended); b.Run(ctx) }()
		time.Sleep(10 * time.Second)
		stop()
		<-ended
		sent, reads = messages.sent.Load(), read.reads.Load()
	})
	return sent, reads
}

func newBacklog(t *testing.T, store Store, messages Messages) *Outbox {
	t.Helper()
	return New(Options{
		Store: store, Log: slog.New(slog.DiscardHandler), Now: time.Now, Unpaced: unpaced,
		After: func(d time.Duration) (<-chan time.Time, func()) {
			timer := time.NewTimer(d)
			return timer.C, func() { timer.Stop() }
		},
	}, messages)
}

// enqueue adds n messages of a kind, each in its lane.
func enqueue(t *testing.T, store storage.Outbox, name string, n int, kind storage.Kind,
	due time.Time,
) {
	t.Helper()
	var all []storage.Message
	for nth := range n {
		lane := name + fmt.Sprint(nth)
		all = append(all, storage.Message{Lane: lane, Kind: kind, Game: "aaaa", Nonce: lane, Due: due})
	}
	if err := store.Enqueue(t.Context(), all); err != nil {
		t.Fatal(err)
	}
}
