package discord

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	discordAPI   = "https://discord.com/api"
	libraryPath  = "/api/v9/" // of every address that discordgo makes
	apiVersion   = "10"
	maxAnswer    = 16 << 20 // bytes of an answer that are read
	maxErrorBody = 64 << 10
)

// exchange is what the transport saw of one request. Decisions rely on it: discordgo's errors contain neither
// the status of a 502 nor when a rate limit with an HTML page ends.
type exchange struct {
	status     int
	date       string
	retryAfter time.Duration
	errorBody  []byte
}

type exchangeKey struct{}

// transport stands under discordgo: it lifts API version 9 to 10, sends requests to another server where one is
// configured, tidies the answers, and stops sending when too many requests are refused.
type transport struct {
	next    http.RoundTripper
	base    *url.URL // scheme, host and path up to and without the version
	refused *refusals
	// unauthorized is called when Discord does not know the bot's token.
	unauthorized func()
}

func newTransport(next http.RoundTripper, apiURL string, now func() time.Time) (*transport, error) {
	if apiURL == "" {
		apiURL = discordAPI
	}
	base, err := url.Parse(strings.TrimSuffix(apiURL, "/"))
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, fmt.Errorf("API address %q: want http(s)://host[:port]/api", apiURL)
	}
	if next == nil {
		next = http.DefaultTransport
	}
	return &transport{next: next, base: base, refused: &refusals{now: now}, unauthorized: func() {}}, nil
}

// RoundTrip implements http.RoundTripper.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	rest, ours := strings.CutPrefix(req.URL.Path, libraryPath)
	if !ours || req.URL.Host != "discord.com" {
		return nil, errors.New("request to an address that is not Discord's API")
	}
	if _, own := req.Context().Value(exchangeKey{}).(*exchange); !own {
		return libraryAnswer(req, rest)
	}
	if t.refused.tooMany() {
		return nil, ErrStopped
	}
	escaped, _ := strings.CutPrefix(req.URL.EscapedPath(), libraryPath)
	out := req.Clone(req.Context())
	out.URL.Scheme, out.URL.Host = t.base.Scheme, t.base.Host
	out.URL.Path = t.base.Path + "/v" + apiVersion + "/" + rest
	out.URL.RawPath = t.base.EscapedPath() + "/v" + apiVersion + "/" + escaped
	out.Host = t.base.Host
	resp, err := t.next.RoundTrip(out)
	if err != nil {
		return nil, err
	}
	return resp, t.inspect(req.Context(), rest, resp)
}

// libraryAnswer serves the one request that the library sends by itself, when it opens a connection. What it is told
// does not matter: whatever it dials, it gets the session's link.
func libraryAnswer(req *http.Request, path string) (*http.Response, error) {
	if path != "gateway" {
		return nil, errors.New("request that the bot did not make")
	}
	return &http.Response{
		StatusCode: http.StatusOK, Status: "200 OK", Header: http.Header{}, Request: req,
		Body: io.NopCloser(strings.NewReader(`{"url":"ws://link.invalid/"}`)),
	}, nil
}

// inspect notes what the answer says and makes it safe for the library.
func (t *transport) inspect(ctx context.Context, path string, resp *http.Response) error {
	x := ctx.Value(exchangeKey{}).(*exchange)
	x.status, x.date = resp.StatusCode, resp.Header.Get("Date")
	tidyLimits(resp)
	if resp.StatusCode < 400 {
		resp.Body = limitedBody{io.LimitReader(resp.Body, maxAnswer), resp.Body}
		return nil
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxErrorBody))
	_ = resp.Body.Close()
	if err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	x.errorBody = body
	x.retryAfter = seconds(resp.Header.Get("Retry-After"))
	switch resp.StatusCode {
	case http.StatusTooManyRequests:
		if resp.Header.Get("X-RateLimit-Scope") != "shared" { // shared ones are not counted by Discord either
			t.refused.add()
		}
	case http.StatusUnauthorized:
		t.refused.add()
		// Addresses with a token of their own answer 401 when that one has expired.
		if !strings.HasPrefix(path, "webhooks/") && !strings.HasPrefix(path, "interactions/") {
			t.unauthorized()
		}
	case http.StatusForbidden:
		t.refused.add()
	}
	return nil
}

type limitedBody struct {
	io.Reader
	io.Closer
}

// tidyLimits removes what the library's limiter would stumble over: it fails a request that succeeded when one of these
// headers is no number, and computes with Discord's clock when only X-RateLimit-Reset is there.
func tidyLimits(resp *http.Response) {
	h := resp.Header
	h.Del("X-RateLimit-Reset")
	if v := h.Get("X-RateLimit-Remaining"); v != "" {
		if _, err := strconv.ParseInt(v, 10, 32); err != nil {
			h.Del("X-RateLimit-Remaining")
		}
	}
	if resp.StatusCode == http.StatusTooManyRequests {
		h.Set("X-RateLimit-Remaining", "0") // the lane holds further requests back by itself
	}
	after := h.Get("X-RateLimit-Reset-After")
	if after == "" && h.Get("Retry-After") != "" {
		after = h.Get("Retry-After")
	}
	h.Del("X-RateLimit-Reset-After")
	if d := seconds(after); d > 0 {
		h.Set("X-RateLimit-Reset-After", strconv.FormatFloat(d.Seconds(), 'f', 3, 64))
	}
}

// seconds parses a number of seconds to wait, 0 if s is not one.
func seconds(s string) time.Duration {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(f) || f <= 0 {
		return 0
	}
	return retryAfterSeconds(f)
}

const (
	refusalWindow = 10 * time.Minute
	// refusalLimit is what Discord may refuse within the window: a tenth of what it bans an address for, since other programs
	// may share it. Requests that are under way when the limit is reached are within it.
	refusalLimit = 1000
	// refusalMinute is what it may refuse within a minute, so that a storm costs a minute's silence at a time: ten such minutes,
	// with the requests under way, stay within refusalLimit.
	refusalMinute = 80
)

// refusals counts 401, 403 and 429 answers of the last ten minutes, minute by minute.
type refusals struct {
	now    func() time.Time
	mu     sync.Mutex
	counts [10]int
	minute int64 // of the newest count
}

func (r *refusals) add() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.roll()
	r.counts[r.minute%10]++
}

// tooMany reports whether no request may be sent for now.
func (r *refusals) tooMany() bool {
	if r.count() >= refusalLimit-refusalMinute {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.counts[r.minute%10] >= refusalMinute
}

// count returns how many requests were refused within the window.
func (r *refusals) count() (sum int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.roll()
	for _, n := range r.counts {
		sum += n
	}
	return sum
}

func (r *refusals) roll() {
	minute := r.now().Unix() / int64(refusalWindow/10/time.Second)
	if minute-r.minute >= int64(len(r.counts)) {
		r.counts = [10]int{}
		r.minute = minute
	}
	for r.minute < minute {
		r.minute++
		r.counts[r.minute%10] = 0
	}
}
