package discord

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

const (
	interactionLanes = 64
	channelLanes     = 512
	dmLanes          = 8
	// globalRate stays a little below Discord's 50 requests a second.
	globalRate  = 45
	globalBurst = 10
)

// lanes hold requests back while Discord's limits are used up. Their number is fixed.
type lanes struct {
	global *rate.Limiter
	mu     sync.Mutex
	named  map[string]*lane
	closed time.Time // until when no lane may send
}

// lane takes one request at a time, and none until Discord allows the next. That of the
// interactions takes more: an answer must not wait behind another's upload, and each has limits of
// its own.
type lane struct {
	gate  chan struct{}
	until time.Time // guarded by lanes.mu
}

func newLanes(perSecond int) *lanes {
	l := &lanes{global: rate.NewLimiter(rate.Limit(perSecond), globalBurst), named: map[string]*lane{}}
	l.named[interactions] = &lane{gate: make(chan struct{}, interactionLanes)}
	return l
}

// take waits for its turn and returns the lane, whose gate has to be left afterwards.
func (l *lanes) take(ctx context.Context, key string) (*lane, error) {
	ln := l.lane(key)
	select {
	case ln.gate <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if key == interactions {
		return ln, nil
	}
	wait := l.global.Reserve().Delay()
	for {
		l.mu.Lock()
		for _, until := range []time.Time{ln.until, l.closed} {
			wait = max(wait, time.Until(until))
		}
		l.mu.Unlock()
		if wait <= 0 {
			return ln, nil
		}
		if err := pause(ctx, wait); err != nil {
			<-ln.gate
			return nil, err
		}
		wait = 0
	}
}

func (l *lanes) lane(key string) *lane {
	l.mu.Lock()
	defer l.mu.Unlock()
	ln := l.named[key]
	if ln == nil {
		ln = &lane{gate: make(chan struct{}, 1)}
		l.named[key] = ln
	}
	return ln
}

// note learns from an answer how long the lane must wait.
func (l *lanes) note(ln *lane, status int, h http.Header) {
	after := seconds(h.Get("X-RateLimit-Reset-After"))
	if after == 0 {
		after = seconds(h.Get("Retry-After"))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch until := time.Now().Add(after); {
	case h.Get("X-RateLimit-Global") != "":
		l.closed = until
	case status == http.StatusTooManyRequests || h.Get("X-RateLimit-Remaining") == "0":
		ln.until = until
	}
}

// laneOf returns one of a fixed number of names for what id chooses within a group.
func laneOf(group, id string, n uint32) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(id))
	return fmt.Sprintf("%s/%d", group, h.Sum32()%n)
}

// pause waits, or says at once when to come again if the context would end before.
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

// seconds parses a number of seconds to wait; 0 if s is not one.
func seconds(s string) time.Duration {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(f) || f <= 0 {
		return 0
	}
	return retryAfterSeconds(f)
}

const (
	refusalWindow = 10 * time.Minute
	// refusalLimit is a tenth of the refusals in ten minutes for which Discord bans an address:
	// other programs may share it. Requests under way count too.
	refusalLimit = 1000
	// refusalMinute is the limit for one minute, so that a storm costs a minute's silence at a
	// time. Ten such minutes stay within refusalLimit.
	refusalMinute = 80
)

func tooMany(refusals *window) bool {
	return refusals.count() >= refusalLimit-refusalMinute ||
		refusals.within(time.Minute) >= refusalMinute
}

// window remembers the times of events until span has passed.
type window struct {
	now   func() time.Time
	span  time.Duration
	mu    sync.Mutex
	times []time.Time // ascending; the last may lie in the future
}

func (w *window) add(at time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.times = append(w.times, at)
}

func (w *window) count() int { return w.within(w.span) }

func (w *window) within(d time.Duration) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.now()
	for len(w.times) > 0 && now.Sub(w.times[0]) >= w.span {
		w.times = w.times[1:]
	}
	n := 0
	for n < len(w.times) && now.Sub(w.times[len(w.times)-1-n]) < d {
		n++
	}
	return n
}
