package sandbox

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// Limits of an application's emojis (resources/emoji).
const (
	maxEmojis     = 2000
	maxEmojiBytes = 256 << 10
)

var emojiName = regexp.MustCompile(`^[A-Za-z0-9_]{2,32}$`)

func (s *Server) getEmojis(c *call) (any, error) {
	if _, err := s.commandScope(c); err != nil {
		return nil, err
	}
	return map[string]any{"items": append([]wire.AppEmoji{}, s.world.emojis...)}, nil
}

func (s *Server) createEmoji(c *call) (any, error) {
	if _, err := s.commandScope(c); err != nil {
		return nil, err
	}
	var req struct {
		Name  string   `json:"name"`
		Image string   `json:"image"`
		Roles []string `json:"roles"`
	}
	if err := s.decode(c, &req); err != nil {
		return nil, err
	}
	var f form
	if !emojiName.MatchString(req.Name) {
		f.add("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
	}
	kind, data, ok := strings.Cut(req.Image, ";base64,")
	raw, err := base64.StdEncoding.DecodeString(data)
	switch {
	case !ok || err != nil || !strings.HasPrefix(kind, "data:image/"):
		f.add("image", "IMAGE_INVALID", "Invalid image data")
	case len(raw) > maxEmojiBytes:
		f.add("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
	}
	if slices.ContainsFunc(s.world.emojis, func(e wire.AppEmoji) bool { return e.Name == req.Name }) {
		f.add("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name already exists")
	}
	if err := f.err(); err != nil {
		return nil, err
	}
	if len(s.world.emojis) >= maxEmojis {
		return nil, errTooManyEmojis
	}
	bot := s.world.bot
	e := wire.AppEmoji{
		ID: s.world.nextID(s.now()), Name: req.Name, Roles: []string{}, User: &bot, RequireColons: true, Available: true,
	}
	s.world.emojis = append(s.world.emojis, e)
	s.world.files[e.ID] = &storedFile{
		id: e.ID, channel: "emojis", name: e.Name, contentType: strings.TrimPrefix(kind, "data:"), data: raw,
	}
	s.world.fileBytes += len(raw)
	s.notify()
	c.status = 201
	return e, nil
}

func (s *Server) deleteEmoji(c *call) (any, error) {
	if _, err := s.commandScope(c); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(s.world.emojis, func(e wire.AppEmoji) bool { return e.ID == c.path("emoji") })
	if i < 0 {
		return nil, errUnknownEmoji
	}
	id := s.world.emojis[i].ID
	s.forgetFiles([]wire.Attachment{{ID: id}}, nil)
	s.world.emojis = slices.Delete(slices.Clone(s.world.emojis), i, i+1)
	return nil, nil
}
