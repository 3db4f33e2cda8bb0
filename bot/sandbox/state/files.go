package state

import (
	"bytes"
	"image"
	_ "image/png" // sizes of pictures
	"mime"
	"path"
	"slices"
	"strings"

	"konduktor/bot/sandbox/wire"
)

// StoredFile is the content of an attachment.
type StoredFile struct {
	Name, Type string
	Data       []byte

	channel string
}

// Store keeps an uploaded file and returns its attachment.
func (s *State) Store(u wire.Upload, channelID, description string) wire.Attachment {
	id := s.NextID()
	f := &StoredFile{Name: safeName(u.Name), Type: u.ContentType, Data: u.Data, channel: channelID}
	if f.Type == "" || f.Type == "application/octet-stream" {
		f.Type = mime.TypeByExtension(path.Ext(f.Name))
	}
	s.files[id] = f
	s.fileOrder = append(s.fileOrder, id)
	s.fileBytes += len(f.Data)
	s.forgetOldFiles()
	url := "http://" + s.Address + "/attachments/" + channelID + "/" + id + "/" + f.Name
	a := wire.Attachment{
		ID: id, Filename: f.Name, Description: description, ContentType: f.Type, Size: len(f.Data),
		URL: url, ProxyURL: url,
	}
	if c, _, err := image.DecodeConfig(bytes.NewReader(f.Data)); err == nil {
		a.Width, a.Height = c.Width, c.Height
	}
	return a
}

// File returns the content of an attachment, nil if it is gone.
func (s *State) File(id string) *StoredFile { return s.files[id] }

// In reports whether the file is an attachment of that name in that channel.
func (f *StoredFile) In(channelID, name string) bool {
	return f.channel == channelID && f.Name == name
}

// safeName keeps the characters that Discord keeps in file names: letters, digits, dots, dashes
// and underscores.
func safeName(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.Map(func(r rune) rune {
		switch {
		case isAlphanumeric(r), r == '.', r == '-', r == '_':
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

func isAlphanumeric(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}

// ForgetFiles frees the files of old attachments that are not in kept.
func (s *State) ForgetFiles(old, kept []wire.Attachment) {
	for _, a := range old {
		same := func(k wire.Attachment) bool { return k.ID == a.ID }
		if f := s.files[a.ID]; f != nil && !slices.ContainsFunc(kept, same) {
			s.fileBytes -= len(f.Data)
			delete(s.files, a.ID)
		}
	}
}

// forgetOldFiles frees the oldest attachments when all of them take too much memory. Their messages
// stay, their URLs answer 404.
func (s *State) forgetOldFiles() {
	for s.fileBytes > maxFileBytes && len(s.fileOrder) > 0 {
		s.ForgetFiles([]wire.Attachment{{ID: s.fileOrder[0]}}, nil)
		s.fileOrder = s.fileOrder[1:]
	}
	if len(s.fileOrder) > 2*len(s.files)+64 { // most of them are gone already
		gone := func(id string) bool { return s.files[id] == nil }
		s.fileOrder = slices.DeleteFunc(slices.Clone(s.fileOrder), gone)
	}
}
