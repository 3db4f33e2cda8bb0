package bot_test

import (
	"testing"

	"konduktor/bot/bottest"
)

func TestPlainWordsAreAnsweredOnDiscord(t *testing.T) {
	t.Parallel()
	// messages come by the gateway alone
	l := openLine(t, &bottest.Line{Title: "amsterdam", ByGateway: true}, "Ola", "Bo")
	// there is a channel of direct messages
	l.ready("Ola", "Bo")
	ola := l.User("Ola")
	_, err := ola.Say(ola.DM().ID(), "whose turn is it?")
	l.Must(err)
	l.Until("an answer", func() bool { return ola.DM().Last().Content == l.Say("direct.words") })
}
