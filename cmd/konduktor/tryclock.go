package main

import (
	"sync"
	"time"
)

// tryClock is a clock that can be set forward, so that games by post can be tried in an evening. It runs as fast as any other.
// Its methods can be called from any goroutine.
type tryClock struct {
	mu     sync.Mutex
	ahead  time.Duration
	timers map[*time.Timer]time.Time // when each is up, by this clock
}

func newTryClock() *tryClock { return &tryClock{timers: map[*time.Timer]time.Time{}} }

// Now returns the time.
func (c *tryClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

// After returns a channel that gets the time once d has passed, and what stops that. It has to be stopped, as bot.Options.After.
func (c *tryClock) After(d time.Duration) (<-chan time.Time, func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := time.NewTimer(d)
	c.timers[t] = time.Now().Add(c.ahead + d)
	return t.C, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		t.Stop()
		delete(c.timers, t)
	}
}

// Ahead is by how much the clock was set forward.
func (c *tryClock) Ahead() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ahead
}

// Forward sets the clock forward: timers that are up by then go off.
func (c *tryClock) Forward(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
	now := time.Now().Add(c.ahead)
	for t, up := range c.timers {
		if t.Stop() { // it has not gone off
			t.Reset(max(up.Sub(now), 0))
		}
	}
}
