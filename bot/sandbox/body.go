package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"

	"konduktor/bot/sandbox/wire"
)

func readBody(w http.ResponseWriter, c *call) error {
	body := http.MaxBytesReader(w, c.r.Body, wire.MaxRequest)
	kind, params, err := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	var raw []byte
	if err == nil && kind == "multipart/form-data" {
		raw, err = readMultipart(multipart.NewReader(body, params["boundary"]), c)
	} else {
		raw, err = io.ReadAll(body)
	}
	var refused *wire.Refusal
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &refused):
		return refused
	case errors.As(err, &tooLarge):
		return wire.ErrTooLarge
	case err != nil || len(raw) > 0 && !json.Valid(raw):
		return wire.ErrInvalidJSON
	case len(raw) > 0:
		c.body = raw
	}
	return nil
}

func readMultipart(mr *multipart.Reader, c *call) (payload []byte, err error) {
	for {
		part, err := mr.NextPart()
		if errors.Is(err, io.EOF) {
			return payload, nil
		}
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return nil, err
		}
		field := part.FormName()
		if field == "payload_json" {
			payload = data
			continue
		}
		digits, ok := strings.CutPrefix(field, "files[")
		index, err := strconv.Atoi(strings.TrimSuffix(digits, "]"))
		switch {
		case !ok || err != nil || index < 0:
			return nil, wire.Invalid("form", "BASE_TYPE_UNKNOWN", "Unknown part %q.", field)
		case len(c.files) >= wire.MaxFiles:
			return nil, wire.ErrTooManyFiles
		case len(data) > wire.MaxFile:
			return nil, wire.ErrTooLarge
		}
		c.files = append(c.files, wire.Upload{
			Index: index, Name: part.FileName(), ContentType: part.Header.Get("Content-Type"),
			Data: data,
		})
	}
}

// decode reads the body into v. Unknown fields and wrong types are refused with the field's path.
func decode(c *call, v any) error {
	if c.body == nil {
		c.body = json.RawMessage("{}")
	}
	return decodeJSON(c.body, v, "")
}

// decodeJSON is decode for the part of a body at path.
func decodeJSON(raw json.RawMessage, v any, path string) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields() // Discord ignores them; here a misspelt field is found
	err := d.Decode(v)
	if err == nil {
		return nil
	}
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		field := strings.Trim(path+"."+wrong.Field, ".")
		if field == "" {
			field = "_body"
		}
		return wire.Invalid(field, "BASE_TYPE_BAD_TYPE",
			"Could not interpret %q as %s.", wrong.Value, wrong.Type)
	}
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		name = strings.Trim(name, `"`)
		return wire.Invalid(strings.TrimPrefix(path+"."+name, "."), "SANDBOX_UNKNOWN_FIELD",
			"Discord, or the sandbox, knows no field %q here.", name)
	}
	return wire.ErrInvalidJSON
}

// present returns the fields that a JSON object has, to tell null from absent.
func present(raw json.RawMessage) map[string]bool {
	var fields map[string]json.RawMessage
	_ = json.Unmarshal(raw, &fields) // anything but an object has no fields
	have := make(map[string]bool, len(fields))
	for name := range fields {
		have[name] = true
	}
	return have
}
