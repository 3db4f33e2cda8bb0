package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"konduktor/bot/sandbox/state"
	"konduktor/bot/sandbox/wire"
)

// Option is an option of a command as a person fills it in; make it with Opt.
type Option struct {
	Name  string
	Value any
}

// Opt returns an option whose value is a string, int, bool, *User or *Channel.
func Opt(name string, value any) Option { return Option{Name: name, Value: value} }

// Slash uses a command in channel: path is "game new" or "hand".
func (u *User) Slash(channel *Channel, path string, options ...Option) *Interaction {
	return u.invoke(channel, path, options, "")
}

// Complete types focused.Value into the option focused.Name and returns what the bot offers. The
// other options are already filled in.
func (u *User) Complete(
	ctx context.Context, channel *Channel, path string, focused Option, others ...Option,
) ([]Choice, error) {
	options := append(slices.Clone(others), focused)
	return u.invoke(channel, path, options, focused.Name).Choices(ctx)
}

// invoke builds the options from the command's tree and uses the command.
func (u *User) invoke(
	channel *Channel, path string, options []Option, focused string,
) *Interaction {
	names := strings.Fields(path)
	var tree []wire.CommandOption
	u.state.Lock()
	for _, cmd := range u.state.CommandsFor(u.person, channel.c) {
		if cmd.Name == names[0] {
			tree = cmd.Options
		}
	}
	u.state.Unlock()
	values, err := optionTree(names[1:], tree, options, focused)
	if err != nil {
		return refused(err)
	}
	return u.Invoke(channel.ID(), names[0], values, focused != "")
}

// optionTree puts options under their sub-command, with the types of the tree.
func optionTree(
	path []string, tree []wire.CommandOption, options []Option, focused string,
) ([]wire.OptionValue, error) {
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
		v := wire.OptionValue{Name: o.Name, Focused: focused != "" && o.Name == focused}
		for _, d := range tree {
			if d.Name == o.Name {
				v.Type = d.Type
			}
		}
		if u, ok := o.Value.(interface{ ID() string }); ok { // a *User or a *Channel
			o.Value = u.ID()
		}
		var err error
		if v.Value, err = json.Marshal(o.Value); err != nil {
			return nil, fmt.Errorf("option %s: %w", o.Name, err)
		}
		list = append(list, v)
	}
	return list, nil
}

// Invoke uses a slash command, or, completing, asks for the choices of the focused option.
func (u *User) Invoke(
	channelID, name string, options []wire.OptionValue, completing bool,
) *Interaction {
	u.state.Lock()
	defer u.state.Unlock()
	c, err := u.channel(channelID)
	if err == nil && c.Archived() {
		err = errArchived
	}
	if err != nil {
		return refused(err)
	}
	list := u.state.CommandsFor(u.person, c)
	i := slices.IndexFunc(list, func(cmd wire.Command) bool { return cmd.Name == name })
	if i < 0 {
		return refused(fmt.Errorf("there is no command /%s here", name))
	}
	cmd := list[i]
	check := optionCheck{state: u.state, completing: completing, path: "/" + name}
	err = check.all(options, cmd.Options)
	if err == nil && completing && check.focused == 0 {
		err = fmt.Errorf("%s: no option with autocomplete has the focus", check.path)
	}
	if err != nil {
		return refused(err)
	}
	ix := state.Interaction{
		Kind: wire.InteractionCommand, Person: u.person, Channel: c,
		Command: strings.TrimPrefix(check.path, "/"), Focused: check.focused,
	}
	if completing {
		ix.Kind = wire.InteractionAutocomplete
	}
	return &Interaction{state: u.state, ix: u.state.Begin(ix, wire.CommandData{
		ID: cmd.ID, Name: cmd.Name, Type: cmd.Type, Options: options, Resolved: check.resolved,
	})}
}

// optionCheck checks options against the command's tree, as Discord's client does before it sends
// anything.
type optionCheck struct {
	state      *state.State
	completing bool
	path       string
	focused    int            // type of the focused option
	resolved   *wire.Resolved // the people that options name; nil: none
}

func (k *optionCheck) all(given []wire.OptionValue, defs []wire.CommandOption) error {
	if len(defs) > 0 && defs[0].Type == wire.OptionSubCommand {
		return k.sub(given, defs)
	}
	seen := map[string]bool{}
	for _, o := range given {
		i := slices.IndexFunc(defs, func(d wire.CommandOption) bool { return d.Name == o.Name })
		if i < 0 || seen[o.Name] {
			return fmt.Errorf("%s has no option %q (or it was given twice)", k.path, o.Name)
		}
		seen[o.Name] = true
		if err := k.one(o, defs[i]); err != nil {
			return fmt.Errorf("%s %s: %w", k.path, o.Name, err)
		}
	}
	for _, d := range defs {
		if d.Required && !seen[d.Name] && !k.completing {
			return fmt.Errorf("%s needs the option %q", k.path, d.Name)
		}
	}
	return nil
}

