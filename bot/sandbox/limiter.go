package sandbox

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"time"
)

// limiter counts requests in windows of a second, by route and major parameter,
// as Discord's buckets do. Guarded by Server.mu.
type limiter struct {
	perSecond int // 0: nobody is refused
	windows   map[string]*window
}

// window is one bucket's current second.
type window struct {
	start time.Time
	used  int
}

// shownLimit is what the headers say when nothing is limited.
const shownLimit = 50

// headers counts the request and says what is left of its bucket.
func (l *limiter) headers(route string, c *call, now time.Time) http.Header {
	major := c.path("channel") + c.path("guild") + c.path("token")
	key := route + "|" + major
	if len(l.windows) > 4096 { // interaction tokens make a bucket each
		clear(l.windows)
	}
	w := l.windows[key]
	if w == nil || now.Sub(w.start) >= time.Second || now.Before(w.start) {
		w = &window{start: now}
		l.windows[key] = w
	}
	w.used++
	limit, remaining := l.perSecond, l.perSecond-w.used
	if limit == 0 {
		limit, remaining = shownLimit, max(1, shownLimit-w.used)
	}
	reset := w.start.Add(time.Second)
	sum := sha256.Sum256([]byte(route))
	h := http.Header{}
	h.Set("X-RateLimit-Limit", strconv.Itoa(limit))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(remaining))
	h.Set("X-RateLimit-Reset", strconv.FormatFloat(float64(reset.UnixMilli())/1000, 'f', 3, 64))
	h.Set("X-RateLimit-Reset-After", strconv.FormatFloat(reset.Sub(now).Seconds(), 'f', 3, 64))
	h.Set("X-RateLimit-Bucket", hex.EncodeToString(sum[:8]))
	return h
}

// exceeded says how long to wait when the bucket is empty, 0 if it is not.
func (l *limiter) exceeded(headers http.Header) time.Duration {
	remaining, err := strconv.Atoi(headers.Get("X-RateLimit-Remaining"))
	if err != nil || remaining >= 0 {
		return 0
	}
	seconds, err := strconv.ParseFloat(headers.Get("X-RateLimit-Reset-After"), 64)
	if err != nil {
		return time.Second
	}
	return max(time.Millisecond, time.Duration(seconds*float64(time.Second)))
}
