package sandbox

import (
	"errors"
	"fmt"

	"konduktor/bot/sandbox/state"
	"konduktor/bot/sandbox/wire"
)

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
		filled.Values = values
		err := checkChoice(field, values)
		if err != nil {
			return refused(fmt.Errorf("%s: %w", c.Label, err))
		}
		sent.Components = append(sent.Components, wire.Component{
			Type: wire.Label, ID: 2*i + 1, Component: filled,
		})
	}
	return u.send(opener, sent)
}

func (u *User) send(opener *state.Interaction, sent wire.Modal) *Interaction {
	return &Interaction{state: u.state, ix: u.state.Begin(state.Interaction{
		Kind: wire.InteractionSubmit, Person: u.person, Channel: opener.Channel,
		Source: opener.Source, Opener: opener, CustomID: sent.CustomID,
	}, sent)}
}
