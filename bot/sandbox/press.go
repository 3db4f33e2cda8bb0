package sandbox

import (
	"errors"
	"fmt"
	"slices"

	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// shown finds message id of channel channelID as p sees it.
func (s *Server) shown(p *person, channelID, id string) (*channel, *message, error) {
	ch, err := s.place(p, channelID)
	if err != nil {
		return nil, nil, err
	}
	m := ch.find(id)
	if m == nil || !s.world.sees(p, ch, m) {
		return nil, nil, errNoMessage
	}
	return ch, m, nil
}

// component finds the component with that custom id, nil if there is none.
func component(list []wire.Component, customID string) *wire.Component {
	var found *wire.Component
	wire.Walk(list, func(c *wire.Component) bool {
		if c.CustomID == customID && customID != "" {
			one := *c
			found = &one
		}
		return true
	})
	return found
}

// click presses a button as p.
func (s *Server) click(p *person, channelID, messageID, customID string) (*interaction, error) {
	return s.press(p, channelID, messageID, customID, nil, true)
}

// press uses the button, or with values the menu, that has customID.
func (s *Server) press(p *person, channelID, messageID, customID string, values []string, button bool) (*interaction, error) {
	ch, m, err := s.shown(p, channelID, messageID)
	if err != nil {
		return nil, err
	}
	c := component(m.Components, customID)
	switch {
	case c == nil || button != (c.Type == wire.Button):
		return nil, errNoComponent
	case c.Disabled:
		return nil, errDisabled
	}
	data := wire.ComponentData{CustomID: customID, ComponentType: c.Type, ID: c.ID}
	if !button {
		data.Values = append([]string{}, values...)
		if data.Resolved, err = s.checkChoice(*c, data.Values); err != nil {
			return nil, err
		}
	}
	return s.pressed(p, ch, m, data), nil
}

// pressed delivers a click or a choice without further checks.
func (s *Server) pressed(p *person, ch *channel, m *message, data wire.ComponentData) *interaction {
	ix := s.newInteraction(p, ch, wire.InteractionComponent, data, m)
	ix.customID = data.CustomID
	s.deliver(ix)
	return ix
}

// checkChoice checks what was chosen in a menu, and resolves users and channels.
func (s *Server) checkChoice(c wire.Component, values []string) (*wire.Resolved, error) {
	least, most := 1, 1
	if c.MinValues != nil {
		least = *c.MinValues
	}
	if c.MaxValues != nil {
		most = *c.MaxValues
	}
	if len(values) < least || len(values) > most {
		return nil, fmt.Errorf("this menu takes %d to %d choices, not %d", least, most, len(values))
	}
	r, has := &wire.Resolved{}, false
	for i, v := range values {
		if slices.Contains(values[:i], v) {
			return nil, fmt.Errorf("%q was chosen twice", v)
		}
		switch c.Type {
		case wire.StringSelect:
			if !slices.ContainsFunc(c.Options, func(o wire.SelectOption) bool { return o.Value == v }) {
				return nil, fmt.Errorf("the menu has no option %q", v)
			}
		case wire.UserSelect, wire.MentionableSelect:
			if err := s.resolveUser(r, v, &has); err != nil {
				return nil, err
			}
		case wire.ChannelSelect:
			ch := s.world.channels[v]
			if ch == nil {
				return nil, fmt.Errorf("no channel has the id %q", v)
			}
			if has = true; r.Channels == nil {
				r.Channels = map[string]wire.Channel{}
			}
			r.Channels[v] = s.channelJSON(ch)
		}
	}
	if !has {
		return nil, nil
	}
	return r, nil
}

// submit sends the form that interaction id opened, filled in by p.
func (s *Server) submit(p *person, id string, values map[string]string) (*interaction, error) {
	opener := s.world.interactions[id]
	if opener == nil || opener.modal == nil || opener.person != p {
		return nil, errors.New("there is no such form open")
	}
	ch, err := s.place(p, opener.channel.ID)
	if err != nil {
		return nil, err
	}
	data := wire.ModalData{CustomID: opener.modal.CustomID}
	for _, c := range opener.modal.Components {
		part, err := fillPart(c, values)
		if err != nil {
			return nil, err
		}
		data.Components = append(data.Components, part)
	}
	opener.modal = nil // a form is sent once
	ix := s.newInteraction(p, ch, wire.InteractionModal, data, opener.source)
	ix.customID = data.CustomID
	s.deliver(ix)
	return ix, nil
}

// fillPart puts the values into one part of a form.
func fillPart(c wire.Component, values map[string]string) (wire.ModalComponent, error) {
	out := wire.ModalComponent{Type: c.Type, ID: c.ID, CustomID: c.CustomID}
	for _, child := range c.Components {
		part, err := fillPart(child, values)
		if err != nil {
			return out, err
		}
		out.Components = append(out.Components, part)
	}
	if c.Component != nil {
		part, err := fillPart(*c.Component, values)
		if err != nil {
			return out, err
		}
		out.Component = &part
	}
	value, given := values[c.CustomID]
	switch {
	case c.Type == wire.TextInput:
		if !given {
			value = c.Value
		}
		out.Value = &value
		return out, checkInput(c, value)
	case isSelect(c.Type) || c.Type == wire.CheckboxGroup:
		if given && value != "" {
			out.Values = []string{value}
		}
	case given:
		out.Value = &value
	}
	return out, nil
}

// checkInput checks a text against its input's limits.
func checkInput(c wire.Component, value string) error {
	n, least, most := runes(value), 0, maxInputText
	required := c.Required == nil || *c.Required
	if required {
		least = 1
	}
	if c.MinLength != nil && (required || n > 0) {
		least = max(least, *c.MinLength)
	}
	if c.MaxLength != nil {
		most = *c.MaxLength
	}
	if n < least || n > most {
		return fmt.Errorf("%q takes %d to %d characters, not %d", c.CustomID, least, most, n)
	}
	return nil
}

// say writes a message as p.
func (s *Server) say(p *person, channelID, content string) (*message, error) {
	ch, err := s.place(p, channelID)
	if err != nil {
		return nil, err
	}
	content = trimmed(content)
	if n := runes(content); n < 1 || n > maxContent {
		return nil, fmt.Errorf("a message has 1 to %d characters", maxContent)
	}
	m := s.notice(ch, wire.MessageDefault, nil)
	m.Author, m.Content = p.user, content
	for _, match := range mentionPattern.FindAllStringSubmatch(content, -1) {
		if match[1] != "" {
			s.mentionUser(ch, m, match[1], true)
		}
	}
	s.post(ch, m)
	return m, nil
}

// discard deletes a message, or without one the channel, as p.
func (s *Server) discard(p *person, channelID, messageID string) error {
	ch, err := s.place(p, channelID)
	if err != nil {
		return err
	}
	if messageID == "" {
		if ch.Type == wire.ChannelDM {
			return errors.New("a DM cannot be deleted")
		}
		s.removeChannel(ch)
		return nil
	}
	_, m, err := s.shown(p, channelID, messageID)
	if err != nil {
		return err
	}
	s.remove(ch, m)
	return nil
}
