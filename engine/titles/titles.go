// Package titles lists the titles that can be played; it is the one place that knows them all.
package titles

import (
	"fmt"
	"slices"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/amsterdam"
	"github.com/konduktor-bot/konduktor/engine/asia"
	"github.com/konduktor-bot/konduktor/engine/nordic"
	"github.com/konduktor-bot/konduktor/engine/railmap"
	"github.com/konduktor-bot/konduktor/engine/railway"
)

var all = []engine.Title{amsterdam.Title, nordic.Title, asia.Title}

// All lists the titles in the order in which they are offered.
func All() []engine.Title { return slices.Clone(all) }

// Find returns the title of that id.
func Find(id string) (engine.Title, bool) {
	for _, t := range all {
		if t.ID() == id {
			return t, true
		}
	}
	return nil, false
}

// Map returns the map of a title, nil for an unknown title and one without a board.
func Map(id string) *railmap.Map {
	t, _ := Find(id)
	if m, ok := t.(interface{ Map() *railmap.Map }); ok {
		return m.Map()
	}
	return nil
}

// On returns a title on another map, whose file says which title's rules it is for.
func On(m *railmap.Map) (engine.Title, error) {
	t, _ := Find(m.Title)
	board, ok := t.(interface {
		On(m *railmap.Map) (*railway.Title, error)
	})
	if !ok {
		return nil, fmt.Errorf("map %s: there is no title %q with a board", m.Name, m.Title)
	}
	return board.On(m)
}
