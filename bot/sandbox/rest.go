package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// call is one REST request on its way through a handler.
type call struct {
	r      *http.Request
	body   json.RawMessage // JSON or payload_json, nil if there was none
	files  []upload
	status int // of a good answer, 0: 200, or 204 without a body
}

// path is a wildcard of the route.
func (c *call) path(name string) string { return c.r.PathValue(name) }

// serveREST takes a request from the wire to its answer: record, authorise,
// limit, break on purpose, handle.
func (s *Server) serveREST(w http.ResponseWriter, r *http.Request, rt *route) {
	version, path := splitVersion(r.URL.Path)
	record := Request{
		At: s.now(), Method: r.Method, Path: path, Query: r.URL.RawQuery, Version: version, Header: r.Header.Clone(),
	}
	record.Header.Del("Authorization")
	c := &call{r: r}
	if rt != nil {
		record.Route = rt.name()
	}
	err := s.readBody(w, c, &record)
	fault, headers, answer := s.decide(rt, c, err, &record)
	if fault != nil {
		s.wait(r, fault.Delay)
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

// decide handles the request under the lock, or breaks it as the faults want,
// and records it. err is what was wrong with its body.
func (s *Server) decide(rt *route, c *call, err error, record *Request) (*Fault, http.Header, []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fault := s.faults.next(record.Route)
	headers := s.limiter.headers(record.Route, c, s.now())
	var result any
	switch {
	case fault == nil || fault.Status == 0 && fault.Cut != CutBefore:
		if err == nil {
			err = s.admit(rt, record.Version, headers, c.r)
		}
		if err == nil {
			result, err = rt.handle(s, c)
		}
	case fault.Cut == CutNever:
		err = fault.answer(headers)
	}
	answer := s.encode(c, result, err, record)
	if fault != nil && fault.Cut != CutNever {
		record.Status, record.Code = 0, 0
	}
	s.countInvalid(record.Status, headers)
	s.journal.add(*record)
	s.notify()
	return fault, headers, answer
}

// admit refuses what no handler should see: no such route, wrong version or
// token, too many requests.
func (s *Server) admit(rt *route, version string, headers http.Header, r *http.Request) error {
	switch {
	case version == "" || rt == nil:
		return errNotFound
	case !rt.open && !s.validToken(r.Header.Get("Authorization")):
		return errUnauthorized
	}
	if wait := s.limiter.exceeded(headers); wait > 0 {
		return rateLimited(headers, wait, 0, "user")
	}
	return nil
}

// validToken says whether a token, with or without "Bot ", is the right one.
func (s *Server) validToken(token string) bool {
	token = strings.TrimPrefix(token, "Bot ")
	return token != "" && (s.opts.Token == "" || token == s.opts.Token)
}

// encode turns a handler's result into status and body, and notes them.
func (s *Server) encode(c *call, result any, err error, record *Request) []byte {
	if err != nil {
		var refused *APIError
		var limited *rateLimitError
		switch {
		case errors.As(err, &limited):
			record.Status = http.StatusTooManyRequests
			return mustJSON(limited)
		case errors.As(err, &refused):
			record.Status, record.Code = refused.Status, refused.Code
			return mustJSON(refused)
		}
		s.log.Error("sandbox handler", "route", record.Route, "error", err)
		record.Status = http.StatusInternalServerError
		return mustJSON(&APIError{Message: "500: Internal Server Error"})
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

// countInvalid counts answers towards Discord's ban.
func (s *Server) countInvalid(status int, headers http.Header) {
	switch {
	case status == 401, status == 403:
		s.journal.invalid++
	case status == 429 && headers.Get("X-RateLimit-Scope") != "shared":
		s.journal.invalid++
	}
}

// wait holds an answer back for d of real time, or until the client or the
// server gives up.
func (s *Server) wait(r *http.Request, d time.Duration) {
	if d <= 0 {
		return
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-r.Context().Done():
	case <-s.stop:
	}
}

// cutConnection ends the connection without an answer.
func cutConnection(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err == nil {
		conn.Close()
	}
}

// rateLimitError is the body of a 429.
type rateLimitError struct {
	Message    string  `json:"message"`
	RetryAfter float64 `json:"retry_after"`
	Global     bool    `json:"global"`
	Code       int     `json:"code,omitempty"`
}

func (e *rateLimitError) Error() string { return e.Message }

// rateLimited makes a 429 and its headers. header, if not 0, is what the header
// says instead of retryAfter.
func rateLimited(headers http.Header, retryAfter, header time.Duration, scope string) error {
	if header == 0 {
		header = retryAfter
	}
	headers.Set("Retry-After", strconv.Itoa(int((header+time.Second-1)/time.Second)))
	headers.Set("X-RateLimit-Scope", scope)
	if scope == "global" {
		headers.Set("X-RateLimit-Global", "true")
	}
	headers.Set("X-RateLimit-Remaining", "0")
	headers.Set("X-RateLimit-Reset-After", strconv.FormatFloat(header.Seconds(), 'f', 3, 64))
	return &rateLimitError{
		Message: "You are being rate limited.", RetryAfter: retryAfter.Seconds(), Global: scope == "global",
	}
}

// answer is what the fault says in place of the handler.
func (f *Fault) answer(headers http.Header) error {
	if f.Status == http.StatusTooManyRequests {
		scope := f.Scope
		if scope == "" {
			scope = "user"
		}
		return rateLimited(headers, f.RetryAfter, f.Header, scope)
	}
	message := f.Message
	if message == "" {
		message = strconv.Itoa(f.Status) + ": " + http.StatusText(f.Status)
	}
	return &APIError{Status: f.Status, Code: f.Code, Message: message}
}
