// Package rest is Discord's REST API as far as the bot uses it, with Discord's limits and error codes, on the state of a
// sandbox. Tests can break requests on purpose (Faults) and look at all of them afterwards (Requests).
package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"konduktor/bot/sandbox/limits"
	"konduktor/bot/sandbox/state"
)

// Options say what New builds. All but RateLimit must be set.
type Options struct {
	RateLimit int // requests a second that one bucket takes before it answers 429; 0: no limit
	Gateway   Gateway
	PublicKey string // of the application, 64 hexadecimal digits
	Log       *slog.Logger
}

// Gateway is what the API says of the gateway.
type Gateway interface {
	URL() string
	Identifies() int
}

// API serves requests. Its fields are guarded by the lock of the state.
type API struct {
	state   *state.State
	opts    Options
	faults  Faults
	journal journal
	limiter limiter
	handler http.Handler
	stop    chan struct{}
}

// New returns the API of a sandbox.
func New(st *state.State, o Options) *API {
	a := &API{state: st, opts: o, limiter: limiter{perSecond: o.RateLimit, windows: map[string]*window{}}, stop: make(chan struct{})}
	a.faults.state = st
	a.handler = a.mux()
	return a
}

// ServeHTTP serves everything below /api/.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.handler.ServeHTTP(w, r) }

// Close ends delays that faults asked for. It is called once.
func (a *API) Close() { close(a.stop) }

// call is one request on its way through a handler.
type call struct {
	r      *http.Request
	body   json.RawMessage // JSON or payload_json, nil if there was none
	files  []limits.Upload
	status int         // of a good answer, 0: 200, or 204 without a body
	header http.Header // of the answer
}

// path returns a wildcard of the route.
func (c *call) path(name string) string { return c.r.PathValue(name) }

// serve takes a request from the wire to its answer: record, authorise, limit, break on purpose, handle.
func (a *API) serve(w http.ResponseWriter, r *http.Request, rt *route) {
	version, path := splitVersion(r.URL.Path)
	record := Request{Method: r.Method, Path: path, Query: r.URL.RawQuery, Version: version}
	c := &call{r: r}
	if rt != nil {
		record.Route = rt.name()
	}
	err := readBody(w, c, &record)
	fault, headers, answer := a.decide(rt, c, err, &record)
	if fault != nil {
		a.wait(r, fault.Delay)
		if fault.Cut != CutNever {
			cutConnection(w)
			return
		}
	}
	for key, value := range headers {
		w.Header()[key] = value
	}
	if answer != nil {
		w.Header().Set("Content-Type", "application/json")
	}
	w.WriteHeader(record.Status)
	_, _ = w.Write(answer)
}

// decide handles the request under the lock, or breaks it as the faults want, and records it. err is what was wrong with
// its body.
func (a *API) decide(rt *route, c *call, err error, record *Request) (*Fault, http.Header, []byte) {
	a.state.Lock()
	defer a.state.Unlock()
	fault := a.faults.next(record.Route)
	headers := a.limiter.headers(record.Route, c, a.state.Now())
	c.header = headers
	var result any
	switch {
	case fault == nil || fault.Status == 0 && fault.Cut != CutBefore:
		if err == nil {
			err = a.admit(rt, record.Version, headers, c.r)
		}
		if err == nil {
			result, err = rt.handle(a, c)
		}
	case fault.Cut == CutNever:
		err = fault.answer(headers)
	}
	answer := a.encode(c, result, err, record)
	if fault != nil && fault.Cut != CutNever {
		record.Status, record.Code = 0, 0
	}
	a.journal.add(*record, headers)
	a.state.Notify()
	return fault, headers, answer
}

// admit refuses what no handler should see: no such route, wrong version or token, too many requests.
func (a *API) admit(rt *route, version string, headers http.Header, r *http.Request) error {
	switch {
	case version == "" || rt == nil:
		return limits.ErrNotFound
	case !rt.open && !a.state.ValidToken(r.Header.Get("Authorization")):
		return limits.ErrUnauthorized
	}
	if wait := a.limiter.exceeded(headers); wait > 0 {
		return rateLimited(headers, wait, "user")
	}
	return nil
}

// encode turns a handler's result into status and body, and notes them.
func (a *API) encode(c *call, result any, err error, record *Request) []byte {
	if err != nil {
		var refused *limits.Refusal
		var limited *rateLimitError
		switch {
		case errors.As(err, &limited):
			record.Status = http.StatusTooManyRequests
			return mustJSON(limited)
		case errors.As(err, &refused):
			record.Status, record.Code = refused.Status, refused.Code
			return mustJSON(refused)
		}
		a.opts.Log.Error("sandbox handler", "route", record.Route, "error", err)
		record.Status = http.StatusInternalServerError
		return mustJSON(&limits.Refusal{Message: "500: Internal Server Error"})
	}
	record.Status = c.status
	if result == nil {
		if record.Status == 0 {
			record.Status = http.StatusNoContent
		}
		return nil
	}
	if record.Status == 0 {
		record.Status = http.StatusOK
	}
	return mustJSON(result)
}

// mustJSON encodes one of our own shapes, which cannot fail.
func mustJSON(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("sandbox: encode answer: " + err.Error())
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// wait holds an answer back for d of real time, or until the client or the server gives up.
func (a *API) wait(r *http.Request, d time.Duration) {
	if d <= 0 {
		return
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-r.Context().Done():
	case <-a.stop:
	}
}

// cutConnection ends the connection without an answer.
func cutConnection(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err == nil {
		conn.Close()
	}
}
