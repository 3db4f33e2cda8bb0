package discord

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
)

const (
	workers      = 32
	queued       = 256             // interactions that wait for a worker
	handleWithin = 2 * time.Minute // a handler may take
	// lateAfter is when an interaction is dropped: an answer would miss Discord's 3 s.
	lateAfter = 2500 * time.Millisecond
	// snowflakeEpoch is the time of an ID without one, in ms: the first second of 2015.
	snowflakeEpoch = 1420070400000

	busyAtOnce = 8 // refusals sent at once; beyond that Discord shows its "did not respond"
)

// queue holds interactions and events between the gateway and the handlers. It refuses instead of
// blocking.
type queue struct {
	*Client
	ctx     context.Context // of the handlers; ends when closing takes too long
	cancel  context.CancelFunc
	workers sync.WaitGroup
	busy    chan struct{}
	open    atomic.Int64 // jobs that are not done

	mu     sync.Mutex
	closed bool
	jobs   chan job
}

type job struct {
	ix    *Interaction // or
	event *Event
	since time.Time
}

func newQueue(c *Client) *queue {
	q := &queue{Client: c, jobs: make(chan job, queued), busy: make(chan struct{}, busyAtOnce)}
	q.ctx, q.cancel = context.WithCancel(context.Background())
	for range workers {
		q.workers.Go(func() {
			for j := range q.jobs {
				q.run(j)
				q.open.Add(-1)
			}
		})
	}
	return q
}

// put queues a job, or refuses it: a person is told that the bot is busy, and the next message to a
// deleted place finds out. Suggestions and people's words give way to moves. False: it is closed.
func (q *queue) put(j job) bool {
	minor := j.ix != nil && j.ix.Kind == Autocomplete || j.event != nil && j.event.Kind == Wrote
	j.since = q.now()
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed || minor && len(q.jobs) > queued/2 {
		return !q.closed
	}
	select {
	case q.jobs <- j:
		q.open.Add(1)
	default:
		q.log.Warn("refused: the queue is full", "interaction", j.ix, "event", j.event)
		q.dropped("full")
		if j.ix != nil && !minor {
			q.refuse(j.ix)
		}
	}
	return true
}

func (q *queue) dropped(why string) {
	if q.opts.Dropped != nil {
		q.opts.Dropped(why)
	}
}

// waited returns how long Discord has waited for an answer, by the interaction's ID: a process that
// stood still reads interactions that Discord has given up. An ID without a time (other servers)
// counts from when it was read.
func (q *queue) waited(j job) time.Duration {
	now := q.now()
	sent, err := discordgo.SnowflakeTimestamp(j.ix.ID)
	if err != nil || sent.UnixMilli() == snowflakeEpoch {
		return now.Sub(j.since)
	}
	return max(now.Sub(j.since), now.Sub(sent)-q.lead())
}

// isLate reports whether Discord has given an interaction up. If our clock has been set since the
// last answer, everything looks late.
func (q *queue) isLate(ctx context.Context, j job) bool {
	if q.waited(j) > lateAfter {
		q.compareClocks(ctx)
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
		if q.opts.Busy == nil {
			return
		}
		text := q.opts.Busy(ix)
		if text == "" {
			return
		}
		ctx, cancel := context.WithTimeout(q.ctx, lateAfter)
		defer cancel()
		answer := Response{Message: &Message{Content: text, Ephemeral: true}}
		if err := q.Respond(ctx, ix, answer); err != nil {
			q.log.Warn("refusal was not delivered", "interaction", ix, "error", err)
		}
	})
}

// run calls a handler. A panic in one costs that interaction, not the process.
func (q *queue) run(j job) {
	ctx, cancel := context.WithTimeout(q.ctx, handleWithin)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			q.log.Error("handler panicked", "interaction", j.ix, "panic", scrub(fmt.Sprint(p), q.token),
				"stack", string(debug.Stack()))
		}
	}()
	switch {
	case j.event != nil:
		q.opts.OnEvent(ctx, *j.event)
	case q.isLate(ctx, j):
		q.dropped("late")
		q.log.Warn("interaction dropped: Discord waits no longer for an answer",
			"interaction", j.ix, "waited", q.waited(j))
	default:
		q.opts.Handler(ctx, j.ix)
	}
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.closed {
		q.closed = true
		close(q.jobs)
	}
}