func (k *optionCheck) sub(given []wire.OptionValue, defs []wire.CommandOption) error {
	if len(given) != 1 {
		return fmt.Errorf("%s needs exactly one sub-command", k.path)
	}
	i := slices.IndexFunc(defs, func(d wire.CommandOption) bool { return d.Name == given[0].Name })
	if i < 0 || given[0].Type != defs[i].Type {
		return fmt.Errorf("%s has no sub-command %q", k.path, given[0].Name)
	}
	k.path += " " + given[0].Name
	return k.all(given[0].Options, defs[i].Options)
}

func (k *optionCheck) one(o wire.OptionValue, d wire.CommandOption) error {
	if o.Type != d.Type {
		return fmt.Errorf("its type is %d, not %d", d.Type, o.Type)
	}
	if o.Focused && k.completing {
		if !d.Autocomplete {
			return errors.New("it has no autocomplete")
		}
		k.focused = d.Type
		return nil // incomplete text is allowed
	}
	switch d.Type {
	case wire.OptionInteger:
		return checkNumber(o.Value, d)
	case wire.OptionBoolean:
		var b bool
		return json.Unmarshal(o.Value, &b)
	}
	var text string
	if err := json.Unmarshal(o.Value, &text); err != nil {
		return errors.New("it must be a string")
	}
	switch d.Type {
	case wire.OptionString:
		return checkText(text, o.Value, d)
	case wire.OptionChannel:
		c := k.state.Channel(text)
		if c == nil || len(d.ChannelTypes) > 0 && !slices.Contains(d.ChannelTypes, c.Type) {
			return fmt.Errorf("no channel that can be picked has the id %q", text)
		}
		return nil
	case wire.OptionRole:
		for _, r := range k.state.GuildJSON().Roles {
			if r.ID == text {
				k.resolve().Roles[text] = r
				return nil
			}
		}
		return fmt.Errorf("no role has the id %q", text)
	}
	return k.user(text)
}

// checkText checks a string option. It must be one of the command's choices; what autocomplete
// offered does not bind.
func checkText(text string, raw json.RawMessage, d wire.CommandOption) error {
	n, most := wire.Runes(text), wire.MaxStringOption
	if d.MaxLength != nil {
		most = *d.MaxLength
	}
	if d.MinLength != nil && n < *d.MinLength || n > most {
		return fmt.Errorf("a text of %d characters is too short or too long", n)
	}
	return checkChosen(raw, d)
}

func checkNumber(raw json.RawMessage, d wire.CommandOption) error {
	var n float64
	if err := json.Unmarshal(raw, &n); err != nil {
		return errors.New("it must be a number")
	}
	if n != float64(int64(n)) || n < -(1<<53) || n > 1<<53 {
		return fmt.Errorf("%v is not a whole number within 2^53", n)
	}
	if d.MinValue != nil && n < *d.MinValue || d.MaxValue != nil && n > *d.MaxValue {
		return fmt.Errorf("%v is out of range", n)
	}
	return checkChosen(raw, d)
}

// checkChosen checks that the value is one of the choices, if there are any.
func checkChosen(raw json.RawMessage, d wire.CommandOption) error {
	value := wire.Choice{Value: raw}.String()
	isIt := func(c wire.Choice) bool { return c.String() == value }
	if len(d.Choices) > 0 && !slices.ContainsFunc(d.Choices, isIt) {
		return fmt.Errorf("%q is not one of its choices", value)
	}
	return nil
}

func (k *optionCheck) resolve() *wire.Resolved {
	if k.resolved == nil {
		k.resolved = &wire.Resolved{
			Users: map[string]wire.User{}, Members: map[string]wire.Member{},
			Roles: map[string]wire.Role{},
		}
	}
	return k.resolved
}

// user resolves a person, or the bot, by ID.
func (k *optionCheck) user(id string) error {
	k.resolve()
	p := k.state.Person(id)
	switch {
	case id == k.state.Bot.ID:
		k.resolved.Users[id] = k.state.Bot
	case p == nil:
		return fmt.Errorf("nobody has the id %q", id)
	default:
		m := k.state.MemberJSON(p)
		m.User = nil
		k.resolved.Users[id], k.resolved.Members[id] = p.User, m
	}
	return nil
}
