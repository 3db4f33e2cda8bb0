package discordtest

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

//go:embed discord-openapi.json.gz
var compressed []byte

// Validator checks requests and answers. Its methods may be called from any goroutine.
type Validator struct {
	paths map[string]pathItem // by template: /channels/{channel_id}

	mu       sync.Mutex // guards compiler, which caches what it compiles
	compiler *jsonschema.Compiler
}

// pathItem describes the operations of a path.
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

// content is keyed by content type; the compiler reads the schemas themselves.
type content struct{ Content map[string]struct{} }

var load = sync.OnceValues(func() (*Validator, error) {
	text, err := decompress()
	if err != nil {
		return nil, err
	}
	var known struct{ Paths map[string]pathItem }
	if err := json.Unmarshal(text, &known); err != nil {
		return nil, err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	v := &Validator{paths: known.Paths, compiler: jsonschema.NewCompiler()}
	v.compiler.DefaultDraft(jsonschema.Draft2020) // used by OpenAPI 3.1
	v.compiler.AssertFormat()
	return v, v.compiler.AddResource(resource, document)
})

func decompress() ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// NewValidator returns the validator; the first call in a process loads the description (0.2 s).
func NewValidator(t testing.TB) *Validator {
	t.Helper()
	v, err := load()
	if err != nil {
		t.Fatalf("load Discord's API description: %v", err)
	}
	return v
}

// Validate checks a JSON body. path is relative to /api/v10 and may have a query:
// "/channels/1/messages". The description allows unknown fields and lacks some of Discord's limits;
// package limits of the sandbox knows more.
func (v *Validator) Validate(method, path string, body []byte) error {
	contentType := ""
	if body != nil {
		contentType = "application/json"
	}
	return v.validate(method, path, contentType, body)
}

// ValidateRequest checks a request that a server received: its path may begin with anything up to
// /v10/, and its body may be multipart. The body can be read again.
func (v *Validator) ValidateRequest(r *http.Request) error {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return fmt.Errorf("read the body: %w", err)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	_, path, found := strings.Cut(r.URL.RequestURI(), "/v10/")
	if !found {
		return fmt.Errorf("%s is not a path of version 10", r.URL.Path)
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

// Payload returns the part payload_json of a multipart body, whose attachments and files must
// match.
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

// id is an attachment's id: Discord accepts a number or a string.
type id string

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
		return fmt.Errorf("%s %s does not accept %q", method, path, contentType)
	}
	schema := e.at(strings.ToLower(method), "requestBody", "content", contentType, "schema")
	if err := v.conforms(body, schema); err != nil {
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
	schema := e.at(
		strings.ToLower(method), "responses", code, "content", "application/json", "schema")
	return v.conforms(body, schema)
}

// endpoint is the part of the description that covers a request.
type endpoint struct {
	template  string
	item      pathItem
	operation *operation
	values    map[string]string // of the path's parameters
	query     url.Values
}

// find looks up a request. Literal segments of a path win over parameters.
func (v *Validator) find(method, path string) (endpoint, error) {
	path, query, _ := strings.Cut(path, "?")
	var found endpoint
	most := -1
	for template, item := range v.paths {
		values, ok := matchPath(template, path)
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
	return map[string]*operation{
		"GET": i.Get, "POST": i.Post, "PUT": i.Put, "PATCH": i.Patch, "DELETE": i.Delete,
	}[method]
}

// matchPath returns the values of a template's parameters in a path.
func matchPath(template, path string) (map[string]string, bool) {
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
		schema := e.at(strings.ToLower(method), "parameters", strconv.Itoa(i), "schema")
		if err := v.fits(e.query.Get(p.Name), schema); err != nil {
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

// fits checks the value of a parameter, a string in the URL whatever its type.
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

// resource is the URL that the compiler knows the description by.
const resource = "https://discord.invalid/openapi.json"

// at returns the URL of a part of an endpoint's description.
func (e endpoint) at(steps ...string) string {
	var b strings.Builder
	b.WriteString(resource + "#/paths")
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	for _, step := range append([]string{e.template}, steps...) {
		b.WriteString("/" + url.PathEscape(escape.Replace(step)))
	}
	return b.String()
}

// conforms checks JSON against the schema at a URL.
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
