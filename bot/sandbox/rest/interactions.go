package rest

import (
	"encoding/json"
	"slices"

	"konduktor/bot/sandbox/limits"
	"konduktor/bot/sandbox/state"
	"konduktor/bot/sandbox/wire"
)

// callback is the body of an answer to an interaction.
type callback struct {
	Type int             `json:"type"`
	Data json.RawMessage `json:"data"`
}

// answerInteraction takes the first answer, of which there is one only, within 3 s.
func (a *API) answerInteraction(c *call) (any, error) {
	ix := a.state.Interaction(c.path("interaction"))
	switch {
	case ix == nil || ix.Token != c.path("token"):
		return nil, limits.ErrUnknownInteract
	case ix.Answer != 0:
		return nil, limits.ErrAlreadyAnswered
	case a.state.Late(ix):
		return nil, limits.ErrUnknownInteract
	}
	var req callback
	if err := decode(c, &req); err != nil {
		return nil, err
	}
	if err := allowedAnswer(ix.Kind, req.Type); err != nil {
		return nil, err
	}
	d := &limits.Draft{Path: "data", Files: c.files, Have: present(req.Data)}
	if len(req.Data) > 0 {
		if err := decodeJSON(req.Data, d, "data"); err != nil {
			return nil, err
		}
	}
	if err := a.answer(ix, req.Type, d); err != nil {
		return nil, err
	}
	a.state.Answered(ix, req.Type)
	return nil, nil
}

// allowedAnswer says which answers a kind of interaction takes.
func allowedAnswer(interaction, answer int) error {
	possible := map[int][]int{
		wire.InteractionCommand:      {wire.CallbackMessage, wire.CallbackDeferred},
		wire.InteractionComponent:    {wire.CallbackMessage, wire.CallbackDeferred, wire.CallbackDeferredUpdate, wire.CallbackUpdate},
		wire.InteractionAutocomplete: {wire.CallbackAutocomplete},
	}[interaction]
	if slices.Contains(possible, answer) {
		return nil
	}
	return limits.Invalid("type", "BASE_TYPE_CHOICES", "Value must be one of %v for an interaction of type %d.", possible, interaction)
}

// answer does what the answer says.
func (a *API) answer(ix *state.Interaction, kind int, d *limits.Draft) error {
	switch kind {
	case wire.CallbackMessage:
		return a.answerMessage(ix, d)
	case wire.CallbackDeferred:
		return a.answerDeferred(ix, d)
	case wire.CallbackDeferredUpdate:
		ix.Original = ix.Source
		return nil
	case wire.CallbackUpdate:
		return a.answerUpdate(ix, d)
	default:
		return answerChoices(ix, d)
	}
}

// answerable says why nothing can be posted where the interaction happened.
func (a *API) answerable(ix *state.Interaction) error {
	ch := a.state.Channel(ix.Channel.ID)
	switch {
	case ch == nil:
		return limits.ErrUnknownChannel
	case a.state.BotLeft && ch.GuildID != "":
		return limits.ErrMissingAccess
	case ch.Locked() && ch.Archived():
		return limits.ErrArchived
	}
	return nil
}

// newAnswer composes a message that answers ix.
func (a *API) newAnswer(ix *state.Interaction, d *limits.Draft) (*state.Message, error) {
	if err := a.answerable(ix); err != nil {
		return nil, err
	}
	m, err := a.compose(ix.Channel, d, limits.AnswerFlags)
	if err != nil {
		return nil, err
	}
	a.dress(ix, m)
	if m.EphemeralTo != "" { // only now it is known whom it may notify
		a.state.Mention(ix.Channel, m, d.AllowedMentions, true)
	}
	return m, nil
}

// dress gives a message what all answers have.
func (a *API) dress(ix *state.Interaction, m *state.Message) {
	m.WebhookID, m.ApplicationID = a.state.Bot.ID, a.state.Bot.ID
	m.InteractionMetadata = ix.Metadata()
	if m.Flags&wire.FlagEphemeral != 0 {
		m.EphemeralTo = ix.Person.ID
	}
	switch ix.Kind {
	case wire.InteractionCommand:
		m.Type = wire.MessageSlash
		m.Interaction = &wire.MessageInteraction{ID: ix.ID, Type: ix.Kind, Name: ix.Command, User: ix.Person.User}
	case wire.InteractionComponent:
		m.Type = wire.MessageReply
		m.MessageReference = &wire.Reference{MessageID: ix.Source.ID, ChannelID: ix.Channel.ID, GuildID: ix.Channel.GuildID}
	}
}

func (a *API) answerMessage(ix *state.Interaction, d *limits.Draft) error {
	m, err := a.newAnswer(ix, d)
	if err != nil {
		return err
	}
	ix.Original = m
	a.state.Post(ix.Channel, m)
	return nil
}

