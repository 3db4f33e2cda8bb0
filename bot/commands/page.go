package commands

import (
	"fmt"
	"strings"

	"konduktor/bot/discord"
)

// Page writes the command tree as a page of documentation (docs/commands.md).
func Page(commands []discord.Command) string {
	var b strings.Builder
	b.WriteString("# Commands\n\nWritten by `go test ./bot/commands -run TestThePageIsCurrent -update` out of the command tree (`bot/commands`) and\n" +
		"its words (`bot/locale/*/commands.toml`). All commands are global and work in servers and in the bot's direct messages,\n" +
		"but for opening a game and setting a table, which need a channel. Lists that appear while you type offer only what is\n" +
		"legal for you at that moment.\n")
	for _, c := range commands {
		writeCommand(&b, "", "", discord.CommandOption{
			Name: c.Name, Names: c.Names, Description: c.Description, Descriptions: c.Descriptions, Options: c.Options,
		})
	}
	return b.String()
}

// writeCommand writes a command, or its sub-commands if it has any.
func writeCommand(b *strings.Builder, under, polishUnder string, c discord.CommandOption) {
	path, polish := under+"/"+c.Name, polishUnder+"/"+c.Names["pl"]
	if under != "" {
		path, polish = under+" "+c.Name, polishUnder+" "+c.Names["pl"]
	}
	if len(c.Options) > 0 && c.Options[0].Type == discord.SubCommand {
		for _, sub := range c.Options {
			writeCommand(b, path, polish, sub)
		}
		return
	}
	fmt.Fprintf(b, "\n## %s\n\n%s.\n\nPolski: `%s` – %s.\n", path, c.Description, polish, c.Descriptions["pl"])
	if len(c.Options) == 0 {
		return
	}
	b.WriteString("\n| option | po polsku | | what it is | co to jest |\n|---|---|---|---|---|\n")
	for _, o := range c.Options {
		fmt.Fprintf(b, "| `%s` | `%s` | %s | %s | %s |\n", o.Name, o.Names["pl"], remarks(o), o.Description, o.Descriptions["pl"])
	}
}

// remarks says what can be given for an option.
func remarks(o discord.CommandOption) string {
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
	case o.Min != nil && o.Max != nil:
		list = append(list, fmt.Sprintf("%d to %d", *o.Min, *o.Max))
	}
	var names []string
	for _, c := range o.Choices {
		names = append(names, c.Name)
	}
	if len(names) > 0 {
		list = append(list, strings.Join(names, ", "))
	}
	return strings.Join(list, ", ")
}
