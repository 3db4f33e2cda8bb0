package sandbox

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// Limits of commands (developers/interactions/application-commands).
const (
	maxChatCommands   = 100
	maxOtherCommands  = 15
	maxCommandCreates = 200 // a day
	maxCommandName    = 32
	maxDescription    = 100
	maxCommandOptions = 25
	maxChoices        = 25
	maxChoiceText     = 100
	maxCommandText    = 8000 // names, descriptions and values of one command
	maxStringOption   = 6000
)

// commandName is what names of commands and options are made of. Letters that
// have a lower case must be in it.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// checkCommands checks a whole list: each command, their number, their names.
func checkCommands(list []wire.Command) error {
	var f form
	counts := map[int]int{}
	seen := map[string]bool{}
	for i := range list {
		cmd := &list[i]
		checkCommand(&f, at("", i), cmd)
		kind := max(1, cmd.Type)
		counts[kind]++
		key := at(cmd.Name, kind)
		if seen[key] {
			f.add(at("", i)+".name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		seen[key] = true
	}
	if err := f.err(); err != nil {
		return err
	}
	if counts[wire.CommandChatInput] > maxChatCommands || counts[wire.CommandUser] > maxOtherCommands ||
		counts[wire.CommandMessage] > maxOtherCommands {
		return errTooManyCommands
	}
	return nil
}

// checkCommand checks one command at path.
func checkCommand(f *form, path string, cmd *wire.Command) {
	kind := max(1, cmd.Type)
	checkLocales(f, path, cmd.NameLocalizations, cmd.DescriptionLocalizations)
	switch kind {
	case wire.CommandChatInput:
		checkName(f, at(path, "name"), cmd.Name)
		checkLocalNames(f, at(path, "name_localizations"), cmd.NameLocalizations)
		f.length(at(path, "description"), cmd.Description, 1, maxDescription)
		checkLocalTexts(f, at(path, "description_localizations"), cmd.DescriptionLocalizations)
		checkOptions(f, at(path, "options"), cmd.Options, 0)
	case wire.CommandUser, wire.CommandMessage:
		f.length(at(path, "name"), cmd.Name, 1, maxCommandName)
		if cmd.Description != "" || len(cmd.Options) > 0 {
			f.add(at(path, "description"), "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION", "Context menu commands have neither description nor options.")
		}
	default:
		f.add(at(path, "type"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3).")
	}
	if p := cmd.DefaultMemberPermissions; p != nil && !isSnowflake(string(*p)) {
		f.add(at(path, "default_member_permissions"), "NUMBER_TYPE_COERCE", "Value %q is not a bit set.", *p)
	}
	checkOneOf(f, at(path, "contexts"), cmd.Contexts, 2)
	checkOneOf(f, at(path, "integration_types"), cmd.IntegrationTypes, 1)
	if n := commandText(cmd); n > maxCommandText {
		f.add(path+"", "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (%d): it has %d characters.", maxCommandText, n)
	}
}

// checkOneOf checks a list of numbers from 0 to most, each once.
func checkOneOf(f *form, path string, list *[]int, most int) {
	if list == nil {
		return
	}
	seen := map[int]bool{}
	for i, n := range *list {
		if n < 0 || n > most || seen[n] {
			f.add(at(path, i), "BASE_TYPE_CHOICES", "Value must be one of 0 to %d, each once.", most)
		}
		seen[n] = true
	}
}

// checkName checks a name of a command or option: lower case, no spaces.
func checkName(f *form, path, name string) {
	if name == "" || runes(name) > maxCommandName {
		f.length(path, name, 1, maxCommandName)
		return
	}
	if !commandName.MatchString(name) || strings.ToLower(name) != name {
		f.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	}
}

// checkLocales checks that all localisations are for locales of Discord's.
func checkLocales(f *form, path string, maps ...map[string]string) {
	for i, m := range maps {
		for locale := range m {
			if !locales[locale] {
				f.add(at(path, []string{"name_localizations", "description_localizations"}[i]),
					"BASE_TYPE_CHOICES", "%q is not a locale.", locale)
			}
		}
	}
}

func checkLocalNames(f *form, path string, names map[string]string) {
	for locale, name := range names {
		checkName(f, at(path, locale), name)
	}
}

func checkLocalTexts(f *form, path string, texts map[string]string) {
	for locale, text := range texts {
		f.length(at(path, locale), text, 1, maxDescription)
	}
}

// checkOptions checks the options of a command (depth 0), of a group (1) or of a
// sub-command (2).
func checkOptions(f *form, path string, options []wire.CommandOption, depth int) {
	if len(options) > maxCommandOptions {
		f.count(path, len(options), 0, maxCommandOptions)
	}
	names := map[string]bool{}
	subs, optional := 0, false
	for i := range options {
		o := &options[i]
		here := at(path, i)
		checkOption(f, here, o, depth)
		if names[o.Name] {
			f.add(at(here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option name already exists in these options")
		}
		names[o.Name] = true
		if o.Type <= wire.OptionSubCommandGroup {
			subs++
			continue
		}
		if o.Required && optional {
			f.add(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		optional = optional || !o.Required
	}
	if subs > 0 && subs < len(options) {
		f.add(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and sub-command group option types are mutually exclusive to all other types")
	}
}

// checkOption checks one option.
func checkOption(f *form, path string, o *wire.CommandOption, depth int) {
	checkName(f, at(path, "name"), o.Name)
	checkLocales(f, path, o.NameLocalizations, o.DescriptionLocalizations)
	checkLocalNames(f, at(path, "name_localizations"), o.NameLocalizations)
	f.length(at(path, "description"), o.Description, 1, maxDescription)
	checkLocalTexts(f, at(path, "description_localizations"), o.DescriptionLocalizations)
	switch {
	case o.Type == wire.OptionSubCommandGroup && depth == 0:
		checkOptions(f, at(path, "options"), o.Options, 1)
		return
	case o.Type == wire.OptionSubCommand && depth < 2:
		checkOptions(f, at(path, "options"), o.Options, 2)
		return
	case o.Type < wire.OptionString || o.Type > wire.OptionAttachment:
		f.add(at(path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Type %d is not possible here.", o.Type)
		return
	case depth == 1:
		f.add(at(path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A group holds sub-commands only.")
	}
	if len(o.Options) > 0 {
		f.add(at(path, "options"), "BASE_TYPE_FORBIDDEN", "Only sub-commands and groups have options.")
	}
	checkChoiceList(f, path, o)
	checkRange(f, path, o)
}

// checkChoiceList checks choices and autocomplete of an option.
func checkChoiceList(f *form, path string, o *wire.CommandOption) {
	choosable := o.Type == wire.OptionString || o.Type == wire.OptionInteger || o.Type == wire.OptionNumber
	if (len(o.Choices) > 0 || o.Autocomplete) && !choosable {
		f.add(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only string, integer and number options have choices or autocomplete.")
	}
	if len(o.Choices) > 0 && o.Autocomplete {
		f.add(at(path, "autocomplete"), "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", "Autocomplete cannot be true if choices are present.")
	}
	checkChoices(f, at(path, "choices"), o.Type, o.Choices)
}

// checkChoices checks choices of an option of that type: of the command or of an
// autocompletion.
func checkChoices(f *form, path string, kind int, choices []wire.Choice) {
	if len(choices) > maxChoices {
		f.count(path, len(choices), 0, maxChoices)
	}
	names, values := map[string]bool{}, map[string]bool{}
	for i, c := range choices {
		here := at(path, i)
		f.length(at(here, "name"), c.Name, 1, maxChoiceText)
		checkLocales(f, here, c.NameLocalizations)
		for locale, name := range c.NameLocalizations {
			f.length(at(here, "name_localizations."+locale), name, 1, maxChoiceText)
		}
		var text string
		isText := json.Unmarshal(c.Value, &text) == nil
		switch {
		case len(c.Value) == 0 || string(c.Value) == "null":
			f.add(at(here, "value"), "BASE_TYPE_REQUIRED", "This field is required")
		case kind == wire.OptionString && !isText:
			f.add(at(here, "value"), "STRING_TYPE_CONVERT", "Could not convert %q to string.", c.Value)
		case kind != wire.OptionString && isText:
			f.add(at(here, "value"), "NUMBER_TYPE_COERCE", "Value %q is not a number.", text)
		case isText:
			f.length(at(here, "value"), text, 1, maxChoiceText)
		}
		if names[c.Name] || values[string(c.Value)] {
			f.add(at(here, "name"), "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS", "Option choice name or value already exists")
		}
		names[c.Name], values[string(c.Value)] = true, true
	}
}

// checkRange checks the limits that an option sets itself.
func checkRange(f *form, path string, o *wire.CommandOption) {
	number := o.Type == wire.OptionInteger || o.Type == wire.OptionNumber
	if (o.MinValue != nil || o.MaxValue != nil) && !number {
		f.add(at(path, "min_value"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only numbers have min_value and max_value.")
	}
	if o.MinValue != nil && o.MaxValue != nil && *o.MinValue > *o.MaxValue {
		f.add(at(path, "min_value"), "APPLICATION_COMMAND_OPTIONS_MIN_MAX", "min_value must not be greater than max_value.")
	}
	if (o.MinLength != nil || o.MaxLength != nil) && o.Type != wire.OptionString {
		f.add(at(path, "min_length"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only strings have min_length and max_length.")
	}
	f.within(at(path, "min_length"), o.MinLength, 0, maxStringOption)
	f.within(at(path, "max_length"), o.MaxLength, 1, maxStringOption)
	if len(o.ChannelTypes) > 0 && o.Type != wire.OptionChannel {
		f.add(at(path, "channel_types"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only channel options have channel_types.")
	}
}

// commandText counts the characters of names, descriptions and values of a
// command, the longest localisation of each.
func commandText(cmd *wire.Command) int {
	return longest(cmd.Name, cmd.NameLocalizations) + longest(cmd.Description, cmd.DescriptionLocalizations) +
		optionsText(cmd.Options)
}

func optionsText(options []wire.CommandOption) int {
	n := 0
	for _, o := range options {
		n += longest(o.Name, o.NameLocalizations) + longest(o.Description, o.DescriptionLocalizations)
		for _, c := range o.Choices {
			n += longest(c.Name, c.NameLocalizations) + runes(c.String())
		}
		n += optionsText(o.Options)
	}
	return n
}

// longest counts the characters of the longest of a text and its localisations.
func longest(text string, localised map[string]string) int {
	n := runes(text)
	for _, l := range localised {
		n = max(n, runes(l))
	}
	return n
}
