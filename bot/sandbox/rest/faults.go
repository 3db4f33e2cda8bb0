package rest

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"konduktor/bot/sandbox/limits"
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
	// Route is a method and pattern, "POST /channels/{channel}/messages", or a prefix of one;
	// empty: all routes.
	Route string
	// Times is how many requests are affected; 0: one.
	Times int
	// Status and Code are the answer; a 429 has RetryAfter and Scope.
	Status int
	Code   int
	// RetryAfter is the wait that a 429 asks for.
	RetryAfter time.Duration
	// Scope of a 429: "user" (the route; default), "global" or "shared".
	Scope string
	// Cut cuts the connection instead of answering.
	Cut Cut
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
	return &limits.Refusal{Status: f.Status, Code: f.Code, Message: message}
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

type journal struct {
	list    []Request
	invalid int
	total   int
}

// add appends r and forgets the oldest tenth when the journal is full.
func (j *journal) add(r Request, headers http.Header) {
	j.total++
	shared := headers.Get("X-RateLimit-Scope") == "shared"
	if r.Status == 401 || r.Status == 403 || r.Status == 429 && !shared {
		j.invalid++
	}
	if len(j.list) >= maxRequests {
		j.list = slices.Clone(j.list[maxRequests/10:])
	}
	j.list = append(j.list, r)
}

// Requests returns the recorded requests, oldest first.
func (a *API) Requests() []Request {
	a.state.Lock()
	defer a.state.Unlock()
	return slices.Clone(a.journal.list)
}

// RequestCount returns the number of requests ever received, recorded or not.
func (a *API) RequestCount() int {
	a.state.Lock()
	defer a.state.Unlock()
	return a.journal.total
}

// InvalidRequests counts the answers that Discord counts towards its ban (10,000 in 10 minutes):
// 401, 403 and 429 that are not shared.
func (a *API) InvalidRequests() int {
	a.state.Lock()
	defer a.state.Unlock()
	return a.journal.invalid
}
