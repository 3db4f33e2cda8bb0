package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// What Discord's client would not let a person do. These are errors of the
// person's side: the bot never hears of them.
var (
	errNotVisible  = errors.New("there is no such channel here")
	errNoMessage   = errors.New("there is no such message here")
	errAsleep      = errors.New("commands cannot be used in an archived thread")
	errLocked      = errors.New("this thread is locked")
	errNoComponent = errors.New("the message has no such button or menu")
	errDisabled    = errors.New("this button or menu is disabled")
)

// place finds channel id as p sees it.
func (s *Server) place(p *person, id string) (*channel, error) {
	s.archiveIdleThreads()
	ch := s.world.channels[id]
	if ch == nil || !s.world.canSee(p, ch) {
		return nil, errNotVisible
	}
	if ch.locked() && !p.admin {
		return nil, errLocked
	}
	return ch, nil
}

// commandsFor lists the commands that p can use in ch: the guild's before the
// global ones of the same name.
func (s *Server) commandsFor(p *person, ch *channel) []wire.Command {
	var list []wire.Command
	if ch.Type != wire.ChannelDM && !s.world.botLeft {
		list = append(list, s.world.commands[s.world.guildID]...)
	}
	for _, cmd := range s.world.commands[""] {
		if usableIn(cmd, ch) && !slices.ContainsFunc(list, func(o wire.Command) bool { return sameCommand(o, cmd) }) {
			list = append(list, cmd)
		}
	}
	return slices.DeleteFunc(list, func(cmd wire.Command) bool {
		return cmd.Type != wire.CommandChatInput || ch.Type != wire.ChannelDM && !maySee(p, cmd)
	})
}

// usableIn says whether a global command exists in ch.
func usableIn(cmd wire.Command, ch *channel) bool {
	wanted := wire.ContextGuild
	if ch.Type == wire.ChannelDM {
		wanted = wire.ContextBotDM
	}
	if cmd.Contexts != nil {
		return slices.Contains(*cmd.Contexts, wanted)
	}
	return wanted == wire.ContextGuild || cmd.DMPermission == nil || *cmd.DMPermission
}

// maySee says whether default_member_permissions shows the command to p.
func maySee(p *person, cmd wire.Command) bool {
	if cmd.DefaultMemberPermissions == nil || p.admin {
		return true
	}
	need := snowflake(string(*cmd.DefaultMemberPermissions))
	return need != 0 && p.permissions()&need == need
}

// invoke uses a slash command as p, or asks for its completion.
func (s *Server) invoke(p *person, channelID, name string, options []wire.OptionValue, completing bool) (*interaction, error) {
	ch, err := s.place(p, channelID)
	if err != nil {
		return nil, err
	}
	if ch.archived() {
		return nil, errAsleep
	}
	list := s.commandsFor(p, ch)
	i := slices.IndexFunc(list, func(c wire.Command) bool { return c.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("there is no command /%s here; there are: %s", name, commandNames(list))
	}
	cmd := list[i]
	check := optionCheck{s: s, ch: ch, completing: completing, path: "/" + name, resolved: &wire.Resolved{}}
	if err := check.all(options, cmd.Options); err != nil {
		return nil, err
	}
	if completing && check.focused == 0 {
		return nil, fmt.Errorf("%s: no option with autocomplete has the focus", check.path)
	}
	kind := wire.InteractionCommand
	if completing {
		kind = wire.InteractionAutocomplete
	}
	data := wire.CommandData{ID: cmd.ID, Name: cmd.Name, Type: cmd.Type, GuildID: cmd.GuildID, Options: options}
	if check.hasResolved {
		data.Resolved = check.resolved
	}
	ix := s.newInteraction(p, ch, kind, data, nil)
	ix.command, ix.focused = strings.TrimPrefix(check.path, "/"), check.focused
	s.deliver(ix)
	return ix, nil
}

// commandNames lists names for an error.
func commandNames(list []wire.Command) string {
	names := make([]string, len(list))
	for i, c := range list {
		names[i] = "/" + c.Name
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// optionCheck checks filled-in options against the command's tree, as Discord's
// client does before anything is sent.
type optionCheck struct {
	s           *Server
	ch          *channel
	completing  bool
	path        string
	focused     int // type of the focused option
	resolved    *wire.Resolved
	hasResolved bool
}

// all checks one level of options.
func (k *optionCheck) all(given []wire.OptionValue, defs []wire.CommandOption) error {
	if len(defs) > 0 && defs[0].Type <= wire.OptionSubCommandGroup {
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

// sub goes down into the chosen sub-command or group.
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
	case wire.OptionInteger, wire.OptionNumber:
		return checkNumber(o.Value, d)
	case wire.OptionBoolean:
		var b bool
		return json.Unmarshal(o.Value, &b)
	case wire.OptionUser, wire.OptionMentionable:
		return k.user(o.Value)
	case wire.OptionChannel:
		return k.channel(o.Value)
	}
	return fmt.Errorf("the sandbox has no options of type %d", d.Type)
}

// checkText checks a string option. Choices must be kept; what autocomplete
// offered need not be.
func checkText(raw json.RawMessage, d wire.CommandOption) error {
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return errors.New("it must be a text")
	}
	n, most := runes(text), maxStringOption
	if d.MaxLength != nil {
		most = *d.MaxLength
	}
	if d.MinLength != nil && n < *d.MinLength || n > most {
		return fmt.Errorf("a text of %d characters is too short or too long", n)
	}
	return checkChosen(raw, d)
}

// checkNumber checks an integer or number option.
func checkNumber(raw json.RawMessage, d wire.CommandOption) error {
	var n float64
	if err := json.Unmarshal(raw, &n); err != nil {
		return errors.New("it must be a number")
	}
	whole := n == float64(int64(n)) && n >= -(1<<53) && n <= 1<<53
	if d.Type == wire.OptionInteger && !whole {
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
	return fmt.Errorf("%q is none of its choices", value)
}

// user resolves a person by id.
func (k *optionCheck) user(raw json.RawMessage) error {
	var id string
	if err := json.Unmarshal(raw, &id); err != nil {
		return errors.New("it must be a user's id")
	}
	return k.s.resolveUser(k.resolved, id, &k.hasResolved)
}

// resolveUser adds the user (and member) with that id to r.
func (s *Server) resolveUser(r *wire.Resolved, id string, has *bool) error {
	*has = true
	if r.Users == nil {
		r.Users, r.Members = map[string]wire.User{}, map[string]wire.Member{}
	}
	var m wire.Member
	switch p := s.world.people[id]; {
	case id == s.world.bot.ID:
		r.Users[id], m = s.world.bot, s.botMember()
	case p == nil:
		return fmt.Errorf("nobody has the id %q", id)
	default:
		r.Users[id], m = p.user, s.memberJSON(p)
		m.Permissions = decimal(p.permissions())
	}
	m.User = nil
	r.Members[id] = m
	return nil
}

// channel resolves a channel by id.
func (k *optionCheck) channel(raw json.RawMessage) error {
	var id string
	if err := json.Unmarshal(raw, &id); err != nil {
		return errors.New("it must be a channel's id")
	}
	ch := k.s.world.channels[id]
	if ch == nil {
		return fmt.Errorf("no channel has the id %q", id)
	}
	k.hasResolved = true
	if k.resolved.Channels == nil {
		k.resolved.Channels = map[string]wire.Channel{}
	}
	k.resolved.Channels[id] = k.s.channelJSON(ch)
	return nil
}
