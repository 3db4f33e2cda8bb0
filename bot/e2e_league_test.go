package bot_test

import (
	"strings"
	"testing"

	"konduktor/bot/sandbox"
)

// TestALeagueOpensItsTablesOnDiscord goes from the preview to the first round, with all that
// Discord checks.
func TestALeagueOpensItsTablesOnDiscord(t *testing.T) {
	t.Parallel()
	names := []string{"Ola", "Bo", "Cy", "Di", "Ed", "Fi", "Gu"}
	l := newLine(t, names...)
	ola := l.User("Ola")
	preview := l.Reply(ola.Slash(l.Table(), "league new", sandbox.Opt("title", "amsterdam"),
		sandbox.Opt("rounds", 2), sandbox.Opt("division", 6)))
	l.Reply(preview.Click(ola, l.Say("season.button-open")))
	l.Until("the sign-up", func() bool { return l.Table().Last() != nil })
	post := l.Table().Last()
	for _, name := range names[1:] {
		l.Reply(post.Click(l.User(name), l.Say("season.button-join")))
	}
	manage := l.Reply(ola.Slash(l.Table(), "league manage"))
	l.Reply(manage.Click(ola, l.Say("season.button-begin")))
	l.Until("the division and two tables", func() bool {
		said, tables := "", 0
		for _, m := range l.Table().Messages() {
			said += m.Content
			if strings.Contains(m.Content, "under way") {
				tables++
			}
		}
		return strings.Contains(said, "Division 1") && tables == 2
	})
	show := l.Reply(l.User("Bo").Slash(l.Table(), "league show"))
	if !show.Ephemeral() || !strings.Contains(show.Content, "Round 1: game") {
		t.Errorf("got %q", show.Content)
	}
	if list := l.refusals(); len(list) > 0 {
		t.Errorf("requests were refused:\n%s", strings.Join(list, "\n"))
	}
	l.validate()
}
