package sandbox

import (
	"encoding/json"
	"slices"

	"konduktor/bot/sandbox/state"
	"konduktor/bot/sandbox/wire"
)

// answerInteraction takes the first answer to an interaction: only one, within 3 s.
func (a *API) answerInteraction(c *call) (any, error) {
	ix := a.state.Interaction(c.path("token"))
	switch {
	case ix == nil || ix.ID != c.path("interaction"):
		return nil, wire.ErrUnknownInteract
	case ix.Answer != 0:
		return nil, wire.ErrAlreadyAnswered
	case a.state.Late(ix):
		return nil, wire.ErrUnknownInteract
	}
	var req struct {
		Type int             `json:"type"`
		Data json.RawMessage `json:"data"`
	}
	if err := decode(c, &req); err != nil {
		return nil, err
	}
	possible := answersTo[ix.Kind]
	if ix.Kind == wire.InteractionSubmit && ix.Source != nil {
		possible = append(slices.Clone(possible), wire.CallbackDeferredUpdate, wire.CallbackUpdate)
	}
	if !slices.Contains(possible, req.Type) {
		return nil, wire.Invalid("type", "BASE_TYPE_CHOICES",
			"Value must be one of %v for an interaction of type %d.", possible, ix.Kind)
	}
	if req.Type == wire.CallbackForm {
		var form wire.Modal
		err := decodeJSON(req.Data, &form, "data")
		if err == nil {
			err = wire.CheckModal(&form)
		}
		if err == nil {
			ix.Form = &form
			a.state.Answered(ix, req.Type)
		}
		return nil, err
	}
	d := &wire.Draft{Path: "data", Files: c.files, Have: present(req.Data)}
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

// answersTo lists the kinds of answers to each kind of interaction.
var answersTo = map[int][]int{
	wire.InteractionCommand: {wire.CallbackMessage, wire.CallbackDeferred, wire.CallbackForm},
	wire.InteractionComponent: {
		wire.CallbackMessage, wire.CallbackDeferred, wire.CallbackDeferredUpdate, wire.CallbackUpdate,
		wire.CallbackForm,
	},
	// From a message also what changes it.
	wire.InteractionSubmit:       {wire.CallbackMessage, wire.CallbackDeferred},
	wire.InteractionAutocomplete: {wire.CallbackAutocomplete},
}

func (a *API) answer(ix *state.Interaction, kind int, d *wire.Draft) error {
	switch kind {
	case wire.CallbackDeferredUpdate:
		ix.Original = ix.Source
		return nil
	case wire.CallbackAutocomplete:
		return answerChoices(ix, d)
	}
	if err := a.answerable(ix); err != nil {
		return err
	}
	if kind == wire.CallbackUpdate {
		return a.answerUpdate(ix, d)
	}
	var m *state.Message
	var err error
	if kind == wire.CallbackDeferred {
		m, err = a.deferred(ix, d)
	} else {
		m, err = a.newAnswer(ix, d)
	}
	if err != nil {
		return err
	}
	ix.Original = m
	a.state.Post(ix.Channel, m)
	return nil
}

// answerable returns why nothing can be posted where the interaction happened.
func (a *API) answerable(ix *state.Interaction) error {
	ch := a.state.Channel(ix.Channel.ID)
	switch {
	case ch == nil:
		return wire.ErrUnknownChannel
	case a.state.BotLeft && ch.GuildID != "":
		return wire.ErrMissingAccess
	case ch.Locked() && ch.Archived():
		return wire.ErrArchived
	}
	return nil
}

func (a *API) newAnswer(ix *state.Interaction, d *wire.Draft) (*state.Message, error) {
	m, err := a.compose(ix.Channel, d, wire.AnswerFlags)
	if err != nil {
		return nil, err
	}
	a.markAnswer(ix, m)
	if m.EphemeralTo != "" { // decides whom it may notify
		a.state.Mention(ix.Channel, m, d.AllowedMentions, true)
	}
	return m, nil
}

// deferred returns a message that shows "… is thinking". It may only have the ephemeral flag.
func (a *API) deferred(ix *state.Interaction, d *wire.Draft) (*state.Message, error) {
	if d.Flags&^wire.FlagEphemeral != 0 || !d.Empty() {
		return nil, wire.Invalid("data", "SANDBOX_DEFERRED",
			"A deferred answer takes the flag 64 only; Discord ignores the rest.")
	}
	m := a.state.NewMessage(ix.Channel)
	m.Flags = d.Flags | wire.FlagLoading
	a.markAnswer(ix, m)
	return m, nil
}

// markAnswer sets the fields that all answers have.
func (a *API) markAnswer(ix *state.Interaction, m *state.Message) {
	m.WebhookID, m.ApplicationID = a.state.Bot.ID, a.state.Bot.ID
	m.InteractionMetadata = ix.Metadata()
	if m.Flags&wire.FlagEphemeral != 0 {
		m.EphemeralTo = ix.Person.ID
	}
	switch {
	case ix.Kind == wire.InteractionCommand:
		m.Type = wire.MessageSlash
	case ix.Source != nil:
		repliesTo(m, ix.Source)
	}
}

func repliesTo(m, other *state.Message) {
	m.Type = wire.MessageReply
	m.MessageReference = &wire.Reference{
		MessageID: other.ID, ChannelID: other.ChannelID, GuildID: other.GuildID,
	}
}

func (a *API) answerUpdate(ix *state.Interaction, d *wire.Draft) error {
	if ix.Source.Deleted {
		return wire.ErrUnknownMessage
	}
	if err := a.edit(ix.Channel, ix.Source, d); err != nil {
		return err
	}
	ix.Original = ix.Source
	return nil
}

func answerChoices(ix *state.Interaction, d *wire.Draft) error {
	if !d.Have["choices"] {
		return wire.Invalid("data.choices", "BASE_TYPE_REQUIRED", "This field is required")
	}
	f := wire.NewForm()
	wire.CheckChoices(f.At("data", "choices"), ix.Focused, d.Choices)
	if err := f.Err(); err != nil {
		return err
	}
	ix.Choices = slices.Clone(d.Choices)
	return nil
}

// answered returns the interaction of the route's token, which must be answered and at most 15
// minutes old.
func (a *API) answered(c *call) (*state.Interaction, error) {
	ix := a.state.Interaction(c.path("token"))
	switch {
	case ix == nil || c.path("app") != a.state.Bot.ID:
		return nil, wire.ErrUnknownWebhook
	case a.state.Now().Sub(ix.Created) > state.TokenLife:
		return nil, wire.ErrWebhookToken
	case ix.Answer == 0 || ix.Answer == wire.CallbackAutocomplete || ix.Form != nil:
		return nil, wire.ErrUnknownWebhook
	}
	return ix, a.answerable(ix)
}

// createFollowUp posts a further answer. The first one after a deferred answer replaces
// "… is thinking" and keeps its visibility.
func (a *API) createFollowUp(c *call) (any, error) {
	ix, err := a.answered(c)
	if err != nil {
		return nil, err
	}
	if ix.FollowedUp() {
		return nil, wire.ErrFollowUps
	}
	d, err := draftOf(c)
	if err != nil {
		return nil, err
	}
	o := ix.Original
	if o != nil && !o.Deleted && o.Flags&wire.FlagLoading != 0 {
		d.Flags &^= wire.FlagEphemeral
		return a.edited(ix.Channel, o, d)
	}
	m, err := a.newAnswer(ix, d)
	if err != nil {
		return nil, err
	}
	if o != nil {
		repliesTo(m, o)
		m.InteractionMetadata.OriginalResponseMessageID = o.ID
	}
	ix.FollowUps = append(ix.FollowUps, m)
	ix.Updated = true
	a.state.Post(ix.Channel, m)
	return m.Message, nil
}

// patchAnswer edits an answer: @original or a follow-up by its ID.
func (a *API) patchAnswer(c *call) (any, error) {
	ix, err := a.answered(c)
	if err != nil {
		return nil, err
	}
	id := c.path("message")
	m := ix.Original
	if id != "@original" && (m == nil || id != m.ID) {
		m = nil
		for _, followUp := range ix.FollowUps {
			if followUp.ID == id {
				m = followUp
			}
		}
	}
	if m == nil || m.Deleted {
		return nil, wire.ErrUnknownMessage
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
