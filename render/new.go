package render

import (
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// New makes the painter that suits a map: of a board, or where the map has no routes, of a table. It takes a second or
// two; make it once and keep it. It fails if the lexicon is not of the map.
func New(m *railmap.Map, lex *engine.Lexicon, t Theme) (Painter, error) {
	if len(m.Routes) == 0 {
		return NewTable(m, lex, t)
	}
	return NewBoard(m, lex, t)
}
