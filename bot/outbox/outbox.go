// Package outbox sends the messages that the store keeps for it: the one way out. It decides when a
// message is sent, tried again or given up; what a message says is built by the sender of its kind.
package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"konduktor/engine/match"
	"konduktor/storage"
)

// Discord takes 50 requests a second from a bot, answers to interactions aside. The client keeps to
// it: only there is it known what counts. What the outbox has under way is all that can hold up
// other requests there.
const (
	// messages under way at a time: enough for that pace where Discord answers in a quarter of a
	// second
	maxLanes = 12
	// messages read at a time: some may have to wait for an answer, or for their lane
	dueAtOnce    = 6 * maxLanes
	shortestWait = 20 * time.Millisecond
	longestWait  = time.Minute
	readAgain    = time.Second // until what was read is read anew
	// one message, pictures included; Discord itself is given up on sooner
	sendWithin = 45 * time.Second
	// to hear what becomes of a message that is under way when the bot stops
	stopWithin   = 3 * time.Second
	recordWithin = 5 * time.Second
	longestDelay = 10 * time.Minute // between two attempts
	// longestOutage is the longest delay while Discord is overloaded or cannot be reached: each
	// table must be right within a minute after that. The client bounds what it sends then, and
	// how much Discord may refuse. A refusal that looks like a verdict, a 403 without a code, may
	// be about this one message: it is tried again ever more rarely.
	longestOutage = 20 * time.Second
	maxAttempts   = 12 // of what fails by a fault of ours; Discord's own faults are waited out
)

// Store is what the outbox needs of the store.
type Store interface {
	Due(ctx context.Context, now time.Time, n int) ([]storage.Message, error)
	NextDue(ctx context.Context) (time.Time, error)
	Sent(ctx context.Context, id int64, posts []storage.Post) error
	Expand(ctx context.Context, id int64, out []storage.Message) error
	Postpone(ctx context.Context, id int64, to storage.Postponed) error
	Suspect(ctx context.Context) error
	Drop(ctx context.Context, id int64, why string) error
	Forget(ctx context.Context, before time.Time) error
}

// Messages builds and sends what messages say, and knows their kinds.
type Messages interface {
	// Ready reports whether a message may be sent now, or waits for something in this process.
	Ready(m storage.Message) bool
	// Send sends a message and returns the posts to be remembered. Obsolete if it need not be sent
	// any more.
	Send(ctx context.Context, m storage.Message) ([]storage.Post, error)
	// Heard reports whether a message that nobody could be told finds somebody now.
	Heard(m storage.Message) bool
	// Lost reports whether Discord's refusal means that the message's channel or user cannot be
	// reached, now and later.
	Lost(m storage.Message, cause error) bool
	// Unreachable draws the consequences of Lost for the message's game or user.
	Unreachable(ctx context.Context, m storage.Message, cause error) error
	// Sent is called after a message has been sent and recorded, with the posts that it has left.
	Sent(ctx context.Context, m storage.Message, left []storage.Post)
}

// Listener says what follows from an event: messages that take its place in the outbox. They are
// added in one transaction with the end of the event, so each event is heard once.
type Listener func(ctx context.Context, h match.Happening) ([]storage.Message, error)

// Options are what an outbox needs. Store and Log must be set.
type Options struct {
	Store Store
	Log   *slog.Logger
	Now   func() time.Time
	After func(d time.Duration) (<-chan time.Time, func()) // a timer and what stops it
	// Listeners hear of events, each by the kind of its messages.
	Listeners map[storage.Kind]Listener
	Woken     <-chan struct{} // there may be something to send
	// SendWithin bounds one message; 0: 45 s.
	SendWithin time.Duration
	// Settled is called with the fate of each message, and its kind; nil: never.
	Settled func(fate string, kind storage.Kind)
}

// The fates of messages.
const (
	Sent    = "sent"
	PutOff  = "put-off" // it is tried again later
	Held    = "held"    // until somebody presses something in a private channel
	Dropped = "dropped" // it is obsolete, or reaches nobody
	GivenUp = "given-up"
)

func (b *Outbox) became(fate string, m storage.Message) {
	if b.Settled != nil {
		b.Settled(fate, m.Kind)
	}
}

// Outbox sends what is due. Its methods can be called from any goroutine.
type Outbox struct {
	Options
	messages Messages
	forgot   time.Time // when Run last had old answers forgotten
	begun    bool      // what waited at the start is known to be in doubt

	mu      sync.Mutex
	stopped error // why nothing is sent any more
	// messages that Discord has taken and the store could not yet record
	accepted map[int64][]storage.Post
	outages  map[int64]int // how often Discord's faults have put a message off
	unstored int           // attempts in a row that the store did not record
}

// New returns an outbox that does nothing until Run is called.
func New(o Options, messages Messages) *Outbox {
	if o.SendWithin == 0 {
		o.SendWithin = sendWithin
	}
	return &Outbox{
		Options: o, messages: messages,
		accepted: map[int64][]storage.Post{}, outages: map[int64]int{},
	}
}

