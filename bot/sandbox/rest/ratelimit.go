package rest

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"time"
)

// limiter counts requests in windows of a second, by route and major parameter, as Discord's buckets do.
type limiter struct {
	perSecond int // 0: no limit
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
	major := c.path("channel") + c.path("token")
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

// rateLimitError is the body of a 429.
type rateLimitError struct {
	Message    string  `json:"message"`
	RetryAfter float64 `json:"retry_after"`
	Global     bool    `json:"global"`
	Code       int     `json:"code,omitempty"`
}

// Error returns what Discord says.
func (e *rateLimitError) Error() string { return e.Message }

// rateLimited makes a 429 and its headers.
func rateLimited(headers http.Header, retryAfter time.Duration, scope string) error {
	headers.Set("Retry-After", strconv.Itoa(int((retryAfter+time.Second-1)/time.Second)))
	headers.Set("X-RateLimit-Scope", scope)
	if scope == "global" {
		headers.Set("X-RateLimit-Global", "true")
	}
	headers.Set("X-RateLimit-Remaining", "0")
	headers.Set("X-RateLimit-Reset-After", strconv.FormatFloat(retryAfter.Seconds(), 'f', 3, 64))
	return &rateLimitError{
		Message: "You are being rate limited.", RetryAfter: retryAfter.Seconds(), Global: scope == "global",
	}
}
