package discord

import (
	"fmt"
	"sync"
	"time"
)

const (
	// identifyGap is the least time between two identifies: Discord takes one each 5 s.
	identifyGap = 5 * time.Second
	// maxIdentifies a day are sent, half of what Discord allows: at 1,000 it resets the bot's token.
	maxIdentifies = 500
	day           = 24 * time.Hour
)

// identifies paces and counts the sessions that the bot starts, and ends the process before Discord's limit. Resuming a session
// costs nothing.
type identifies struct {
	now   func() time.Time
	gap   time.Duration
	mu    sync.Mutex
	times []time.Time // of the last 24 h, oldest first; the last may be in the future
	left  int         // by Discord's count, which includes earlier processes
	reset time.Duration
}

// allow notes what Discord says is used up.
func (s *identifies) allow(info GatewayInfo) {
	s.mu.Lock()
	defer s.mu.Unlock()
	used := info.Total - info.Remaining
	s.left, s.reset = min(maxIdentifies-used, info.Remaining), info.ResetAfter
}

// reserve counts one identify and returns how long to wait before it is sent, or an error when the day's are used up.
func (s *identifies) reserve() (time.Duration, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	s.forget(now)
	if s.left <= 0 || len(s.times) >= maxIdentifies {
		return 0, fatalError{fmt.Errorf("bot has started gateway sessions %d times within a day, half of Discord's limit, "+
			"beyond which the token is reset: look in the log for why the sessions ended, then start konduktor again "+
			"(Discord counts anew in %s)", maxIdentifies, s.reset.Round(time.Minute))}
	}
	at := now
	if n := len(s.times); n > 0 && s.times[n-1].Add(s.gap).After(now) {
		at = s.times[n-1].Add(s.gap)
	}
	s.left--
	s.times = append(s.times, at)
	return at.Sub(now), nil
}

// count returns how many were sent within the last 24 hours.
func (s *identifies) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forget(s.now())
	return len(s.times)
}

// forget drops what is older than a day.
func (s *identifies) forget(now time.Time) {
	for len(s.times) > 0 && now.Sub(s.times[0]) >= day {
		s.times = s.times[1:]
	}
}