// Behind returns for how long the message that is due first has been due: 0 if none is.
func (b *Outbox) Behind(ctx context.Context) (time.Duration, error) {
	next, err := b.Store.NextDue(ctx)
	if errors.Is(err, storage.ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return max(b.Now().Sub(next), 0), nil
}

// lanes are the messages under way.
type lanes struct {
	sending sync.WaitGroup
	busy    map[string]bool   // by lane
	done    chan string       // lanes that are free again
	held    bool              // a message that is due waits for something in this process
	due     []storage.Message // that were read and wait for a lane
	read    time.Time         // when
}

// Run sends what is due until ctx ends, and waits for what is under way. Several messages are sent
// at a time, those of one lane one after the other.
func (b *Outbox) Run(ctx context.Context) {
	l := &lanes{busy: map[string]bool{}, done: make(chan string, maxLanes)}
	defer b.recordAccepted(ctx)
	defer l.sending.Wait()
	for ctx.Err() == nil {
		if b.Stopped() == nil && len(l.busy) < maxLanes {
			b.dispatch(ctx, l)
		}
		b.forget(ctx)
		b.rest(ctx, l)
	}
}

// dispatch starts to send what is due. What was read and found no lane is not read again for a
// moment: with a backlog, reading it for each message would cost more than sending.
func (b *Outbox) dispatch(ctx context.Context, l *lanes) {
	if b.Now().Sub(l.read) >= readAgain {
		l.due = nil
	}
	if b.startDue(ctx, l) {
		b.readDue(ctx, l)
		b.startDue(ctx, l)
	}
}

// startDue starts to send the messages that were read. It reports false if some of them still wait
// for a lane.
func (b *Outbox) startDue(ctx context.Context, l *lanes) bool {
	for ; len(l.due) > 0; l.due = l.due[1:] {
		m := l.due[0]
		switch {
		case !b.messages.Ready(m):
			l.held = true
		case len(l.busy) == maxLanes:
			return false
		default:
			b.start(ctx, l, m)
		}
	}
	return true
}

// readDue reads what is due, without what is under way: it may be done with when its turn comes.
func (b *Outbox) readDue(ctx context.Context, l *lanes) {
	due, err := b.dueNow(ctx, dueAtOnce)
	if err != nil && ctx.Err() == nil {
		b.Log.ErrorContext(ctx, "outbox not read", "error", err)
	}
	due = slices.DeleteFunc(due, func(m storage.Message) bool { return l.busy[m.Lane] })
	l.due, l.read, l.held = due, b.Now(), false
}

// dueNow returns messages that are due. A process that died may have sent those that wait at the
// start.
func (b *Outbox) dueNow(ctx context.Context, n int) ([]storage.Message, error) {
	if !b.begun {
		if err := b.Store.Suspect(ctx); err != nil {
			return nil, err
		}
		b.begun = true
	}
	return b.Store.Due(ctx, b.Now(), n)
}

func (b *Outbox) start(ctx context.Context, l *lanes, m storage.Message) {
	l.busy[m.Lane] = true
	l.sending.Go(func() {
		if !b.deliver(ctx, m) {
			b.pause(ctx, b.unstoredDelay())
		}
		l.done <- m.Lane
	})
}

func (b *Outbox) rest(ctx context.Context, l *lanes) {
	pause := time.Second // at most: what is under way or held wakes the outbox when it is settled
	if len(l.busy) == 0 && !l.held {
		pause = b.untilNext(ctx)
	}
	timer, stop := b.After(pause)
	defer stop()
	select {
	case <-ctx.Done():
	case lane := <-l.done:
		delete(l.busy, lane)
	case <-b.Woken:
	case <-timer:
	}
}

// forgetAfter is how long answers are kept: Discord repeats no interaction after 15 minutes.
const forgetAfter = time.Hour

// forget removes answers that nobody will ask for again, once in a while. Only Run calls it.
func (b *Outbox) forget(ctx context.Context) {
	now := b.Now()
	if now.Sub(b.forgot) < forgetAfter {
		return
	}
	b.forgot = now
	if err := b.Store.Forget(ctx, now.Add(-forgetAfter)); err != nil && ctx.Err() == nil {
		b.Log.ErrorContext(ctx, "old answers not forgotten", "error", err)
	}
}

// untilNext returns how long the outbox may sleep while no message is under way.
func (b *Outbox) untilNext(ctx context.Context) time.Duration {
	next, err := b.Store.NextDue(ctx)
	if err != nil || b.Stopped() != nil {
		return longestWait
	}
	return min(max(next.Sub(b.Now()), shortestWait), longestWait)
}

// Flush sends what is due now, one message at a time, until nothing is; for tests and for a last
// round before shutdown.
func (b *Outbox) Flush(ctx context.Context) error {
	for {
		if err := b.Stopped(); err != nil {
			return err
		}
		due, err := b.dueNow(ctx, 1)
		if err != nil {
			return err
		}
		if len(due) == 0 {
			return nil
		}
		if !b.deliver(ctx, due[0]) {
			return fmt.Errorf("outbox message %d: its outcome could not be recorded", due[0].ID)
		}
	}
}

func (b *Outbox) pause(ctx context.Context, d time.Duration) {
	timer, stop := b.After(d)
	defer stop()
	select {
	case <-ctx.Done():
	case <-timer:
	}
}
