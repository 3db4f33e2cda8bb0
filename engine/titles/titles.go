// Package titles lists the titles that can be played.
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

// week says which title is dealt on which day of the week. The shortest comes most often.
var week = [7]engine.Title{
	cardgame.Title, amsterdam.Title, nordic.Title, amsterdam.Title, world.Title, amsterdam.Title,
	asia.Title,
}

// OfDay returns the title that is dealt to everybody on a day of the week; Sunday is 0.
func OfDay(day int) engine.Title { return week[day] }

// Find returns the title of that id.
func Find(id string) (engine.Title, bool) {
	for _, t := range all {
		if t.ID() == id {
			return t, true
		}
	}
	return nil, false
}
