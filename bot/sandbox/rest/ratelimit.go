package rest

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"net/http"
	"strconv"
	"time"
)

// limiter counts requests in windows of a second, by route and major parameter, as Discord's
// buckets do.
type limiter struct {
	perSecond int // 0: no limit
	windows   map[string]*window
}

// window is one bucket's current second.
type window struct {
	start time.Time
	used  int
}

// shownLimit is the limit in the headers when there is none.
const shownLimit = 50

// count counts the request and writes the rest of its bucket into the headers. It returns how long
// to wait when the bucket is empty, else 0.
func (l *limiter) count(route string, c *call, now time.Time) time.Duration {
	key := route + "|" + c.path("channel") + c.path("token")
	if len(l.windows) > 4096 { // interaction tokens make a bucket each
		clear(l.windows)
	}
	w := l.windows[key]
	if w == nil || now.Sub(w.start) >= time.Second || now.Before(w.start) {
		w = &window{start: now}
		l.windows[key] = w
	}
	w.used++
	limit := cmp.Or(l.perSecond, shownLimit)
	reset := w.start.Add(time.Second)
	sum := sha256.Sum256([]byte(route))
	c.header.Set("X-RateLimit-Limit", strconv.Itoa(limit))
	c.header.Set("X-RateLimit-Remaining", strconv.Itoa(max(0, limit-w.used)))
	c.header.Set("X-RateLimit-Reset", seconds(time.Duration(reset.UnixNano())))
	c.header.Set("X-RateLimit-Reset-After", seconds(reset.Sub(now)))
	c.header.Set("X-RateLimit-Bucket", hex.EncodeToString(sum[:8]))
	if l.perSecond == 0 {
		c.header.Set("X-RateLimit-Remaining", strconv.Itoa(max(1, limit-w.used)))
	} else if w.used > limit {
		return max(time.Millisecond, reset.Sub(now))
	}
	return 0
}

// seconds writes d as Discord does, with milliseconds.
func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }

// rateLimitError is the body of a 429.
type rateLimitError struct {
	Message    string  `json:"message"`
	RetryAfter float64 `json:"retry_after"`
	Global     bool    `json:"global"`
}

// Error returns Discord's message.
func (e *rateLimitError) Error() string { return e.Message }

// rateLimited returns a 429 and sets its headers. An empty scope is "user".
func rateLimited(headers http.Header, retryAfter time.Duration, scope string) error {
	headers.Set("Retry-After", strconv.Itoa(int(math.Ceil(retryAfter.Seconds()))))
	headers.Set("X-RateLimit-Scope", cmp.Or(scope, "user"))
	if scope == "global" {
		headers.Set("X-RateLimit-Global", "true")
	}
	headers.Set("X-RateLimit-Remaining", "0")
	headers.Set("X-RateLimit-Reset-After", seconds(retryAfter))
	return &rateLimitError{
		Message:    "You are being rate limited.",
		RetryAfter: retryAfter.Seconds(), Global: scope == "global",
	}
}
