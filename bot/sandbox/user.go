package sandbox

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"konduktor/bot/sandbox/state"
	"konduktor/bot/sandbox/wire"
)

// A User acts as people do with Discord's own client, and sees what they see. It refuses
// what that program would not let them do; the bot never hears of that. The page and tests use it:
//
//	srv := sandbox.StartTest(t, sandbox.Options{People: []string{"Ola", "Bo"}})
//	... start the bot with srv.APIURL() ...
//	ola, table := srv.User("Ola"), srv.Channel("table")
//	lobby, err := ola.Slash(table, "game new", Opt("title", "amsterdam")).Reply(ctx)
//	_, err = lobby.Click(srv.User("Bo"), "Join").Reply(ctx)
//
// Everything here locks the state and may be called from any goroutine.

// Errors about channels and messages that do not exist, or that the person cannot see.
var (
	ErrNoChannel = errors.New("there is no such channel here")
	ErrNoMessage = errors.New("there is no such message here")

	errArchived    = errors.New("commands cannot be used in an archived thread")
	errLocked      = errors.New("this thread is locked")
	errNoComponent = errors.New("the message has no such button or menu")
	errDisabled    = errors.New("this button or menu is disabled")
)

// User is somebody in the sandbox, to act as.
type User struct {
	state  *state.State
	person *state.Person
}

// As returns the user that acts as p.
func As(s *state.State, p *state.Person) *User { return &User{s, p} }

// ID returns the user's snowflake.
func (u *User) ID() string { return u.person.ID }

// Name returns the user's display name.
func (u *User) Name() string { return u.person.Name }

// channel finds a channel by its ID as the user sees it. The caller holds the lock, here and in
// the other methods that begin in lower case.
func (u *User) channel(id string) (*state.Channel, error) {
	c := u.state.Channel(id)
	if c == nil || !u.state.CanSee(u.person, c) {
		return nil, ErrNoChannel
	}
	if c.Locked() && !u.person.IsAdmin {
		return nil, errLocked
	}
	return c, nil
}

func (u *User) message(channelID, id string) (*state.Channel, *state.Message, error) {
	c, err := u.channel(channelID)
	if err != nil {
		return nil, nil, err
	}
	m := c.Find(id)
	if m == nil || !u.state.Sees(u.person, c, m) {
		return nil, nil, ErrNoMessage
	}
	return c, m, nil
}

// DM returns the user's channel with the bot; nil until somebody has opened it.
func (u *User) DM() *Channel {
	u.state.Lock()
	defer u.state.Unlock()
	if u.person.DM == nil {
		return nil
	}
	return &Channel{u.state, u.person.DM}
}

// OpenDM returns the user's channel with the bot, and creates it if needed.
func (u *User) OpenDM() *Channel {
	u.state.Lock()
	defer u.state.Unlock()
	return &Channel{u.state, u.state.OpenDM(u.person)}
}

// DMs returns the messages in the user's DM with the bot, oldest first.
func (u *User) DMs() []*Message {
	if dm := u.DM(); dm != nil {
		return u.Messages(dm)
	}
	return nil
}

// Messages returns the messages of channel that the user sees, ephemeral ones included.
func (u *User) Messages(channel *Channel) []*Message {
	return channel.filter(func(m *state.Message) bool { return u.state.Sees(u.person, channel.c, m) })
}

// MarkRead notes that the user has seen everything in a channel.
func (u *User) MarkRead(channelID string) error {
	u.state.Lock()
	defer u.state.Unlock()
	c, err := u.channel(channelID)
	if err == nil {
		c.MarkRead(u.person)
	}
	return err
}

// Say writes a message into a channel.
func (u *User) Say(channelID, content string) (*Message, error) {
	u.state.Lock()
	defer u.state.Unlock()
	c, err := u.channel(channelID)
	if err != nil {
		return nil, err
	}
	content = strings.TrimSpace(content)
	if n := wire.Runes(content); n < 1 || n > wire.MaxContent {
		return nil, fmt.Errorf("a message has 1 to %d characters", wire.MaxContent)
	}
	m := u.state.NewMessage(c)
	m.Author, m.Content = u.person.User, content
	u.state.Mention(c, m, &wire.AllowedMentions{Parse: []string{"users"}}, true)
	u.state.Post(c, m)
	return message(u.state, m), nil
}

