// Package titles lists the titles that can be played; it is the one place that knows them all.
package titles

import (
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// Find returns the title of that id.
func Find(id string) (engine.Title, bool) { return nil, false }

// All lists the titles in the order in which they are offered.
func All() []engine.Title { return nil }

// Map returns the map of a title; nil for a title without a board.
func Map(id string) *railmap.Map { return nil }
