package commands

import (
	"strings"
	"testing"

	"konduktor/bot/discord"
)

func TestTypedValuesAreUnderstoodInEveryLanguage(t *testing.T) {
	for _, c := range []struct{ command, option, typed, want string }{
		{"game new", "pace", "spokojne", "relaxed"},
		{"game new", "pace", "Relaxed", "relaxed"},
		{"game new", "pace", "brisk", "brisk"},
		{"game new", "pace", "brak", "none"},
		{"game new", "join", "na zaproszenie", "invited"},
		{"game new", "delay", "chwile", "soon"},
		{"log", "since", "mój ostatni ruch", "last"},
		{"me", "quiet", "brak", "off"},
		{"me", "quiet", "22:00-7:00", "22:00-7:00"},
		{"me", "zone", "brak", "brak"},
		{"no such", "pace", "brak", "brak"},
	} {
		ix := &discord.Interaction{
			Command: strings.Fields(c.command), Options: []discord.Option{{Name: c.option, Value: c.typed}},
		}
		ix = Understand(loaded(t), ix)
		if got := ix.Options[0].Value; got != c.want {
			t.Errorf("/%s %s:%s means %q, want %q", c.command, c.option, c.typed, got, c.want)
		}
	}
}
