package wire

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
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

// Codes that several checks use.
const (
	invalidType   = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"
	duplicateName = "APPLICATION_COMMANDS_DUPLICATE_NAME"
)

// commandName matches names of commands and options, which are also lower case.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// CheckCommands checks a whole list: each command, their number, their names.
func CheckCommands(list []Command) error {
	f := NewForm()
	seen := map[string]bool{}
	for i := range list {
		checkCommand(f.At(i), &list[i])
		unique(f.At(i, "name"), seen, list[i].Name, duplicateName)
	}
	if err := f.Err(); err != nil {
		return err
	}
	if len(list) > maxChatCommands {
		return ErrTooManyCommands
	}
	return nil
}

func checkCommand(f Field, cmd *Command) {
	if cmd.Type > CommandChatInput {
		f.At("type").Add("SANDBOX_TYPE", "The sandbox has slash commands only, type 1.")
	}
	checkTexts(f, &cmd.Texts)
	checkOptions(f.At("options"), cmd.Options, false)
	checkNumbers(f.At("contexts"), cmd.Contexts, ContextPrivate)
	checkNumbers(f.At("integration_types"), cmd.IntegrationTypes, InstalledToUser)
	if n := textsSize(&cmd.Texts) + optionsSize(cmd.Options); n > maxCommandText {
		f.Add("APPLICATION_COMMAND_TOO_LARGE", "%d characters, at most %d.", n, maxCommandText)
	}
}

func checkTexts(f Field, t *Texts) {
	checkName(f.At("name"), t.Name)
	for locale, name := range t.NameLocalizations {
		checkLocale(f.At("name_localizations"), locale)
		checkName(f.At("name_localizations", locale), name)
	}
	f.At("description").Length(t.Description, 1, maxDescription)
	for locale, description := range t.DescriptionLocalizations {
		checkLocale(f.At("description_localizations"), locale)
		f.At("description_localizations", locale).Length(description, 1, maxDescription)
	}
}

func checkName(f Field, name string) {
	if n := Runes(name); n < 1 || n > maxCommandName {
		f.Length(name, 1, maxCommandName)
	} else if !commandName.MatchString(name) || strings.ToLower(name) != name {
		f.Add("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	}
}

func checkLocale(f Field, locale string) {
	if !Locales[locale] {
		f.Add("BASE_TYPE_CHOICES", "%q is not a locale.", locale)
	}
}

func checkNumbers(f Field, list *[]int, most int) {
	if list == nil {
		return
	}
	seen := map[int]bool{}
	for i, n := range *list {
		f.At(i).Within(&n, 0, most)
		unique(f.At(i), seen, n, "BASE_TYPE_CHOICES")
	}
}

// checkOptions checks the options of a command or, inside, those of a sub-command.
func checkOptions(f Field, options []CommandOption, inside bool) {
	f.Count(len(options), 0, maxCommandOptions)
	names := map[string]bool{}
	subs, optional := 0, false
	for i := range options {
		o := &options[i]
		checkOption(f.At(i), o, inside)
		unique(f.At(i, "name"), names, o.Name, "APPLICATION_COMMAND_OPTIONS_NAME_INVALID")
		if o.Type == OptionSubCommand {
			subs++
			continue
		}
		if o.Required && optional {
			f.At(i).Add("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
				"Required options must be placed before non-required options")
		}
		optional = optional || !o.Required
	}
	if subs > 0 && subs < len(options) {
		f.Add(invalidType, "Sub-commands cannot be mixed with other options")
	}
}

// checkOption checks one option; a sub-command has no sub-commands.
func checkOption(f Field, o *CommandOption, inside bool) {
	checkTexts(f, &o.Texts)
	isText, isNumber := o.Type == OptionString, o.Type == OptionInteger
	switch {
	case o.Type == OptionSubCommand && !inside:
		checkOptions(f.At("options"), o.Options, true)
		return
	case !isText && !isNumber && !slices.Contains(
		[]int{OptionBoolean, OptionUser, OptionChannel, OptionRole}, o.Type):
		f.At("type").Add(invalidType, "Type %d is impossible here, or in the sandbox.", o.Type)
		return
	}
	if len(o.Options) > 0 {
		f.At("options").Add("BASE_TYPE_FORBIDDEN", "Only sub-commands have options.")
	}
	if (len(o.Choices) > 0 || o.Autocomplete) && !isText && !isNumber {
		f.Add(invalidType, "Only strings and integers have choices or autocomplete.")
	}
	if len(o.Choices) > 0 && o.Autocomplete {
		f.At("autocomplete").Add("APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES",
			"Autocomplete cannot be true if choices are present.")
	}
	CheckChoices(f.At("choices"), o.Type, o.Choices)
	if (o.MinValue != nil || o.MaxValue != nil) && !isNumber {
		f.At("min_value").Add(invalidType, "Only numbers have min_value and max_value.")
	}
	if o.MinValue != nil && o.MaxValue != nil && *o.MinValue > *o.MaxValue {
		f.At("min_value").Add("APPLICATION_COMMAND_OPTIONS_MIN_MAX", "More than max_value.")
	}
	if (o.MinLength != nil || o.MaxLength != nil) && !isText {
		f.At("min_length").Add(invalidType, "Only strings have min_length and max_length.")
	}
	f.At("min_length").Within(o.MinLength, 0, MaxStringOption)
	f.At("max_length").Within(o.MaxLength, 1, MaxStringOption)
}

// CheckChoices checks the choices of an option of a type, in a command or for an autocompletion.
func CheckChoices(f Field, kind int, choices []Choice) {
	f.Count(len(choices), 0, maxChoices)
	const exists = "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS"
	names, values := map[string]bool{}, map[string]bool{}
	for i, c := range choices {
		name, value := f.At(i, "name"), f.At(i, "value")
		name.Length(c.Name, 1, maxChoiceText)
		for locale, text := range c.NameLocalizations {
			checkLocale(f.At(i, "name_localizations"), locale)
			f.At(i, "name_localizations", locale).Length(text, 1, maxChoiceText)
		}
		var text string
		isText := json.Unmarshal(c.Value, &text) == nil
		switch {
		case len(c.Value) == 0 || string(c.Value) == "null":
			value.required()
		case isText != (kind == OptionString):
			value.Add("BASE_TYPE_BAD_TYPE", "Could not convert %s to the option's type.", c.Value)
		case isText:
			value.Length(text, 1, maxChoiceText)
		}
		unique(name, names, c.Name, exists)
		unique(value, values, string(c.Value), exists)
	}
}

// optionsSize counts the characters of options towards maxCommandText.
func optionsSize(options []CommandOption) int {
	n := 0
	for i := range options {
		o := &options[i]
		n += textsSize(&o.Texts) + optionsSize(o.Options)
		for _, c := range o.Choices {
			n += longest(c.Name, c.NameLocalizations) + Runes(c.String())
		}
	}
	return n
}

func textsSize(t *Texts) int {
	return longest(t.Name, t.NameLocalizations) + longest(t.Description, t.DescriptionLocalizations)
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
var Locales = localeSet("id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi " +
	"sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko")

func localeSet(list string) map[string]bool {
	set := map[string]bool{}
	for l := range strings.FieldsSeq(list) {
		set[l] = true
	}
	return set
}
