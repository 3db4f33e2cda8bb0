package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// Option is an option of a command as a person fills it in; make it with Opt.
type Option struct {
	Name  string
	Value any
}

// Opt is the option name with a string, int, float64, bool, *User or *Channel.
func Opt(name string, value any) Option { return Option{Name: name, Value: value} }

// User is somebody in the sandbox, to act as.
type User struct {
	s *Server
	p *person
}

// User returns the person called name and adds them if there is none. It panics
// on a name that Discord would not take: a fault of the test.
func (s *Server) User(name string) *User {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.world.named(name)
	if p == nil {
		var err error
		if p, err = s.addPerson(name, "", s.now()); err != nil {
			panic("sandbox: " + err.Error())
		}
	}
	return &User{s, p}
}

// ID is the user's snowflake.
func (u *User) ID() string { return u.p.user.ID }

// Name is the user's display name.
func (u *User) Name() string { return u.p.name }

// Slash uses a command in channel: path is "game new" or "hand". Options that
// Discord's client would refuse are errors of the interaction.
func (u *User) Slash(channel *Channel, path string, options ...Option) *Interaction {
	return u.invoke(channel, path, options, "")
}

// Complete types focused.Value into the option focused.Name and returns what the
// bot offers. The other options are filled in already.
func (u *User) Complete(ctx context.Context, channel *Channel, path string, focused Option, others ...Option) ([]Choice, error) {
	return u.invoke(channel, path, append(slices.Clone(others), focused), focused.Name).Choices(ctx)
}

// invoke builds the options from the command's tree and sends them.
func (u *User) invoke(channel *Channel, path string, options []Option, focused string) *Interaction {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	names := strings.Fields(strings.TrimPrefix(path, "/"))
	if len(names) == 0 {
		return &Interaction{s: u.s, err: errors.New("no command was named")}
	}
	var tree []wire.CommandOption
	for _, cmd := range u.s.commandsFor(u.p, channel.c) {
		if cmd.Name == names[0] {
			tree = cmd.Options
		}
	}
	values, err := optionTree(names[1:], tree, options, focused)
	if err != nil {
		return &Interaction{s: u.s, err: err}
	}
	ix, err := u.s.invoke(u.p, channel.c.ID, names[0], values, focused != "")
	return &Interaction{s: u.s, ix: ix, err: err}
}

// optionTree puts options under their sub-command, with the types of the tree.
func optionTree(path []string, tree []wire.CommandOption, options []Option, focused string) ([]wire.OptionValue, error) {
	if len(path) > 0 {
		i := slices.IndexFunc(tree, func(o wire.CommandOption) bool { return o.Name == path[0] })
		if i < 0 {
			return nil, fmt.Errorf("there is no sub-command %q", path[0])
		}
		inner, err := optionTree(path[1:], tree[i].Options, options, focused)
		return []wire.OptionValue{{Name: path[0], Type: tree[i].Type, Options: inner}}, err
	}
	var list []wire.OptionValue
	for _, o := range options {
		v, err := optionValue(o, tree)
		if err != nil {
			return nil, err
		}
		v.Focused = focused != "" && o.Name == focused
		list = append(list, v)
	}
	return list, nil
}

// optionValue writes one option as Discord's client does.
func optionValue(o Option, tree []wire.CommandOption) (wire.OptionValue, error) {
	out := wire.OptionValue{Name: o.Name}
	for _, d := range tree {
		if d.Name == o.Name {
			out.Type = d.Type
		}
	}
	value := o.Value
	switch v := o.Value.(type) {
	case *User:
		value = v.ID()
	case *Channel:
		value = v.ID()
	case fmt.Stringer:
		value = v.String()
	}
	raw, err := json.Marshal(value)
	if err != nil {
		return out, fmt.Errorf("option %s: %w", o.Name, err)
	}
	out.Value = raw
	return out, nil
}

// Say writes a message as the user.
func (u *User) Say(channel *Channel, content string) (*Message, error) {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	m, err := u.s.say(u.p, channel.c.ID, content)
	if err != nil {
		return nil, err
	}
	return u.s.handle(m), nil
}

// DM is the user's channel with the bot; nil until somebody has opened it.
func (u *User) DM() *Channel {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	if u.p.dm == nil {
		return nil
	}
	return &Channel{u.s, u.p.dm}
}

// OpenDM opens the channel with the bot, as a person who writes to it first.
func (u *User) OpenDM() *Channel {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	return &Channel{u.s, u.s.openDM(u.p)}
}

// DMs are the messages in the user's DM with the bot, oldest first.
func (u *User) DMs() []*Message {
	if dm := u.DM(); dm != nil {
		return u.Messages(dm)
	}
	return nil
}

// Messages are those of channel that the user sees, ephemeral ones included.
func (u *User) Messages(channel *Channel) []*Message {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	var list []*Message
	for _, m := range channel.c.messages {
		if u.s.world.sees(u.p, channel.c, m) {
			list = append(list, u.s.handle(m))
		}
	}
	return list
}

