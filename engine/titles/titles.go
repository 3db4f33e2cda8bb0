// Package titles lists the titles that can be played; it is the one place that knows them all.
package titles

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/engine/asia"
	"konduktor/engine/cardgame"
	"konduktor/engine/nordic"
	"konduktor/engine/world"
)

var all = []engine.Title{amsterdam.Title, nordic.Title, asia.Title, world.Title, cardgame.Title}

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
