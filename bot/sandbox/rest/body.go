package rest

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

	"konduktor/bot/sandbox/limits"
)

// readBody reads the request's body into c and notes it in the record.
func readBody(w http.ResponseWriter, c *call, record *Request) error {
	body := http.MaxBytesReader(w, c.r.Body, limits.MaxRequest)
	kind, params, err := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	if err == nil && kind == "multipart/form-data" {
		if err := readMultipart(multipart.NewReader(body, params["boundary"]), c); err != nil {
			return err
		}
	} else if c.body, err = io.ReadAll(body); err != nil {
		return readError(err)
	}
	if len(c.body) == 0 {
		c.body = nil
		return nil
	}
	if !json.Valid(c.body) {
		return limits.ErrInvalidJSON
	}
	record.Body = c.body
	return nil
}

// readError tells a body that is too large from one that broke off.
func readError(err error) error {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return limits.ErrTooLarge
	}
	return limits.ErrInvalidJSON
}

// readMultipart takes payload_json and files[n] out of a form.
func readMultipart(mr *multipart.Reader, c *call) error {
	for {
		part, err := mr.NextPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return readError(err)
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return readError(err)
		}
		field := part.FormName()
		if field == "payload_json" {
			c.body = data
			continue
		}
		index, ok := fileIndex(field)
		if !ok {
			return limits.Invalid(field, "BASE_TYPE_UNKNOWN", "Not a known part of a form: payload_json or files[n].")
		}
		if len(c.files) >= limits.MaxFiles {
			return limits.ErrTooManyFiles
		}
		if len(data) > limits.MaxFile {
			return limits.ErrTooLarge
		}
		c.files = append(c.files, limits.Upload{Index: index, Name: part.FileName(), ContentType: part.Header.Get("Content-Type"), Data: data})
	}
}

// fileIndex reads the n of "files[n]".
func fileIndex(field string) (int, bool) {
	digits, ok := strings.CutPrefix(field, "files[")
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(strings.TrimSuffix(digits, "]"))
	return n, err == nil && n >= 0
}

// decode reads the body into v. Unknown fields and wrong types are refused with the path of the field.
func decode(c *call, v any) error {
	if c.body == nil {
		c.body = json.RawMessage("{}")
	}
	return decodeJSON(c.body, v, "")
}

// decodeJSON is decode for a part of a body that lies at path.
func decodeJSON(raw json.RawMessage, v any, path string) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields() // Discord ignores them; here a misspelt field is found
	err := d.Decode(v)
	if err == nil {
		return nil
	}
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		field := strings.TrimPrefix(path+"."+wrong.Field, ".")
		if wrong.Field == "" {
			field = path + "_body"
		}
		return limits.Invalid(field, "BASE_TYPE_BAD_TYPE", "Could not interpret %q as %s.", wrong.Value, wrong.Type)
	}
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		name = strings.Trim(name, `"`)
		return limits.Invalid(strings.TrimPrefix(path+"."+name, "."), "SANDBOX_UNKNOWN_FIELD",
			"Discord knows no field %q here, or the sandbox does not.", name)
	}
	return limits.ErrInvalidJSON
}

// present tells which fields a JSON object has, to tell null from absent.
func present(raw json.RawMessage) map[string]bool {
	var fields map[string]json.RawMessage
	_ = json.Unmarshal(raw, &fields) // a body that is no object has no fields
	have := make(map[string]bool, len(fields))
	for name := range fields {
		have[name] = true
	}
	return have
}
