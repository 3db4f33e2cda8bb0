package bot_test

import (
	"slices"
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/sandbox"
	"konduktor/bot/sandbox/wire"
	"konduktor/engine/match"
)

// line is a Line whose people can play whole games by clicks.
type line struct {
	*Line
	turns     int                // after which a game is left; 0: it is played to its end
	tunnels   int                // undecided ones seen at the table
	robberies int                // confirmed as such
	readers   map[string]*Reader // of those who play from the texts, by user
}

// newLine starts the bot among people.
func newLine(t testing.TB, people ...string) *line {
	t.Helper()
	return newLineOf(t, "amsterdam", people...)
}

// newLineOf starts the bot among people who play a title.
func newLineOf(t testing.TB, title string, people ...string) *line {
	t.Helper()
	return openLine(t, &Line{Title: title, Deals: bottest.Short(title)}, people...)
}

func openLine(t testing.TB, l *Line, people ...string) *line {
	t.Helper()
	l.Open(t, people...)
	return &line{Line: l, readers: map[string]*Reader{}}
}

// menu finds the menu of a message whose options are moves that are printed with this beginning.
func menu(m *sandbox.Message, begin string) (sandbox.Component, bool) {
	for _, c := range m.Menus() {
		if strings.HasPrefix(c.Options[0].Value, begin) {
			return c, true
		}
	}
	return sandbox.Component{}, false
}

// button finds the button of a message whose custom ID has a part.
func button(m *sandbox.Message, part string) (sandbox.Component, bool) {
	for _, c := range m.Buttons() {
		if strings.Contains(c.CustomID, part) {
			return c, true
		}
	}
	return sandbox.Component{}, false
}

// act makes one move in a panel: what is owed, else build a port, else claim, else draw, else
// share, else pass. It returns the panel after it.
func (l *line) act(u *sandbox.User, panel *sandbox.Message) *sandbox.Message {
	l.T.Helper()
	if c, ok := menu(panel, "keep"); ok {
		return l.confirmed(u, panel.Select(u, c.CustomID, least(c)...), "/keep:")
	}
	if c, ok := button(panel, "/declare:"); ok {
		asked := l.Reply(panel.Click(u, c.CustomID))
		sure, ok := button(asked, "do/")
		if !ok {
			l.T.Fatalf("nothing to declare in %q", asked.Text())
		}
		return l.Reply(asked.Click(u, sure.CustomID))
	}
	if c, ok := button(panel, "/withdraw"); ok {
		l.seeTunnel(c.CustomID)
	}
	if c, ok := button(panel, "/pieces:"); ok {
		return l.confirmed(u, panel.Click(u, c.CustomID), "/pieces:")
	}
	for _, part := range []string{"/place:rack", "/pay:", "/withdraw"} {
		if c, ok := button(panel, part); ok {
			return l.Reply(panel.Click(u, c.CustomID))
		}
	}
	if c, ok := menu(panel, "port"); ok {
		return l.clicked(u, l.Reply(panel.Select(u, c.CustomID, least(c)...)), "/port:")
	}
	if c, ok := menu(panel, "claim"); ok {
		pick := c.Options[max(slices.IndexFunc(c.Options, func(o wire.SelectOption) bool {
			return isTunnel(o.Description)
		}), 0)]
		return l.clicked(u, l.Reply(panel.Select(u, c.CustomID, pick.Value)), "/claim:")
	}
	if c, ok := menu(panel, "lay"); ok {
		return l.layByDM(u, panel, c)
	}
	if ix, ok := draw(u, panel, "draw"); ok {
		return l.Reply(ix)
	}
	if c, ok := menu(panel, "share"); ok {
		panel = l.Reply(panel.Select(u, c.CustomID, least(c)...))
		if sure, ok := button(panel, "/share:"); ok {
			return l.Reply(panel.Click(u, sure.CustomID))
		}
		return panel
	}
	if c, ok := button(panel, "/pass"); ok {
		return l.Reply(panel.Click(u, c.CustomID))
	}
	l.T.Fatalf("nothing to do in the panel %q", panel.Text())
	return nil
}

// draw takes the first card that a panel offers and that is printed with this beginning, by its
// button or from the menu.
func draw(u *sandbox.User, panel *sandbox.Message, begin string) (*sandbox.Interaction, bool) {
	if c, ok := button(panel, "/"+begin); ok {
		return panel.Click(u, c.CustomID), true
	}
	c, ok := menu(panel, "draw")
	if !ok {
		return nil, false
	}
	i := slices.IndexFunc(c.Options, func(o wire.SelectOption) bool {
		return strings.HasPrefix(o.Value, begin)
	})
	return panel.Select(u, c.CustomID, c.Options[i].Value), true
}

// confirmed confirms a choice where it cannot be taken back freely: elsewhere nobody asks.
func (l *line) confirmed(u *sandbox.User, chosen *sandbox.Interaction, part string,
) *sandbox.Message {
	l.T.Helper()
	answer := l.Reply(chosen)
	for _, c := range answer.Buttons() {
		if strings.HasPrefix(c.CustomID, "do/") && strings.Contains(c.CustomID, part) {
			return l.Reply(answer.Click(u, c.CustomID))
		}
	}
	return answer
}

// clicked clicks the first button of a message whose custom ID has a part, and returns the answer.
func (l *line) clicked(u *sandbox.User, m *sandbox.Message, part string) *sandbox.Message {
	l.T.Helper()
	c, ok := button(m, part)
	if !ok {
		l.T.Fatalf("no button %s in %q", part, m.Text())
	}
	return l.Reply(m.Click(u, c.CustomID))
}

// isTunnel says whether a route is listed as a tunnel: tunnels are dug first.
func isTunnel(listed string) bool { return strings.Contains(listed, "tunnel") }

// seeTunnel waits until everybody sees the undecided tunnel of the game that a custom id names.
func (l *line) seeTunnel(customID string) {
	l.T.Helper()
	id := match.GameID(strings.Split(customID, "/")[1])
	dug := l.Say("table.dug", "Name", "")
	l.Until("the tunnel at the table", func() bool {
		return strings.Contains(l.Thread(id).Last().Content, dug)
	})
	l.tunnels++
}

// least picks the first options of a menu, as few as it takes.
func least(c sandbox.Component) []string {
	n := 1
	if c.MinValues != nil {
		n = max(n, *c.MinValues)
	}
	values := make([]string, n)
	for i := range values {
		values[i] = c.Options[i].Value
	}
	return values
}
