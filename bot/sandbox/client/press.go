package client

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"konduktor/bot/sandbox/limits"
	"konduktor/bot/sandbox/wire"
	"konduktor/bot/sandbox/world"
)

// shown finds a message as p sees it.
func shown(w *world.World, p *world.Person, channelID, id string) (*world.Channel, *world.Message, error) {
	c, err := Place(w, p, channelID)
	if err != nil {
		return nil, nil, err
	}
	m := c.Find(id)
	if m == nil || !w.Sees(p, c, m) {
		return nil, nil, ErrNoMessage
	}
	return c, m, nil
}

// Component finds the component with that custom id, nil if there is none.
func Component(list []wire.Component, customID string) *wire.Component {
	var found *wire.Component
	wire.Walk(list, func(c *wire.Component) {
		if c.CustomID == customID && customID != "" {
			found = c
		}
	})
	return found
}

// Click presses the button that has customID.
func Click(w *world.World, p *world.Person, channelID, messageID, customID string) (*world.Interaction, error) {
	c, m, err := shown(w, p, channelID, messageID)
	if err != nil {
		return nil, err
	}
	button, err := usable(m, customID, wire.Button)
	if err != nil {
		return nil, err
	}
	return Press(w, p, c, m, wire.ComponentData{CustomID: customID, ComponentType: wire.Button, ID: button.ID}), nil
}

// Select chooses values in the menu that has customID.
func Select(w *world.World, p *world.Person, channelID, messageID, customID string, values []string) (*world.Interaction, error) {
	c, m, err := shown(w, p, channelID, messageID)
	if err != nil {
		return nil, err
	}
	menu, err := usable(m, customID, wire.StringSelect)
	if err != nil {
		return nil, err
	}
	if err := checkChoice(menu, values); err != nil {
		return nil, err
	}
	return Press(w, p, c, m, wire.ComponentData{
		CustomID: customID, ComponentType: wire.StringSelect, ID: menu.ID, Values: slices.Clone(values),
	}), nil
}

// usable finds a component of m that can be used now.
func usable(m *world.Message, customID string, kind int) (*wire.Component, error) {
	c := Component(m.Components, customID)
	switch {
	case c == nil || c.Type != kind:
		return nil, errNoComponent
	case c.Disabled:
		return nil, errDisabled
	}
	return c, nil
}

// Press delivers a click or a choice without any check: also one that Discord's client would never send.
func Press(w *world.World, p *world.Person, c *world.Channel, m *world.Message, data wire.ComponentData) *world.Interaction {
	return w.Begin(world.Interaction{
		Kind: wire.InteractionComponent, Person: p, Channel: c, Source: m, CustomID: data.CustomID,
	}, data)
}

// checkChoice checks what was chosen in a menu.
func checkChoice(menu *wire.Component, values []string) error {
	if least, most := *menu.MinValues, *menu.MaxValues; len(values) < least || len(values) > most {
		return fmt.Errorf("this menu takes %d to %d choices, not %d", least, most, len(values))
	}
	for i, v := range values {
		if slices.Contains(values[:i], v) {
			return fmt.Errorf("%q was chosen twice", v)
		}
		if !slices.ContainsFunc(menu.Options, func(o wire.SelectOption) bool { return o.Value == v }) {
			return fmt.Errorf("the menu has no option %q", v)
		}
	}
	return nil
}

// Say writes a message.
func Say(w *world.World, p *world.Person, channelID, content string) (*world.Message, error) {
	c, err := Place(w, p, channelID)
	if err != nil {
		return nil, err
	}
	content = strings.TrimSpace(content)
	if n := limits.Runes(content); n < 1 || n > limits.MaxContent {
		return nil, fmt.Errorf("a message has 1 to %d characters", limits.MaxContent)
	}
	m := w.NewMessage(c)
	m.Author, m.Content = p.User, content
	w.Mention(c, m, &wire.AllowedMentions{Parse: []string{"users"}}, true)
	w.Post(c, m)
	return m, nil
}

// Discard deletes a message, or without a messageID the channel, as somebody with the right to.
func Discard(w *world.World, p *world.Person, channelID, messageID string) error {
	if messageID != "" {
		c, m, err := shown(w, p, channelID, messageID)
		if err == nil {
			w.Remove(c, m)
		}
		return err
	}
	c, err := Place(w, p, channelID)
	switch {
	case err != nil:
		return err
	case c.WithBot() || c.Private():
		return errors.New("a DM cannot be deleted")
	}
	w.RemoveChannel(c)
	return nil
}
