package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/storage"
)

// The outbox's pace. Discord takes 50 requests a second from a bot; answers to interactions come first.
const (
	maxLanes     = 8 // messages under way at a time
	sendEvery    = 40 * time.Millisecond
	sendBurst    = 20
	storeRest    = time.Second // after the store refused to record what became of a message
	longestWait  = time.Minute
	sendWithin   = 45 * time.Second // one message, pictures included; Discord itself is given up on sooner
	longestDelay = 10 * time.Minute // between two attempts
	maxAttempts  = 12               // of what fails by a fault of ours; Discord's own faults are waited out
)

// signal wakes the outbox.
func (b *Bot) signal() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// Run sends what is in the outbox, and moves for the seats whose time is up, until ctx ends, and waits for what is under
// way. Several messages are sent at a time, those of one lane one after the other.
func (b *Bot) Run(ctx context.Context) error {
	var keeping, sending sync.WaitGroup
	keeping.Go(func() { b.keepTime(ctx) })
	defer keeping.Wait()
	defer sending.Wait()
	busy, done, pace := map[string]bool{}, make(chan string, maxLanes), pacer{}
	for {
		due, err := b.store.Due(ctx, b.now(), 2*maxLanes)
		if err != nil && ctx.Err() == nil {
			b.log.ErrorContext(ctx, "outbox not read", "error", err)
		}
		for _, m := range due {
			if busy[m.Lane] || len(busy) == maxLanes || !pace.take(b.now()) {
				continue
			}
			busy[m.Lane] = true
			sending.Go(func() {
				if !b.deliver(ctx, m) {
					b.pause(ctx, storeRest)
				}
				done <- m.Lane
			})
		}
		b.forget(ctx)
		timer, stop := b.after(b.untilNext(ctx, len(busy) > 0))
		select {
		case <-ctx.Done():
			stop()
			return nil
		case lane := <-done:
			delete(busy, lane)
		case <-b.wake:
		case <-timer:
		}
		stop()
	}
}

// forgetAfter is how long answers are kept: Discord repeats no interaction after 15 minutes.
const forgetAfter = time.Hour

// forget removes answers that nobody will ask for again, once in a while. Only Run calls it.
func (b *Bot) forget(ctx context.Context) {
	now := b.now()
	if now.Sub(b.forgot) < forgetAfter {
		return
	}
	b.forgot = now
	if err := b.store.Forget(ctx, now.Add(-forgetAfter)); err != nil && ctx.Err() == nil {
		b.log.ErrorContext(ctx, "old answers not forgotten", "error", err)
	}
}

// untilNext returns how long the outbox may sleep. While messages are under way they count as due themselves.
func (b *Bot) untilNext(ctx context.Context, underWay bool) time.Duration {
	next, err := b.store.NextDue(ctx)
	if err != nil {
		return longestWait
	}
	shortest := sendEvery // a message became due since, or the pace held it up
	if underWay {
		shortest = time.Second
	}
	return min(max(next.Sub(b.now()), shortest), longestWait)
}

// Flush sends what is due now, one message at a time, until nothing is; for tests and for a last round before shutdown.
func (b *Bot) Flush(ctx context.Context) error {
	for {
		due, err := b.store.Due(ctx, b.now(), 1)
		if err != nil {
			return fmt.Errorf("read the outbox: %w", err)
		}
		if len(due) == 0 {
			return nil
		}
		if !b.deliver(ctx, due[0]) {
			return fmt.Errorf("outbox message %d: its outcome could not be recorded", due[0].ID)
		}
	}
}

// pause waits for d or until ctx ends.
func (b *Bot) pause(ctx context.Context, d time.Duration) {
	timer, stop := b.after(d)
	defer stop()
	select {
	case <-ctx.Done():
	case <-timer:
	}
}

// pacer lets sendBurst messages pass at once and then one every sendEvery.
type pacer struct{ next time.Time }

func (p *pacer) take(now time.Time) bool {
	if earliest := now.Add(-sendBurst * sendEvery); p.next.Before(earliest) {
		p.next = earliest
	}
	if p.next.After(now) {
		return false
	}
	p.next = p.next.Add(sendEvery)
	return true
}