// Delete deletes a message, or without a messageID the channel, as a moderator can.
func (u *User) Delete(channelID, messageID string) error {
	u.state.Lock()
	defer u.state.Unlock()
	if messageID != "" {
		c, m, err := u.message(channelID, messageID)
		if err == nil {
			u.state.Remove(c, m)
		}
		return err
	}
	c, err := u.channel(channelID)
	switch {
	case err != nil:
		return err
	case c.WithBot() || c.Private():
		return errors.New("a DM cannot be deleted")
	}
	u.state.RemoveChannel(c)
	return nil
}

// Set changes the user's settings.
func (u *User) Set(to state.Settings) error {
	u.state.Lock()
	defer u.state.Unlock()
	return u.state.Set(u.person, to)
}

// CloseDMs makes the user refuse (true) or accept (false) messages from the bot.
func (u *User) CloseDMs(closed bool) {
	_ = u.Set(state.Settings{DMsOpen: new(!closed)}) // fails for locales only
}

// Install installs the app for the user.
func (u *User) Install() {
	_ = u.Set(state.Settings{Installed: new(true)}) // fails for locales only
}

// LeaveGuild takes the user out of the guild: the bot shares none with them.
func (u *User) LeaveGuild() {
	u.state.Lock()
	defer u.state.Unlock()
	u.person.Left = true
}

// component finds the component with a custom ID, nil if there is none.
func component(list []wire.Component, customID string) *wire.Component {
	var found *wire.Component
	wire.Walk(list, func(c *wire.Component) {
		if c.CustomID == customID && customID != "" {
			found = c
		}
	})
	return found
}

// Click presses the button with a custom ID.
func (u *User) Click(channelID, messageID, customID string) *Interaction {
	return u.use(channelID, messageID, wire.ComponentData{
		CustomID: customID, ComponentType: wire.Button,
	})
}

// Select chooses values in the menu with a custom ID.
func (u *User) Select(channelID, messageID, customID string, values []string) *Interaction {
	return u.use(channelID, messageID, wire.ComponentData{
		CustomID: customID, ComponentType: wire.StringSelect, Values: slices.Clone(values),
	})
}

// use clicks a button or chooses in a menu, if the message has it.
func (u *User) use(channelID, messageID string, data wire.ComponentData) *Interaction {
	u.state.Lock()
	defer u.state.Unlock()
	c, m, err := u.message(channelID, messageID)
	if err != nil {
		return refused(err)
	}
	part := component(m.Components, data.CustomID)
	switch {
	case part == nil || part.Type != data.ComponentType:
		err = errNoComponent
	case part.Disabled:
		err = errDisabled
	case part.Type == wire.StringSelect:
		err = checkChoice(part, data.Values)
	}
	if err != nil {
		return refused(err)
	}
	data.ID = part.ID
	return u.press(c, m, data)
}

// press delivers a click or a choice without any check.
func (u *User) press(c *state.Channel, m *state.Message, data wire.ComponentData) *Interaction {
	ix := u.state.Begin(state.Interaction{
		Kind: wire.InteractionComponent, Person: u.person, Channel: c, Source: m,
		CustomID: data.CustomID,
	}, data)
	return &Interaction{state: u.state, ix: ix}
}

// Forge sends a click (or with values a choice) that Discord's client would never send: any custom
// ID, on any message. It tests that the bot trusts none.
func (u *User) Forge(m *Message, customID string, values ...string) *Interaction {
	u.state.Lock()
	defer u.state.Unlock()
	c := u.state.Channel(m.ChannelID)
	if c == nil {
		return refused(ErrNoChannel)
	}
	kind := wire.Button
	if len(values) > 0 {
		kind = wire.StringSelect
	}
	return u.press(c, m.m, wire.ComponentData{
		CustomID: customID, ComponentType: kind, ID: 1, Values: values,
	})
}

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
