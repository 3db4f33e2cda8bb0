package soak

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
	"sync/atomic"

	"konduktor/bot/discord"
)

// mailroom is a Discord behind HTTP that takes everything and keeps nothing. The bot reaches it by the real client.
type mailroom struct {
	last atomic.Int64
	// read is called with each request's method, path below the version, and JSON.
	read func(method, path string, body []byte)
}

// client returns a client of the mailroom.
func (r *mailroom) client() (*discord.Client, error) {
	return discord.NewClient(discord.Options{
		Token: "soak", HTTPClient: &http.Client{Transport: r}, Rate: 1_000_000, // nobody waits
	})
}

// RoundTrip implements http.RoundTripper.
func (r *mailroom) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := payload(req)
	if err != nil {
		return nil, err
	}
	_, path, _ := strings.Cut(req.URL.Path, "/v10/")
	r.read(req.Method, path, body)
	status, answer := http.StatusOK, fmt.Sprintf(`{"id":"%d"}`, 10_000_000+r.last.Add(1))
	parts := strings.Split(path, "/")
	switch {
	case parts[len(parts)-1] == "callback":
		status, answer = http.StatusNoContent, ""
	case path == "users/@me/channels":
		var dm struct {
			User string `json:"recipient_id"`
		}
		if err := json.Unmarshal(body, &dm); err != nil {
			return nil, err
		}
		answer = fmt.Sprintf(`{"id":"8%s"}`, dm.User)
	case len(parts) == 5 && parts[4] == "threads", len(parts) == 4 && parts[2] == "messages":
		answer = fmt.Sprintf(`{"id":"%s"}`, parts[3])
	}
	return &http.Response{
		StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(answer)), Request: req,
	}, nil
}

// payload is the JSON of a request, with files or without.
func payload(req *http.Request) ([]byte, error) {
	if req.Body == nil {
		return nil, nil
	}
	defer req.Body.Close()
	kind, params, err := mime.ParseMediaType(req.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" {
		return io.ReadAll(req.Body)
	}
	form := multipart.NewReader(req.Body, params["boundary"])
	for {
		part, err := form.NextPart()
		if err != nil {
			return nil, err
		}
		if part.FormName() == "payload_json" {
			var b bytes.Buffer
			_, err := b.ReadFrom(part)
			return b.Bytes(), err
		}
	}
}
