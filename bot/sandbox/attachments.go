package sandbox

import (
	"bytes"
	"image"
	_ "image/gif"  // sizes of pictures
	_ "image/jpeg" // sizes of pictures
	_ "image/png"  // sizes of pictures
	"mime"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// storedFile is the content of an attachment.
type storedFile struct {
	id, channel, name, contentType string
	data                           []byte
}

// store keeps an uploaded file and returns its attachment.
func (s *Server) store(u upload, channelID, description, title string) wire.Attachment {
	w := s.world
	f := &storedFile{
		id: w.nextID(s.now()), channel: channelID, name: safeName(u.name), contentType: u.contentType, data: u.data,
	}
	if byName := mime.TypeByExtension(path.Ext(f.name)); f.contentType == "" || f.contentType == "application/octet-stream" {
		f.contentType = byName
	}
	w.files[f.id] = f
	w.fileOrder = append(w.fileOrder, f.id)
	w.fileBytes += len(f.data)
	s.forgetOldFiles()
	a := wire.Attachment{
		ID: f.id, Filename: f.name, Description: description, Title: title, ContentType: f.contentType, Size: len(f.data),
		URL: s.base() + "/attachments/" + channelID + "/" + f.id + "/" + f.name,
	}
	a.ProxyURL = a.URL
	if c, _, err := image.DecodeConfig(bytes.NewReader(f.data)); err == nil {
		a.Width, a.Height = c.Width, c.Height
	}
	return a
}

// safeName keeps of a file's name what Discord keeps: letters, digits, dots,
// dashes and underscores.
func safeName(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '-', r == '_':
			return r
		case r == ' ':
			return '_'
		}
		return -1
	}, name)
	if strings.Trim(name, ".") == "" {
		return "unknown"
	}
	return name
}

// forgetFiles frees the files of attachments that no message has any more.
func (s *Server) forgetFiles(old, kept []wire.Attachment) {
	keep := map[string]bool{}
	for _, a := range kept {
		keep[a.ID] = true
	}
	for _, a := range old {
		if f := s.world.files[a.ID]; f != nil && !keep[a.ID] {
			s.world.fileBytes -= len(f.data)
			delete(s.world.files, a.ID)
		}
	}
}

// forgetOldFiles frees the oldest attachments when all of them take too much
// memory; their messages stay, their addresses answer 404.
func (s *Server) forgetOldFiles() {
	w := s.world
	for w.fileBytes > maxFileBytes && len(w.fileOrder) > 0 {
		s.forgetFiles([]wire.Attachment{{ID: w.fileOrder[0]}}, nil)
		w.fileOrder = w.fileOrder[1:]
	}
	if len(w.fileOrder) > 2*len(w.files)+64 { // most of them are gone already
		gone := func(id string) bool { return w.files[id] == nil }
		w.fileOrder = slices.DeleteFunc(slices.Clone(w.fileOrder), gone)
	}
}

// serveAttachment serves a file by its URL.
func (s *Server) serveAttachment(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	f := s.world.files[r.PathValue("id")]
	s.mu.Unlock()
	if f == nil || f.channel != r.PathValue("channel") || f.name != r.PathValue("name") {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", f.contentType)
	h.Set("Content-Length", strconv.Itoa(len(f.data)))
	h.Set("Cache-Control", "private, max-age=31536000, immutable")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "sandbox")
	_, _ = w.Write(f.data)
}
