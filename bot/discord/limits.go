package discord

import (
	"context"
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

const (
	// globalRate stays a little below Discord's 50 requests a second.
	globalRate  = 45
	globalBurst = 10
	// interactions is what answers to interactions are about: each has limits of its own.
	interactions = "ix"
	everything   = ""
)

// limits hold requests back while Discord's limits are used up.
type limits struct {
	global *rate.Limiter
	mu     sync.Mutex
	until  map[string]time.Time // when what is limited together may be sent again
}

func newLimits(perSecond int) limits {
	return limits{
		global: rate.NewLimiter(rate.Limit(perSecond), globalBurst), until: map[string]time.Time{},
	}
}

// limited names what is limited together with a call: all of its kind in a channel.
func (r call) limited() string {
	return fmt.Sprint(r.method, r.path, r.ids[:min(len(r.ids), 1)])
}

func (l *limits) wait(ctx context.Context, r call) error {
	if r.about == interactions {
		return nil
	}
	wait := l.global.Reserve().Delay()
	for {
		l.mu.Lock()
		wait = max(wait, time.Until(l.until[everything]), time.Until(l.until[r.limited()]))
		l.mu.Unlock()
		if wait <= 0 {
			return nil
		}
		if err := pause(ctx, wait); err != nil {
			return err
		}
		wait = 0
	}
}

// note learns from an answer when to send again.
func (l *limits) note(r call, status int, h http.Header) {
	after := seconds(h.Get("X-RateLimit-Reset-After"))
	if after == 0 {
		after = seconds(h.Get("Retry-After"))
	}
	what := r.limited()
	switch {
	case h.Get("X-RateLimit-Global") != "":
		what = everything
	case r.about == interactions,
		status != http.StatusTooManyRequests && h.Get("X-RateLimit-Remaining") != "0":
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	maps.DeleteFunc(l.until, func(_ string, until time.Time) bool { return until.Before(now) })
	l.until[what] = now.Add(after)
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

// maxRetryAfter bounds how long a rate limit is believed: a wrong number would silence the bot.
const maxRetryAfter = 10 * time.Minute

func believed(seconds float64) time.Duration {
	return time.Duration(min(seconds, maxRetryAfter.Seconds()) * float64(time.Second))
}

// seconds parses a number of seconds to wait, as far as it is believed; 0 if s is not one.
func seconds(s string) time.Duration {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(f) || f <= 0 {
		return 0
	}
	return believed(f)
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
	times []time.Time // ascending
}

func (w *window) add(at time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.times = append(w.times, at)
}

func (w *window) count() int { return w.within(w.span) }

func (w *window) within(d time.Duration) (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.now()
	w.times = slices.DeleteFunc(w.times, func(at time.Time) bool { return now.Sub(at) >= w.span })
	for _, at := range w.times {
		if now.Sub(at) < d {
			n++
		}
	}
	return n
}
