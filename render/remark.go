package render

import (
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// Remark is a rule of one route alone that its map cannot say, as it is shown on the board and in texts.
type Remark struct {
	Length int    // the rule holds for a route of this length
	Sign   string // a few signs, on some of its spaces
	Text   string // id of the text that explains the sign
}

// remarks are the remarks of each title, by the id of a route.
var remarks = map[string]map[string]Remark{
	"nordic": nordicRemarks,
}

// remarkOn returns the remark on a route, if there is one.
func remarkOn(m *railmap.Map, r engine.RouteID) (Remark, bool) {
	route := &m.Routes[r]
	note, ok := remarks[m.Title][route.ID]
	return note, ok && note.Length == route.Length
}
