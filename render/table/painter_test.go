package table

import (
	"sync"
	"testing"

	"konduktor/engine/cardgame"
	"konduktor/render/theme"
)

// cardTable is the painter of the Card Game, shared by the tests.
func cardTable(t testing.TB) *Painter {
	t.Helper()
	p, err := theCardTable()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var theCardTable = sync.OnceValues(newCardTable)

func newCardTable() (*Painter, error) {
	return New(cardgame.Title.Map(), cardgame.Title.Lexicon(), theme.For(cardgame.Title.ID()))
}
