package discord

import (
	"context"
	"fmt"
	"hash/fnv"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

const (
	interactionLanes = 64
	channelLanes     = 512
	dmLanes          = 8
	// globalRate is kept a little below Discord's 50 requests a second; interaction endpoints are not under it.
	globalRate  = 45
	globalBurst = 10
)

// lane names the rate-limit bucket of a request: one of a fixed number, so that memory does not grow with the number of
// interactions or channels (the library makes a bucket for each address and frees none).
type lane struct {
	group string // "ix": interactions, "ch": channels, "dm": opening DMs, else a route of its own
	id    string // chooses the lane within the group
}

// lanes hands out the library's buckets so that waiting for one respects the context: the library sleeps through
// deadlines, and holds a bucket's lock for the whole request.
type lanes struct {
	limiter *discordgo.RateLimiter
	free    chan int // interaction lanes that nobody uses
	mu      sync.Mutex
	gates   map[string]chan struct{} // one request at a time in each lane; as many entries as lanes
	global  pace
}

func newLanes(limiter *discordgo.RateLimiter, now func() time.Time, rate int) *lanes {
	l := &lanes{limiter: limiter, free: make(chan int, interactionLanes), gates: map[string]chan struct{}{}}
	for i := range interactionLanes {
		l.free <- i
	}
	l.global = pace{now: now, step: time.Second / time.Duration(rate)}
	return l
}

// take returns a locked bucket and what is to be called after the request.
func (l *lanes) take(ctx context.Context, at lane) (*discordgo.Bucket, func(), error) {
	if at.group == "ix" {
		return l.takeInteraction(ctx)
	}
	key := laneKey(at)
	gate := l.gate(key)
	select {
	case gate <- struct{}{}:
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	done := func() { <-gate }
	if err := l.global.wait(ctx); err != nil {
		done()
		return nil, nil, err
	}
	bucket := l.limiter.GetBucket(key)
	for {
		bucket.Lock()
		wait := l.limiter.GetWaitTime(bucket, 1)
		if wait <= 0 {
			bucket.Remaining--
			return bucket, done, nil // the library unlocks it
		}
		bucket.Unlock()
		if err := pause(ctx, wait); err != nil {
			done()
			return nil, nil, err
		}
	}
}

// takeInteraction takes any lane that is free: an answer must not wait behind another interaction's upload. What
// Discord said of a lane's last interaction does not matter for this one, since their limits are by interaction.
func (l *lanes) takeInteraction(ctx context.Context) (*discordgo.Bucket, func(), error) {
	select {
	case i := <-l.free:
		bucket := l.limiter.GetBucket(fmt.Sprintf("ix/%d", i))
		bucket.Lock()
		bucket.Remaining = 1
		return bucket, func() { l.free <- i }, nil
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
}

func (l *lanes) gate(key string) chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	g := l.gates[key]
	if g == nil {
		g = make(chan struct{}, 1)
		l.gates[key] = g
	}
	return g
}

func laneKey(at lane) string {
	n := 0
	switch at.group {
	case "ch":
		n = channelLanes
	case "dm":
		n = dmLanes
	default:
		return at.group
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(at.id))
	return fmt.Sprintf("%s/%d", at.group, h.Sum32()%uint32(n))
}

// pause waits, unless the context would end before: then it says at once when to come again.
func pause(ctx context.Context, wait time.Duration) error {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < wait {
		return &Error{Status: 429, RetryAfter: wait, Message: "held back: Discord's limit is used up"}
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// pace spreads requests over time: globalBurst at once, then one each step.
type pace struct {
	now  func() time.Time
	step time.Duration
	mu   sync.Mutex
	next time.Time // when the next request would be due without a burst
}

func (p *pace) wait(ctx context.Context) error {
	p.mu.Lock()
	now := p.now()
	if earliest := now.Add(-globalBurst * p.step); p.next.Before(earliest) {
		p.next = earliest
	}
	p.next = p.next.Add(p.step)
	wait := p.next.Sub(now)
	p.mu.Unlock()
	if wait <= 0 {
		return nil
	}
	return pause(ctx, wait)
}
