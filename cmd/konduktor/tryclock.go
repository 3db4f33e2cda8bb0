package main

import (
	"sync"
	"time"
)

// tryClock is a clock that can be set forward, to try weeks in an evening. It is safe for
// concurrent use.
type tryClock struct {
	mu     sync.Mutex
	ahead  time.Duration
	timers map[*time.Timer]time.Time // when each goes off, by this clock
}

func newTryClock() *tryClock { return &tryClock{timers: map[*time.Timer]time.Time{}} }

// Now returns the time.
func (c *tryClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

// After returns a channel that receives the time after d, and a function that must release the
// timer.
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

// Forward sets the clock forward; timers that expire by then go off.
func (c *tryClock) Forward(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
	now := time.Now().Add(c.ahead)
	for t, up := range c.timers {
		if t.Stop() { // not yet gone off
			t.Reset(max(up.Sub(now), 0))
		}
	}
}
