package discordtest

import (
	"slices"

	"konduktor/bot/discord"
	"konduktor/engine/match"
)

// Shown is a message as people see it.
type Shown struct {
	Channel match.ChannelID
	Message discord.Message
}

// Screen is what people see of all that a bot has told Discord, but for answers to interactions.
type Screen struct {
	Posts map[match.MessageID]*Shown
	Order []match.MessageID // as the messages came
	DMs   map[match.ChannelID]match.UserID
}

// NewScreen returns what people see after some calls.
func NewScreen(calls ...Call) *Screen {
	s := &Screen{Posts: map[match.MessageID]*Shown{}, DMs: map[match.ChannelID]match.UserID{}}
	s.See(calls)
	return s
}

// See brings the screen up to what calls have changed.
func (s *Screen) See(calls []Call) {
	for _, c := range calls {
		switch {
		case c.Err != nil:
		case c.Method == OpenDM:
			s.DMs[match.ChannelID(c.Result)] = c.User
		case c.Method == Send && !c.Repeat:
			id := match.MessageID(c.Result)
			s.Posts[id] = &Shown{c.Channel, c.Message}
			s.Order = append(s.Order, id)
		case c.Method == Edit:
			s.edit(c.ID, c.Edit)
		case c.Method == Delete:
			delete(s.Posts, c.ID)
			s.Order = slices.DeleteFunc(s.Order, func(id match.MessageID) bool { return id == c.ID })
		case c.Method == Respond && c.Response.Update != nil:
			s.replace(c.Interaction.Message, *c.Response.Update)
		case c.Method == EditOriginal:
			s.replace(match.MessageID(c.Result), c.Message)
		}
	}
}

// replace shows another message in place of one that is on the screen.
func (s *Screen) replace(id match.MessageID, m discord.Message) {
	if p := s.Posts[id]; p != nil {
		m.Nonce = p.Message.Nonce // it stays the one that the message was sent with
		p.Message = m
	}
}

func (s *Screen) edit(id match.MessageID, e discord.Edit) {
	p := s.Posts[id]
	if p == nil {
		return
	}
	if e.Content != nil {
		p.Message.Content = *e.Content
	}
	if e.Rows != nil {
		p.Message.Rows = *e.Rows
	}
	if e.Files != nil {
		p.Message.Files = *e.Files
	}
}
