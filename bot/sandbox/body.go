package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"
)

// upload is a file of a multipart request.
type upload struct {
	index       int // n of files[n]
	name        string
	contentType string
	data        []byte
}

// readBody reads the request's body into c and notes it in the record.
func (s *Server) readBody(w http.ResponseWriter, c *call, record *Request) error {
	body := http.MaxBytesReader(w, c.r.Body, maxRequest)
	kind, params, err := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	if err == nil && kind == "multipart/form-data" {
		if err := readMultipart(multipart.NewReader(body, params["boundary"]), c, record); err != nil {
			return err
		}
	} else {
		raw, err := io.ReadAll(body)
		if err != nil {
			return readError(err)
		}
		c.body = raw
	}
	if len(c.body) == 0 {
		c.body = nil
		return nil
	}
	if !json.Valid(c.body) {
		return errInvalidJSON
	}
	record.Body = c.body
	return nil
}

// readError tells a body that is too large from one that broke off.
func readError(err error) error {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return errTooLarge
	}
	return errInvalidJSON
}

// readMultipart takes payload_json and files[n] out of a form.
func readMultipart(mr *multipart.Reader, c *call, record *Request) error {
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
			return invalid(field, "BASE_TYPE_UNKNOWN", "Not a known part of a form: payload_json or files[n].")
		}
		record.Files = append(record.Files, RequestFile{
			Field: field, Name: part.FileName(), ContentType: part.Header.Get("Content-Type"), Size: len(data),
		})
		if len(c.files) >= maxFiles {
			return errTooManyFiles
		}
		if len(data) > maxFile {
			return errTooLarge
		}
		c.files = append(c.files, upload{index, part.FileName(), part.Header.Get("Content-Type"), data})
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

// decode reads the body into v. Unknown fields are refused unless
// Options.Lenient; wrong types always, with the path of the field.
func (s *Server) decode(c *call, v any) error {
	if c.body == nil {
		c.body = json.RawMessage("{}")
	}
	return s.decodeJSON(c.body, v, "")
}

// decodeJSON is decode for a part of a body that lies at path.
func (s *Server) decodeJSON(raw json.RawMessage, v any, path string) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	if !s.opts.Lenient {
		d.DisallowUnknownFields()
	}
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
		return invalid(field, "BASE_TYPE_BAD_TYPE", "Could not interpret %q as %s.", wrong.Value, wrong.Type)
	}
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		name = strings.Trim(name, `"`)
		return invalid(strings.TrimPrefix(path+"."+name, "."), "SANDBOX_UNKNOWN_FIELD",
			"%s", fmt.Sprintf("Discord knows no field %q here; it would be ignored.", name))
	}
	return errInvalidJSON
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
