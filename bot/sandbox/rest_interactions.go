package sandbox

import (
	"encoding/json"

	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// callback is the body of an answer to an interaction.
type callback struct {
	Type int             `json:"type"`
	Data json.RawMessage `json:"data"`
}

// answerInteraction takes the first answer, of which there is one only, within
// 3 s.
func (s *Server) answerInteraction(c *call) (any, error) {
	ix := s.world.interactions[c.path("interaction")]
	if ix == nil || ix.token != c.path("token") {
		return nil, errUnknownInteract
	}
	if ix.answer != 0 {
		return nil, errAlreadyAnswered
	}
	if s.late(ix) {
		return nil, errUnknownInteract
	}
	var req callback
	if err := s.decode(c, &req); err != nil {
		return nil, err
	}
	if err := allowedAnswer(ix, req.Type); err != nil {
		return nil, err
	}
	d := &draft{path: "data", files: c.files, have: present(req.Data)}
	if len(req.Data) > 0 {
		if err := s.decodeJSON(req.Data, d, "data"); err != nil {
			return nil, err
		}
	}
	if err := s.answer(ix, req.Type, d); err != nil {
		return nil, err
	}
	ix.answer = req.Type
	delete(s.world.pending, ix.id)
	s.tellInteraction(ix, "done")
	s.notify()
	if c.r.URL.Query().Get("with_response") == "true" {
		return s.callbackResponse(ix), nil
	}
	return nil, nil
}

// allowedAnswer says which answers an interaction takes.
func allowedAnswer(ix *interaction, kind int) error {
	possible := map[int][]int{
		wire.InteractionCommand:      {4, 5, 9},
		wire.InteractionComponent:    {4, 5, 6, 7, 9},
		wire.InteractionAutocomplete: {8},
		wire.InteractionModal:        {4, 5},
	}[ix.kind]
	if ix.kind == wire.InteractionModal && ix.source != nil { // opened from a message
		possible = []int{4, 5, 6, 7}
	}
	for _, k := range possible {
		if k == kind {
			return nil
		}
	}
	return invalid("type", "BASE_TYPE_CHOICES", "Value must be one of %v for an interaction of type %d.", possible, ix.kind)
}

// answer does what the answer says.
func (s *Server) answer(ix *interaction, kind int, d *draft) error {
	switch kind {
	case wire.CallbackMessage:
		return s.answerMessage(ix, d)
	case wire.CallbackDeferred:
		return s.answerDeferred(ix, d)
	case wire.CallbackDeferredUpdate:
		ix.original = ix.source
		return nil
	case wire.CallbackUpdate:
		return s.answerUpdate(ix, d)
	case wire.CallbackAutocomplete:
		return answerChoices(ix, d)
	default:
		return s.answerModal(ix, d)
	}
}

// answerable says why nothing can be posted where the interaction happened.
func (s *Server) answerable(ix *interaction) error {
	ch := s.world.channels[ix.channel.ID]
	switch {
	case ch == nil:
		return errUnknownChannel
	case s.world.botLeft && ch.Type != wire.ChannelDM:
		return errMissingAccess
	case ch.locked() && ch.archived():
		return errArchived
	}
	return nil
}

// newAnswer composes a message that answers ix.
func (s *Server) newAnswer(ix *interaction, d *draft) (*message, error) {
	if err := s.answerable(ix); err != nil {
		return nil, err
	}
	m, err := s.compose(ix.channel, d, answerFlags)
	if err != nil {
		return nil, err
	}
	s.dress(ix, m)
	if m.ephemeralTo != "" {
		s.mention(ix.channel, m, d.AllowedMentions, true)
	}
	return m, nil
}

// dress gives a message what all answers have.
func (s *Server) dress(ix *interaction, m *message) {
	m.interaction = ix
	m.WebhookID, m.ApplicationID = s.world.bot.ID, s.world.bot.ID
	m.InteractionMetadata = ix.metadata()
	if m.Flags&wire.FlagEphemeral != 0 {
		m.ephemeralTo = ix.person.user.ID
		m.pinged = map[string]bool{}
	}
	switch ix.kind {
	case wire.InteractionCommand:
		m.Type = wire.MessageSlash
		m.Interaction = &wire.MessageInteraction{ID: ix.id, Type: ix.kind, Name: ix.command, User: ix.person.user}
	case wire.InteractionComponent:
		m.Type = wire.MessageReply
		m.MessageReference = &wire.Reference{MessageID: ix.source.ID, ChannelID: ix.channel.ID, GuildID: ix.channel.GuildID}
	}
}

func (s *Server) answerMessage(ix *interaction, d *draft) error {
	m, err := s.newAnswer(ix, d)
	if err != nil {
		return err
	}
	ix.original = m
	s.post(ix.channel, m)
	return nil
}

// answerDeferred shows "… is thinking". Only the ephemeral flag can be given.
func (s *Server) answerDeferred(ix *interaction, d *draft) error {
	if err := s.answerable(ix); err != nil {
		return err
	}
	if wrong := d.Flags &^ wire.FlagEphemeral; wrong != 0 {
		return invalid("data.flags", "SANDBOX_FLAGS", "A deferred answer takes the flag 64 only, not %d.", wrong)
	}
	if !d.empty() {
		return invalid("data", "SANDBOX_DEFERRED_CONTENT", "A deferred answer has no content; Discord would ignore it.")
	}
	m := s.notice(ix.channel, wire.MessageDefault, nil)
	m.Flags = d.Flags | wire.FlagLoading
	s.dress(ix, m)
	ix.original = m
	s.post(ix.channel, m)
	return nil
}

// answerUpdate edits the message that was clicked.
func (s *Server) answerUpdate(ix *interaction, d *draft) error {
	if err := s.answerable(ix); err != nil {
		return err
	}
	if ix.source.deleted {
		return errUnknownMessage
	}
	if err := s.edit(ix.channel, ix.source, d); err != nil {
		return err
	}
	ix.original = ix.source
	return nil
}

// answerChoices completes an option: at most 25 choices.
func answerChoices(ix *interaction, d *draft) error {
	var f form
	if !d.have["choices"] {
		f.add("data.choices", "BASE_TYPE_REQUIRED", "This field is required")
	}
	checkChoices(&f, "data.choices", ix.focused, d.Choices)
	if err := f.err(); err != nil {
		return err
	}
	ix.choices = append([]wire.Choice{}, d.Choices...)
	return nil
}

// answerModal opens a form.
func (s *Server) answerModal(ix *interaction, d *draft) error {
	if err := checkModal(d); err != nil {
		return err
	}
	ix.modal = &wire.Modal{CustomID: d.CustomID, Title: d.Title, Components: placeComponents(d.Components, nil)}
	s.tellModal(ix)
	return nil
}

// callbackResponse is the answer to with_response=true.
func (s *Server) callbackResponse(ix *interaction) any {
	about := map[string]any{"id": ix.id, "type": ix.kind}
	out := map[string]any{"interaction": about}
	if m := ix.original; m != nil {
		about["response_message_id"] = m.ID
		about["response_message_loading"] = m.Flags&wire.FlagLoading != 0
		about["response_message_ephemeral"] = m.ephemeralTo != ""
		about["channel_id"] = m.ChannelID
	}
	if m := ix.original; m != nil && (ix.answer == wire.CallbackMessage || ix.answer == wire.CallbackUpdate) {
		out["resource"] = map[string]any{"type": ix.answer, "message": m.Message}
	}
	return out
}
