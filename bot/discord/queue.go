package discord

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

const (
	// lateAfter is when an interaction is dropped: an answer would miss Discord's 3 s.
	lateAfter = 2500 * time.Millisecond
	// snowflakeEpoch is the time of an ID without one, in ms: the first second of 2015.
	snowflakeEpoch = 1420070400000

	busyAtOnce = 8 // refusals sent at once; beyond that Discord shows its "did not respond"
)

// queue holds interactions and events between the gateway and the handlers. It refuses instead of
// blocking.
type queue struct {
	opts    Options
	api     API
	log     *slog.Logger
	clock   clock
	ctx     context.Context // of the handlers; ends when closing takes too long
	cancel  context.CancelFunc
	workers sync.WaitGroup

	mu     sync.Mutex
	closed bool
	jobs   chan job
	busy   chan struct{}

	closing chan struct{} // closed when no more is taken
}

type job struct {
	ix    *Interaction // or
	event *Event
	since time.Time
}

func newQueue(o Options, api API, clock clock) *queue {
	ctx, cancel := context.WithCancel(context.Background())
	q := &queue{
		opts: o, api: api, log: o.Logger, ctx: ctx, cancel: cancel,
		clock: clock,
		jobs:  make(chan job, o.Queue), busy: make(chan struct{}, busyAtOnce),
		closing: make(chan struct{}),
	}
	for range o.Workers {
		q.workers.Go(func() {
			for j := range q.jobs {
				q.run(j)
			}
		})
	}
	return q
}

// put queues a job, or refuses it: a person is told that the bot is busy, and the next message to a
// deleted place finds out. Suggestions and people's words give way to moves.
func (q *queue) put(j job) {
	minor := j.ix != nil && j.ix.Kind == Autocomplete || j.event != nil && j.event.Kind == Wrote
	j.since = q.opts.Now()
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed || minor && len(q.jobs) > cap(q.jobs)/2 {
		return
	}
	select {
	case q.jobs <- j:
	default:
		q.log.Warn("refused: the queue is full", "interaction", j.ix, "event", j.event)
		q.opts.Dropped("full")
		if j.ix != nil && !minor {
			q.refuse(j.ix)
		}
	}
}

// clock compares ours with Discord's.
type clock interface {
	lead() time.Duration               // of ours at the last look
	compareClocks(ctx context.Context) // looks again, unless that was a moment ago
}

// waited returns how long Discord has waited for an answer, by the interaction's ID: a process that
// stood still reads interactions that Discord has given up. An ID without a time, as other servers
// give them, counts from when it was read.
func (q *queue) waited(j job) time.Duration {
	now := q.opts.Now()
	waited := now.Sub(j.since)
	sent, err := discordgo.SnowflakeTimestamp(j.ix.ID)
	if err != nil || sent.UnixMilli() == snowflakeEpoch {
		return waited
	}
	return max(waited, now.Sub(sent)-q.clock.lead())
}

// isLate reports whether Discord has given an interaction up. If our clock has been set since the
// last answer, everything looks late.
func (q *queue) isLate(ctx context.Context, j job) bool {
	if q.waited(j) > lateAfter {
		q.clock.compareClocks(ctx)
	}
	return q.waited(j) > lateAfter
}

func (q *queue) refuse(ix *Interaction) {
	select {
	case q.busy <- struct{}{}:
	default:
		return
	}
	q.workers.Go(func() {
		defer func() { <-q.busy }()
		text := q.opts.Busy(ix)
		if text == "" {
			return
		}
		ctx, cancel := context.WithTimeout(q.ctx, lateAfter)
		defer cancel()
		answer := Response{Message: &Message{Content: text, Ephemeral: true}}
		if err := q.api.Respond(ctx, ix, answer); err != nil {
			q.log.Warn("refusal was not delivered", "interaction", ix, "error", err)
		}
	})
}

// run calls a handler. A panic in one costs that interaction, not the process.
func (q *queue) run(j job) {
	ctx, cancel := context.WithTimeout(q.ctx, q.opts.HandlerTimeout)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			q.log.Error("handler panicked", "interaction", j.ix, "panic", scrub(fmt.Sprint(p), q.opts.Token),
				"stack", string(debug.Stack()))
		}
	}()
	if j.event != nil {
		q.opts.OnEvent(ctx, *j.event)
		return
	}
	if q.isLate(ctx, j) {
		q.opts.Dropped("late")
		q.log.Warn("interaction dropped: Discord waits no longer for an answer",
			"interaction", j.ix, "waited", q.waited(j))
		return
	}
	q.opts.Handler(ctx, j.ix)
}

// close takes no more, and waits for what was taken until ctx ends, then cancels it.
func (q *queue) close(ctx context.Context) error {
	q.mu.Lock()
	if !q.closed {
		q.closed = true
		close(q.jobs)
		close(q.closing)
	}
	q.mu.Unlock()
	done := make(chan struct{})
	go func() {
		defer close(done)
		q.workers.Wait()
	}()
	defer q.cancel()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait for running handlers: %w", ctx.Err())
	}
}
