package testapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"konduktor/bot/sandbox/client"
	"konduktor/bot/sandbox/wire"
	"konduktor/bot/sandbox/world"
)

// Option is an option of a command as a person fills it in; make it with Opt.
type Option struct {
	Name  string
	Value any
}

// Opt is the option name with a string, int, bool or *User.
func Opt(name string, value any) Option { return Option{Name: name, Value: value} }

// User is somebody in the sandbox, to act as.
type User struct {
	w *world.World
	p *world.Person
}

// ID returns the user's snowflake.
func (u *User) ID() string { return u.p.ID }

// Name returns the user's display name.
func (u *User) Name() string { return u.p.Name }

// Slash uses a command in channel: path is "game new" or "hand". Options that Discord's client would refuse are errors of the
// interaction.
func (u *User) Slash(channel *Channel, path string, options ...Option) *Interaction {
	return u.invoke(channel, path, options, "")
}

// Complete types focused.Value into the option focused.Name and returns what the bot offers. The other options are filled in
// already.
func (u *User) Complete(ctx context.Context, channel *Channel, path string, focused Option, others ...Option) ([]Choice, error) {
	return u.invoke(channel, path, append(slices.Clone(others), focused), focused.Name).Choices(ctx)
}

// invoke builds the options from the command's tree and sends them.
func (u *User) invoke(channel *Channel, path string, options []Option, focused string) *Interaction {
	u.w.Lock()
	defer u.w.Unlock()
	names := strings.Fields(strings.TrimPrefix(path, "/"))
	if len(names) == 0 {
		return &Interaction{w: u.w, err: errors.New("no command was named")}
	}
	var tree []wire.CommandOption
	for _, cmd := range u.w.CommandsFor(u.p, channel.c) {
		if cmd.Name == names[0] {
			tree = cmd.Options
		}
	}
	values, err := optionTree(names[1:], tree, options, focused)
	if err != nil {
		return &Interaction{w: u.w, err: err}
	}
	ix, err := client.Invoke(u.w, u.p, channel.c.ID, names[0], values, focused != "")
	return &Interaction{w: u.w, ix: ix, err: err}
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
	if u, ok := o.Value.(*User); ok {
		value = u.ID()
	}
	raw, err := json.Marshal(value)
	if err != nil {
		return out, fmt.Errorf("option %s: %w", o.Name, err)
	}
	out.Value = raw
	return out, nil
}

// DM returns the user's channel with the bot; nil until somebody has opened it.
func (u *User) DM() *Channel {
	u.w.Lock()
	defer u.w.Unlock()
	if u.p.DM == nil {
		return nil
	}
	return &Channel{u.w, u.p.DM}
}

// Write writes plain words into a channel.
func (u *User) Write(channel *Channel, words string) error {
	u.w.Lock()
	defer u.w.Unlock()
	_, err := client.Say(u.w, u.p, channel.c.ID, words)
	return err
}

// DMs returns the messages in the user's DM with the bot, oldest first.
func (u *User) DMs() []*Message {
	if dm := u.DM(); dm != nil {
		return u.Messages(dm)
	}
	return nil
}

// Messages returns those of channel that the user sees, ephemeral ones included.
func (u *User) Messages(channel *Channel) []*Message {
	u.w.Lock()
	defer u.w.Unlock()
	var list []*Message
	for _, m := range channel.c.Messages {
		if u.w.Sees(u.p, channel.c, m) {
			list = append(list, message(u.w, m))
		}
	}
	return list
}

// Pings returns the messages, anywhere, that notified the user by a mention.
func (u *User) Pings() []*Message {
	u.w.Lock()
	defer u.w.Unlock()
	var list []*Message
	for _, c := range u.w.Channels() {
		for _, m := range c.Messages {
			if m.Pinged(u.p) {
				list = append(list, message(u.w, m))
			}
		}
	}
	return list
}

// CloseDMs refuses (true) or takes (false) messages from the bot: 50007.
func (u *User) CloseDMs(closed bool) {
	u.w.Lock()
	defer u.w.Unlock()
	open := !closed
	_ = u.w.Set(u.p, &open, nil, nil) // fails for locales only
}

// Install installs the app for the user themselves.
func (u *User) Install() {
	u.w.Lock()
	defer u.w.Unlock()
	_ = u.w.Set(u.p, nil, new(true), nil) // fails for locales only
}

// LeaveGuild takes the user out of the guild: the bot shares none with them.
func (u *User) LeaveGuild() {
	u.w.Lock()
	defer u.w.Unlock()
	u.p.Left = true
}

// Delete deletes a message as somebody with the right to.
func (u *User) Delete(m *Message) error {
	u.w.Lock()
	defer u.w.Unlock()
	return client.Discard(u.w, u.p, m.m.ChannelID, m.m.ID)
}

// Forge sends a click (or with values a choice) that Discord's client would never send: any custom id, on any message. To test
// that the bot trusts none.
func (u *User) Forge(m *Message, customID string, values ...string) *Interaction {
	u.w.Lock()
	defer u.w.Unlock()
	kind := wire.Button
	if len(values) > 0 {
		kind = wire.StringSelect
	}
	ch := u.w.Channel(m.m.ChannelID)
	if ch == nil {
		return &Interaction{w: u.w, err: client.ErrNoChannel}
	}
	ix := client.Press(u.w, u.p, ch, m.m, wire.ComponentData{CustomID: customID, ComponentType: kind, ID: 1, Values: values})
	return &Interaction{w: u.w, ix: ix}
}
