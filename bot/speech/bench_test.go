package speech

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/titles"
)

func BenchmarkPanel(b *testing.B) {
	s, v := New(texts(b, "pl"), titles.Map("amsterdam")), rich(b)
	for b.Loop() {
		s.Panel(Panel{Place: Place{Game: gameID}, View: v})
	}
}

func BenchmarkSuggestRoutes(b *testing.B) {
	s, v := New(texts(b, "pl"), titles.Map("amsterdam")), rich(b)
	for b.Loop() {
		s.suggest(v, engine.Move{Verb: engine.Claim}, 0, "dam")
	}
}
