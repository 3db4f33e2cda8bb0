package bot_test

import (
	"testing"
)

func TestPlainWordsAreAnsweredOnDiscord(t *testing.T) {
	t.Parallel()
	l := newLine(t, "Ola", "Bo")
	// there is a channel of direct messages
	l.ready("Ola", "Bo")
	ola := l.User("Ola")
	_, err := ola.Say(ola.DM().ID(), "whose turn is it?")
	l.Must(err)
	l.Until("an answer", func() bool { return ola.DM().Last().Content == l.Say("direct.words") })
}
