package commands

import (
	"fmt"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
)

// page writes the command tree in English and in all other languages that are complete.
type page struct {
	strings.Builder
	others     []tongue
	contents   []string        // a link to each command
	unfinished map[string]bool // names of the languages that are not complete yet
}

// tongue is a language of the page.
type tongue struct {
	name   string         // the language's own name for itself
	locale discord.Locale // one of Discord's that it is for
}

const preface = `# Commands

All commands are global and work in servers and in the bot's direct messages, except for opening a
game and setting a table, which need a channel. Lists that appear while you type offer only what is
legal for you at that moment.

`

const colophon = "\nThis page is written by `go test ./bot/commands -run TestThePageIsCurrent " +
	"-update` out of\nthe command tree and its words.\n"

// Page writes the command tree as a page of documentation (docs/commands.md).
func Page(catalog *locale.Catalog, commands []*discord.Command) string {
	b := page{unfinished: map[string]bool{}}
	for _, lang := range catalog.Languages() {
		switch written, all := catalog.Coverage(lang); {
		case written < all:
			b.unfinished[catalog.Name(lang)] = true
		case lang != locale.Fallback:
			b.others = append(b.others, tongue{
				catalog.Name(lang),
				discord.Locale(catalog.DiscordLocales(lang)[0]),
			})
		}
	}
	for _, c := range commands {
		b.command("", map[discord.Locale]string{}, &discord.CommandOption{
			Name: c.Name, NameLocalizations: *c.NameLocalizations, Options: c.Options,
			Description: c.Description, DescriptionLocalizations: *c.DescriptionLocalizations,
		})
	}
	return preface + strings.Join(b.contents, " ·\n") + "\n" + b.String() + colophon
}

// command writes a command, or its sub-commands if it has any. under and theirs are the paths above
// it, in English and by locale.
func (b *page) command(under string, theirs map[discord.Locale]string, c *discord.CommandOption) {
	path, paths := strings.TrimSpace(under+" "+c.Name), map[discord.Locale]string{}
	for _, t := range b.others {
		paths[t.locale] = strings.TrimSpace(theirs[t.locale] + " " + c.NameLocalizations[t.locale])
	}
	if len(c.Options) > 0 && c.Options[0].Type == discord.SubCommand {
		for _, sub := range c.Options {
			b.command(path, paths, sub)
		}
		return
	}
	link := fmt.Sprintf("[/%s](#%s)", path, strings.ReplaceAll(path, " ", "-"))
	b.contents = append(b.contents, link)
	fmt.Fprintf(b, "\n## /%s\n\n%s.\n", path, c.Description)
	for _, t := range b.others {
		fmt.Fprintf(b, "\n%s: `/%s` – %s.\n", t.name, paths[t.locale],
			c.DescriptionLocalizations[t.locale])
	}
	if len(c.Options) == 0 {
		return
	}
	b.WriteString("\n")
	b.row("option", func(t tongue) string { return t.name }, "", "what it is",
		func(t tongue) string { return t.name })
	b.WriteString("|" + strings.Repeat("---|", 3+2*len(b.others)) + "\n")
	for _, o := range c.Options {
		b.row("`"+o.Name+"`", func(t tongue) string { return "`" + o.NameLocalizations[t.locale] + "`" },
			b.remarks(o),
			o.Description, func(t tongue) string { return o.DescriptionLocalizations[t.locale] })
	}
}

// row writes a row of a table; name and about give the cells of the other languages.
func (b *page) row(
	option string, name func(tongue) string, remark, what string, about func(tongue) string,
) {
	cells := []string{option}
	for _, t := range b.others {
		cells = append(cells, name(t))
	}
	cells = append(cells, remark, what)
	for _, t := range b.others {
		cells = append(cells, about(t))
	}
	b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

// remarks says what can be given for an option. A language is named once it is complete, so that a
// new one does not change the page.
func (b *page) remarks(o *discord.CommandOption) string {
	var list []string
	if o.Required {
		list = append(list, "required")
	}
	switch {
	case o.Autocomplete:
		list = append(list, "from a list while typing")
	case o.Type == discord.Boolean:
		list = append(list, "true or false")
	case o.Type == discord.UserOption:
		list = append(list, "a person")
	case o.MinValue != nil:
		list = append(list, fmt.Sprintf("%g to %g", *o.MinValue, o.MaxValue))
	}
	var names []string
	for _, c := range o.Choices {
		if !b.unfinished[c.Name] {
			names = append(names, c.Name)
		}
	}
	if len(names) > 0 {
		list = append(list, strings.Join(names, ", "))
	}
	return strings.Join(list, ", ")
}
