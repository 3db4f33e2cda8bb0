package rest

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"konduktor/bot/sandbox/limits"
	"konduktor/bot/sandbox/state"
)

// Cut says whether a fault cuts the connection, and when.
type Cut int

// When a fault cuts the connection.
const (
	CutNever  Cut = iota
	CutBefore     // nothing happens in the sandbox
	CutAfter      // it happens, but the bot never learns of it
)

// Fault is what happens to the next requests on a route.
type Fault struct {
	// Route is a method and pattern, "POST /channels/{channel}/messages", or the beginning of one; empty: all routes.
	Route string
	// Times is how many requests are hit; 0: one.
	Times int
	// Status and Code are the answer; 429 gets RetryAfter and Scope.
	Status int
	Code   int
	// RetryAfter is what a 429 asks for.
	RetryAfter time.Duration
	// Scope of a 429: "user" (the route; default), "global" or "shared".
	Scope string
	// Cut cuts the connection instead of answering.
	Cut Cut
	// Delay holds the answer back in real time.
	Delay time.Duration
}

// Faults are the requests that go wrong on purpose. Its methods take effect with the next request.
type Faults struct {
	state *state.State
	list  []*Fault
}

// Faults returns the API's faults.
func (a *API) Faults() *Faults { return &a.faults }

// Inject arms a fault.
func (f *Faults) Inject(fault Fault) {
	f.state.Lock()
	defer f.state.Unlock()
	fault.Times = max(fault.Times, 1)
	f.list = append(f.list, &fault)
}

// RateLimit answers the next times requests on route with 429.
func (f *Faults) RateLimit(route string, times int, retryAfter time.Duration, scope string) {
	f.Inject(Fault{Route: route, Times: times, Status: http.StatusTooManyRequests, RetryAfter: retryAfter, Scope: scope})
}

// Fail answers the next times requests on route with status (500, 502, 503 ...).
func (f *Faults) Fail(route string, times, status int) {
	f.Inject(Fault{Route: route, Times: times, Status: status})
}

// DropAfter cuts the connection of the next times requests on route after they have had their effect.
func (f *Faults) DropAfter(route string, times int) {
	f.Inject(Fault{Route: route, Times: times, Cut: CutAfter})
}

// next takes the fault that hits a request on route, nil if there is none.
func (f *Faults) next(route string) *Fault {
	for i, fault := range f.list {
		if strings.HasPrefix(route, fault.Route) {
			if fault.Times--; fault.Times == 0 {
				f.list = slices.Delete(slices.Clone(f.list), i, i+1)
			}
			return fault
		}
	}
	return nil
}

// answer is what the fault says in place of the handler.
func (f *Fault) answer(headers http.Header) error {
	if f.Status == http.StatusTooManyRequests {
		scope := f.Scope
		if scope == "" {
			scope = "user"
		}
		return rateLimited(headers, f.RetryAfter, scope)
	}
	message := strconv.Itoa(f.Status) + ": " + http.StatusText(f.Status)
	return &limits.Refusal{Status: f.Status, Code: f.Code, Message: message}
}
