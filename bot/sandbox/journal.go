package sandbox

import (
	"encoding/json"
	"net/http"
	"time"
)

// Request is one REST request as it came, kept so that tests can check it, for
// example against Discord's OpenAPI description.
type Request struct {
	At     time.Time
	Method string
	// Path is without the version: /channels/1/messages. Query is the raw query.
	Path  string
	Query string
	// Route is the pattern that took it, "POST /channels/{channel}/messages";
	// empty if none did.
	Route string
	// Version is the API's: 9 or 10.
	Version string
	Header  http.Header // without Authorization
	// Body is the JSON body; of a multipart request its payload_json. nil if
	// there was none.
	Body json.RawMessage
	// Files are the names and sizes of the files of a multipart request.
	Files []RequestFile
	// Status and Code are what it was answered with; Status 0: the connection was
	// cut by a fault.
	Status int
	Code   int
}

// RequestFile is one file of a multipart request.
type RequestFile struct {
	Field       string
	Name        string
	ContentType string
	Size        int
}

// journal keeps the latest requests.
type journal struct {
	limit   int
	list    []Request
	invalid int // 401, 403 and 429 answers, without shared 429
	total   int
}

// add appends r and forgets the oldest tenth when the journal is full.
func (j *journal) add(r Request) {
	j.total++
	if len(j.list) >= j.limit {
		keep := j.limit - j.limit/10 - 1
		j.list = append([]Request(nil), j.list[len(j.list)-keep:]...)
	}
	j.list = append(j.list, r)
}

// Requests returns the recorded requests, oldest first.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.journal.list...)
}

// RequestCount is the number of requests ever received, recorded or not.
func (s *Server) RequestCount() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.journal.total
}

// InvalidRequests counts the answers that Discord counts towards its ban (10,000
// in 10 minutes): 401, 403 and 429 that are not shared.
func (s *Server) InvalidRequests() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.journal.invalid
}

// ForgetRequests empties the record.
func (s *Server) ForgetRequests() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.journal = journal{limit: s.journal.limit}
}
