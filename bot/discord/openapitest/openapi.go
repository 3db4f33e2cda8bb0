// Package openapitest checks requests to Discord, and answers like its own, against Discord's own OpenAPI description. It is for tests; where the
// description is not at hand it skips them.
package openapitest

import (
	"bytes"
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
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// file lies beside the repository: it is Discord's, and 1.2 MB.
const file = "shared/discord-openapi.json"

// Validator checks requests and answers. Its methods may be called from any goroutine.
type Validator struct {
	paths map[string]pathItem // by template: /channels/{channel_id}

	mu       sync.Mutex // guards compiler, which keeps what it has compiled
	compiler *jsonschema.Compiler
}

// pathItem is what the description says of an address.
type pathItem struct {
	Parameters                    []parameter // of the path
	Get, Post, Put, Patch, Delete *operation
}

type operation struct {
	Parameters  []parameter // of the query
	RequestBody *struct {
		Required bool
		content
	}
	Responses map[string]content // by status
}

type parameter struct{ Name string }

// content is by content type; the compiler reads the schemas themselves.
type content struct{ Content map[string]struct{} }

var load = sync.OnceValues(func() (*Validator, error) {
	path, err := locate()
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var known struct{ Paths map[string]pathItem }
	if err := json.Unmarshal(text, &known); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	v := &Validator{paths: known.Paths, compiler: jsonschema.NewCompiler()}
	v.compiler.DefaultDraft(jsonschema.Draft2020) // that of OpenAPI 3.1
	v.compiler.AssertFormat()
	return v, v.compiler.AddResource(resource, document)
})

// locate looks for the description beside the repository's root, which is where go.mod is.
func locate() (string, error) {
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

// UnmarshalJSON implements json.Unmarshaler.
func (i *id) UnmarshalJSON(b []byte) error {
	*i = id(strings.Trim(string(b), `"`))
	return nil
}

func (v *Validator) validate(method, path, contentType string, body []byte) error {
	e, err := v.find(method, path)
	if err != nil {
		return err
	}
	if err := v.checkParameters(e, method); err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	request := e.operation.RequestBody
	switch {
	case request == nil || len(body) == 0 && !request.Required:
		return nil
	case len(body) == 0:
		return fmt.Errorf("%s %s needs a body", method, path)
	}
	if _, ok := request.Content[contentType]; !ok {
		return fmt.Errorf("%s %s takes no %q", method, path, contentType)
	}
	if err := v.conforms(body, e.at(strings.ToLower(method), "requestBody", "content", contentType, "schema")); err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	return nil
}

// ValidateAnswer checks the JSON body of an answer to a request.
func (v *Validator) ValidateAnswer(method, path string, status int, body []byte) error {
	e, err := v.find(method, path)
	if err != nil {
		return err
	}
	code := strconv.Itoa(status)
	answer, ok := e.operation.Responses[code]
	if !ok {
		return fmt.Errorf("%s %s is not answered with %d", method, path, status)
	}
	if len(body) == 0 || answer.Content == nil {
		return nil
	}
	return v.conforms(body, e.at(strings.ToLower(method), "responses", code, "content", "application/json", "schema"))
}

// endpoint is a request's place in the description.
type endpoint struct {
	template  string
	item      pathItem
	operation *operation
	values    map[string]string // of the path's parameters
	query     url.Values
}

// find looks a request up. Literal segments of a path win over parameters.
func (v *Validator) find(method, path string) (endpoint, error) {
	path, query, _ := strings.Cut(path, "?")
	var found endpoint
	most := -1
	for template, item := range v.paths {
		values, ok := match(template, path)
		op := item.operation(method)
		if literals := strings.Count(path, "/") - len(values); ok && op != nil && literals > most {
			found, most = endpoint{template: template, item: item, operation: op, values: values}, literals
		}
	}
	if most < 0 {
		return found, fmt.Errorf("%s %s is not a request of Discord's API", method, path)
	}
	var err error
	found.query, err = url.ParseQuery(query)
	return found, err
}

func (i pathItem) operation(method string) *operation {
	return map[string]*operation{"GET": i.Get, "POST": i.Post, "PUT": i.Put, "PATCH": i.Patch, "DELETE": i.Delete}[method]
}

// match returns the values of a template's parameters in a path; false if the path is not of that form.
func match(template, path string) (map[string]string, bool) {
	want, got := strings.Split(template, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return nil, false
	}
	values := map[string]string{}
	for i, segment := range want {
		name, isParameter := strings.CutPrefix(segment, "{")
		switch {
		case isParameter:
			values[strings.TrimSuffix(name, "}")] = got[i]
		case segment != got[i]:
			return nil, false
		}
	}
	return values, true
}

// checkParameters checks the values in path and query.
func (v *Validator) checkParameters(e endpoint, method string) error {
	for i, p := range e.item.Parameters {
		if err := v.fits(e.values[p.Name], e.at("parameters", strconv.Itoa(i), "schema")); err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	known := map[string]bool{}
	for i, p := range e.operation.Parameters {
		known[p.Name] = true
		if !e.query.Has(p.Name) {
			continue
		}
		if err := v.fits(e.query.Get(p.Name), e.at(strings.ToLower(method), "parameters", strconv.Itoa(i), "schema")); err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	for name := range e.query {
		if !known[name] {
			return fmt.Errorf("there is no query parameter %q", name)
		}
	}
	return nil
}

// fits checks a parameter, which in an address is text whatever its type.
func (v *Validator) fits(text, schema string) error {
	quoted, err := json.Marshal(text)
	if err != nil {
		return err
	}
	if err := v.conforms(quoted, schema); err == nil || !json.Valid([]byte(text)) {
		return err
	}
	return v.conforms([]byte(text), schema)
}

// resource is the address by which schemas are found in the description.
const resource = "https://discord.invalid/openapi.json"

// at is the address of a part of what the description says of an endpoint.
func (e endpoint) at(steps ...string) string {
	var b strings.Builder
	b.WriteString(resource + "#/paths")
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	for _, step := range append([]string{e.template}, steps...) {
		b.WriteString("/" + url.PathEscape(escape.Replace(step)))
	}
	return b.String()
}

// conforms checks JSON against the schema at an address.
func (v *Validator) conforms(body []byte, schema string) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	v.mu.Lock()
	compiled, err := v.compiler.Compile(schema)
	v.mu.Unlock()
	if err != nil {
		return err
	}
	return compiled.Validate(value)
}
