package discord

import (
	"fmt"
	"maps"
	"strconv"
)

// defaultLocale is the language of Name and Description. It is given among the localisations too: without it people with
// that language may see the localisation of a related one.
const defaultLocale = "en-US"

const slashCommand = 1

type wireCommand struct {
	Type         int               `json:"type"`
	Name         string            `json:"name"`
	Names        map[string]string `json:"name_localizations"`
	Description  string            `json:"description"`
	Descriptions map[string]string `json:"description_localizations"`
	Options      []wireOption      `json:"options"`
	Contexts     []int             `json:"contexts"`
	Integrations []int             `json:"integration_types"`
	Rights       *uint64           `json:"default_member_permissions,omitempty"`
}

type wireOption struct {
	Type         OptionType        `json:"type"`
	Name         string            `json:"name"`
	Names        map[string]string `json:"name_localizations"`
	Description  string            `json:"description"`
	Descriptions map[string]string `json:"description_localizations"`
	Required     bool              `json:"required,omitempty"`
	Autocomplete bool              `json:"autocomplete,omitempty"`
	MinValue     *int              `json:"min_value,omitempty"`
	MaxValue     *int              `json:"max_value,omitempty"`
	MinLength    *int              `json:"min_length,omitempty"`
	MaxLength    *int              `json:"max_length,omitempty"`
	Choices      []wireChoice      `json:"choices,omitempty"`
	Options      []wireOption      `json:"options,omitempty"`
}

// wireCommands returns Discord's form of the commands: global, for servers (0), DMs with the bot (1) and private channels (2), of a
// bot that is installed to a server (0) or by a user (1). A server's own commands would not exist in the DMs where turns are announced.
func wireCommands(cmds []Command) ([]wireCommand, error) {
	out := make([]wireCommand, 0, len(cmds))
	for _, c := range cmds {
		options, err := wireOptions(c.Options)
		if err != nil {
			return nil, fmt.Errorf("command %s: %w", c.Name, err)
		}
		contexts, installed, rights := []int{0, 1, 2}, []int{0, 1}, (*uint64)(nil)
		if c.Manage {
			contexts, installed, rights = []int{0}, []int{0}, new(uint64(PermManageGuild))
		}
		out = append(out, wireCommand{
			Type: slashCommand,
			Name: c.Name, Names: localised(c.Name, c.Names),
			Description: c.Description, Descriptions: localised(c.Description, c.Descriptions),
			Options: options, Contexts: contexts, Integrations: installed, Rights: rights,
		})
	}
	return out, nil
}

func wireOptions(options []CommandOption) ([]wireOption, error) {
	out := make([]wireOption, 0, len(options))
	for _, o := range options {
		w := wireOption{
			Type: o.Type,
			Name: o.Name, Names: localised(o.Name, o.Names),
			Description: o.Description, Descriptions: localised(o.Description, o.Descriptions),
			Required: o.Required, Autocomplete: o.Autocomplete,
		}
		if o.Type == Text { // for a text the bounds are those of its length
			w.MinLength, w.MaxLength = o.Min, o.Max
		} else {
			w.MinValue, w.MaxValue = o.Min, o.Max
		}
		for _, c := range o.Choices {
			choice, err := wireFixedChoice(o.Type, c)
			if err != nil {
				return nil, fmt.Errorf("option %s: %w", o.Name, err)
			}
			w.Choices = append(w.Choices, choice)
		}
		sub, err := wireOptions(o.Options)
		if err != nil {
			return nil, fmt.Errorf("option %s: %w", o.Name, err)
		}
		w.Options = sub
		out = append(out, w)
	}
	return out, nil
}

func wireFixedChoice(t OptionType, c CommandChoice) (wireChoice, error) {
	w := wireChoice{Name: c.Name, Names: localised(c.Name, c.Names), Value: c.Value}
	if t == Integer {
		n, err := strconv.Atoi(c.Value)
		if err != nil {
			return w, fmt.Errorf("choice %s: %w", c.Name, err)
		}
		w.Value = n
	}
	return w, nil
}

func localised(text string, others map[string]string) map[string]string {
	out := maps.Clone(others)
	if out == nil {
		out = make(map[string]string, 1)
	}
	if out[defaultLocale] == "" {
		out[defaultLocale] = text
	}
	return out
}
