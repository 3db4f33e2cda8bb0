package sandbox

import (
	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// tokenOf finds the interaction of the route's token: answered, and not older
// than 15 minutes.
func (s *Server) tokenOf(c *call) (*interaction, error) {
	ix := s.world.byToken[c.path("token")]
	if ix == nil || c.path("app") != s.world.bot.ID {
		return nil, errUnknownWebhook
	}
	if s.now().Sub(ix.created) > tokenLife {
		return nil, errWebhookToken
	}
	if ix.answer == 0 || ix.answer == wire.CallbackAutocomplete {
		return nil, errUnknownWebhook
	}
	return ix, nil
}

// answerOf finds a message of the interaction: @original or one by its id.
func (s *Server) answerOf(c *call) (*interaction, *message, error) {
	ix, err := s.tokenOf(c)
	if err != nil {
		return nil, nil, err
	}
	id := c.path("message")
	if s.world.channels[ix.channel.ID] == nil {
		return nil, nil, errUnknownChannel
	}
	if o := ix.original; o != nil && !o.deleted && (id == "@original" || id == o.ID) {
		return ix, o, nil
	}
	for _, m := range ix.followUps {
		if m.ID == id && !m.deleted {
			return ix, m, nil
		}
	}
	return nil, nil, errUnknownMessage
}

// createFollowUp posts a further answer. The first one after a deferred answer
// takes the place of "… is thinking" and keeps its visibility.
func (s *Server) createFollowUp(c *call) (any, error) {
	ix, err := s.tokenOf(c)
	if err != nil {
		return nil, err
	}
	d, err := s.draftOf(c)
	if err != nil {
		return nil, err
	}
	if o := ix.original; ix.answer == wire.CallbackDeferred && o != nil && !o.deleted && o.Flags&wire.FlagLoading != 0 {
		d.Flags &^= wire.FlagEphemeral
		if err := s.edit(ix.channel, o, d); err != nil {
			return nil, err
		}
		return o.Message, nil
	}
	m, err := s.newAnswer(ix, d)
	if err != nil {
		return nil, err
	}
	if o := ix.original; o != nil {
		m.Type = wire.MessageReply
		m.Interaction = nil
		m.MessageReference = &wire.Reference{MessageID: o.ID, ChannelID: o.ChannelID, GuildID: o.GuildID}
		m.InteractionMetadata.OriginalResponseMessageID = o.ID
	}
	ix.followUps = append(ix.followUps, m)
	ix.updated = true
	s.post(ix.channel, m)
	return m.Message, nil
}

func (s *Server) getFollowUp(c *call) (any, error) {
	_, m, err := s.answerOf(c)
	if err != nil {
		return nil, err
	}
	return m.Message, nil
}

func (s *Server) patchFollowUp(c *call) (any, error) {
	ix, m, err := s.answerOf(c)
	if err != nil {
		return nil, err
	}
	if err := s.answerable(ix); err != nil {
		return nil, err
	}
	d, err := s.draftOf(c)
	if err != nil {
		return nil, err
	}
	if err := s.edit(ix.channel, m, d); err != nil {
		return nil, err
	}
	ix.updated = true
	s.notify()
	return m.Message, nil
}

func (s *Server) deleteFollowUp(c *call) (any, error) {
	ix, m, err := s.answerOf(c)
	if err != nil {
		return nil, err
	}
	ix.updated = true
	s.remove(ix.channel, m)
	return nil, nil
}
