package sandbox

import (
	"context"
	"errors"
	"fmt"

	"konduktor/bot/sandbox/state"
	"konduktor/bot/sandbox/wire"
)

// Form waits for the answer and returns the form that it opens.
func (i *Interaction) Form(ctx context.Context) (*wire.Modal, error) {
	if err := i.Wait(ctx); err != nil {
		return nil, err
	}
	i.state.Lock()
	defer i.state.Unlock()
	if i.ix.Form == nil {
		return nil, fmt.Errorf("the answer to %s is no form (type %d)", i.name(), i.ix.Answer)
	}
	return i.ix.Form, nil
}

// Submit fills in the form that an interaction has opened, by custom IDs, and sends it.
func (u *User) Submit(interactionID string, with map[string][]string) *Interaction {
	u.state.Lock()
	defer u.state.Unlock()
	opener := u.state.Opened(u.person, interactionID)
	if opener == nil {
		return refused(errors.New("there is no such form here"))
	}
	sent := wire.Modal{CustomID: opener.Form.CustomID}
	for i, c := range opener.Form.Components {
		field := c.Component
		values := with[field.CustomID]
		filled := &wire.Component{Type: field.Type, ID: 2*i + 2, CustomID: field.CustomID}
		var err error
		if field.Type == wire.StringSelect {
			filled.Values, err = values, checkChoice(field, values)
		} else if len(values) == 1 {
			filled.Value = values[0]
			n := wire.Runes(values[0])
			if n < *field.MinLength || n > *field.MaxLength {
				err = fmt.Errorf("a text of %d characters is too short or too long", n)
			}
		}
		if err != nil {
			return refused(fmt.Errorf("%s: %w", c.Label, err))
		}
		sent.Components = append(sent.Components, wire.Component{
			Type: wire.Label, ID: 2*i + 1, Component: filled,
		})
	}
	return u.send(opener, sent)
}

// ForgeForm sends a form that Discord's client would never send, as if an interaction had opened
// it.
func (u *User) ForgeForm(opener *Interaction, sent wire.Modal) *Interaction {
	u.state.Lock()
	defer u.state.Unlock()
	return u.send(opener.ix, sent)
}

func (u *User) send(opener *state.Interaction, sent wire.Modal) *Interaction {
	return &Interaction{state: u.state, ix: u.state.Begin(state.Interaction{
		Kind: wire.InteractionSubmit, Person: u.person, Channel: opener.Channel,
		Source: opener.Source, Opener: opener, CustomID: sent.CustomID,
	}, sent)}
}
