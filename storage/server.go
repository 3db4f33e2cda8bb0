package storage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Server is the process that serves a database which only one may serve. It is kept as a setting.
type Server struct {
	Host    string    `json:"host"`
	Process int       `json:"process"`
	Since   time.Time `json:"since"`
	// Until is when its right ends unless it is renewed; zero where a lock says that it lives.
	Until time.Time `json:"until,omitzero"`
}

// ServerKey is the setting that holds the server; "": it has ended.
const ServerKey = "server"

// Encode returns the server as the setting holds it.
func (s Server) Encode() string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(fmt.Sprintf("encode the server of a database: %v", err)) // no field can fail
	}
	return string(text)
}

// String names the server for people.
func (s Server) String() string {
	return fmt.Sprintf("process %d on %s, since %s", s.Process, s.Host,
		s.Since.UTC().Format(time.DateTime+" UTC"))
}

// ReadServer returns who serves, or was killed while it served, and the text of the setting; false
// if nobody does.
func ReadServer(ctx context.Context, s Reader) (server Server, text string, ok bool, err error) {
	text, err = s.Setting(ctx, ServerKey)
	switch {
	case errors.Is(err, ErrNotFound) || err == nil && text == "":
		return server, "", false, nil
	case err != nil:
		return server, "", false, err
	}
	if err := json.Unmarshal([]byte(text), &server); err != nil {
		return server, "", false, fmt.Errorf("read who serves the database: %w", err)
	}
	return server, text, true, nil
}
