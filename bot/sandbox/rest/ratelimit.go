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

// window is the current second of one of Discord's buckets.
type window struct {
	start time.Time
	used  int
}

// shownLimit is the limit in the headers. It is not enforced: faults answer 429.
const shownLimit = 50

// countRequest counts a request and writes the rest of its bucket into the headers.
func (a *API) countRequest(route string, c *call) {
	now := a.state.Now()
	key := route + "|" + c.path("channel") + c.path("token")
	if len(a.windows) > 4096 { // interaction tokens make a bucket each
		clear(a.windows)
	}
	w := a.windows[key]
	if w == nil || now.Sub(w.start) >= time.Second || now.Before(w.start) {
		w = &window{start: now}
		a.windows[key] = w
	}
	w.used++
	reset := w.start.Add(time.Second)
	sum := sha256.Sum256([]byte(route))
	c.header.Set("X-RateLimit-Limit", strconv.Itoa(shownLimit))
	c.header.Set("X-RateLimit-Remaining", strconv.Itoa(max(1, shownLimit-w.used)))
	c.header.Set("X-RateLimit-Reset", seconds(time.Duration(reset.UnixNano())))
	c.header.Set("X-RateLimit-Reset-After", seconds(reset.Sub(now)))
	c.header.Set("X-RateLimit-Bucket", hex.EncodeToString(sum[:8]))
}

// seconds writes d as Discord does, with milliseconds.
func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }

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
