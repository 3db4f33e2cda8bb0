package limits

import (
	"encoding/json"
	"regexp"
	"strings"

	"konduktor/bot/sandbox/wire"
)

// Limits of commands (developers/interactions/application-commands).
const (
	maxChatCommands   = 100
	maxCommandName    = 32
	maxDescription    = 100
	maxCommandOptions = 25
	maxChoices        = 25
	maxChoiceText     = 100
	maxCommandText    = 8000 // names, descriptions and values of one command
	MaxStringOption   = 6000
	MaxCommandCreates = 200 // a day
)

// commandName is what names of commands and options are made of. Letters that
// have a lower case must be in it.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// CheckCommands checks a whole list: each command, their number, their names.
func CheckCommands(list []wire.Command) error {
	var f Form
	seen := map[string]bool{}
	for i := range list {
		cmd := &list[i]
		checkCommand(&f, At("", i), cmd)
		if seen[cmd.Name] {
			f.Add(At("", i)+".name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		seen[cmd.Name] = true
	}
	if err := f.Err(); err != nil {
		return err
	}
	if len(list) > maxChatCommands {
		return ErrTooManyCommands
	}
	return nil
}

// checkCommand checks one command at path.
func checkCommand(f *Form, path string, cmd *wire.Command) {
	if cmd.Type > wire.CommandChatInput {
		f.Add(At(path, "type"), "BASE_TYPE_CHOICES", "The sandbox has slash commands only, type 1.")
	}
	checkNaming(f, path, cmd.Name, cmd.NameLocalizations, cmd.Description, cmd.DescriptionLocalizations)
	checkOptions(f, At(path, "options"), cmd.Options, false)
	checkOneOf(f, At(path, "contexts"), cmd.Contexts, 2)
	checkOneOf(f, At(path, "integration_types"), cmd.IntegrationTypes, 1)
	if n := commandText(cmd); n > maxCommandText {
		f.Add(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (%d): it has %d characters.", maxCommandText, n)
	}
}

// checkNaming checks name and description of a command or option in all languages.
func checkNaming(f *Form, path, name string, names map[string]string, description string, descriptions map[string]string) {
	checkLocales(f, At(path, "name_localizations"), names)
	checkLocales(f, At(path, "description_localizations"), descriptions)
	checkName(f, At(path, "name"), name)
	for locale, local := range names {
		checkName(f, At(path, "name_localizations."+locale), local)
	}
	f.Length(At(path, "description"), description, 1, maxDescription)
	for locale, local := range descriptions {
		f.Length(At(path, "description_localizations."+locale), local, 1, maxDescription)
	}
}

// checkOneOf checks a list of numbers from 0 to most, each once.
func checkOneOf(f *Form, path string, list *[]int, most int) {
	if list == nil {
		return
	}
	seen := map[int]bool{}
	for i, n := range *list {
		if n < 0 || n > most || seen[n] {
			f.Add(At(path, i), "BASE_TYPE_CHOICES", "Value must be one of 0 to %d, each once.", most)
		}
		seen[n] = true
	}
}

// checkName checks a name of a command or option: lower case, no spaces.
func checkName(f *Form, path, name string) {
	if name == "" || Runes(name) > maxCommandName {
		f.Length(path, name, 1, maxCommandName)
		return
	}
	if !commandName.MatchString(name) || strings.ToLower(name) != name {
		f.Add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	}
}

// checkLocales checks that all localisations are for languages of Discord's.
func checkLocales(f *Form, path string, texts map[string]string) {
	for locale := range texts {
		if !Locales[locale] {
			f.Add(path, "BASE_TYPE_CHOICES", "%q is not a locale.", locale)
		}
	}
}

// checkOptions checks the options of a command or of a sub-command.
func checkOptions(f *Form, path string, options []wire.CommandOption, within bool) {
	if len(options) > maxCommandOptions {
		f.Count(path, len(options), 0, maxCommandOptions)
	}
	names := map[string]bool{}
	subs, optional := 0, false
	for i := range options {
		o := &options[i]
		here := At(path, i)
		checkOption(f, here, o, within)
		if names[o.Name] {
			f.Add(At(here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option name already exists in these options")
		}
		names[o.Name] = true
		if o.Type == wire.OptionSubCommand {
			subs++
			continue
		}
		if o.Required && optional {
			f.Add(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		optional = optional || !o.Required
	}
	if subs > 0 && subs < len(options) {
		f.Add(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command option types are mutually exclusive to all other types")
	}
}

// checkOption checks one option; within a sub-command there is no other.
func checkOption(f *Form, path string, o *wire.CommandOption, within bool) {
	checkNaming(f, path, o.Name, o.NameLocalizations, o.Description, o.DescriptionLocalizations)
	switch {
	case o.Type == wire.OptionSubCommand && !within:
		checkOptions(f, At(path, "options"), o.Options, true)
		return
	case o.Type < wire.OptionString || o.Type > wire.OptionUser && o.Type != wire.OptionRole:
		f.Add(At(path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Type %d is not possible here, or not in the sandbox.", o.Type)
		return
	}
	if len(o.Options) > 0 {
		f.Add(At(path, "options"), "BASE_TYPE_FORBIDDEN", "Only sub-commands have options.")
	}
	checkChoiceList(f, path, o)
	checkRange(f, path, o)
}

// checkChoiceList checks choices and autocomplete of an option.
func checkChoiceList(f *Form, path string, o *wire.CommandOption) {
	choosable := o.Type == wire.OptionString || o.Type == wire.OptionInteger
	if (len(o.Choices) > 0 || o.Autocomplete) && !choosable {
		f.Add(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only string and integer options have choices or autocomplete.")
	}
	if len(o.Choices) > 0 && o.Autocomplete {
		f.Add(At(path, "autocomplete"), "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", "Autocomplete cannot be true if choices are present.")
	}
	CheckChoices(f, At(path, "choices"), o.Type, o.Choices)
}

// CheckChoices checks the choices of an option of that type: a command's or those of an autocompletion.
func CheckChoices(f *Form, path string, kind int, choices []wire.Choice) {
	if len(choices) > maxChoices {
		f.Count(path, len(choices), 0, maxChoices)
	}
	names, values := map[string]bool{}, map[string]bool{}
	for i, c := range choices {
		here := At(path, i)
		f.Length(At(here, "name"), c.Name, 1, maxChoiceText)
		checkLocales(f, At(here, "name_localizations"), c.NameLocalizations)
		for locale, name := range c.NameLocalizations {
			f.Length(At(here, "name_localizations."+locale), name, 1, maxChoiceText)
		}
		var text string
		isText := json.Unmarshal(c.Value, &text) == nil
		switch {
		case len(c.Value) == 0 || string(c.Value) == "null":
			f.Add(At(here, "value"), "BASE_TYPE_REQUIRED", "This field is required")
		case kind == wire.OptionString && !isText:
			f.Add(At(here, "value"), "STRING_TYPE_CONVERT", "Could not convert %q to string.", c.Value)
		case kind != wire.OptionString && isText:
			f.Add(At(here, "value"), "NUMBER_TYPE_COERCE", "Value %q is not a number.", text)
		case isText:
			f.Length(At(here, "value"), text, 1, maxChoiceText)
		}
		if names[c.Name] || values[string(c.Value)] {
			f.Add(At(here, "name"), "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS", "Option choice name or value already exists")
		}
		names[c.Name], values[string(c.Value)] = true, true
	}
}

// checkRange checks the limits that an option sets itself.
func checkRange(f *Form, path string, o *wire.CommandOption) {
	if (o.MinValue != nil || o.MaxValue != nil) && o.Type != wire.OptionInteger {
		f.Add(At(path, "min_value"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only numbers have min_value and max_value.")
	}
	if o.MinValue != nil && o.MaxValue != nil && *o.MinValue > *o.MaxValue {
		f.Add(At(path, "min_value"), "APPLICATION_COMMAND_OPTIONS_MIN_MAX", "min_value must not be greater than max_value.")
	}
	if (o.MinLength != nil || o.MaxLength != nil) && o.Type != wire.OptionString {
		f.Add(At(path, "min_length"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only strings have min_length and max_length.")
	}
	f.Within(At(path, "min_length"), o.MinLength, 0, MaxStringOption)
	f.Within(At(path, "max_length"), o.MaxLength, 1, MaxStringOption)
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
			n += longest(c.Name, c.NameLocalizations) + Runes(c.String())
		}
		n += optionsText(o.Options)
	}
	return n
}

// longest counts the characters of the longest of a text and its localisations.
func longest(text string, localised map[string]string) int {
	n := Runes(text)
	for _, l := range localised {
		n = max(n, Runes(l))
	}
	return n
}

// Locales are the languages that Discord's client can be set to.
var Locales = localeSet("id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi " +
	"th zh-CN ja zh-TW ko")

func localeSet(list string) map[string]bool {
	set := map[string]bool{}
	for l := range strings.FieldsSeq(list) {
		set[l] = true
	}
	return set
}
