package railway

import (
	"fmt"
	"slices"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// maxCircuits is how many independent circuits a network on a user's map may have, since the search
// for the longest path (C14) or a tour (W9) grows with a power of them. The titles' own maps have
// at most 13.
const maxCircuits = 15

// Tangled says why the final scoring on a map could take too long. Games under way are not asked.
func (t *Title) Tangled() error {
	tours := slices.ContainsFunc(t.board.Tickets, func(k railmap.Ticket) bool { return k.InOrder > 0 })
	if !tours && t.rules.Uses&engine.UsesLongest == 0 {
		return nil
	}
	spaces := t.mostSpaces()
	if n := t.board.Circuits(spaces); n > maxCircuits {
		return fmt.Errorf("the network is too tangled to score: %d pieces can build up to %d circuits "+
			"of it, at most %d are allowed; "+
			"make routes longer, or take some out where many short ones meet", spaces, n, maxCircuits)
	}
	return nil
}

// mostSpaces is the most spaces that the routes of a seat, or of its team, can have.
func (t *Title) mostSpaces() int {
	fleet := &t.rules.Fleet
	sum := fleet.Choose
	if sum == 0 {
		for i := range fleet.Kinds {
			sum += fleet.Kinds[i].Number
		}
	}
	return sum * max(1, t.rules.TeamSize)
}
