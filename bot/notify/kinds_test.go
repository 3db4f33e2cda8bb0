package notify

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

func TestNoTwoKindsOfMessagesHaveOneNonce(t *testing.T) {
	notifier := New(Options{})
	// Those that the outbox does not send: a greeting, and what is sent again to who has opened direct messages.
	seen := map[string]storage.Kind{"hi": "the greeting", "kn": "another attempt"}
	for name, k := range notifier.kinds {
		if other, twice := seen[k.tag]; twice || len(k.tag) != 2 {
			t.Errorf("messages of kind %s begin their nonces with %q, as do those of %q", name, k.tag, other)
		}
		seen[k.tag] = name
	}
	g := match.Game{ID: "abcdefghijkl", Ply: 9999, Branch: 99, Rev: 99_999}
	for _, at := range []string{position(g), revision(g)} {
		if got := len(notifier.nonce(Turn, g, at, engine.MaxSeats)); got > 25 {
			t.Errorf("got a nonce of %d characters, Discord takes 25", got)
		}
	}
}
