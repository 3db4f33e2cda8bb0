package state

import (
	"slices"

	"konduktor/bot/sandbox/wire"
)

// Emoji is an emoji of the bot's application with its picture.
type Emoji struct {
	wire.Emoji
	PNG []byte
}

// AddEmoji gives the application an emoji. Each has a name of its own.
func (s *State) AddEmoji(name string, png []byte) (*Emoji, error) {
	switch {
	case slices.ContainsFunc(s.Emoji, func(e *Emoji) bool { return e.Name == name }):
		return nil, wire.Invalid("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN",
			"This emoji name is already taken.")
	case len(s.Emoji) >= wire.MaxEmoji:
		return nil, wire.ErrTooManyEmoji
	}
	e := &Emoji{PNG: png, Emoji: wire.Emoji{
		ID: s.NextID(), Name: name, Roles: []string{}, RequireColons: true, Available: true,
	}}
	s.Emoji = append(s.Emoji, e)
	return e, nil
}

// FindEmoji finds an emoji by its ID; nil if there is none.
func (s *State) FindEmoji(id string) *Emoji {
	if i := slices.IndexFunc(s.Emoji, func(e *Emoji) bool { return e.ID == id }); i >= 0 {
		return s.Emoji[i]
	}
	return nil
}

// RemoveEmoji removes an emoji.
func (s *State) RemoveEmoji(id string) {
	s.Emoji = slices.DeleteFunc(s.Emoji, func(e *Emoji) bool { return e.ID == id })
}