// moot is why a message need not be sent any more.
type moot string

// Error returns the reason.
func (m moot) Error() string { return string(m) }

// deliver sends one message and records what became of it; false if that could not be recorded.
func (b *Bot) deliver(ctx context.Context, m storage.Message) bool {
	posts, err := b.trySend(ctx, m)
	if ctx.Err() != nil {
		return true // shutting down: the message stays, its nonce makes the next attempt harmless
	}
	if err == nil {
		err = b.store.Sent(ctx, m.ID, posts)
		if err == nil {
			b.counters.sent.Add(1)
			b.tidy(ctx, m)
			return true
		}
	}
	if err := b.settle(ctx, m, err); err != nil && ctx.Err() == nil {
		b.log.ErrorContext(ctx, "outbox not updated", "message", m.ID, "error", err)
		return false
	}
	return true
}

// errTooLong says that a message took longer than we allow. Whatever Discord did meanwhile, that is a fault of ours.
var errTooLong = errors.New("not sent in time")

func (b *Bot) trySend(ctx context.Context, m storage.Message) (posts []storage.Post, err error) {
	ctx, cancel := context.WithTimeout(ctx, b.sendWithin)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
		if err != nil && ctx.Err() != nil {
			err = fmt.Errorf("%w: %w", errTooLong, err)
		}
	}()
	send, ok := b.senders[m.Kind]
	if !ok {
		return nil, moot("unknown kind")
	}
	return send(ctx, m)
}

// settle decides what becomes of a message that could not be sent.
func (b *Bot) settle(ctx context.Context, m storage.Message, cause error) error {
	reason, isMoot := errors.AsType[moot](cause)
	_, answered := errors.AsType[*discord.Error](cause)
	waitedOut := discord.IsTemporary(cause) && !errors.Is(cause, errTooLong)
	switch {
	case isMoot:
		return b.store.Drop(ctx, m.ID, string(reason))
	case waitedOut:
		return b.putOff(ctx, m, cause)
	case m.User != "" && forbidden(cause):
		return b.unreachable(ctx, m)
	case m.User == "" && tableLost(m, cause):
		return b.homeless(ctx, m)
	case answered && !discord.IsTemporary(cause), m.Attempts+1 >= maxAttempts:
		b.counters.dropped.Add(1)
		b.log.LogAttrs(ctx, slog.LevelError, "message given up", slog.String("kind", m.Kind), slog.String("game", string(m.Game)),
			slog.Int("ply", int(m.Ply)), slog.Any("error", cause))
		return b.store.Drop(ctx, m.ID, cause.Error())
	}
	return b.putOff(ctx, m, cause)
}

// codeArchived is Discord's code for a thread that is archived and locked: the bot's messages do not wake it.
const codeArchived = 50083

// tableLost says whether Discord's answer means that the table cannot be written to, now and later: it is gone, locked, or
// the bot may not. A thread that cannot be opened is no table either.
func tableLost(m storage.Message, cause error) bool {
	e, answered := errors.AsType[*discord.Error](cause)
	return answered && (m.Kind == sayOpen || forbidden(cause) || e.Code == codeArchived)
}

// forbidden says that what was asked for is not there, or not for the bot.
func forbidden(cause error) bool {
	e, answered := errors.AsType[*discord.Error](cause)
	return answered && (e.Status == 403 || e.Status == 404)
}

// putOff leaves the message for a later attempt: after 1, 2, 4, … s, or when Discord says.
func (b *Bot) putOff(ctx context.Context, m storage.Message, cause error) error {
	delay := min(time.Second<<min(m.Attempts, 16), longestDelay)
	if e, ok := errors.AsType[*discord.Error](cause); ok {
		delay = max(delay, e.RetryAfter)
	}
	b.counters.retried.Add(1)
	b.log.LogAttrs(ctx, slog.LevelWarn, "message put off", slog.String("kind", m.Kind), slog.String("game", string(m.Game)),
		slog.Duration("delay", delay), slog.Any("error", cause))
	return b.store.Retry(ctx, m.ID, b.now().Add(delay), cause.Error())
}
