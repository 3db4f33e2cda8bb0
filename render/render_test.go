package render

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/engine/cardgame"
	"konduktor/engine/railmap"
	"konduktor/render/table"
)

func TestAMapWithoutRoutesIsDrawnAsATable(t *testing.T) {
	p, err := New(cardgame.Title.Map(), cardgame.Title.Lexicon())
	if _, ok := p.(*table.Painter); !ok || err != nil {
		t.Errorf("got a %T (error: %v), want a table", p, err)
	}
}

func TestAMapThatCannotBeDrawnIsRefused(t *testing.T) {
	cards, lanes := cardgame.Title.Map(), amsterdam.Title.Map()
	bare, names := *lanes, *amsterdam.Title.Lexicon()
	bare.Routes, names.Routes = nil, nil
	for name, c := range map[string]struct {
		m   *railmap.Map
		lex *engine.Lexicon
	}{
		"tickets without cards": {&bare, &names},
		"another lexicon":       {cards, amsterdam.Title.Lexicon()},
		"no lexicon":            {cards, nil},
	} {
		if _, err := New(c.m, c.lex); err == nil {
			t.Errorf("%s: got a painter, want an error", name)
		}
	}
}
