package trials

import (
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

// drain is a Discord behind HTTP that takes everything and keeps nothing, for the real client.
type drain struct {
	// read gets each request's path below the version, and its JSON.
	read func(path string, body []byte)

	last atomic.Int64 // of IDs
}

// client returns a real client whose requests the drain takes.
func (d *drain) client() (*discord.Client, error) {
	return discord.NewClient(discord.Options{
		Token: "drain", Transport: d, Rate: 1_000_000, // nobody waits
	})
}

// RoundTrip implements http.RoundTripper.
func (d *drain) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := payloadOf(req)
	if err != nil {
		return nil, err
	}
	_, path, _ := strings.Cut(req.URL.Path, "/v10/")
	d.read(path, body)
	status, answer := http.StatusOK, fmt.Sprintf(`{"id":"%d"}`, 10_000_000+d.last.Add(1))
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
		StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(answer)), Request: req,
	}, nil
}

// payloadOf returns the JSON of a request, with files or without.
func payloadOf(req *http.Request) ([]byte, error) {
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
			return io.ReadAll(part)
		}
	}
}
