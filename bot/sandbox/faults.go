package sandbox

import (
	"cmp"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"konduktor/bot/sandbox/wire"
)

// Cut says when a fault cuts the connection.
type Cut int

// When a fault cuts the connection.
const (
	CutNever  Cut = iota
	CutBefore     // nothing happens in the sandbox
	CutAfter      // it happens, but the bot never learns of it
)

// Fault makes the next requests on a route fail.
type Fault struct {
	Route      string        // "POST /channels/{channel}/messages", or a prefix; empty: all
	Times      int           // how many requests are affected; 0: one
	Status     int           // of the answer
	Code       int           // of the answer, Discord's
	RetryAfter time.Duration // of a 429
	Scope      string        // of a 429: "user" (default), "global" or "shared"
	Cut        Cut           // cuts the connection instead of answering
}

// Inject arms a fault for the next requests.
func (a *API) Inject(fault Fault) {
	a.state.Lock()
	defer a.state.Unlock()
	fault.Times = max(fault.Times, 1)
	a.faults = append(a.faults, &fault)
}

// nextFault takes the fault for a request on route; the zero Fault changes nothing.
func (a *API) nextFault(route string) Fault {
	i := slices.IndexFunc(a.faults, func(f *Fault) bool { return strings.HasPrefix(route, f.Route) })
	if i < 0 {
		return Fault{}
	}
	fault := a.faults[i]
	if fault.Times--; fault.Times == 0 {
		a.faults = slices.Delete(a.faults, i, i+1)
	}
	return *fault
}

func (f *Fault) answer(headers http.Header) error {
	if f.Status == http.StatusTooManyRequests {
		return rateLimited(headers, f.RetryAfter, f.Scope)
	}
	message := strconv.Itoa(f.Status) + ": " + http.StatusText(f.Status)
	return &wire.Refusal{Status: f.Status, Code: f.Code, Message: message}
}

type rateLimitError struct {
	Message    string  `json:"message"`
	RetryAfter float64 `json:"retry_after"`
	Global     bool    `json:"global"`
	Code       int     `json:"code,omitempty"`
}

// Error returns Discord's message.
func (e *rateLimitError) Error() string { return e.Message }

// rateLimited returns a 429 and sets its headers. An empty scope is "user".
func rateLimited(headers http.Header, retryAfter time.Duration, scope string,
) *rateLimitError {
	headers.Set("Retry-After", strconv.Itoa(int(math.Ceil(retryAfter.Seconds()))))
	headers.Set("X-RateLimit-Scope", cmp.Or(scope, "user"))
	if scope == "global" {
		headers.Set("X-RateLimit-Global", "true")
	}
	headers.Set("X-RateLimit-Remaining", "0")
	headers.Set("X-RateLimit-Reset-After", strconv.FormatFloat(retryAfter.Seconds(), 'f', 3, 64))
	return &rateLimitError{
		Message:    "You are being rate limited.",
		RetryAfter: retryAfter.Seconds(), Global: scope == "global",
	}
}

// limitedBy is rateLimited for a limit that has a code of its own.
func limitedBy(refused *wire.Refusal, headers http.Header, retryAfter time.Duration) error {
	limited := rateLimited(headers, retryAfter, "user")
	limited.Message, limited.Code = refused.Message, refused.Code
	return limited
}

// Request is a request as it arrived, kept so that tests can check it.
type Request struct {
	Method string
	Path   string // without the version: /channels/1/messages
	Query  string // the raw query
	Route  string // the matching one, "POST /channels/{channel}/messages"; empty if none
	Body   []byte // the JSON body; of a multipart request its payload_json; nil if none
	Status int    // of the answer; 0: a fault cut the connection
	Code   int    // of the answer, Discord's
}

const maxRequests = 5000

// record appends r to the journal and forgets the oldest tenth when it is full.
func (a *API) record(r Request) {
	if len(a.journal) >= maxRequests {
		a.journal = slices.Clone(a.journal[maxRequests/10:])
	}
	a.journal = append(a.journal, r)
}

// Requests returns the recorded requests, oldest first.
func (a *API) Requests() []Request {
	a.state.Lock()
	defer a.state.Unlock()
	return slices.Clone(a.journal)
}
