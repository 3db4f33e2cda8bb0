package discord

import (
	"cmp"
	"fmt"
	"sync"
	"time"
)

const (
	// identifyGap is the time between two identifies of one bucket, as Discord wants it.
	identifyGap = 5 * time.Second
	// usualStarts is how many identifies a day Discord allows before it resets the bot's token.
	// Half of them are sent.
	usualStarts = 1000
	day         = 24 * time.Hour
)

// identifies paces and counts the sessions that the bot starts, and ends the process before
// Discord's limit. Resuming a session costs nothing.
type identifies struct {
	window
	gap     time.Duration
	mu      sync.Mutex
	buckets map[int]time.Time // when each bucket's last is sent
	width   int               // number of buckets: Discord's max_concurrency
	most    int               // a day; 0: half of usualStarts
	left    int               // by Discord's count, which includes earlier and other processes
	reset   time.Duration
	used    int       // likewise
	until   time.Time // when Discord counts anew
}

func newIdentifies(now func() time.Time, gap time.Duration) *identifies {
	return &identifies{window: window{now: now, span: day}, gap: gap, buckets: map[int]time.Time{}}
}

// limit returns how many a day are sent.
func (s *identifies) limit() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return cmp.Or(s.most, usualStarts/2)
}

// allow notes how many Discord says are left.
func (s *identifies) allow(info GatewayInfo) {
	s.mu.Lock()
	defer s.mu.Unlock()
	used := info.Total - info.Remaining
	s.most, s.width = max(info.Total/2, 1), info.Concurrency
	s.left, s.reset = min(s.most-used, info.Remaining), info.ResetAfter
	s.used, s.until = used, s.now().Add(info.ResetAfter)
}

// today returns how many sessions were started within a day, by this process or by Discord's count,
// which includes earlier processes.
func (s *identifies) today() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now().After(s.until) {
		return s.count()
	}
	return max(s.count(), s.used)
}

// reserve counts one identify of a shard and returns how long to wait before it, or an error when
// the day's are used up. Shards whose numbers leave the same remainder share a bucket.
func (s *identifies) reserve(shard int) (time.Duration, error) {
	limit := s.limit()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.left <= 0 || s.count() >= limit {
		return 0, fatalError{fmt.Errorf("bot has started gateway sessions %d times within a day, half "+
			"of Discord's limit, beyond which the token is reset: look in the log for why the sessions "+
			"ended, then start konduktor again (Discord counts anew in %s)",
			limit, s.reset.Round(time.Minute))}
	}
	now := s.now()
	at, bucket := now, shard%max(s.width, 1)
	if last, ok := s.buckets[bucket]; ok && last.Add(s.gap).After(now) {
		at = last.Add(s.gap)
	}
	s.buckets[bucket] = at
	s.left--
	s.used++
	s.add(at)
	return at.Sub(now), nil
}
