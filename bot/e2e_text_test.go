package bot_test

import (
	"strings"
	"testing"

	"konduktor/bot/discord"
	"konduktor/bot/sandbox"
	"konduktor/engine/match"
)

// What readers press is what Discord's program lets them press.
func TestAGameIsPlayedFromItsTextsOnDiscord(t *testing.T) {
	t.Parallel()
	l := newLine(t, "Ola", "Bo")
	id := l.Begin("Ola", "Bo")
	for l.Game(id).State == match.Running {
		l.turnFromTexts(id, l.mover(id))
	}
	if list := l.refusals(); len(list) > 0 {
		t.Errorf("requests were refused:\n%s", strings.Join(list, "\n"))
	}
}

// turnFromTexts plays a turn in direct messages as somebody who sees their texts alone.
func (l *line) turnFromTexts(id match.GameID, u *sandbox.User) {
	l.T.Helper()
	if l.readers[u.ID()] == nil {
		l.readers[u.ID()] = &Reader{Say: l.Say, Tickets: func() string {
			return l.Reply(u.Slash(l.Thread(id), "board", sandbox.Opt("text", "tickets"))).Content
		}}
	}
	ply := l.Game(id).Ply
	for panel := l.Panel(id, u); ; {
		p, ok := l.readers[u.ID()].Choose(legible(panel))
		if !ok {
			break
		}
		if len(p.Values) > 0 {
			panel = l.Reply(panel.Select(u, p.CustomID, p.Values...))
		} else {
			panel = l.Reply(panel.Click(u, p.CustomID))
		}
	}
	if l.Game(id).Ply == ply {
		l.T.Fatalf("%s does not know what to do in %q", u.Name(), l.Panel(id, u).Text())
	}
}

// legible is what a message says, without its pictures.
func legible(m *sandbox.Message) discord.Message {
	out := discord.Message{Content: m.Content}
	for _, c := range m.Menus() {
		menu := discord.Select{
			CustomID: c.CustomID, Placeholder: c.Placeholder, Min: *c.MinValues,
			Max: *c.MaxValues, Disabled: c.Disabled,
		}
		for _, o := range c.Options {
			menu.Options = append(menu.Options, discord.SelectOption{
				Label:       o.Label,
				Description: o.Description, Value: o.Value,
			})
		}
		out.Rows = append(out.Rows, discord.Row{Select: &menu})
	}
	var row discord.Row
	for _, c := range m.Buttons() {
		row.Buttons = append(row.Buttons, discord.Button{
			Label: c.Label, CustomID: c.CustomID,
			Disabled: c.Disabled,
		})
	}
	out.Rows = append(out.Rows, row)
	return out
}
