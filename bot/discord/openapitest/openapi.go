// Package openapitest checks requests to Discord against Discord's own OpenAPI description. It is for tests; where the
// description is not at hand it skips them.
package openapitest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// file lies beside the repository: it is Discord's, and 1.2 MB.
const file = "shared/discord-openapi.json"

// Validator knows Discord's requests.
type Validator struct{ router routers.Router }

var load = sync.OnceValues(func() (*Validator, error) {
	path, err := find()
	if err != nil {
		return nil, err
	}
	loader := openapi3.NewLoader()
	doc, err := loader.LoadFromFile(path)
	if err != nil {
		return nil, fmt.Errorf("load %s: %w", path, err)
	}
	doc.Servers = openapi3.Servers{{URL: "https://discord.com/api/v10"}}
	// Multipart bodies are validated as the JSON inside them.
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		return nil, fmt.Errorf("make a router of %s: %w", path, err)
	}
	return &Validator{router}, nil
})

// find looks for the description beside the repository's root, which is where go.mod is.
func find() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			path := filepath.Join(filepath.Dir(dir), file)
			_, err := os.Stat(path)
			return path, err
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", os.ErrNotExist
		}
		dir = up
	}
}

// New loads the description, once a process (0.2 s), or skips the test where it is missing.
func New(t testing.TB) *Validator {
	t.Helper()
	v, err := load()
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("Discord's OpenAPI description is not there: ../" + file)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Validate checks a JSON body. path is below /api/v10 and may have a query: "/channels/1/messages". The error names
// place and rule. Unknown fields, and some of Discord's limits, are not in the description; bot/sandbox knows more.
func (v *Validator) Validate(method, path string, body []byte) error {
	contentType := ""
	if body != nil {
		contentType = "application/json"
	}
	return v.validate(method, path, contentType, body)
}

// ValidateRequest checks a request that a server received: its path may begin with anything up to /v10/, and its body
// may be multipart. It leaves the body to be read again.
func (v *Validator) ValidateRequest(r *http.Request) error {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return fmt.Errorf("read the body: %w", err)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	_, path, found := strings.Cut(r.URL.RequestURI(), "/v10/")
	if !found {
		return fmt.Errorf("%s is not of version 10", r.URL.Path)
	}
	contentType := r.Header.Get("Content-Type")
	if kind, params, _ := mime.ParseMediaType(contentType); kind == "multipart/form-data" {
		if body, err = Payload(body, params["boundary"]); err != nil {
			return err
		}
		contentType = "application/json"
	}
	return v.validate(r.Method, "/"+path, contentType, body)
}

// Payload returns the part payload_json of a multipart body, after checking that each of its attachments has its file.
func Payload(body []byte, boundary string) ([]byte, error) {
	form, err := multipart.NewReader(bytes.NewReader(body), boundary).ReadForm(64 << 20)
	if err != nil {
		return nil, fmt.Errorf("read multipart: %w", err)
	}
	defer form.RemoveAll() //nolint:errcheck // temporary files of a test
	if len(form.Value["payload_json"]) != 1 {
		return nil, fmt.Errorf("multipart has %d payload_json, want 1", len(form.Value["payload_json"]))
	}
	payload := []byte(form.Value["payload_json"][0])
	var message struct {
		Attachments []struct {
			ID       id     `json:"id"`
			Filename string `json:"filename"`
		} `json:"attachments"`
		Data *struct {
			Attachments []struct {
				ID       id     `json:"id"`
				Filename string `json:"filename"`
			} `json:"attachments"`
		} `json:"data"`
	}
	if err := json.Unmarshal(payload, &message); err != nil {
		return nil, fmt.Errorf("payload_json: %w", err)
	}
	attachments := message.Attachments
	if message.Data != nil {
		attachments = message.Data.Attachments
	}
	for _, a := range attachments {
		files := form.File["files["+string(a.ID)+"]"]
		if len(files) != 1 || files[0].Filename != a.Filename {
			return nil, fmt.Errorf("attachment %s (%s) has no file", a.ID, a.Filename)
		}
	}
	if len(form.File) != len(attachments) {
		return nil, fmt.Errorf("%d files for %d attachments", len(form.File), len(attachments))
	}
	return payload, nil
}

// id is an attachment's, which Discord takes as a number and as a text.
type id string

func (i *id) UnmarshalJSON(b []byte) error {
	*i = id(strings.Trim(string(b), `"`))
	return nil
}

func (v *Validator) validate(method, path, contentType string, body []byte) error {
	target, err := url.Parse("https://discord.com/api/v10" + path)
	if err != nil {
		return fmt.Errorf("path %s: %w", path, err)
	}
	req, err := http.NewRequest(method, target.String(), bytes.NewReader(body))
	if err != nil {
		return err
	}
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	route, params, err := v.router.FindRoute(req)
	if err != nil {
		return fmt.Errorf("%s %s is no request of Discord's: %w", method, path, err)
	}
	if len(body) == 0 && route.Operation.RequestBody == nil {
		return nil
	}
	err = openapi3filter.ValidateRequest(context.Background(), &openapi3filter.RequestValidationInput{
		Request: req, PathParams: params, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, MultiError: false},
	})
	if err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	return nil
}