// Pings are the messages, anywhere, that notified the user by a mention.
func (u *User) Pings() []*Message {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	var list []*Message
	for _, id := range u.s.world.channelOrder {
		for _, m := range u.s.world.channels[id].messages {
			if m.pinged[u.p.user.ID] {
				list = append(list, u.s.handle(m))
			}
		}
	}
	return list
}

// CloseDMs refuses (true) or takes (false) messages from the bot: 50007.
func (u *User) CloseDMs(closed bool) {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	open := !closed
	_ = u.s.settings(u.p, &open, nil) // fails for locales only
}

// SetLocale sets the language of the user's client; it panics on one that
// Discord does not have.
func (u *User) SetLocale(locale string) {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	if err := u.s.settings(u.p, nil, &locale); err != nil {
		panic("sandbox: locale " + locale + ": " + err.Error())
	}
}

// Leave takes the user out of the guild: 50278 for DMs.
func (u *User) Leave() {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	u.p.left = true
	u.s.notify()
}

// Delete deletes a message as somebody with the right to.
func (u *User) Delete(m *Message) error {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	return u.s.discard(u.p, m.m.ChannelID, m.m.ID)
}

// Forge sends a click (or with values a choice) that Discord's client would
// never send: any custom id, on any message. To test that the bot trusts none.
func (u *User) Forge(m *Message, customID string, values ...string) *Interaction {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	kind := wire.Button
	if len(values) > 0 {
		kind = wire.StringSelect
	}
	ch := u.s.world.channels[m.m.ChannelID]
	if ch == nil {
		return &Interaction{s: u.s, err: errNotVisible}
	}
	ix := u.s.pressed(u.p, ch, m.m, wire.ComponentData{CustomID: customID, ComponentType: kind, ID: 1, Values: values})
	return &Interaction{s: u.s, ix: ix}
}

// Channel is a text channel, thread or DM.
type Channel struct {
	s *Server
	c *channel
}

// Channel returns the text channel or thread with that name or id; nil if there
// is none.
func (s *Server) Channel(name string) *Channel {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range s.world.channelOrder {
		if c := s.world.channels[id]; c.Name == name || c.ID == name {
			return &Channel{s, c}
		}
	}
	return nil
}

// ID is the channel's snowflake.
func (c *Channel) ID() string { return c.c.ID }

// Mention is the channel as text that Discord's client makes a link of.
func (c *Channel) Mention() string { return "<#" + c.c.ID + ">" }

// Info is the channel as REST shows it.
func (c *Channel) Info() wire.Channel {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	return c.s.channelJSON(c.c)
}

// Messages are all messages that everybody in the channel sees, oldest first.
func (c *Channel) Messages() []*Message {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	var list []*Message
	for _, m := range c.c.messages {
		if m.ephemeralTo == "" {
			list = append(list, c.s.handle(m))
		}
	}
	return list
}

// Last is the newest of Messages that is no notice of Discord's; nil without one.
func (c *Channel) Last() *Message {
	list := c.Messages()
	for i := len(list) - 1; i >= 0; i-- {
		switch list[i].Type {
		case wire.MessageDefault, wire.MessageReply, wire.MessageSlash:
			return list[i]
		}
	}
	return nil
}

// Threads are the channel's threads, oldest first.
func (c *Channel) Threads() []*Channel {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	var list []*Channel
	for _, id := range c.s.world.channelOrder {
		if t := c.s.world.channels[id]; t.ParentID != nil && *t.ParentID == c.c.ID {
			list = append(list, &Channel{c.s, t})
		}
	}
	return list
}

// Delete deletes the channel or thread as its moderators could.
func (c *Channel) Delete() {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	if c.s.world.channels[c.c.ID] == c.c {
		c.s.removeChannel(c.c)
	}
}

// Archive puts a thread to sleep; locked: only moderators can wake it.
func (c *Channel) Archive(locked bool) {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	if !c.c.isThread() {
		return
	}
	c.s.setArchived(c.c, true)
	meta := *c.c.ThreadMetadata
	meta.Locked = locked
	c.c.ThreadMetadata = &meta
	c.s.changedChannel(c.c)
}

// RemoveBot takes the bot out of the guild: GUILD_DELETE, then Missing Access.
func (s *Server) RemoveBot() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.world.botLeft = true
	s.gateway.dispatch(intentGuilds, s.world.guildID, "GUILD_DELETE", map[string]any{"id": s.world.guildID})
	s.notify()
}

// Guild is the guild's id, Bot the bot's (and its application's).
func (s *Server) Guild() string { return s.world.guildID }

// Bot is the bot's user and application id.
func (s *Server) Bot() string { return s.world.bot.ID }

// Commands are the registered commands: global (guild "") or of the guild.
func (s *Server) Commands(guild string) []wire.Command {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]wire.Command(nil), s.world.commands[guild]...)
}