// answerDeferred shows "… is thinking". Only the ephemeral flag can be given.
func (a *API) answerDeferred(ix *state.Interaction, d *limits.Draft) error {
	if err := a.answerable(ix); err != nil {
		return err
	}
	if wrong := d.Flags &^ wire.FlagEphemeral; wrong != 0 {
		return limits.Invalid("data.flags", "SANDBOX_FLAGS", "A deferred answer takes the flag 64 only, not %d.", wrong)
	}
	if !d.Empty() {
		return limits.Invalid("data", "SANDBOX_DEFERRED_CONTENT", "A deferred answer has no content; Discord would ignore it.")
	}
	m := a.state.NewMessage(ix.Channel)
	m.Flags = d.Flags | wire.FlagLoading
	a.dress(ix, m)
	ix.Original = m
	a.state.Post(ix.Channel, m)
	return nil
}

// answerUpdate edits the message that was clicked.
func (a *API) answerUpdate(ix *state.Interaction, d *limits.Draft) error {
	if err := a.answerable(ix); err != nil {
		return err
	}
	if ix.Source.Deleted {
		return limits.ErrUnknownMessage
	}
	if err := a.edit(ix.Channel, ix.Source, d); err != nil {
		return err
	}
	ix.Original = ix.Source
	return nil
}

// answerChoices completes an option.
func answerChoices(ix *state.Interaction, d *limits.Draft) error {
	var f limits.Form
	if !d.Have["choices"] {
		f.Add("data.choices", "BASE_TYPE_REQUIRED", "This field is required")
	}
	limits.CheckChoices(&f, "data.choices", ix.Focused, d.Choices)
	if err := f.Err(); err != nil {
		return err
	}
	ix.Choices = slices.Clone(d.Choices)
	return nil
}

// answered finds the interaction of the route's token: answered, and not older than 15 minutes.
func (a *API) answered(c *call) (*state.Interaction, error) {
	ix := a.state.InteractionOf(c.path("token"))
	switch {
	case ix == nil || c.path("app") != a.state.Bot.ID:
		return nil, limits.ErrUnknownWebhook
	case a.state.Now().Sub(ix.Created) > state.TokenLife:
		return nil, limits.ErrWebhookToken
	case ix.Answer == 0 || ix.Answer == wire.CallbackAutocomplete:
		return nil, limits.ErrUnknownWebhook
	}
	return ix, nil
}

// createFollowUp posts a further answer. The first one after a deferred answer takes the place of "… is thinking" and keeps
// its visibility.
func (a *API) createFollowUp(c *call) (any, error) {
	ix, err := a.answered(c)
	if err != nil {
		return nil, err
	}
	if ix.FollowedUp() {
		return nil, limits.ErrFollowUps
	}
	d, err := draftOf(c)
	if err != nil {
		return nil, err
	}
	o := ix.Original
	if ix.Answer == wire.CallbackDeferred && o != nil && !o.Deleted && o.Flags&wire.FlagLoading != 0 {
		d.Flags &^= wire.FlagEphemeral
		return a.edited(ix.Channel, o, d)
	}
	m, err := a.newAnswer(ix, d)
	if err != nil {
		return nil, err
	}
	if o != nil {
		m.Type = wire.MessageReply
		m.Interaction = nil
		m.MessageReference = &wire.Reference{MessageID: o.ID, ChannelID: o.ChannelID, GuildID: o.GuildID}
		m.InteractionMetadata.OriginalResponseMessageID = o.ID
	}
	ix.FollowUps = append(ix.FollowUps, m)
	ix.Updated = true
	a.state.Post(ix.Channel, m)
	return m.Message, nil
}

// patchAnswer edits an answer: @original or a follow-up by its id.
func (a *API) patchAnswer(c *call) (any, error) {
	ix, err := a.answered(c)
	if err != nil {
		return nil, err
	}
	if err := a.answerable(ix); err != nil {
		return nil, err
	}
	m := answerOf(ix, c.path("message"))
	if m == nil || m.Deleted {
		return nil, limits.ErrUnknownMessage
	}
	d, err := draftOf(c)
	if err != nil {
		return nil, err
	}
	if err := a.edit(ix.Channel, m, d); err != nil {
		return nil, err
	}
	ix.Updated = true
	a.state.Notify()
	return m.Message, nil
}

// answerOf finds a message of the interaction, nil if it has none of that id.
func answerOf(ix *state.Interaction, id string) *state.Message {
	if o := ix.Original; o != nil && (id == "@original" || id == o.ID) {
		return o
	}
	i := slices.IndexFunc(ix.FollowUps, func(m *state.Message) bool { return m.ID == id })
	if i < 0 {
		return nil
	}
	return ix.FollowUps[i]
}
