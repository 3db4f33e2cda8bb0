package discord

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"
)

const (
	discordAPI  = "https://discord.com/api"
	libraryHost = "discord.com" // of every address that discordgo makes
	libraryPath = "/api/v9/"
	apiVersion  = "10"
	maxAnswer   = 16 << 20 // bytes of an answer that are read
	slowAnswer  = 2 * time.Second
)

// transport stands under discordgo. It lifts API version 9 to 10, sends requests to another server
// where one is configured, keeps to Discord's limits, stops sending when too many requests are
// refused, and returns whatever is not a success as an *Error: the library's own lack the status of
// a 502 and the end of a rate limit that came as HTML.
type transport struct {
	next    http.RoundTripper
	base    string // address up to and without the version
	now     func() time.Time
	seen    func(about string, status int, took time.Duration)
	token   Token
	lanes   *lanes
	refused window
	skew    atomic.Pointer[time.Duration] // our lead over the server's clock at the last answer
	// unauthorized is called when Discord does not know the bot's token.
	unauthorized func()
}

func newTransport(o Options) (*transport, error) {
	address := strings.TrimSuffix(o.APIURL, "/")
	base, err := url.Parse(address)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, fmt.Errorf("API address %q: want http(s)://host[:port]/api", o.APIURL)
	}
	next := o.HTTPClient.Transport
	if next == nil {
		next = http.DefaultTransport
	}
	return &transport{
		next: next, base: address, now: o.Now, seen: o.Requested, token: o.Token, lanes: newLanes(o.Rate),
		refused: window{now: o.Now, span: refusalWindow}, unauthorized: func() {},
	}, nil
}

func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	rest, ours := strings.CutPrefix(req.URL.RequestURI(), libraryPath)
	c, made := req.Context().Value(callKey{}).(*call)
	if !ours || !made || req.URL.Host != libraryHost { // the token goes nowhere else
		return nil, errors.New("not a request of the bot to Discord's API")
	}
	if tooMany(&t.refused) {
		return nil, ErrStopped
	}
	ln, err := t.lanes.take(req.Context(), c.lane)
	if err != nil {
		return nil, err
	}
	defer func() { <-ln.gate }()
	out := req.Clone(req.Context())
	if out.URL, err = url.Parse(t.base + "/v" + apiVersion + "/" + rest); err != nil {
		return nil, err
	}
	out.Host = out.URL.Host
	began, status := t.now(), 0
	defer func() { t.seen(c.about(), status, t.now().Sub(began)) }()
	resp, err := t.next.RoundTrip(out)
	if err != nil {
		return nil, err
	}
	status = resp.StatusCode
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err = errors.Join(err, resp.Body.Close()); err != nil {
		return nil, fmt.Errorf("read the answer: %w", err)
	}
	t.lanes.note(ln, status, resp.Header)
	t.compare(resp.Header.Get("Date"), began)
	if status >= 300 { // a redirect too: it would carry the token elsewhere
		t.count(c, resp)
		return nil, newError(status, body, seconds(resp.Header.Get("Retry-After")), t.token, c.secret)
	}
	resp.Header = nil // its limits are noted; the library fails on odd numbers in them
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}

// compare notes our lead over the server's clock. A slow answer tells nothing: the process may have
// stood still.
func (t *transport) compare(date string, began time.Time) {
	took := t.now().Sub(began)
	if at, err := http.ParseTime(date); err == nil && took < slowAnswer {
		skew := began.Add(took / 2).Sub(at.Add(500 * time.Millisecond)) // fractions are cut off
		t.skew.Store(&skew)
	}
}

// count notes a refusal of the kinds for which Discord bans an address.
func (t *transport) count(c *call, resp *http.Response) {
	switch resp.StatusCode {
	case http.StatusTooManyRequests:
		if resp.Header.Get("X-RateLimit-Scope") != "shared" { // Discord does not count those either
			t.refused.add(t.now())
		}
	case http.StatusForbidden:
		t.refused.add(t.now())
	case http.StatusUnauthorized:
		t.refused.add(t.now())
		if c.secret == "" { // an interaction's token expires
			t.unauthorized()
		}
	}
}
