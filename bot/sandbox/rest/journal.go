package rest

import (
	"encoding/json"
	"net/http"
	"slices"
)

// Request is a request as it came, kept so that tests can check it, for example against Discord's OpenAPI description.
type Request struct {
	Method  string
	Path    string // without the version: /channels/1/messages
	Query   string // the raw query
	Route   string // the pattern that took it, "POST /channels/{channel}/messages"; empty if none did
	Version string // of the API: 9 or 10
	// Body is the JSON body; of a multipart request its payload_json. nil if there was none.
	Body json.RawMessage
	// Status and Code are what it was answered with; Status 0: the connection was cut by a fault.
	Status int
	Code   int
}

// maxRequests is how many requests are kept.
const maxRequests = 5000

// journal keeps the latest requests.
type journal struct {
	list    []Request
	invalid int // answers that count towards Discord's ban
	total   int
}

// add appends r and forgets the oldest tenth when the journal is full. headers are those of the answer.
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

// InvalidRequests counts the answers that Discord counts towards its ban (10,000 in 10 minutes): 401, 403 and 429 that are
// not shared.
func (a *API) InvalidRequests() int {
	a.state.Lock()
	defer a.state.Unlock()
	return a.journal.invalid
}
