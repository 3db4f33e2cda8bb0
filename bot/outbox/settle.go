package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"konduktor/bot/discord"
	"konduktor/storage"
)

// heardAgain is after how long a message is tried again that nobody could be told, where somebody
// can by now.
const heardAgain = time.Second

// Obsolete is why a message need not be sent any more.
type Obsolete string

// Error returns the reason.
func (m Obsolete) Error() string { return string(m) }

// settle decides what becomes of a message that could not be sent.
func (b *Outbox) settle(ctx context.Context, m storage.Message, cause error) error {
	reason, isObsolete := errors.AsType[Obsolete](cause)
	switch {
	case isObsolete:
		b.became(Dropped, m)
		return b.drop(ctx, m, string(reason))
	case errors.Is(cause, discord.ErrUnheard):
		b.became(Held, m)
		return b.hold(ctx, m, cause)
	case discord.IsTemporary(cause) && !errors.Is(cause, errTooLong):
		return b.waitOut(ctx, m, cause)
	case b.messages.Lost(m, cause):
		if err := b.messages.Unreachable(ctx, m, cause); err != nil {
			return fmt.Errorf("give up a channel or user: %w", err)
		}
		b.became(Dropped, m)
		return b.drop(ctx, m, "it cannot be reached: "+cause.Error())
	case discord.IsInvalid(cause), m.Attempts+1 >= maxAttempts:
		b.became(GivenUp, m)
		b.Log.LogAttrs(ctx, slog.LevelError, "message given up", about(m, slog.Any("error", cause))...)
		return b.drop(ctx, m, cause.Error())
	}
	delay := backoff(m.Attempts)
	b.became(PutOff, m)
	b.Log.LogAttrs(ctx, slog.LevelWarn, "message put off", about(m, slog.Duration("delay", delay),
		slog.Any("error", cause))...)
	return b.unlessGone(m, b.Store.Postpone(ctx, m.ID, storage.Postponed{
		Due: b.Now().Add(delay), Why: cause.Error(), Failed: true, Doubt: discord.MayHaveHappened(cause),
	}))
}

// hold keeps a message until its lane is released. If somebody has pressed something since it found
// nobody, the lane was released too early: it is tried again soon.
func (b *Outbox) hold(ctx context.Context, m storage.Message, cause error) error {
	to := storage.Postponed{Due: storage.Held, Why: cause.Error()}
	err := b.Store.Postpone(ctx, m.ID, to)
	if err == nil && b.messages.Heard(m) {
		to.Due = b.Now().Add(heardAgain)
		err = b.Store.Postpone(ctx, m.ID, to)
	}
	return b.unlessGone(m, err)
}

// waitOut leaves the message until Discord may be well again. However often that is, it does not
// count against the message.
func (b *Outbox) waitOut(ctx context.Context, m storage.Message, cause error) error {
	b.mu.Lock()
	delay := backoff(b.outages[m.ID])
	b.outages[m.ID]++
	b.mu.Unlock()
	e, answered := errors.AsType[*discord.Error](cause)
	if !answered || e.Status == 429 || e.Status >= 500 {
		delay = min(delay, longestOutage)
	}
	if answered {
		// then Discord is asked again, whatever it has said
		delay = max(delay, min(e.RetryAfter, longestDelay))
	}
	b.became(PutOff, m)
	b.Log.LogAttrs(ctx, slog.LevelWarn, "message put off", about(m, slog.Duration("delay", delay),
		slog.Any("error", cause))...)
	return b.unlessGone(m, b.Store.Postpone(ctx, m.ID, storage.Postponed{
		Due: b.Now().Add(delay), Why: cause.Error(), Doubt: discord.MayHaveHappened(cause),
	}))
}

func (b *Outbox) drop(ctx context.Context, m storage.Message, why string) error {
	b.forgetOutages(m)
	return b.unlessGone(m, b.Store.Drop(ctx, m.ID, why))
}

// unlessGone takes a message that no longer waits for settled: another process at the same store
// has sent or dropped it, and the lane goes on.
func (b *Outbox) unlessGone(m storage.Message, err error) error {
	if !errors.Is(err, storage.ErrNotFound) {
		return err
	}
	b.forgetOutages(m)
	return nil
}

func (b *Outbox) forgetOutages(m storage.Message) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.outages, m.ID)
}

// backoff returns the delay after some failed attempts: 1, 2, 4, ... s.
func backoff(failed int) time.Duration { return min(time.Second<<min(failed, 16), longestDelay) }

func about(m storage.Message, more ...slog.Attr) []slog.Attr {
	return append([]slog.Attr{
		slog.String("kind", string(m.Kind)),
		slog.String("game", string(m.Game)), slog.Int("ply", int(m.Ply)),
		slog.String("interaction", m.Cause),
	}, more...)
}
