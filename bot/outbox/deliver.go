package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime/debug"
	"time"

	"konduktor/bot/discord"
	"konduktor/storage"
)

// deliver sends one message and records what became of it; false if that could not be recorded. A
// message that Discord has taken is never sent again while this process lives.
func (b *Outbox) deliver(ctx context.Context, m storage.Message) bool {
	if b.isEvent(m) {
		return b.expand(ctx, m)
	}
	posts, taken := b.takenPosts(m.ID)
	if !taken {
		var err error
		if posts, err = b.send(ctx, m); err != nil {
			return b.failed(ctx, m, err)
		}
	}
	if !b.record(ctx, m.ID, posts) {
		return false
	}
	b.Log.LogAttrs(ctx, slog.LevelDebug, "message sent", about(m)...)
	b.became(Sent, m)
	b.messages.Sent(ctx, m, posts)
	return true
}

// outlasting returns a context that ends a moment after ctx.
func outlasting(ctx context.Context) (context.Context, context.CancelFunc) {
	lasting, cancel := context.WithCancel(context.WithoutCancel(ctx))
	release := context.AfterFunc(ctx, func() { time.AfterFunc(stopWithin, cancel) })
	return lasting, func() {
		release()
		cancel()
	}
}

// takenPosts returns the posts of a message that Discord has taken and the store could not record.
func (b *Outbox) takenPosts(id int64) ([]storage.Post, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	posts, ok := b.accepted[id]
	return posts, ok
}

// errTooLong says that a message took longer than we allow. Whatever Discord did meanwhile, that is
// a fault of ours.
var errTooLong = errors.New("not sent in time")

// send sends a message. When ctx ends it goes on for a moment: what Discord has taken must be
// recorded.
func (b *Outbox) send(ctx context.Context, m storage.Message) (posts []storage.Post, err error) {
	lasting, end := outlasting(ctx)
	defer end()
	sending, cancel := context.WithTimeout(lasting, b.SendWithin)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
		if err != nil && sending.Err() != nil {
			err = fmt.Errorf("%w: %w", errTooLong, err)
		}
	}()
	return b.messages.Send(sending, m)
}

// record notes that Discord has taken a message, also while the bot stops. What cannot be recorded
// is kept in memory.
func (b *Outbox) record(ctx context.Context, id int64, posts []storage.Post) bool {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordWithin)
	defer cancel()
	err := b.Store.Sent(ctx, id, posts)
	b.mu.Lock()
	defer b.mu.Unlock()
	if err != nil {
		b.accepted[id] = posts
		b.unstored++
		b.Log.ErrorContext(ctx, "sent message not recorded", "message", id, "error", err)
		return false
	}
	b.unstored = 0
	delete(b.accepted, id)
	delete(b.outages, id)
	return true
}

// recordAccepted makes a last attempt to record what Discord has taken.
func (b *Outbox) recordAccepted(ctx context.Context) {
	b.mu.Lock()
	left := maps.Clone(b.accepted)
	b.mu.Unlock()
	for id, posts := range left {
		b.record(ctx, id, posts)
	}
}

// unstoredDelay returns how long a lane waits after the store did not record what became of a
// message: 1, 2, 4, ... s.
func (b *Outbox) unstoredDelay() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	return min(time.Second<<min(max(b.unstored-1, 0), 16), longestWait)
}

// failed decides what becomes of a message that was not sent, and records it; false if it could not
// be recorded.
func (b *Outbox) failed(ctx context.Context, m storage.Message, cause error) bool {
	if discord.IsUnauthorized(cause) {
		b.stop(ctx, cause)
		return true
	}
	if ctx.Err() != nil {
		return true // shutting down: the message stays, its nonce makes the next attempt harmless
	}
	err := b.settle(ctx, m, cause)
	if ctx.Err() != nil {
		return true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if err != nil {
		b.unstored++
		b.Log.ErrorContext(ctx, "outbox not updated", "message", m.ID, "error", err)
		return false
	}
	b.unstored = 0
	return true
}

// Stopped says why nothing is sent any more, nil while messages are sent. Only a restart, with a
// token that Discord knows, changes it; no message is lost meanwhile.
func (b *Outbox) Stopped() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.stopped
}

func (b *Outbox) stop(ctx context.Context, cause error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.stopped != nil {
		return // other lanes have heard the same
	}
	b.stopped = fmt.Errorf("the outbox has stopped and keeps its messages until the bot is "+
		"started anew: %w", cause)
	b.Log.ErrorContext(ctx, "outbox stopped", "error", cause)
}
