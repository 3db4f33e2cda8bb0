package notify

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

func TestEveryKindHasItsOwnNoncePrefix(t *testing.T) {
	notifier := New(Options{})
	// Not in the tables: a greeting, and what is sent again once direct messages are open.
	seen := map[string]storage.Kind{"hi": "the greeting", "kn": "another attempt"}
	note := func(kind storage.Kind, tag string) {
		if other, twice := seen[tag]; twice || len(tag) != 2 {
			t.Errorf("nonces of kind %s begin with %q, as do those of %q", kind, tag, other)
		}
		seen[tag] = kind
	}
	for kind, k := range notifier.kinds {
		note(kind, k.tag)
	}
	g := match.Game{ID: "abcdefghijkl", Ply: 9999, Branch: 99, Rev: 99_999}
	for _, at := range []string{position(g), revision(g)} {
		if got := len(notifier.nonce(Turn, g, at, engine.MaxSeats)); got > 25 {
			t.Errorf("got a nonce of %d characters, Discord takes 25", got)
		}
	}
}
