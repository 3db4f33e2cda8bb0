// Package client is what a person does with Discord's own client program. It refuses what that program would not let them
// do; the bot never hears of that. Its functions are called under the world's lock.
package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"konduktor/bot/sandbox/limits"
	"konduktor/bot/sandbox/wire"
	"konduktor/bot/sandbox/world"
)

// Refusals for channels and messages that do not exist, or that the person cannot see.
var (
	ErrNoChannel = errors.New("there is no such channel here")
	ErrNoMessage = errors.New("there is no such message here")

	errAsleep      = errors.New("commands cannot be used in an archived thread")
	errLocked      = errors.New("this thread is locked")
	errNoComponent = errors.New("the message has no such button or menu")
	errDisabled    = errors.New("this button or menu is disabled")
)

// Place finds a channel by its id as p sees it.
func Place(w *world.World, p *world.Person, id string) (*world.Channel, error) {
	c := w.Channel(id)
	if c == nil || !w.CanSee(p, c) {
		return nil, ErrNoChannel
	}
	if c.Locked() && !p.IsAdmin() {
		return nil, errLocked
	}
	return c, nil
}

// Invoke uses a slash command, or completing it asks for what an option may be.
func Invoke(
	w *world.World, p *world.Person, channelID, name string, options []wire.OptionValue, completing bool,
) (*world.Interaction, error) {
	c, err := Place(w, p, channelID)
	if err != nil {
		return nil, err
	}
	if c.Archived() {
		return nil, errAsleep
	}
	list := w.CommandsFor(p, c)
	i := slices.IndexFunc(list, func(cmd wire.Command) bool { return cmd.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("there is no command /%s here", name)
	}
	cmd := list[i]
	check := optionCheck{w: w, completing: completing, path: "/" + name}
	if err := check.all(options, cmd.Options); err != nil {
		return nil, err
	}
	if completing && check.focused == 0 {
		return nil, fmt.Errorf("%s: no option with autocomplete has the focus", check.path)
	}
	ix := world.Interaction{
		Kind: wire.InteractionCommand, Person: p, Channel: c,
		Command: strings.TrimPrefix(check.path, "/"), Focused: check.focused,
	}
	if completing {
		ix.Kind = wire.InteractionAutocomplete
	}
	return w.Begin(ix, wire.CommandData{
		ID: cmd.ID, Name: cmd.Name, Type: cmd.Type, Options: options, Resolved: check.resolved,
	}), nil
}

// optionCheck checks filled-in options against the command's tree, as Discord's client does before anything is sent.
type optionCheck struct {
	w          *world.World
	completing bool
	path       string
	focused    int            // type of the focused option
	resolved   *wire.Resolved // the people that options name; nil: none
}

// all checks one level of options.
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

// sub goes down into the chosen sub-command.
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

// one checks one option's value.
func (k *optionCheck) one(o wire.OptionValue, d wire.CommandOption) error {
	if o.Type != d.Type {
		return fmt.Errorf("its type is %d, not %d", d.Type, o.Type)
	}
	if o.Focused && k.completing {
		if !d.Autocomplete {
			return errors.New("it has no autocomplete")
		}
		k.focused = d.Type
		return nil // whatever was typed so far
	}
	switch d.Type {
	case wire.OptionString:
		return checkText(o.Value, d)
	case wire.OptionInteger:
		return checkNumber(o.Value, d)
	case wire.OptionBoolean:
		var b bool
		return json.Unmarshal(o.Value, &b)
	case wire.OptionRole:
		return k.role(o.Value)
	}
	return k.user(o.Value)
}

// checkText checks a string option. Choices must be kept; what autocomplete offered need not be.
func checkText(raw json.RawMessage, d wire.CommandOption) error {
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return errors.New("it must be a string")
	}
	n, most := limits.Runes(text), limits.MaxStringOption
	if d.MaxLength != nil {
		most = *d.MaxLength
	}
	if d.MinLength != nil && n < *d.MinLength || n > most {
		return fmt.Errorf("a text of %d characters is too short or too long", n)
	}
	return checkChosen(raw, d)
}

// checkNumber checks an integer option.
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
	if len(d.Choices) == 0 {
		return nil
	}
	value := wire.Choice{Value: raw}.String()
	for _, c := range d.Choices {
		if c.String() == value {
			return nil
		}
	}
	return fmt.Errorf("%q is not one of its choices", value)
}

// role checks the ID of a role of the guild.
func (k *optionCheck) role(raw json.RawMessage) error {
	var id string
	if err := json.Unmarshal(raw, &id); err != nil {
		return errors.New("it must be a role's id")
	}
	if !slices.ContainsFunc(k.w.GuildJSON().Roles, func(r wire.Role) bool { return r.ID == id }) {
		return fmt.Errorf("no role has the id %q", id)
	}
	return nil
}

// user resolves a person, or the bot, by id.
func (k *optionCheck) user(raw json.RawMessage) error {
	var id string
	if err := json.Unmarshal(raw, &id); err != nil {
		return errors.New("it must be a user's id")
	}
	if k.resolved == nil {
		k.resolved = &wire.Resolved{Users: map[string]wire.User{}, Members: map[string]wire.Member{}}
	}
	p := k.w.Person(id)
	switch {
	case id == k.w.Bot.ID:
		k.resolved.Users[id] = k.w.Bot
	case p == nil:
		return fmt.Errorf("nobody has the id %q", id)
	default:
		m := k.w.MemberJSON(p)
		m.User = nil
		k.resolved.Users[id], k.resolved.Members[id] = p.User, m
	}
	return nil
}
