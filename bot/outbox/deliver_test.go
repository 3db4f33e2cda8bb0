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

// countedMessages send what they are asked to, and count.
type countedMessages struct {
	Messages
	sent   int
	most   int // then stop is called
	stop   func()
	answer error
}

func (m *countedMessages) Ready(storage.Message) bool { return true }

func (m *countedMessages) Send(context.Context, storage.Message) ([]storage.Post, error) {
	if m.sent++; m.sent == m.most {
		m.stop()
	}
	return []storage.Post{{Game: "aaaa", Kind: "board", Channel: "5", Message: "6"}}, m.answer
}

func (m *countedMessages) Sent(context.Context, storage.Message, []storage.Post) {}
func (m *countedMessages) Lost(storage.Message, error) bool                      { return false }

func TestAcceptedMessageIsRecordedAndSentOnce(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	store := sqlitetest.New(t)
	if err := store.Enqueue(ctx, []storage.Message{{
		Lane: "table", Kind: "board",
		Game: "aaaa",
	}}); err != nil {
		t.Fatal(err)
	}
	messages := &countedMessages{most: 3, stop: stop}
	b := New(Options{Store: store, Log: slog.New(slog.DiscardHandler), Now: time.Now}, messages)
	err := b.Flush(ctx)
	if err != nil || messages.sent != 1 {
		t.Errorf("sent %d times, error %v; want once", messages.sent, err)
	}
	if _, err := store.NextDue(t.Context()); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("the message still waits: %v", err)
	}
	if posts, err := store.Posts(t.Context(), "aaaa"); err != nil || len(posts) != 1 {
		t.Errorf("got posts %v and error %v, want the one that was sent", posts, err)
	}
}

func TestOverloadIsRetriedSoonAndRefusalsBackOff(t *testing.T) {
	for name, c := range map[string]struct {
		cause error
		want  time.Duration // until the attempt after ten failed ones
	}{
		"overloaded":           {&discord.Error{Status: 503}, longestOutage},
		"too many requests":    {&discord.Error{Status: 429, RetryAfter: time.Second}, longestOutage},
		"it asks to wait":      {&discord.Error{Status: 429, RetryAfter: time.Minute}, time.Minute},
		"stopped":              {discord.ErrStopped, longestOutage},
		"a 403 without a code": {&discord.Error{Status: 403}, longestDelay},
	} {
		t.Run(name, func(t *testing.T) {
			now := time.Unix(1000, 0)
			store := sqlitetest.New(t)
			if err := store.Enqueue(t.Context(), []storage.Message{{
				Lane: "table", Kind: "board",
				Game: "aaaa", Due: now,
			}}); err != nil {
				t.Fatal(err)
			}
			b := New(Options{
				Store: store, Log: slog.New(slog.DiscardHandler),
				Now: func() time.Time { return now },
			}, &countedMessages{answer: c.cause})
			var waits time.Duration
			for range 11 {
				if err := b.Flush(t.Context()); err != nil {
					t.Fatal(err)
				}
				next, err := store.NextDue(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				waits, now = next.Sub(now), next
			}
			if waits != c.want {
				t.Errorf("the next attempt comes after %s, want %s", waits, c.want)
			}
		})
	}
}
