package bot_test

import (
	"strings"
	"testing"

	"konduktor/bot/sandbox"
	"konduktor/engine/match"
)

// Two people fill the form in, say yes in their direct messages, and have a table: over the real
// client, against Discord's limits.
func TestPeopleWhoLookForATableFindOne(t *testing.T) {
	l := newLine(t, "Ola", "Bo")
	filled := map[string][]string{
		"titles": {l.Title}, "seats": {"2"}, "paces": {"brisk", "daily"}, "computers": {"no"},
		"wait": {"24"},
	}
	for _, name := range []string{"Ola", "Bo"} {
		u := l.User(name)
		form := u.Slash(l.Table(), "game find")
		l.Must(form.Wait(t.Context()))
		if u.Submit(form.ID(), map[string][]string{"titles": {"none"}}).Err() == nil {
			t.Error("Discord's client lets nobody send what the form does not offer")
		}
		answer := l.Reply(u.Submit(form.ID(), filled))
		if !answer.Ephemeral() || !strings.Contains(answer.Content, "in the queue") {
			t.Errorf("got %q", answer.Content)
		}
	}
	for _, name := range []string{"Ola", "Bo"} {
		u := l.User(name)
		offer := func() (found *sandbox.Message) {
			for _, m := range u.DMs() {
				if len(m.Buttons()) == 2 && strings.Contains(m.Content, "There is a table") {
					found = m
				}
			}
			return found
		}
		l.Until("the offer to "+name, func() bool { return offer() != nil })
		l.Must(offer().Click(u, "Yes, I play").Wait(t.Context()))
	}
	l.Until("the table", func() bool {
		games, err := l.Store.GamesIn(t.Context(), match.Running)
		l.Must(err)
		return len(games) == 1 && games[0].Thread != ""
	})
}
